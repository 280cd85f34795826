//! The packages that the runtime contains: Pyodide's lock, our list of wishes and our pinned extras,
//! combined. Pure data; does not know where files come from.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::project;

/// Where a package is pinned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// In the lock of the Pyodide distribution.
    Distribution,
    /// In `xtask/data/extras.json`; takes precedence if both have a package, so that every machine has the
    /// same.
    Extra,
}

/// A package that the runtime contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    /// Normalised name.
    pub(super) name: String,
    /// Version.
    pub(super) version: String,
    /// File name at the source.
    pub(super) file: String,
    /// SHA-256 at the source.
    pub(super) sha256: String,
    /// Normalised names of the packages that it needs.
    pub(super) depends: Vec<String>,
    /// Top-level modules.
    pub(super) imports: Vec<String>,
    /// Where it is pinned.
    pub(super) origin: Origin,
    /// Whether an ordinary start needs it.
    pub(super) up_front: bool,
    /// How soon it is fetched in the background; see `Package::rank`.
    pub(super) rank: Option<u32>,
}

impl Wanted {
    /// Returns the wheel's file name in our lock. An extra is pure without its optional native parts, and is
    /// named so.
    pub(super) fn published_file(&self) -> String {
        match self.origin {
            Origin::Distribution => self.file.clone(),
            Origin::Extra => format!("{}-{}-py3-none-any.whl", self.name.replace('-', "_"), self.version),
        }
    }
}

