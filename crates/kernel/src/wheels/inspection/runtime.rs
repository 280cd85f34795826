//! What the interpreter has already, which no wheel may take the place of.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::manifest::Manifest;
use crate::wheels::Refusal;
use crate::wheels::inspection::metadata::Need;
use crate::wheels::inspection::names::normalised;
use crate::wheels::inspection::reserved;

/// The packages of the build, and the wheels of the session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Runtime {
    /// Normalised names of the build's packages.
    packages: BTreeSet<String>,
    /// The top-level modules of the build, with a package of each.
    modules: BTreeMap<String, String>,
    /// The names of files and folders in `site-packages`.
    entries: BTreeSet<String>,
    dropped: Vec<Dropped>,
}

/// A wheel that is installed in the session.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Dropped {
    /// The package's name.
    pub name: String,
    /// The top-level modules that it adds.
    pub modules: Vec<String>,
}

/// The parts of the build's index of archives that matter here, see
/// `web/kernel/worker/packages.ts`.
#[derive(Deserialize)]
struct Index {
    tree: BTreeMap<String, IgnoredAny>,
    modules: BTreeMap<String, String>,
}

impl Runtime {
    /// Returns what an interpreter has, by the build's manifest and index.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn new(
        manifest: &Manifest,
        index: &[u8],
        dropped: Vec<Dropped>,
    ) -> serde_json::Result<Self> {
        let Index { tree, modules: indexed } = serde_json::from_slice(index)?;
        let named = manifest.packages.iter().flat_map(|package| {
            package.imports.iter().map(|module| (module.clone(), package.name.clone()))
        });
        // Several packages may have parts of one module, such as `arro3.core`.
        let top = |module: String| module.split('.').next().unwrap_or_default().to_owned();
        let modules = indexed
            .into_iter()
            .chain(named)
            .map(|(module, package)| (top(module), package))
            .collect();
        Ok(Self {
            packages: manifest.packages.iter().map(|package| normalised(&package.name)).collect(),
            modules,
            entries: tree.into_keys().collect(),
            dropped,
        })
    }

    /// Checks that no package has this name.
    pub(crate) fn expect_free(&self, name: &str) -> Result<(), Refusal> {
        let name = normalised(name);
        if self.packages.contains(&name) {
            return Err(Refusal::Taken(format!("{name} is a package of this Python")));
        }
        if let Some(other) = self.dropped.iter().find(|other| normalised(&other.name) == name) {
            return Err(Refusal::Installed(other.name.clone()));
        }
        Ok(())
    }

    /// Checks that nothing has a module of this name.
    pub(crate) fn expect_free_module(&self, module: &str) -> Result<(), Refusal> {
        if let Some(owner) = reserved::owner(module) {
            return Err(Refusal::Taken(format!("its module {module:?} belongs to {owner}")));
        }
        if let Some(package) = self.modules.get(module) {
            let package = text::file_name(package);
            return Err(Refusal::Taken(format!("its module {module:?} belongs to {package}")));
        }
        let other = self.dropped.iter().find(|other| other.modules.iter().any(|own| own == module));
        match other {
            Some(other) => Err(Refusal::Taken(format!(
                "its module {module:?} belongs to {}, which you dropped before",
                other.name
            ))),
            None => Ok(()),
        }
    }

    /// Checks that `site-packages` has no such file or folder.
    pub(crate) fn expect_free_entry(&self, entry: &str) -> Result<(), Refusal> {
        if self.entries.contains(entry) {
            let entry = crate::wheels::inspection::archive::shown(entry);
            return Err(Refusal::Taken(format!(
                "its part {entry} belongs to a package of this Python"
            )));
        }
        Ok(())
    }

    /// Returns the packages that nobody has, with their conditions.
    pub(crate) fn missing(&self, needs: &[Need]) -> Vec<String> {
        let is_there = |name: &str| {
            self.packages.contains(name)
                || self.dropped.iter().any(|other| normalised(&other.name) == name)
        };
        let mut missing = BTreeSet::new();
        for Need { name, condition } in needs {
            let name = normalised(name);
            if !is_there(&name) {
                missing.insert(if condition.is_empty() {
                    name
                } else {
                    format!("{name} (where {condition})")
                });
            }
        }
        missing.into_iter().collect()
    }
}
