//! The form of `THIRD-PARTY-NOTICES`.

use std::collections::BTreeMap;

use anyhow::{Result, ensure};

use super::texts::Text;
use super::{Entry, HEAD, Section};

/// The heading of the texts.
const TEXTS: &str = "Licence texts";

/// What stands on both sides of a text's name, on a line of its own.
const MARK: &str = "=====";

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

impl Entry {
    /// The line in the file: name and version, licence, where it is from, how it differs, in what
    /// it is, whose it is, and texts.
    pub(super) fn line(&self) -> String {
        let Self { name, version, licence, origin, modified, within, holders, texts } = self;
        let tagged = |tag: &str, words: String| {
            if words.is_empty() { words } else { format!("{tag} {words}") }
        };
        let within: Vec<&str> = within.iter().map(String::as_str).collect();
        let texts: Vec<&str> = texts.iter().map(|text| text.name.as_str()).collect();
        let fields = [
            if version.is_empty() { name.clone() } else { format!("{name} {version}") },
            licence.clone(),
            origin.clone(),
            tagged("modified by Insitu:", modified.clone()),
            tagged("in", within.join(", ")),
            tagged("by", holders.clone()),
            tagged("texts", texts.join(" ")),
        ];
        fields.into_iter().filter(|field| !field.is_empty()).collect::<Vec<_>>().join(" | ")
    }
}
