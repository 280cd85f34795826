//! Which files make up the runtime, their sizes and hashes, and what a module needs.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

/// The build's list of every file that the page hands to the kernel. Served under a name with its hash, which the page's document says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    /// Version of Pyodide.
    pub pyodide: String,
    /// The runtime's own files, by role: those of [`Request::Boot`](crate::Request::Boot), and `worker`, the source that the frame starts.
    pub core: Vec<CoreFile>,
    /// Every package of the runtime.
    pub packages: Vec<Package>,
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
    /// Of a file of more than [`PIECE`] bytes, the SHA-256 over the SHA-256s (32 bytes each) of its pieces of that length, one after the other: by
    /// it a page checks the file without a long piece of work.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<String>,
}

/// Bytes of a piece of a file for [`Asset::tree`]; the last one may be shorter.
pub const PIECE: usize = 4 << 20;

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
    /// Whether an ordinary start needs it, and a snapshot holds modules of it.
    pub up_front: bool,
    /// How soon it is fetched in the background once the kernel runs: 0 for those up front, more for those that are likely to be wanted, in
    /// that order; `None` for those that are fetched when they are.
    pub rank: Option<u32>,
}

impl Manifest {
    /// The packages to hand over before code can import `modules` (top-level names), dependencies first, without those in `loaded`. What
    /// no package has is left out: the interpreter says what is the matter with it.
    pub fn resolve(&self, modules: &[String], loaded: &HashSet<String>) -> Vec<&Package> {
        let mut found = Found::new(self, loaded);
        for module in modules {
            self.packages
                .iter()
                .filter(|package| package.imports.contains(module))
                .for_each(|package| found.add(package));
        }
        found.packages
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
