//! `packages.toml`: packages that an operator adds to the runtime, from the Pyodide distribution or
//! from wheels of their own.
//!
//! Owns the file's format and what is refused. The project tests none of these packages, so they
//! are marked in the manifest.

use std::collections::BTreeSet;
use std::fs;
use std::io::{Read, Seek};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use super::catalog::{Catalog, Lock, lock, modules, normalised};
use super::wheel::{NATIVE, Origin, Wheel};
use crate::{digest, project};

/// The file's name, in the repository's root.
pub(super) const FILE: &str = "packages.toml";

/// The first parts of the tags of wheels that this Python can load, beside its own `cp314-cp314`.
const PURE: [&str; 2] = ["-py3-none-any.whl", "-py2.py3-none-any.whl"];

/// The content of `packages.toml`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Additions {
    /// Names in Pyodide's lock, which has their hashes and what they need.
    #[serde(default)]
    distribution: Vec<String>,
    #[serde(default)]
    wheel: Vec<Own>,
}

/// A wheel of the operator's own.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Own {
    /// Its path, relative to the file.
    file: PathBuf,
    sha256: String,
    /// The packages that it needs.
    #[serde(default)]
    depends: Vec<String>,
}

/// Reads the project's set and what the operator of this checkout adds to it.
pub(crate) fn catalog_of_build() -> Result<Catalog> {
    let mut catalog = Catalog::of_project()?;
    if let Some(additions) = Additions::read()? {
        catalog.wheels.extend(additions.wheels(&catalog.wheels, &lock()?)?);
        catalog.wheels.sort_by(|one, other| one.name.cmp(&other.name));
    }
    Ok(catalog)
}

impl Additions {
    /// Reads the file, if there is one.
    pub(super) fn read() -> Result<Option<Self>> {
        match fs::read_to_string(project::path(FILE)) {
            Ok(text) => Self::parse(&text).map(Some),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).with_context(|| format!("cannot read {FILE}")),
        }
    }

    fn parse(text: &str) -> Result<Self> {
        toml::from_str(text).with_context(|| format!("{FILE} is not valid"))
    }

    /// Returns the wheels that come to those of the project, `ours`. What a package of the
    /// distribution needs comes along.
    ///
    /// # Errors
    /// Names the first addition that is unknown, in the build already, not for this Python, not the
    /// pinned file, or without what it needs.
    pub(super) fn wheels(&self, ours: &[Wheel], lock: &Lock) -> Result<Vec<Wheel>> {
        let library = fs::File::open(super::pyodide().join("python_stdlib.zip"))?;
        let mut taken: BTreeSet<String> = top_level(library)?.into_iter().collect();
        taken.extend(modules(ours).map(str::to_owned));
        // The harness.
        taken.insert("insitu".to_owned());
        self.wheels_from(&project::root(), ours, lock, &taken)
            .with_context(|| format!("{FILE} cannot be used"))
    }

    fn wheels_from(
        &self,
        folder: &Path,
        ours: &[Wheel],
        lock: &Lock,
        taken: &BTreeSet<String>,
    ) -> Result<Vec<Wheel>> {
        let mut names: BTreeSet<String> = ours.iter().map(|wheel| wheel.name.clone()).collect();
        let mut added = Vec::new();
        for name in &self.distribution {
            ensure!(*name == normalised(name), "`{name}` is written `{}`", normalised(name));
            ensure!(lock.package(name).is_some(), "`{name}` is not in the Pyodide distribution");
            ensure!(names.insert(name.clone()), "`{name}` is in the build already");
            let mut open = vec![name.clone()];
            while let Some(next) = open.pop() {
                let wheel = of_distribution(&next, lock)?;
                open.extend(
                    wheel.depends.iter().filter(|needed| names.insert((*needed).clone())).cloned(),
                );
                added.push(wheel);
            }
        }
        for own in &self.wheel {
            let wheel = own.read(folder)?;
            ensure!(names.insert(wheel.name.clone()), "`{}` is in the build already", wheel.name);
            added.push(wheel);
        }
        for wheel in &added {
            if let Some(needed) = wheel.depends.iter().find(|needed| !names.contains(*needed)) {
                bail!("`{}` needs `{needed}`, which is not in the build: add it too", wheel.name);
            }
        }
        for wheel in added.iter().filter(|wheel| matches!(wheel.origin, Origin::File(_))) {
            if let Some(module) = wheel.imports.iter().find(|module| taken.contains(*module)) {
                bail!(
                    "`{}` holds the module `{module}`, which this Python has already",
                    wheel.name
                );
            }
        }
        Ok(added)
    }
}

/// Returns the wheel of a package of Pyodide's lock.
fn of_distribution(name: &str, lock: &Lock) -> Result<Wheel> {
    let locked = lock
        .package(name)
        .with_context(|| format!("`{name}` is not in the Pyodide distribution"))?;
    ensure!(
        locked.install_dir == "site",
        "`{name}` is a shared library of the distribution, and not a package of Python: it cannot be added"
    );
    Ok(Wheel { tested: false, ..locked.wheel() })
}

impl Own {
    /// Reads the wheel and checks that it is the pinned one and for this Python.
    fn read(&self, folder: &Path) -> Result<Wheel> {
        let path = folder.join(&self.file);
        let file = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        let (name, version) = named(&file)?;
        let found = digest::of_file(&path)?;
        ensure!(
            found == self.sha256,
            "{file} is another file than the pinned one: its SHA-256 is {found}, and not {}",
            self.sha256
        );
        let content = fs::File::open(&path).with_context(|| format!("cannot read {file}"))?;
        let imports = top_level(content).with_context(|| format!("{file} is not a wheel"))?;
        ensure!(!imports.is_empty(), "{file} holds no module");
        Ok(Wheel {
            name,
            version,
            file,
            sha256: found,
            depends: self.depends.iter().map(|name| normalised(name)).collect(),
            imports,
            origin: Origin::File(path),
            tested: false,
            modified: None,
            up_front: false,
            rank: None,
        })
    }
}

/// Returns normalised name and version from the file name of a wheel that this Python can load.
fn named(file: &str) -> Result<(String, String)> {
    let parts: Vec<&str> = file.strip_suffix(".whl").unwrap_or_default().split('-').collect();
    let (5 | 6, [name, version, ..]) = (parts.len(), parts.as_slice()) else {
        bail!("`{file}` is not the file name of a wheel: name-version-python-abi-platform.whl");
    };
    ensure!(
        PURE.iter().any(|tags| file.ends_with(tags)) || file.ends_with(NATIVE),
        "{file} is not for this Python: it must end in {} or {NATIVE}",
        PURE.join(" or ")
    );
    Ok((normalised(name), (*version).to_owned()))
}

/// Returns the top-level modules of a wheel.
fn top_level(wheel: impl Read + Seek) -> Result<Vec<String>> {
    let archive = zip::ZipArchive::new(wheel)?;
    let mut found = BTreeSet::new();
    for path in archive.file_names() {
        let module = match path.split_once('/') {
            Some((folder, _)) => folder,
            None => path
                .strip_suffix(".py")
                .or_else(|| path.split_once(".cpython-").map(|(name, _)| name))
                .unwrap_or_default(),
        };
        if !module.is_empty() && !module.contains('.') {
            found.insert(module.to_owned());
        }
    }
    Ok(found.into_iter().collect())
}

#[cfg(test)]
mod tests;
