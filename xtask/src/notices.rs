//! `cargo xtask notices`: `THIRD-PARTY-NOTICES`, which lists what others made and Insitu ships,
//! with its licences and their texts; and the check that all of it may be shipped.
//!
//! Owns which lists there are and whether the file is current. Where each list comes from is in the
//! file of its name. Everything is read from lock files, from what they pin and from
//! `notices/licences.json`, so that every machine writes the same bytes.

mod crates;
mod form;
mod npm;
mod policy;
mod texts;
mod wheels;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context, Result, bail};
use serde::de::DeserializeOwned;

use crate::project;
use crate::runtime::catalog::Catalog;
use crate::shell::{cargo, output, run_quietly, say, size};
use policy::Policy;
use texts::Text;

/// The file's name, in the repository's root.
pub(crate) const FILE: &str = "THIRD-PARTY-NOTICES";

/// What stands above the lists.
const HEAD: &str = "\
Third-party notices
===================

Insitu itself is licensed under Apache-2.0 OR MIT. It ships the work of others, which is listed here with version, licence
and the names of the texts that it comes with; the texts follow the lists. Where a package has no text of its own, the
standard text of SPDX stands for it, and `by` says who made the package, as its metadata names them. Only what runs in the
server or in the browser is listed, not the tools that build and test it.

Written by `cargo xtask notices`. Do not edit it by hand.
";

/// One package, or a part of one.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Entry {
    pub(crate) name: String,
    /// Empty if it follows from the package that contains this one.
    pub(crate) version: String,
    /// An SPDX expression.
    pub(crate) licence: String,
    /// Where its source is, or the hash of its file; may be empty.
    pub(crate) origin: String,
    /// How it differs from what its project publishes; empty if it does not.
    pub(crate) modified: String,
    /// The packages that contain it, by their names in `deny.toml`; empty if it is shipped itself.
    pub(crate) within: BTreeSet<String>,
    /// Who holds the copyright, if its texts do not say so.
    pub(crate) holders: String,
    pub(crate) texts: BTreeSet<Text>,
}

/// A list under a heading.
pub(crate) struct Section {
    title: &'static str,
    about: &'static str,
    /// What precedes the names of its packages in `deny.toml`.
    prefix: &'static str,
    /// The type of the entries in a package URL; none for parts of other packages.
    pub(crate) purl: Option<&'static str>,
    pub(crate) entries: BTreeSet<Entry>,
}

/// Writes the file, from the packages themselves.
pub(crate) fn run() -> Result<()> {
    let sections = sections()?;
    check_licences(&sections, Policy::read()?)?;
    let text = form::render(&sections)?;
    fs::write(project::path(FILE), &text).with_context(|| format!("cannot write {FILE}"))?;
    for Section { title, entries, .. } in &sections {
        let own = entries.iter().filter(|entry| entry.has_own_texts()).count();
        say(&format!("{title}: {}, {own} with texts of their own", entries.len()));
    }
    say(&format!("{FILE}: {}", size(text.len() as u64)));
    Ok(())
}

/// Fails when something shipped has a licence that `deny.toml` does not allow, or the file is not
/// what `run` would write.
pub(crate) fn check() -> Result<()> {
    let sections = sections()?;
    check_licences(&sections, Policy::read()?)?;
    let written = fs::read_to_string(project::path(FILE)).unwrap_or_default();
    if let Some(line) = first_difference(&written, &form::render(&sections)?) {
        bail!(
            "{FILE} is not current; run `cargo xtask notices`. The first line that differs:\n  {line}"
        );
    }
    say(&format!("{FILE} is current, and deny.toml allows every licence in it"));
    if output(cargo().args(["deny", "--version"])).is_ok() {
        run_quietly(cargo().args(["deny", "--locked", "check", "bans", "licenses", "sources"]))?;
        say("cargo-deny agrees");
    }
    Ok(())
}

