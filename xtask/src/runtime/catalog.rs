//! The packages that the runtime contains: a closed set, the same on every machine. Pyodide's lock,
//! our choice of it and our pinned extras, combined; then what an operator adds. Pure data; does
//! not know where files come from.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::engine;
use super::modified::{self, Pin};
use super::wheel::{Origin, Wheel};
use crate::project;

/// All packages, and the messages about absent modules.
pub(crate) struct Catalog {
    /// Pyodide's version.
    pub(super) pyodide: String,
    /// The `info` of Pyodide's lock, carried over as it is.
    pub(super) info: serde_json::Value,
    /// The packages, by name.
    pub(crate) wheels: Vec<Wheel>,
    /// Patterns of files inside wheels that are never imported.
    pub(super) drop: Vec<String>,
    absent: BTreeMap<String, String>,
}

#[derive(Deserialize)]
pub(super) struct Lock {
    pub(super) info: serde_json::Value,
    pub(super) packages: BTreeMap<String, LockPackage>,
}

#[derive(Clone, Deserialize)]
pub(super) struct LockPackage {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) file_name: String,
    pub(super) install_dir: String,
    pub(super) sha256: String,
    pub(super) depends: Vec<String>,
    pub(super) imports: Vec<String>,
}

/// `packages.json`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Choice {
    distribution: Vec<String>,
    up_front: Vec<String>,
    likely: Vec<String>,
    drop: Vec<String>,
    absent: BTreeMap<String, String>,
}

/// `fonts.json`: a package that is made of a font. `sha256` is that of the wheel, whose bytes
/// follow from those of the font and its licence.
#[derive(Deserialize)]
struct Font {
    name: String,
    version: String,
    npm: String,
    font: String,
    sha256: String,
}

#[derive(Deserialize)]
struct Extra {
    name: String,
    version: String,
    file: String,
    sha256: String,
    depends: Vec<String>,
    imports: Vec<String>,
}

impl Catalog {
    /// Reads the project's set, which needs the npm package `pyodide`.
    pub(crate) fn of_project() -> Result<Self> {
        let mut catalog = Self::combine(
            pyodide_version()?,
            &lock()?,
            read("xtask/data/packages.json")?,
            read("xtask/data/extras.json")?,
            read("xtask/data/fonts.json")?,
            read("xtask/data/modified.json")?,
        )?;
        catalog.wheels.push(engine::wheel());
        catalog.wheels.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(catalog)
    }

    fn combine(
        pyodide: String,
        lock: &Lock,
        choice: Choice,
        extras: Vec<Extra>,
        fonts: Vec<Font>,
        modified: Vec<Pin>,
    ) -> Result<Self> {
        let mut wheels = BTreeMap::new();
        for name in choice.distribution {
            let Some(locked) = lock.package(&name) else {
                bail!("xtask/data/packages.json lists `{name}`, which is not in Pyodide's lock");
            };
            wheels.insert(name, locked.wheel());
        }
        let pinned = extras.into_iter().map(Extra::wheel).chain(fonts.into_iter().map(Font::wheel));
        for wheel in pinned {
            let name = wheel.name.clone();
            if wheels.insert(name.clone(), wheel).is_some() {
                bail!("`{name}` is twice in packages.json, extras.json and fonts.json");
            }
        }
        modified::mark(&mut wheels, modified)?;
        for wheel in wheels.values() {
            if let Some(needed) = wheel.depends.iter().find(|needed| !wheels.contains_key(*needed))
            {
                bail!(
                    "`{}` needs `{needed}`, which neither packages.json nor extras.json lists",
                    wheel.name
                );
            }
        }

        let first = closure(&wheels, &choice.up_front)?;
        let ranks = ranks(&wheels, &first, &choice.likely)?;
        for (name, wheel) in &mut wheels {
            wheel.up_front = first.contains(name);
            wheel.rank = ranks.get(name).copied();
        }
        let wheels: Vec<Wheel> = wheels.into_values().collect();
        if let Some(module) = modules(&wheels).find(|module| choice.absent.contains_key(*module)) {
            bail!(
                "xtask/data/packages.json says that `{module}` is absent, but a package provides it"
            );
        }
        Ok(Self {
            pyodide,
            info: lock.info.clone(),
            wheels,
            drop: choice.drop,
            absent: choice.absent,
        })
    }

