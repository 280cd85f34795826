//! One wheel of the runtime: what it is, and where it is pinned.

use std::path::PathBuf;

use kernel::manifest::Modification;

use crate::project;

/// The end of the file name of a wheel that is compiled for this runtime.
pub(super) const NATIVE: &str = "-pyemscripten_2026_0_wasm32.whl";

/// The folder of the wheel that is made here.
pub(super) const ENGINE: &str = "target/engine";

/// Where a wheel is pinned, and so where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The lock of the Pyodide distribution.
    Distribution,
    /// `xtask/data/extras.json`: a wheel of the Python package index.
    Index,
    /// `xtask/data/fonts.json`: made of one font of an npm package.
    Font {
        /// The npm package.
        npm: String,
        /// The font's path in it.
        path: String,
    },
    /// This repository: made of our own Python and of an npm package, see `engine`.
    Engine,
    /// The operator's `packages.toml`: a file of this machine.
    File(PathBuf),
}

/// The wheel of a package that the runtime contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wheel {
    /// Normalised name.
    pub(crate) name: String,
    /// Version.
    pub(crate) version: String,
    /// File name at the source.
    pub(crate) file: String,
    /// SHA-256 at the source.
    pub(crate) sha256: String,
    /// Normalised names of the packages that it needs.
    pub(crate) depends: Vec<String>,
    /// Top-level modules; those within a namespace that several packages share by their whole
    /// names.
    pub(crate) imports: Vec<String>,
    /// Where it is pinned.
    pub(crate) origin: Origin,
    /// Whether it is of the project's set, which is tested, and not an operator's addition.
    pub(crate) tested: bool,
    /// How it is edited before it is compiled.
    pub(crate) modified: Option<Modification>,
    /// Whether an ordinary start needs it.
    pub(super) up_front: bool,
    /// How soon it is fetched in the background; see `Package::rank`.
    pub(super) rank: Option<u32>,
}

impl Wheel {
    /// Returns whether native parts that it may have are for another platform, and are left out.
    pub(super) fn made_pure(&self) -> bool {
        self.origin == Origin::Index && !self.file.ends_with(NATIVE)
    }

    /// Returns a wheel of the package index, for tests.
    #[cfg(test)]
    pub(crate) fn named(name: &str, version: &str) -> Self {
        Self {
            name: name.to_owned(),
            version: version.to_owned(),
            file: format!("{}-{version}-py3-none-any.whl", name.replace('-', "_")),
            sha256: String::new(),
            depends: Vec::new(),
            imports: vec![name.replace('-', "_")],
            origin: Origin::Index,
            tested: true,
            modified: None,
            up_front: false,
            rank: None,
        }
    }

    /// Returns where its file is once it was fetched.
    pub(crate) fn path(&self) -> PathBuf {
        match &self.origin {
            Origin::File(path) => path.clone(),
            Origin::Engine => project::path(ENGINE).join(&self.file),
            Origin::Distribution | Origin::Index | Origin::Font { .. } => {
                project::downloads().join(&self.file)
            }
        }
    }
}
