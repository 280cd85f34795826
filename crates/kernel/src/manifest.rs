//! The runtime's files with sizes and hashes, and the packages that a module needs.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

/// The build's list of every file that the page hands to the kernel. Served under a name with its
/// hash, which the page's document contains.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    /// Version of Pyodide.
    pub pyodide: String,
    /// The runtime's own files, by role: those of [`Request::Boot`](crate::Request::Boot), and
    /// `worker`, the source that the frame starts.
    pub core: Vec<CoreFile>,
    /// Every package of the runtime.
    pub packages: Vec<Package>,
}

/// One of the runtime's own files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct CoreFile {
    /// Its role.
    pub role: String,
    /// The file.
    pub asset: Asset,
}

/// A file that the page fetches and checks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Asset {
    /// Its address on this server, with its hash in the name: `/runtime/numpy-2.4.3.0f3a….whl`.
    pub url: String,
    /// Its size in bytes, uncompressed.
    pub bytes: u64,
    /// Its SHA-256 in lower-case hexadecimal, uncompressed.
    pub sha256: String,
    /// For a file of more than [`PIECE`] bytes: the SHA-256 over the concatenated SHA-256s (32
    /// bytes each) of its pieces of that length. With it a page checks the file without blocking
    /// for long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<String>,
}

/// Size in bytes of a file's pieces for [`Asset::tree`]; the last one may be shorter.
pub const PIECE: usize = 4 << 20;

/// One package.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Package {
    /// Its normalised name, `scikit-learn` for instance.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The archive.
    pub asset: Asset,
    /// Names of the packages that it needs.
    pub depends: Vec<String>,
    /// Top-level modules that it provides; those within a namespace that several packages share by
    /// their whole names, `arro3.core` for instance.
    pub imports: Vec<String>,
    /// Whether an ordinary start needs it and the snapshot contains modules of it.
    pub up_front: bool,
    /// Order of the background fetches once the kernel runs: 0 for packages that are needed up
    /// front, then ascending for those that code is likely to import; `None` for those that are
    /// fetched only when they are imported.
    pub rank: Option<u32>,
    /// Whether the operator added it, so that the project has not tested it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub untested: bool,
    /// How its archive was edited; `None` if it is as its project publishes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modified: Option<Modification>,
}

/// How a package differs from what its project publishes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Modification {
    /// What was changed and why, as a sentence for users.
    pub why: String,
    /// The SHA-256 of the wheel as published, in lower-case hexadecimal.
    pub upstream: String,
    /// The SHA-256 of the edited wheel, before its sources are compiled.
    pub patched: String,
}

impl Package {
    /// Returns whether it provides a top-level module, or a part of one.
    fn provides(&self, module: &str) -> bool {
        self.imports.iter().any(|import| {
            import.strip_prefix(module).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
    }
}

impl Manifest {
    /// Returns the packages to hand over before code can import `modules` (top-level names),
    /// dependencies first, without those in `loaded`. Modules that no package provides are left
    /// out: the interpreter reports them.
    pub fn resolve(&self, modules: &[String], loaded: &HashSet<String>) -> Vec<&Package> {
        let mut found = Resolver::new(self, loaded);
        for module in modules {
            self.packages
                .iter()
                .filter(|package| package.provides(module))
                .for_each(|package| found.add(package));
        }
        found.packages
    }
}

/// A resolution of dependencies: packages in the order in which they are handed over.
struct Resolver<'a> {
    manifest: &'a Manifest,
    packages: Vec<&'a Package>,
    seen: HashSet<String>,
}

impl<'a> Resolver<'a> {
    fn new(manifest: &'a Manifest, loaded: &HashSet<String>) -> Self {
        Self { manifest, packages: Vec::new(), seen: loaded.clone() }
    }

    /// Adds the dependencies of `package`, then itself. It is marked as seen before them, so that a
    /// cycle ends.
    fn add(&mut self, package: &'a Package) {
        if !self.seen.insert(package.name.clone()) {
            return;
        }
        for name in &package.depends {
            if let Some(needed) =
                self.manifest.packages.iter().find(|package| &package.name == name)
            {
                self.add(needed);
            }
        }
        self.packages.push(package);
    }
}

#[cfg(test)]
mod tests;
