//! The Python packages that a build may hold, and the licences that no lock file names.
//!
//! Versions are those of Pyodide's lock and of `xtask/data/extras.json`. Licences are in a table beside this file, since
//! neither list has them. It is not in `xtask/data`, where a change would have the runtime built anew.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use super::{Entry, graph};

/// `licences.json`.
#[derive(Deserialize)]
pub(super) struct Table {
    pub(super) wheels: BTreeMap<String, String>,
    inside: Vec<Part>,
}

/// What has a licence of its own within a package.
#[derive(Deserialize)]
struct Part {
    name: String,
    of: String,
    licence: String,
}

#[derive(Deserialize)]
struct Lock {
    packages: BTreeMap<String, Package>,
}

/// A package as Pyodide's lock and `extras.json` have it.
#[derive(Deserialize)]
pub(super) struct Package {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) depends: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Requested {
    up_front: Vec<String>,
    on_demand: Vec<String>,
}

impl Table {
    /// Reads the table that was compiled into this tool.
    pub(super) fn read() -> Result<Self> {
        serde_json::from_str(include_str!("licences.json")).context("licences.json is not what it should be")
    }

    /// The parts, each with the package that holds it.
    pub(super) fn parts(&self) -> BTreeSet<Entry> {
        let entry = |Part { name, of, licence }: &Part| Entry {
            name: name.clone(),
            version: String::new(),
            licence: licence.clone(),
            origin: format!("in {of}"),
        };
        self.inside.iter().map(entry).collect()
    }
}

/// The packages that the lists of this checkout ask for.
pub(super) fn entries(table: &Table) -> Result<BTreeSet<Entry>> {
    let lock: Lock = super::read("node_modules/pyodide/pyodide-lock.json")?;
    let requested: Requested = super::read("xtask/data/packages.json")?;
    let extras: Vec<Package> = super::read("xtask/data/extras.json")?;
    let roots = requested.up_front.into_iter().chain(requested.on_demand);
    wanted(lock.packages.into_values(), extras, roots, table)
}

/// The roots, the extras and what all of them need. An extra takes the place of the lock's package of its name.
pub(super) fn wanted(
    locked: impl IntoIterator<Item = Package>,
    extras: Vec<Package>,
    roots: impl IntoIterator<Item = String>,
    table: &Table,
) -> Result<BTreeSet<Entry>> {
    let roots: Vec<String> =
        roots.into_iter().chain(extras.iter().map(|extra| normal(&extra.name))).collect();
    let known: BTreeMap<String, Package> =
        locked.into_iter().chain(extras).map(|package| (normal(&package.name), package)).collect();
    let names = graph::closure(roots, |name| {
        let package = known.get(name).with_context(|| format!("`{name}` is neither locked nor an extra"))?;
        Ok(package.depends.iter().map(|name| normal(name)).collect())
    })?;

    let unneeded: Vec<&String> = table.wheels.keys().filter(|name| !names.contains(*name)).collect();
    if !unneeded.is_empty() {
        bail!("licences.json names packages that no build holds: {unneeded:?}");
    }
    let entry = |name: &String| {
        let licence = table.wheels.get(name).with_context(|| {
            format!("licences.json lacks {name}: add its licence as its own metadata states it")
        })?;
        let version = known.get(name).map(|package| package.version.clone()).unwrap_or_default();
        Ok(Entry { name: name.clone(), version, licence: licence.clone(), origin: String::new() })
    };
    names.iter().map(entry).collect()
}

/// A name as the package index compares them: lower case, `-` between words.
fn normal(name: &str) -> String {
    name.to_lowercase().replace(['_', '.'], "-")
}
