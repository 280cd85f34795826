//! The Python packages of the project's set, and the crates that are compiled into them.
//!
//! Both are read in the wheels that the runtime is made of. What they do not say is in a table
//! beside this file; it is not in `xtask/data`, where a change would have the runtime built again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use kernel::manifest::Modification;
use serde::Deserialize;
use zip::ZipArchive;

use super::texts::Text;
use super::{Entry, texts};
use crate::digest;
use crate::runtime::wheel::{Origin, Wheel};

/// What the names of Python packages are preceded by in `deny.toml`.
pub(super) const PREFIX: &str = "pypi:";

/// `licences.json`.
#[derive(Deserialize)]
pub(super) struct Table {
    wheels: BTreeMap<String, String>,
    inside: Vec<Part>,
}

/// What has a licence of its own within a package.
#[derive(Deserialize)]
struct Part {
    name: String,
    /// The package's name in `deny.toml`.
    of: String,
    licence: String,
    /// Who holds the copyright; missing if the package's own texts say so and have the licence.
    copyright: Option<String>,
}

impl Table {
    /// Reads the table that was compiled into this tool.
    pub(super) fn read() -> Result<Self> {
        Self::parse(include_str!("licences.json"))
    }

    pub(super) fn parse(text: &str) -> Result<Self> {
        serde_json::from_str(text).context("licences.json is not what it should be")
    }

    /// The parts of these packages, which have their names in `deny.toml`.
    pub(super) fn parts(&self, shipped: &BTreeMap<String, &Entry>) -> Result<BTreeSet<Entry>> {
        let entry = |Part { name, of, licence, copyright }: &Part| {
            let own = match (copyright, shipped.get(of)) {
                (None, None) => {
                    bail!("licences.json has a part of {of}, which is not shipped: {name}")
                }
                (None, Some(package)) => package.texts.clone(),
                (Some(_), _) => BTreeSet::new(),
            };
            let (name, licence, within) =
                (name.clone(), licence.clone(), BTreeSet::from([of.clone()]));
            Entry { name, licence, within, ..Entry::default() }
                .with_texts(own, copyright.as_deref())
        };
        self.inside.iter().map(entry).collect()
    }
}

/// What a wheel says of itself.
#[derive(Default)]
struct Said {
    licence: Option<String>,
    holders: String,
    texts: BTreeSet<Text>,
    crates: Vec<Entry>,
}

/// Returns these packages, and the crates in them, of which `known` have texts of their own.
pub(super) fn entries(
    wheels: &[Wheel],
    table: &Table,
    known: &BTreeSet<Entry>,
) -> Result<(BTreeSet<Entry>, BTreeSet<Entry>)> {
    if let Some(name) =
        table.wheels.keys().find(|name| !wheels.iter().any(|wheel| wheel.name == **name))
    {
        bail!("licences.json has the licence of a package that no build contains: {name}");
    }
    let mut packages = BTreeSet::new();
    let mut crates: BTreeMap<Entry, BTreeSet<String>> = BTreeMap::new();
    // The engine is among the npm packages; the rest of its wheel is this repository's.
    for wheel in wheels.iter().filter(|wheel| wheel.origin != Origin::Engine) {
        let key = format!("{PREFIX}{}", wheel.name);
        let path = wheel.path();
        ensure!(digest::matches(&path, &wheel.sha256), "{} is not the pinned file", path.display());
        let said = Said::of(&path).with_context(|| format!("cannot read {}", path.display()))?;
        for entry in &said.crates {
            crates.entry(entry.clone().with_known(known)?).or_default().insert(key.clone());
        }
        packages.insert(said.entry(wheel, table)?);
    }
    let crates = crates.into_iter().map(|(entry, within)| Entry { within, ..entry }).collect();
    Ok((packages, crates))
}

impl Said {
    fn of(path: &Path) -> Result<Self> {
        let mut archive = ZipArchive::new(File::open(path)?)?;
        let mut said = Self::default();
        for index in 0..archive.len() {
            let mut file = archive.by_index(index)?;
            let name = file.name().to_owned();
            if file.is_dir() {
                continue;
            }
            let mut content = Vec::new();
            if name.ends_with(".dist-info/METADATA") {
                file.read_to_end(&mut content)?;
                said.metadata(&String::from_utf8_lossy(&content));
            } else if name.contains(".dist-info/sboms/") && name.ends_with(".json") {
                file.read_to_end(&mut content)?;
                said.crates.extend(components(&content)?);
            } else if texts::is_legal(&name) {
                file.read_to_end(&mut content)?;
                said.texts.extend(texts::of_file(&content));
            }
        }
        Ok(said)
    }

    /// Takes the licence, if it is an SPDX expression, and who made it.
    fn metadata(&mut self, text: &str) {
        let headers = text.split("\n\n").next().unwrap_or_default();
        let header =
            |name: &str| headers.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        let licence = header("License-Expression:").or_else(|| header("License:"));
        self.licence =
            licence.filter(|licence| spdx::Expression::parse(licence).is_ok()).map(str::to_owned);
        self.holders =
            header("Author:").or_else(|| header("Author-email:")).unwrap_or_default().to_owned();
    }

    fn entry(self, wheel: &Wheel, table: &Table) -> Result<Entry> {
        let Wheel { name, version, .. } = wheel;
        let licence = match (table.wheels.get(name), self.licence) {
            (Some(stated), Some(said)) if *stated == said => {
                bail!("licences.json repeats what {name} says of itself: {said}")
            }
            (Some(stated), _) => stated.clone(),
            (None, Some(said)) => said,
            (None, None) => {
                bail!("{name} does not say its licence as SPDX does: add it to licences.json")
            }
        };
        // A font is known by the npm package that it comes from.
        let name = if let Origin::Font { npm, .. } = &wheel.origin { npm } else { name };
        let (name, version, origin) =
            (name.clone(), version.clone(), format!("sha256:{}", wheel.sha256));
        let modified = wheel.modified.as_ref().map(|Modification { why, patched, .. }| {
            format!("{why} The edits are in xtask/scripts/int64, and the edited wheel is sha256:{patched}")
        });
        let modified = modified.unwrap_or_default();
        Entry { name, version, licence, origin, modified, ..Entry::default() }
            .with_texts(self.texts, Some(self.holders.as_str()))
    }
}

/// The crates in a wheel's own bill of materials (PEP 770), which lists also those that ran only
/// while it was compiled.
fn components(bom: &[u8]) -> Result<Vec<Entry>> {
    #[derive(Deserialize)]
    struct Bom {
        components: Vec<Component>,
    }
    #[derive(Deserialize)]
    struct Component {
        name: String,
        version: String,
        #[serde(default)]
        purl: String,
        #[serde(default)]
        author: String,
        #[serde(default)]
        licenses: Vec<Licence>,
    }
    #[derive(Deserialize)]
    struct Licence {
        expression: String,
    }
    let Bom { components } =
        serde_json::from_slice(bom).context("its bill of materials cannot be read")?;
    let entry = |Component { name, version, author, licenses, .. }: Component| {
        let licence = licenses
            .into_iter()
            .next()
            .with_context(|| format!("{name} in it names no licence"))?;
        let licence = licence.expression.replace('/', " OR ");
        Ok(Entry { name, version, licence, holders: author, ..Entry::default() })
    };
    components.into_iter().filter(|one| one.purl.starts_with("pkg:cargo/")).map(entry).collect()
}
