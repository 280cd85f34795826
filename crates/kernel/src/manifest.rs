//! Which files make up the runtime, their sizes and hashes, and what a module needs.

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
    #[serde(flatten)]
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
    #[serde(flatten)]
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
