//! Prints the TypeScript declarations of every message between page, frame, worker and harness, and of charts, for `cargo xtask types`.
#![allow(clippy::print_stdout, reason = "it prints a file")]

use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};

use charts::Axes;
use kernel::manifest::Manifest;
use kernel::profile::Profile;
use kernel::protocol::{Control, FrameNotice, Notice, Offer, Reply, Request, Start};
use ts_rs::{Config, TS, TypeVisitor};

/// Declarations by name, each with what it depends on.
struct Declarations {
    config: Config,
    found: BTreeMap<String, String>,
    visited: HashSet<TypeId>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.visited.insert(TypeId::of::<T>()) {
            return;
        }
        // A type without a path is built in or generic, and is written where it is used.
        if T::output_path().is_some() {
            let docs = T::docs().unwrap_or_default();
            let declaration = format!("{docs}export {}\n", T::decl(&self.config));
            self.found.insert(T::ident(&self.config), declaration);
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

fn main() {
    // Integers beyond 32 bits are sizes and counts below 2^53, and JSON has one kind of number.
    let config = Config::new().with_large_int("number");
    let mut declarations = Declarations { config, found: BTreeMap::new(), visited: HashSet::new() };
    declarations.visit::<Request>();
    declarations.visit::<Reply>();
    declarations.visit::<Notice>();
    declarations.visit::<Offer>();
    declarations.visit::<Control>();
    declarations.visit::<FrameNotice>();
    declarations.visit::<Start>();
    declarations.visit::<Profile>();
    declarations.visit::<Manifest>();
    // Written out in each type of chart, so that nothing refers to it by name.
    declarations.visit::<Axes>();
    println!(
        "// Written by `cargo xtask types` from the Rust types of crates/kernel and crates/charts. Do not edit.\n"
    );
    for declaration in declarations.found.values() {
        println!("{declaration}");
    }
}
