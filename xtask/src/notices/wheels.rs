//! The Python packages of a build, and the licences that no lock file names.
//!
//! The packages are those of the runtime's catalog. Licences are in a table beside this file, since the catalog does not
//! have them. It is not in `xtask/data`, where a change would have the runtime built anew.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use super::Entry;
use crate::runtime::catalog::{Catalog, Wheel};

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

/// The packages of the project's set.
pub(super) fn entries(table: &Table) -> Result<BTreeSet<Entry>> {
    of_wheels(&Catalog::of_project()?.wheels, table)
}

/// These packages, with their licences.
pub(super) fn of_wheels(wheels: &[Wheel], table: &Table) -> Result<BTreeSet<Entry>> {
    let unneeded: Vec<&String> =
        table.wheels.keys().filter(|name| !wheels.iter().any(|wheel| wheel.name == **name)).collect();
    if !unneeded.is_empty() {
        bail!("licences.json names packages that no build holds: {unneeded:?}");
    }
    let entry = |Wheel { name, version, .. }: &Wheel| {
        let licence = table.wheels.get(name).with_context(|| {
            format!("licences.json lacks {name}: add its licence as its own metadata states it")
        })?;
        let (name, version) = (name.clone(), version.clone());
        Ok(Entry { name, version, licence: licence.clone(), origin: String::new() })
    };
    wheels.iter().map(entry).collect()
}
