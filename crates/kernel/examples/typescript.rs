//! Prints TypeScript declarations for `cargo xtask types`: with `kernel` those of every message
//! between page, frame, worker and harness, and of charts; with `automation` those of
//! `window.insitu`, which import from the former.
#![allow(clippy::print_stdout, reason = "it prints a file")]

use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};

use charts::Axes;
use kernel::Outcome;
use kernel::automation::{
    JudgedProbe, OfflineStatus, OfflineUpdate, PageEvent, Preview, ReplayVerdict, RunOptions,
    SaveOptions, Startup, TableWindow, Turn, View, WindowOptions,
};
use kernel::manifest::Manifest;
use kernel::profile::Profile;
use kernel::protocol::{Control, FrameNotice, Mounted, Notice, Offer, Reply, Request, Start};
use ts_rs::{Config, TS, TypeVisitor};

/// The declarations of one file.
struct Declarations {
    config: Config,
    visited: HashSet<TypeId>,
    /// Declarations by name.
    found: BTreeMap<String, String>,
    /// Those of the file from which this one may import.
    others: Option<Box<Self>>,
    /// Types that are flattened into others: the fields as they are written out there, and the
    /// type's name.
    flattened: Vec<(String, String)>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.visited.insert(TypeId::of::<T>()) {
            return;
        }
        // A type without a path is built in, and is written where it is used.
        if T::output_path().is_some() {
            let name = T::ident(&self.config);
            if let Some(others) = &self.others {
                if others.visited.contains(&TypeId::of::<T>()) {
                    return;
                }
                assert!(!others.found.contains_key(&name), "two types have the name {name}");
            }
            let mut declaration = T::decl(&self.config);
            for (fields, of) in &self.flattened {
                declaration = declaration.replace(fields, &format!(" }} & {of}"));
            }
            let docs = T::docs().unwrap_or_default();
            let declaration = format!("{docs}export {declaration}\n");
            let before = self.found.insert(name.clone(), declaration.clone());
            assert!(
                before.is_none_or(|before| before == declaration),
                "two types have the name {name}"
            );
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

impl Declarations {
    fn new(others: Option<Box<Self>>) -> Self {
        // Integers beyond 32 bits are sizes and counts below 2^53, and JSON has one kind of number.
        let config = Config::new().with_large_int("number");
        let (visited, found, flattened) = Default::default();
        Self { config, visited, found, others, flattened }
    }

    /// Declares a type, and from then on refers to it by name wherever its fields are flattened
    /// into another.
    fn flatten<T: TS + 'static>(&mut self) {
        self.visit::<T>();
        let inline = T::inline_flattened(&self.config);
        if let Some(fields) = inline.strip_prefix('{') {
            self.flattened.push((fields.to_owned(), T::name(&self.config)));
        }
    }

    /// Declares a type and returns its name.
    fn name<T: TS + 'static>(&mut self) -> String {
        self.visit::<T>();
        T::name(&self.config)
    }

    fn print(&self, source: &str) {
        println!(
            "// Written by `cargo xtask types` from the Rust types of {source}. Do not edit.\n"
        );
        let code = self
            .found
            .values()
            .flat_map(|text| text.lines())
            .filter(|line| !line.starts_with(" *"));
        let used: HashSet<&str> =
            code.flat_map(|line| line.split(|c: char| !c.is_alphanumeric())).collect();
        let names = self.others.iter().flat_map(|others| others.found.keys()).map(String::as_str);
        let imported: Vec<&str> = names.filter(|name| used.contains(name)).collect();
        if !imported.is_empty() {
            println!("import type {{ {} }} from \"./kernel.ts\";\n", imported.join(", "));
        }
        for declaration in self.found.values() {
            println!("{declaration}");
        }
    }
}

fn kernel() -> Declarations {
    let mut declarations = Declarations::new(None);
    declarations.flatten::<Axes>();
    declarations.visit::<Request>();
    declarations.visit::<Reply>();
    declarations.visit::<Notice>();
    declarations.visit::<Offer>();
    declarations.visit::<Control>();
    declarations.visit::<FrameNotice>();
    declarations.visit::<Start>();
    declarations.visit::<Profile>();
    declarations.visit::<Manifest>();
    declarations
}

