//! The crates of the server and of the page's WebAssembly modules.
//!
//! Which ones is asked of `cargo tree`, for each program and its targets alone: `cargo metadata`,
//! which knows where each one is, unites the features that all members ask for, and would list
//! crates that nothing shipped has. What runs only while compiling (build scripts, procedural
//! macros and what those need) is left out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use super::{Entry, texts};
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
const SHIPPED: [(&str, &[&str]); 3] =
    [("frontend", BROWSER), ("export_module", BROWSER), ("server", NATIVE)];

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

/// What a crate says of itself.
#[derive(Deserialize)]
pub(super) struct Package {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) license: Option<String>,
    pub(super) repository: Option<String>,
    pub(super) authors: Vec<String>,
    pub(super) manifest_path: PathBuf,
}

/// The crates that others wrote.
pub(super) fn entries() -> Result<BTreeSet<Entry>> {
    let mut shipped = BTreeSet::new();
    for (name, targets) in SHIPPED {
        let mut tree = cargo();
        tree.args(["tree", "--locked", "--edges", "normal,no-proc-macro", "--prefix", "none"]);
        tree.args(["--format", "{p}\t", "--package", name]);
        tree.args(targets.iter().flat_map(|target| ["--target", target]));
        shipped.extend(parse(&output(&mut tree)?)?);
    }
    let mut metadata = cargo();
    metadata.args(["metadata", "--locked", "--format-version", "1"]);
    metadata.args(BROWSER.iter().chain(NATIVE).flat_map(|target| ["--filter-platform", target]));
    let Metadata { packages } = serde_json::from_str(&output(&mut metadata)?)?;
    let known: BTreeMap<_, _> = packages
        .iter()
        .map(|package| ((package.name.clone(), package.version.clone()), package))
        .collect();
    let of = |(name, version): &(String, String)| {
        known
            .get(&(name.clone(), version.clone()))
            .with_context(|| format!("`cargo metadata` lacks {name} {version}"))?
            .entry()
    };
    shipped.iter().map(of).collect()
}

/// The names and versions of a flat tree, one a line, each followed by a tab. Crates of this
/// workspace are left out.
pub(super) fn parse(tree: &str) -> Result<BTreeSet<(String, String)>> {
    let mut found = BTreeSet::new();
    for line in tree.lines().filter(|line| !line.is_empty()) {
        let package = line.split('\t').next().unwrap_or_default();
        // A crate of this workspace is followed by its folder.
        if package.contains('(') {
            continue;
        }
        let Some((name, version)) = package.split_once(" v") else {
            bail!("`cargo tree` names a crate without its version: {line}");
        };
        found.insert((name.to_owned(), version.to_owned()));
    }
    Ok(found)
}

impl Package {
    pub(super) fn entry(&self) -> Result<Entry> {
        let Self { name, version, license, repository, authors, manifest_path } = self;
        let licence = license
            .as_deref()
            .with_context(|| format!("the crate {name} {version} names no licence"))?;
        let folder = manifest_path.parent().context("a manifest is in no folder")?;
        Entry {
            name: name.clone(),
            version: version.clone(),
            // Before there were SPDX expressions, a slash said that one may choose.
            licence: licence.replace('/', " OR "),
            origin: repository.clone().unwrap_or_default(),
            ..Entry::default()
        }
        .with_texts(texts::of_folder(folder)?, authors.iter().map(String::as_str))
    }
}