/// All wanted packages, and the messages about absent modules.
pub(super) struct Catalog {
    /// Pyodide's version.
    pub(super) pyodide: String,
    /// The `info` of Pyodide's lock, carried over as it is.
    pub(super) info: serde_json::Value,
    /// The packages, by name.
    pub(super) wanted: Vec<Wanted>,
    /// Patterns of files inside wheels that are never imported.
    pub(super) drop: Vec<String>,
    up_front: Vec<String>,
    absent: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Lock {
    info: serde_json::Value,
    packages: BTreeMap<String, LockPackage>,
}

#[derive(Deserialize)]
struct LockPackage {
    name: String,
    version: String,
    file_name: String,
    sha256: String,
    depends: Vec<String>,
    imports: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Wishes {
    up_front: Vec<String>,
    likely: Vec<String>,
    on_demand: Vec<String>,
    drop: Vec<String>,
    absent: BTreeMap<String, String>,
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
    /// Reads the three lists of this checkout.
    pub(super) fn read() -> Result<Self> {
        #[derive(Deserialize)]
        struct NpmPackage {
            version: String,
        }
        let package: NpmPackage = read("node_modules/pyodide/package.json")?;
        let lock: Lock = read("node_modules/pyodide/pyodide-lock.json")?;
        let wishes: Wishes = read("xtask/data/packages.json")?;
        let extras: Vec<Extra> = read("xtask/data/extras.json")?;
        Self::combine(package.version, lock, wishes, extras)
    }

    fn combine(pyodide: String, lock: Lock, wishes: Wishes, extras: Vec<Extra>) -> Result<Self> {
        let mut known: BTreeMap<String, Wanted> = BTreeMap::new();
        for package in lock.packages.into_values() {
            let name = normalised(&package.name);
            known.insert(
                name.clone(),
                Wanted {
                    name,
                    version: package.version,
                    file: package.file_name,
                    sha256: package.sha256,
                    depends: package.depends.iter().map(|name| normalised(name)).collect(),
                    imports: package.imports,
                    origin: Origin::Distribution,
                    up_front: false,
                    rank: None,
                },
            );
        }
        let mut roots: Vec<String> = wishes.up_front.iter().chain(&wishes.on_demand).cloned().collect();
        for Extra { name, version, file, sha256, depends, imports } in extras {
            roots.push(name.clone());
            let origin = Origin::Extra;
            let wanted = Wanted {
                name: name.clone(),
                version,
                file,
                sha256,
                depends,
                imports,
                origin,
                up_front: false,
                rank: None,
            };
            known.insert(name, wanted);
        }

        let names = closure(&known, &roots)?;
        let first = closure(&known, &wishes.up_front)?;
        let ranks = ranks(&known, &first, &wishes.likely)?;
        let wanted = known
            .into_values()
            .filter(|package| names.contains(&package.name))
            .map(|package| Wanted {
                up_front: first.contains(&package.name),
                rank: ranks.get(&package.name).copied(),
                ..package
            })
            .collect();
        Ok(Self {
            pyodide,
            info: lock.info,
            wanted,
            drop: wishes.drop,
            up_front: wishes.up_front,
            absent: wishes.absent,
        })
    }

    /// Keeps only packages whose file was downloaded, and whose dependencies were downloaded too.
    pub(super) fn keep_downloaded(&mut self) {
        self.keep(|package| {
            crate::digest::matches(&project::downloads().join(&package.file), &package.sha256)
        });
    }

    fn keep(&mut self, here: impl Fn(&Wanted) -> bool) {
        self.wanted.retain(|package| here(package));
        loop {
            let names: BTreeSet<String> = self.wanted.iter().map(|package| package.name.clone()).collect();
            self.wanted.retain(|package| package.depends.iter().all(|name| names.contains(name)));
            if self.wanted.len() == names.len() {
                return;
            }
        }
    }

    /// Fails if a package that the kernel starts with could not be downloaded.
    pub(super) fn check_up_front(&self) -> Result<()> {
        let missing: Vec<_> = self
            .up_front
            .iter()
            .filter(|name| !self.wanted.iter().any(|package| package.name == **name))
            .map(String::as_str)
            .collect();
        if !missing.is_empty() {
            bail!(
                "could not get {} (or what they need) from the Pyodide CDN or from the Python package index; \
                 check the network and run `cargo xtask runtime` again",
                missing.join(", ")
            );
        }
        Ok(())
    }

    /// Returns the modules that cannot be imported, with what to use instead.
    pub(super) fn absent(&self) -> BTreeMap<&str, &str> {
        let here: BTreeSet<&str> =
            self.wanted.iter().flat_map(|package| &package.imports).map(String::as_str).collect();
        self.absent
            .iter()
            .filter(|(module, _)| !here.contains(module.as_str()))
            .map(|(module, instead)| (module.as_str(), instead.as_str()))
            .collect()
    }
}

/// Returns the order of the background fetches: 0 for those of `first`, then in the order of `likely`, each
/// with its dependencies.
fn ranks(
    known: &BTreeMap<String, Wanted>,
    first: &BTreeSet<String>,
    likely: &[String],
) -> Result<BTreeMap<String, u32>> {
    let mut ranks: BTreeMap<String, u32> = first.iter().map(|name| (name.clone(), 0)).collect();
    for (rank, name) in (1..).zip(likely) {
        for needed in closure(known, std::slice::from_ref(name))? {
            ranks.entry(needed).or_insert(rank);
        }
    }
    Ok(ranks)
}

/// Returns the packages and all their dependencies, direct or not.
fn closure(known: &BTreeMap<String, Wanted>, roots: &[String]) -> Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&str> = roots.iter().map(String::as_str).collect();
    while let Some(name) = open.pop() {
        let Some(package) = known.get(name) else {
            bail!("`{name}` is neither in Pyodide's lock nor in xtask/data/extras.json");
        };
        if found.insert(name.to_owned()) {
            open.extend(package.depends.iter().map(String::as_str));
        }
    }
    Ok(found)
}

/// Normalises a name as the package index does: lower case, `-` between words.
fn normalised(name: &str) -> String {
    name.to_lowercase().replace(['_', '.'], "-")
}

fn read<T: DeserializeOwned>(relative: &str) -> Result<T> {
    let text =
        fs::read_to_string(project::path(relative)).with_context(|| format!("cannot read {relative}"))?;
    serde_json::from_str(&text).with_context(|| format!("{relative} is not what it should be"))
}

#[cfg(test)]
mod tests;