fn automation() -> Declarations {
    let mut types = Declarations::new(Some(Box::new(kernel())));
    types.flatten::<View>();
    let status = types.name::<OfflineStatus>();
    let update = types.name::<OfflineUpdate>();
    let offline = format!(
        "offline: {{ status(): Promise<{status}>; stored(): Promise<{status}>; update(): Promise<{update}> }}"
    );
    let members = [
        (
            "Resolves when the kernel can run code, also after a restart.",
            "readonly ready: Promise<void>".to_owned(),
        ),
        (
            "Returns how the interpreter was started.",
            format!("startup(): {}", types.name::<Startup>()),
        ),
        (
            "Mounts a file under `/data`.",
            format!("addFile(file: File): Promise<{}>", types.name::<Mounted>()),
        ),
        (
            "Runs Python, after any execution that is running.",
            format!(
                "run(code: string, options?: {} & {{ onOutput?: (text: string) => void }}): Promise<{}>",
                types.name::<RunOptions>(),
                types.name::<Outcome>()
            ),
        ),
        ("Asks the chosen model.", format!("ask(text: string): Promise<{}>", types.name::<Turn>())),
        ("Does what the Stop button does.", "interrupt(): void".to_owned()),
        (
            "Starts a fresh interpreter, and resolves when it can run code.",
            "restart(): Promise<void>".to_owned(),
        ),
        (
            "The stored sessions. `open` and `create` switch within the page, and reload it only if the browser cannot store sessions.",
            "sessions: import(\"../types/page.ts\").SessionsSurface".to_owned(),
        ),
        (
            "Runs all code of the session again in a fresh interpreter, and compares every outcome with the stored one.",
            format!("replay(): Promise<{}>", types.name::<ReplayVerdict>()),
        ),
        (
            "The functions that the user has saved; see `frontend/src/automation/functions.rs`.",
            "functions: import(\"../types/page.ts\").FunctionsSurface".to_owned(),
        ),
        (
            "The models of the session; see `frontend/src/automation/models.rs`.",
            "models: import(\"../types/page.ts\").ModelsSurface".to_owned(),
        ),
        (
            "How the models of the session are asked; see `app/src/session/settings.rs`.",
            "settings: import(\"../types/page.ts\").SettingsSurface".to_owned(),
        ),
        (
            "Runs every egress probe against an address that answers every request, by default one of this server.",
            format!("selfTest(target?: string): Promise<{}>", types.name::<Vec<JudgedProbe>>()),
        ),
        (
            "Returns a window of a table that was shown.",
            format!(
                "table(resultId: string, options?: {}): Promise<{}>",
                types.name::<WindowOptions>(),
                types.name::<TableWindow>()
            ),
        ),
        (
            "Returns a table that was shown as a file.",
            format!(
                "saveTable(resultId: string, options?: {}): Promise<File>",
                types.name::<SaveOptions>()
            ),
        ),
        ("Returns a figure as SVG.", "saveVector(resultId: string): Promise<File>".to_owned()),
        (
            "Returns the content of a document as results.",
            format!("preview(path: string): Promise<{}>", types.name::<Preview>()),
        ),
        (
            "Resolves when everything that happened is stored; rejects with a sentence where it cannot be.",
            "settled(): Promise<void>".to_owned(),
        ),
        (
            "Resolves when the session does nothing any more and everything is drawn and stored.",
            "idle(): Promise<void>".to_owned(),
        ),
        (
            "Returns what the page has done after the event of this number, the oldest first.",
            format!("events(since?: number): Array<{}>", types.name::<PageEvent>()),
        ),
        ("What the browser stores of the page for visits without network.", offline),
    ];
    let members =
        members.map(|(docs, member)| format!("/**\n * {docs}\n */\n{member};\n")).concat();
    let docs = "/**\n * The page's interface for scripts; see `docs/automation.md`.\n */";
    types
        .found
        .insert("Insitu".to_owned(), format!("{docs}\nexport interface Insitu {{\n{members}}}\n"));
    types
}

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("kernel") => kernel().print("crates/kernel and crates/charts"),
        Some("automation") => automation().print("`kernel::automation`"),
        other => {
            eprintln!("there are no declarations of {other:?}");
            std::process::exit(2);
        }
    }
}