    /// Returns the modules that cannot be imported, with what to use instead.
    pub(super) fn absent(&self) -> BTreeMap<&str, &str> {
        let here: BTreeSet<&str> = modules(&self.wheels).collect();
        self.absent
            .iter()
            .filter(|(module, _)| !here.contains(module.as_str()))
            .map(|(module, instead)| (module.as_str(), instead.as_str()))
            .collect()
    }
}

impl Lock {
    /// Returns a package by its normalised name.
    pub(super) fn package(&self, name: &str) -> Option<&LockPackage> {
        self.packages.values().find(|package| normalised(&package.name) == name)
    }
}

impl LockPackage {
    pub(super) fn wheel(&self) -> Wheel {
        Wheel {
            name: normalised(&self.name),
            version: self.version.clone(),
            file: self.file_name.clone(),
            sha256: self.sha256.clone(),
            depends: self.depends.iter().map(|name| normalised(name)).collect(),
            imports: self.imports.clone(),
            origin: Origin::Distribution,
            tested: true,
            modified: None,
            up_front: false,
            rank: None,
        }
    }
}

impl Extra {
    fn wheel(self) -> Wheel {
        let Self { name, version, file, sha256, depends, imports } = self;
        let origin = Origin::Index;
        Wheel {
            name,
            version,
            file,
            sha256,
            depends,
            imports,
            origin,
            tested: true,
            modified: None,
            up_front: false,
            rank: None,
        }
    }
}

impl Font {
    fn wheel(self) -> Wheel {
        let Self { name, version, npm, font, sha256 } = self;
        let module = name.replace('-', "_");
        Wheel {
            file: format!("{module}-{version}-py3-none-any.whl"),
            name,
            version,
            sha256,
            depends: Vec::new(),
            imports: vec![module],
            origin: Origin::Font { npm, path: font },
            tested: true,
            modified: None,
            up_front: false,
            rank: None,
        }
    }
}

/// Returns the top-level modules of these packages.
pub(super) fn modules(wheels: &[Wheel]) -> impl Iterator<Item = &str> {
    let imports = wheels.iter().flat_map(|wheel| &wheel.imports);
    imports.map(|module| module.split_once('.').map_or(module.as_str(), |(top, _)| top))
}

/// Returns the order of the background fetches: 0 for those of `first`, then in the order of
/// `likely`, each with its dependencies.
fn ranks(
    wheels: &BTreeMap<String, Wheel>,
    first: &BTreeSet<String>,
    likely: &[String],
) -> Result<BTreeMap<String, u32>> {
    let mut ranks: BTreeMap<String, u32> = first.iter().map(|name| (name.clone(), 0)).collect();
    for (rank, name) in (1..).zip(likely) {
        for needed in closure(wheels, std::slice::from_ref(name))? {
            ranks.entry(needed).or_insert(rank);
        }
    }
    Ok(ranks)
}

/// Returns the packages and all their dependencies, direct or not.
fn closure(wheels: &BTreeMap<String, Wheel>, roots: &[String]) -> Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&str> = roots.iter().map(String::as_str).collect();
    while let Some(name) = open.pop() {
        let Some(wheel) = wheels.get(name) else {
            bail!("xtask/data/packages.json ranks `{name}`, which is not in the set");
        };
        if found.insert(name.to_owned()) {
            open.extend(wheel.depends.iter().map(String::as_str));
        }
    }
    Ok(found)
}

/// Normalises a name as the package index does: lower case, `-` between words.
pub(super) fn normalised(name: &str) -> String {
    name.to_lowercase().replace(['_', '.'], "-")
}

pub(super) fn lock() -> Result<Lock> {
    read("node_modules/pyodide/pyodide-lock.json")
}

fn pyodide_version() -> Result<String> {
    #[derive(Deserialize)]
    struct NpmPackage {
        version: String,
    }
    Ok(read::<NpmPackage>("node_modules/pyodide/package.json")?.version)
}

fn read<T: DeserializeOwned>(relative: &str) -> Result<T> {
    let text = fs::read_to_string(project::path(relative))
        .with_context(|| format!("cannot read {relative}"))?;
    serde_json::from_str(&text).with_context(|| format!("{relative} is not what it should be"))
}

#[cfg(test)]
pub(super) mod tests;
