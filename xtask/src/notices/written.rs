//! `THIRD-PARTY-NOTICES` as it was written: its form, and what it says of wheels that are not on this machine.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context, Result, ensure};

use super::texts::Text;
use super::wheels::{PREFIX, wheel_origin};
use super::{CRATES_IN_WHEELS, Entry, FILE, HEAD, Section, WHEELS};
use crate::project;
use crate::runtime::catalog::Wheel;

/// The heading of the texts.
const TEXTS: &str = "Licence texts";

/// What stands on both sides of a text's name, on a line of its own.
const MARK: &str = "=====";

/// The file, as far as it is read again.
#[derive(Default)]
pub(super) struct Written {
    pub(super) text: String,
    wheels: Vec<Entry>,
    crates: Vec<Entry>,
}

impl Written {
    /// Reads the file. A missing one says nothing.
    pub(super) fn read() -> Self {
        Self::parse(fs::read_to_string(project::path(FILE)).unwrap_or_default().replace('\r', ""))
    }

    pub(super) fn parse(text: String) -> Self {
        let texts = texts(&text);
        let list = |title| entries(&text, title).filter_map(|line| Entry::parse(line, &texts)).collect();
        Self { wheels: list(WHEELS), crates: list(CRATES_IN_WHEELS), text }
    }

    /// Returns what the file says of a wheel and of the crates in it; `licence` is what the table says.
    pub(super) fn wheel(&self, wheel: &Wheel, licence: Option<&String>) -> Result<(Entry, Vec<Entry>)> {
        let Wheel { name, version, .. } = wheel;
        let origin = wheel_origin(wheel);
        let same =
            |entry: &&Entry| entry.name == *name && entry.version == *version && entry.origin == origin;
        let mut package = self.wheels.iter().find(same).cloned().with_context(|| {
            format!("{FILE} lists another {name} than {version} with {origin}; run `cargo xtask notices`")
        })?;
        if let Some(licence) = licence {
            package.licence.clone_from(licence);
        }
        let key = format!("{PREFIX}{name}");
        let inside = self.crates.iter().filter(|entry| entry.within.contains(&key)).cloned();
        Ok((package, inside.map(|entry| Entry { within: BTreeSet::new(), ..entry }).collect()))
    }
}

/// Writes the file.
pub(super) fn render(sections: &[Section]) -> Result<String> {
    let mut text = HEAD.to_owned();
    let heading = |text: &mut String, title: &str, count: usize| {
        let title = format!("{title} ({count})");
        text.push_str(&format!("\n\n{title}\n{}\n\n", "-".repeat(title.len())));
    };
    let mut texts: BTreeMap<&str, &str> = BTreeMap::new();
    for Section { title, about, entries, .. } in sections {
        heading(&mut text, title, entries.len());
        text.push_str(&format!("{about}\n\n"));
        for entry in entries {
            ensure!(!entry.texts.is_empty(), "there is no text of the licence of {}", entry.name);
            text.push_str(&format!("{}\n", entry.line()));
            for Text { name, content } in &entry.texts {
                texts.entry(name).or_insert(content);
            }
        }
    }
    heading(&mut text, TEXTS, texts.len());
    text.push_str("Each under its name in the lists above.\n");
    for (name, content) in texts {
        let marked = content.lines().any(|line| line.starts_with(&format!("{MARK} ")));
        ensure!(!marked, "the text {name} has a line that looks like the beginning of another one");
        text.push_str(&format!("\n{MARK} {name} {MARK}\n\n{content}\n"));
    }
    Ok(text)
}

/// The lines of the section with this title.
fn entries<'a>(text: &'a str, title: &str) -> impl Iterator<Item = &'a str> {
    let start = text.split_once(&format!("\n{title} (")).map(|(_, section)| section);
    let section = start.and_then(|section| section.split("\n\n\n").next());
    section.into_iter().flat_map(str::lines).filter(|line| line.contains(" | "))
}

/// The texts by their names.
fn texts(text: &str) -> BTreeMap<&str, Text> {
    let (_, texts) = text.split_once(&format!("\n{TEXTS} (")).unwrap_or_default();
    let mark = format!("\n{MARK} ");
    let blocks = texts.split(&mark).skip(1).filter_map(|block| block.split_once('\n'));
    blocks
        .filter_map(|(line, content)| {
            let name = line.strip_suffix(&format!(" {MARK}"))?;
            Some((name, Text { name: name.to_owned(), content: content.trim_matches('\n').to_owned() }))
        })
        .collect()
}

impl Entry {
    /// The line in the file: name and version, licence, where it is from, in what it is, whose it is, and texts.
    pub(super) fn line(&self) -> String {
        let Self { name, version, licence, origin, within, holders, texts } = self;
        let tagged = |tag: &str, words: String| {
            if words.is_empty() { words } else { format!("{tag} {words}") }
        };
        let within: Vec<&str> = within.iter().map(String::as_str).collect();
        let texts: Vec<&str> = texts.iter().map(|text| text.name.as_str()).collect();
        let fields = [
            if version.is_empty() { name.clone() } else { format!("{name} {version}") },
            licence.clone(),
            origin.clone(),
            tagged("in", within.join(", ")),
            tagged("by", holders.clone()),
            tagged("texts", texts.join(" ")),
        ];
        fields.into_iter().filter(|field| !field.is_empty()).collect::<Vec<_>>().join(" | ")
    }

    /// The entry of a line that has a version. A text that is missing makes another line of it.
    fn parse(line: &str, known: &BTreeMap<&str, Text>) -> Option<Self> {
        let mut fields = line.split(" | ");
        let (name, version) = fields.next()?.rsplit_once(' ')?;
        let mut entry = Self {
            name: name.to_owned(),
            version: version.to_owned(),
            licence: fields.next()?.to_owned(),
            ..Self::default()
        };
        for field in fields {
            match field.split_once(' ') {
                Some(("in", packages)) => entry.within = packages.split(", ").map(str::to_owned).collect(),
                Some(("by", holders)) => entry.holders = holders.to_owned(),
                Some(("texts", names)) => {
                    entry.texts = names.split(' ').filter_map(|name| known.get(name).cloned()).collect();
                }
                _ => entry.origin = field.to_owned(),
            }
        }
        Some(entry)
    }
}
