//! The crates of the server and of the page's WebAssembly modules.
//!
//! Asked of `cargo tree`, for each program and its targets alone: `cargo metadata` unites the features that all members
//! ask for, and would list crates that nothing shipped has. What runs only while compiling (build scripts, procedural
//! macros and what those need) is left out.

use std::collections::BTreeSet;

use anyhow::{Result, bail};

use super::Entry;
use crate::shell::{cargo, output};

/// The page's target.
const BROWSER: &[&str] = &["wasm32-unknown-unknown"];

/// Where servers run.
const NATIVE: &[&str] = &[
    "aarch64-apple-darwin",
    "aarch64-unknown-linux-gnu",
    "x86_64-apple-darwin",
    "x86_64-pc-windows-msvc",
    "x86_64-unknown-linux-gnu",
];

/// What is shipped, and for which targets.
const SHIPPED: [(&str, &[&str]); 6] = [
    ("frontend", BROWSER),
    ("lazy_module", BROWSER),
    ("session_module", BROWSER),
    ("export_module", BROWSER),
    ("provider_module", BROWSER),
    ("server", NATIVE),
];

/// The crates that others wrote.
pub(super) fn entries() -> Result<BTreeSet<Entry>> {
    let mut entries = BTreeSet::new();
    for (name, targets) in SHIPPED {
        let mut tree = cargo();
        tree.args(["tree", "--locked", "--edges", "normal,no-proc-macro", "--prefix", "none"]);
        tree.args(["--format", "{p}\t{l}\t{r}\t", "--package", name]);
        tree.args(targets.iter().flat_map(|target| ["--target", target]));
        entries.extend(parse(&output(&mut tree)?)?);
    }
    Ok(entries)
}

/// The crates of a flat tree, one a line: package, licence and repository, each followed by a tab.
pub(super) fn parse(tree: &str) -> Result<BTreeSet<Entry>> {
    let mut entries = BTreeSet::new();
    for line in tree.lines().filter(|line| !line.is_empty()) {
        let mut fields = line.split('\t');
        let (package, licence, repository) = (fields.next(), fields.next(), fields.next());
        let (Some(package), Some(licence), Some(repository)) = (package, licence, repository) else {
            bail!("`cargo tree` says something that is no crate: {line}");
        };
        // A crate of this workspace is followed by its folder.
        if package.contains('(') {
            continue;
        }
        let Some((name, version)) = package.split_once(" v") else {
            bail!("`cargo tree` names a crate without its version: {line}");
        };
        if licence.is_empty() {
            bail!("the crate {name} {version} names no licence");
        }
        entries.insert(Entry {
            name: name.to_owned(),
            version: version.to_owned(),
            // Before there were SPDX expressions, a slash said that one may choose.
            licence: licence.replace('/', " OR "),
            origin: repository.to_owned(),
        });
    }
    Ok(entries)
}
