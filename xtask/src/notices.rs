//! `cargo xtask notices`: `THIRD-PARTY-NOTICES`, which lists what others made and Insitu ships, with its licences.
//!
//! Owns the file's form and whether it is current. Where each list comes from is in the file of its name. Everything is
//! read from lock files and from `notices/licences.json`, so that every machine writes the same bytes.

mod crates;
mod graph;
mod npm;
mod wheels;

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Context, Result, bail};
use serde::de::DeserializeOwned;

use crate::project;
use crate::shell::say;

/// The file's name, in the repository's root.
const FILE: &str = "THIRD-PARTY-NOTICES";

/// What stands above the lists.
const HEAD: &str = "\
Third-party notices
===================

Insitu itself is licensed under Apache-2.0 OR MIT. It ships the work of others, which is listed here with version and
licence. The licence texts are in the packages named. Only what runs in the server or in the browser is listed, not the
tools that build and test it.

Written by `cargo xtask notices` from the lock files. Do not edit it by hand.
";

/// One package.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Entry {
    pub(crate) name: String,
    /// Empty where it follows from the package that holds this one.
    pub(crate) version: String,
    /// An SPDX expression.
    pub(crate) licence: String,
    /// Where its source is or what holds it; may be empty.
    pub(crate) origin: String,
}

/// A list under a heading.
pub(crate) struct Section {
    title: &'static str,
    about: &'static str,
    /// The type of the entries in a package URL; none for parts of other packages.
    pub(crate) purl: Option<&'static str>,
    pub(crate) entries: BTreeSet<Entry>,
}

/// Writes the file.
pub(crate) fn run() -> Result<()> {
    let sections = sections()?;
    fs::write(project::path(FILE), render(&sections)).with_context(|| format!("cannot write {FILE}"))?;
    let entries: usize = sections.iter().map(|section| section.entries.len()).sum();
    say(&format!("{FILE}: {entries} entries"));
    Ok(())
}

/// Fails when the file is not what `run` would write.
pub(crate) fn check() -> Result<()> {
    let written = fs::read_to_string(project::path(FILE)).unwrap_or_default();
    let current = render(&sections()?);
    if let Some(line) = first_difference(&written, &current) {
        bail!("{FILE} is not current; run `cargo xtask notices`. The first line that differs:\n  {line}");
    }
    say(&format!("{FILE} is current"));
    Ok(())
}

/// Returns the lists of what is shipped.
pub(crate) fn sections() -> Result<[Section; 4]> {
    crate::npm::install()?;
    let table = wheels::Table::read()?;
    Ok([
        Section {
            title: "Rust crates",
            about: "Linked into the server or into the page's WebAssembly.",
            purl: Some("cargo"),
            entries: crates::entries()?,
        },
        Section {
            title: "npm packages",
            about: "Bundled into the page's scripts, or handed to the page as they are.",
            purl: Some("npm"),
            entries: npm::entries()?,
        },
        Section {
            title: "Python packages",
            about: "Run in the browser by Pyodide.",
            purl: Some("pypi"),
            entries: wheels::entries(&table)?,
        },
        Section {
            title: "Parts with a licence of their own",
            about: "Fonts, libraries and tables inside what is listed above.",
            purl: None,
            entries: table.parts(),
        },
    ])
}

fn render(sections: &[Section]) -> String {
    let mut text = HEAD.to_owned();
    for Section { title, about, entries, .. } in sections {
        let title = format!("{title} ({})", entries.len());
        text.push_str(&format!("\n\n{title}\n{}\n\n{about}\n\n", "-".repeat(title.len())));
        for entry in entries {
            text.push_str(&entry.line());
            text.push('\n');
        }
    }
    text
}

impl Entry {
    fn line(&self) -> String {
        let Self { name, version, licence, origin } = self;
        let name = if version.is_empty() { name.clone() } else { format!("{name} {version}") };
        let fields = [name.as_str(), licence, origin];
        fields.into_iter().filter(|field| !field.is_empty()).collect::<Vec<_>>().join(" | ")
    }
}

/// The first line of `current` that `written` does not have in its place, or of `written` where that one is longer. Line
/// endings do not count: git may have changed them.
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
    let text =
        fs::read_to_string(project::path(relative)).with_context(|| format!("cannot read {relative}"))?;
    serde_json::from_str(&text).with_context(|| format!("{relative} is not what it should be"))
}

#[cfg(test)]
mod tests;
