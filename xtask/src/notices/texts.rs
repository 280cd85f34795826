//! The texts of licences: those that a package contains, and SPDX's standard ones for a package without any.
//!
//! Does not know what kind of package it is.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use spdx::{AdditionItem, Expression, LicenseItem};

use crate::digest;

/// A text that packages share. Texts of the same words in the same order have the same name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Text {
    /// The beginning of a hash of its words, or the identifier of a standard text after
    /// [`STANDARD`].
    pub(crate) name: String,
    pub(crate) content: String,
}

/// What the names of standard texts begin with.
pub(super) const STANDARD: &str = "SPDX/";

/// What the names of files with licences and notices begin with, in lower case.
const BEGINNINGS: [&str; 10] = [
    "copying",
    "copyright",
    "licence",
    "license",
    "notice",
    "patents",
    "third-party",
    "third_party",
    "unlicence",
    "unlicense",
];

/// Folders that contain licences under any name, in lower case.
const FOLDERS: [&str; 2] = ["licences", "licenses"];

/// The endings of files that contain code or data, whatever their names begin with.
const CODE: [&str; 9] = [".c", ".h", ".html", ".js", ".json", ".map", ".py", ".rs", ".toml"];

/// The line after which the Apache License is the same for everybody except for a copyright.
const END_OF_TERMS: &str = "END OF TERMS AND CONDITIONS";

/// Returns whether the file at this path within a package contains a licence or a notice. Lists of
/// authors, of which a project may have a thousand, are neither.
pub(super) fn is_legal(path: &str) -> bool {
    let path = path.to_lowercase().replace('\\', "/");
    let mut folders: Vec<&str> = path.split('/').collect();
    let name = folders.pop().unwrap_or_default();
    let named = BEGINNINGS.iter().any(|beginning| name.starts_with(beginning));
    let placed =
        folders.iter().any(|folder| FOLDERS.contains(folder)) && !name.starts_with("authors");
    (named || placed) && !CODE.iter().any(|ending| name.ends_with(ending))
}

/// Returns the texts in a package's folder, without those of packages that are installed within it.
pub(super) fn of_folder(folder: &Path) -> Result<BTreeSet<Text>> {
    let mut found = BTreeSet::new();
    collect(folder, folder, &mut found)?;
    Ok(found)
}

fn collect(root: &Path, folder: &Path, found: &mut BTreeSet<Text>) -> Result<()> {
    for entry in
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?
    {
        let path = entry?.path();
        if path.is_dir() {
            if path.file_name().is_none_or(|name| name != "node_modules") {
                collect(root, &path, found)?;
            }
        } else if is_legal(&path.strip_prefix(root)?.to_string_lossy()) {
            found.extend(of_file(&fs::read(&path)?));
        }
    }
    Ok(())
}

/// Returns the texts of a file. The terms of the Apache License are a text of their own, since
/// packages differ only in what follows them.
pub(super) fn of_file(content: &[u8]) -> Vec<Text> {
    let content = match std::str::from_utf8(content) {
        Ok(text) => text.to_owned(),
        // Latin-1, as older texts are.
        Err(_) => content.iter().copied().map(char::from).collect(),
    };
    let (terms, rest) = match content.split_once(END_OF_TERMS) {
        Some((terms, rest)) => (format!("{terms}{END_OF_TERMS}"), rest),
        None => (content.clone(), ""),
    };
    [terms.as_str(), rest].into_iter().filter_map(Text::own).collect()
}

/// Returns the standard texts of all licences that an expression names.
pub(super) fn standard(expression: &str) -> Result<BTreeSet<Text>> {
    let parsed = Expression::parse(expression)
        .with_context(|| format!("`{expression}` is not an SPDX expression"))?;
    let mut found = BTreeSet::new();
    for part in parsed.requirements() {
        match &part.req.license {
            LicenseItem::Spdx { id, .. } => found.insert(Text::standard(id.name, id.text())),
            // The only one that a package does not come with.
            LicenseItem::Other(other) if other.lic_ref == "BaKoMa" => {
                found.insert(Text::standard("LicenseRef-BaKoMa", include_str!("texts/BaKoMa.txt")))
            }
            LicenseItem::Other(_) => bail!("there is no standard text of `{}`", part.req),
        };
        match &part.req.addition {
            Some(AdditionItem::Spdx(exception)) => {
                found.insert(Text::standard(exception.name, exception.text()));
            }
            Some(AdditionItem::Other(_)) => bail!("there is no standard text of `{}`", part.req),
            None => {}
        }
    }
    Ok(found)
}

impl Text {
    /// Returns the text without blanks at the ends of its lines; none if there is nothing but
    /// blanks.
    fn own(content: &str) -> Option<Self> {
        let content = tidied(content);
        let words: String =
            content.to_lowercase().chars().filter(|letter| letter.is_alphanumeric()).collect();
        let hash = digest::of(words.as_bytes());
        (!words.is_empty()).then(|| Self { name: hash.chars().take(8).collect(), content })
    }

    fn standard(name: &str, content: &str) -> Self {
        Self { name: format!("{STANDARD}{name}"), content: tidied(content) }
    }
}

fn tidied(content: &str) -> String {
    let lines: Vec<&str> = content.lines().map(str::trim_end).collect();
    let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(lines.len());
    let text = lines.get(first..).unwrap_or_default().join("\n");
    text.trim_end().to_owned()
}
