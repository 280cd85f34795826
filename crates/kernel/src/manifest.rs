//! Which files make up the runtime, their sizes and hashes, and what a module needs.

use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};

/// The build's list of every file that the page hands to the kernel. Served as `/kernel/manifest.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    /// Version of Pyodide.
    pub pyodide: String,
    /// The runtime's own files, by role: `loader`, `module`, `wasm`, `stdlib`, `lock`, `harness`; and `worker`, the source
    /// that the frame starts.
    pub core: Vec<CoreFile>,
    /// Every package of the runtime.
    pub packages: Vec<Package>,
    /// Modules of packages that exist for Python but not in this runtime, with what to use instead.
    pub absent: Vec<Absent>,
}

/// One of the runtime's own files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CoreFile {
    /// What it is for.
    pub role: String,
    /// Where it is.
    pub asset: Asset,
}

/// A file that the page fetches and checks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Asset {
    /// Its address on this server, with its hash in the name: `/runtime/numpy-2.4.3.0f3a….whl`.
    pub url: String,
    /// Its size in bytes, uncompressed.
    pub bytes: u64,
    /// Its SHA-256 in lower-case hexadecimal, uncompressed.
    pub sha256: String,
}

/// One package.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Package {
    /// Its normalised name, `scikit-learn` for instance.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its wheel's file name as the lock writes it.
    pub file_name: String,
    /// Where it is.
    pub asset: Asset,
    /// Names of the packages that it needs.
    pub depends: Vec<String>,
    /// Top-level modules that it provides.
    pub imports: Vec<String>,
    /// Whether it is handed over when the kernel starts.
    pub up_front: bool,
}

/// A module that people ask for and that cannot be had here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Absent {
    /// The top-level module.
    pub module: String,
    /// What to use instead, as a sentence.
    pub instead: String,
}

/// What has to be done before code that imports certain modules can run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved<'a> {
    /// The packages to hand over, dependencies first, without those that are loaded.
    pub packages: Vec<&'a Package>,
    /// The modules that exist nowhere in this runtime, each with a sentence that says what to use instead.
    pub missing: BTreeMap<String, String>,
}

impl Manifest {
    /// The file that plays `role`.
    pub fn core(&self, role: &str) -> Option<&CoreFile> {
        self.core.iter().find(|file| file.role == role)
    }

    /// The packages that are handed over when the kernel starts, with all that they need, dependencies first.
    pub fn up_front(&self) -> Vec<&Package> {
        let mut found = Found::new(self, &HashSet::new());
        for package in self.packages.iter().filter(|package| package.up_front) {
            found.add(package);
        }
        found.packages
    }

    /// What `modules` (top-level names) need, given the names of the packages in `loaded`.
    pub fn resolve(&self, modules: &[String], loaded: &HashSet<String>) -> Resolved<'_> {
        let mut found = Found::new(self, loaded);
        let mut missing = BTreeMap::new();
        for module in modules {
            let mut providers =
                self.packages.iter().filter(|package| package.imports.contains(module)).peekable();
            if providers.peek().is_none() {
                missing.insert(module.clone(), self.sorry(module));
            }
            providers.for_each(|package| found.add(package));
        }
        Resolved { packages: found.packages, missing }
    }

    fn sorry(&self, module: &str) -> String {
        if let Some(absent) = self.absent.iter().find(|absent| absent.module == module) {
            return format!("There is no `{module}` in this Python. {}", absent.instead);
        }
        let names: Vec<&str> = self.packages.iter().map(|package| package.name.as_str()).collect();
        format!(
            "There is no `{module}` in this Python, and nothing can be installed, since it has no network. \
             Available beside the standard library: {}.",
            names.join(", ")
        )
    }
}

/// Packages in the order in which they are to be handed over.
struct Found<'a> {
    manifest: &'a Manifest,
    packages: Vec<&'a Package>,
    seen: HashSet<String>,
}

impl<'a> Found<'a> {
    fn new(manifest: &'a Manifest, loaded: &HashSet<String>) -> Self {
        Self { manifest, packages: Vec::new(), seen: loaded.clone() }
    }

    /// Adds what `package` needs, then itself. Marked as seen before its dependencies are, so that a cycle ends.
    fn add(&mut self, package: &'a Package) {
        if !self.seen.insert(package.name.clone()) {
            return;
        }
        for name in &package.depends {
            if let Some(needed) = self.manifest.packages.iter().find(|package| &package.name == name) {
                self.add(needed);
            }
        }
        self.packages.push(package);
    }
}

#[cfg(test)]
mod tests;