/// Returns the lists of what is shipped, read in the packages themselves.
pub(crate) fn sections() -> Result<[Section; 6]> {
    crate::runtime::download()?;
    let table = wheels::Table::read()?;
    let crates = crates::entries()?;
    let npm = npm::entries()?;
    let (made, inside) = wheels::entries(&Catalog::of_project()?.wheels, &table, &crates)?;
    let (fonts, python) = made.into_iter().partition(|entry| entry.name.starts_with('@'));
    let mut sections = [
        Section {
            title: "Rust crates",
            about: "Linked into the server or into the page's WebAssembly.",
            prefix: "",
            purl: Some("cargo"),
            entries: crates,
        },
        Section {
            title: "npm packages",
            about: "Bundled into the page's scripts, or handed to the page as they are.",
            prefix: "npm:",
            purl: Some("npm"),
            entries: npm,
        },
        Section {
            title: "Python packages",
            about: "Run in the browser by Pyodide.",
            prefix: wheels::PREFIX,
            purl: Some("pypi"),
            entries: python,
        },
        Section {
            title: "Fonts",
            about: "Used by figures; each is one file of an npm package, within a Python package.",
            prefix: "npm:",
            purl: Some("npm"),
            entries: fonts,
        },
        Section {
            title: "Rust crates in Python packages",
            about: "As the packages' own bills of materials list them, with those that only compiled them.",
            prefix: "",
            purl: Some("cargo"),
            entries: inside,
        },
        Section {
            title: "Parts with a licence of their own",
            about: "Fonts, libraries and tables inside what is listed above.",
            prefix: "",
            purl: None,
            entries: BTreeSet::new(),
        },
    ];
    let parts = table.parts(&by_key(&sections))?;
    let [.., last] = &mut sections;
    last.entries = parts;
    Ok(sections)
}

/// What is shipped itself, by its name in `deny.toml`.
fn by_key(sections: &[Section]) -> BTreeMap<String, &Entry> {
    let all = sections
        .iter()
        .flat_map(|section| section.entries.iter().map(move |entry| (section, entry)));
    let shipped = all.filter(|(_, entry)| entry.within.is_empty());
    shipped.map(|(section, entry)| (format!("{}{}", section.prefix, entry.name), entry)).collect()
}

/// Fails unless every licence is allowed, and every exception needed.
fn check_licences(sections: &[Section], mut policy: Policy) -> Result<()> {
    for Section { prefix, entries, .. } in sections {
        for Entry { name, licence, within, .. } in entries {
            for package in within {
                policy
                    .check(package, licence)
                    .with_context(|| format!("{name} is in {package}"))?;
            }
            if within.is_empty() {
                policy.check(&format!("{prefix}{name}"), licence)?;
            }
        }
    }
    policy.check_exceptions()
}

impl Entry {
    /// Adds the texts that it comes with, or the standard ones and those who made it, who are given
    /// as metadata has them.
    fn with_texts<'a>(
        self,
        own: BTreeSet<Text>,
        holders: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self> {
        if !own.is_empty() {
            return Ok(Self { texts: own, ..self });
        }
        let texts =
            texts::standard(&self.licence).with_context(|| format!("{} has no text", self.name))?;
        let people = holders.into_iter().flat_map(|people| people.split(','));
        // An address is left out beside a name.
        let names = people.map(|person| match person.split_once('<') {
            Some((name, _)) if !name.trim().is_empty() => name.trim_matches([' ', '"']),
            _ => person.trim_matches([' ', '"', '<', '>']),
        });
        let holders = names.filter(|name| !name.is_empty()).collect::<Vec<_>>().join(", ");
        Ok(Self { texts, holders, ..self })
    }

    /// Returns whether its package contains its texts.
    fn has_own_texts(&self) -> bool {
        !self.texts.iter().any(|text| text.name.starts_with(texts::STANDARD))
    }

    /// Adds the texts of the same crate among those that are known.
    fn with_known(self, known: &BTreeSet<Self>) -> Result<Self> {
        let same = known.iter().find(|one| one.name == self.name && one.version == self.version);
        let texts =
            same.filter(|one| one.has_own_texts()).map(|one| one.texts.clone()).unwrap_or_default();
        let holders = self.holders.clone();
        Self { holders: String::new(), ..self }.with_texts(texts, [holders.as_str()])
    }
}

/// The first line of `current` that `written` does not have in its place, or of `written` if
/// that one is longer. Line endings do not count: git may have changed them.
fn first_difference<'a>(written: &'a str, current: &'a str) -> Option<&'a str> {
    let (mut written, mut current) = (written.lines(), current.lines());
    loop {
        match (written.next(), current.next()) {
            (None, None) => return None,
            (was, is) if was == is => {}
            (was, is) => return is.or(was),
        }
    }
}

/// Reads a JSON file of this checkout.
fn read<T: DeserializeOwned>(relative: &str) -> Result<T> {
    let text = fs::read_to_string(project::path(relative))
        .with_context(|| format!("cannot read {relative}"))?;
    serde_json::from_str(&text).with_context(|| format!("{relative} is not what it should be"))
}

#[cfg(test)]
mod tests;
