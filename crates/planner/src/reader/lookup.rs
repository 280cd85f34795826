//! Look-ups: where the texts of a question are among the tables' values.
//!
//! A profile only holds a few examples, so that Python looks into the tables, once for each
//! question.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::lexicon::{self, RARE, irregulars, is_known, is_small, same, stem};
use super::sentence::Sentence;
use super::table::Table;
use crate::input::{File, Seen};
use crate::literal::{fill, list, text};
use crate::words::Kind;

/// The most tokens of one value.
pub(crate) const MAX_VALUE_TOKENS: usize = 6;

/// The most texts that are looked up for a question.
const MAX_TEXTS: usize = 600;

/// What is looked up for a question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LookUp {
    /// The tables, by file and table.
    pub(crate) tables: Vec<(usize, usize)>,
    /// Texts by their base forms.
    texts: BTreeMap<String, BTreeSet<String>>,
    /// Rare words, which may be mistyped.
    rare: BTreeSet<String>,
    /// The words in order, empty if one names a column: short values may abbreviate them.
    words: Vec<String>,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Found {
    #[serde(default)]
    pub(crate) tables: Vec<Places>,
}

/// What was found in one table.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub(crate) struct Places {
    pub(crate) file: usize,
    pub(crate) table: usize,
    pub(crate) whole: Vec<Whole>,
    pub(crate) within: Vec<Within>,
    pub(crate) near: Vec<Near>,
    #[serde(default)]
    pub(crate) short: Vec<Short>,
}

impl Places {
    /// Returns the names of the columns, to be changed.
    pub(crate) fn columns_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let Self { whole, within, near, short, .. } = self;
        let whole = whole.iter_mut().map(|one| &mut one.column);
        let within = within.iter_mut().map(|one| &mut one.column);
        let near = near.iter_mut().map(|one| &mut one.column);
        whole.chain(within).chain(near).chain(short.iter_mut().map(|one| &mut one.column))
    }

    /// Adds what was found in another table.
    pub(crate) fn extend(&mut self, other: Self) {
        self.whole.extend(other.whole);
        self.within.extend(other.within);
        self.near.extend(other.near);
        self.short.extend(other.short);
    }
}

/// A value that is a text.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Whole {
    pub(crate) text: String,
    pub(crate) column: String,
    pub(crate) value: String,
    /// Whether it has the same forms of the words.
    pub(crate) exact: bool,
    /// How many rows have it.
    #[serde(default)]
    pub(crate) rows: u64,
}

/// Values that contain a text as words.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Within {
    pub(crate) text: String,
    pub(crate) column: String,
    pub(crate) count: u64,
    /// The first of them.
    pub(crate) values: Vec<String>,
    /// How many words the first one has.
    pub(crate) words: usize,
}

/// A value that is spelled nearly as a word.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Near {
    pub(crate) text: String,
    pub(crate) column: String,
    pub(crate) value: String,
    pub(crate) alike: f64,
    /// Whether the whole value is, rather than a word of it.
    pub(crate) whole: bool,
}

/// A short value that abbreviates a word, or has the initials of several.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Short {
    pub(crate) text: String,
    pub(crate) column: String,
    pub(crate) value: String,
}

/// Returns the texts that may be values: every short run of tokens that is not only small words,
/// and words of the same meaning.
pub(crate) fn look_up(sentence: &Sentence, tables: &[Table]) -> LookUp {
    // Those that are joined are looked up in the tables that they are made of.
    let plain = tables.iter().filter(|table| table.join.is_none()).map(|table| table.at);
    let mut found = LookUp { tables: plain.collect(), ..LookUp::default() };
    let mut add = |stems: String, plain: String| {
        if !stems.is_empty() && found.texts.len() < MAX_TEXTS {
            found.texts.entry(stems).or_default().insert(plain);
        }
    };
    let says = |at: usize| {
        let token = &sentence.tokens[at];
        token.kind != Kind::Symbol
            && (token.capital || !is_small(&token.key) && !is_known(&token.key))
    };
    for from in 0..sentence.len() {
        for to in from + 1..=sentence.len().min(from + MAX_VALUE_TOKENS) {
            if !(from..to).any(says) {
                continue;
            }
            let (stems, plain) = run(sentence, from, to);
            if let Some(state) = lexicon::state(&plain) {
                add(state.split(' ').map(stem).collect::<Vec<_>>().join(" "), state.to_owned());
            }
            add(stems, plain);
        }
    }
    for token in
        sentence.tokens.iter().filter(|token| token.kind == Kind::Word && !is_small(&token.key))
    {
        same(&token.stem).for_each(|word| add(word.to_owned(), word.to_owned()));
        lexicon::translations(&token.key).for_each(|word| add(stem(word), word.to_owned()));
        lexicon::country_codes(&token.key).for_each(|code| add(stem(code), code.to_owned()));
        lexicon::without_y(&token.key).into_iter().for_each(|word| add(word.clone(), word));
    }
    let rare = sentence.tokens.iter().filter(|token| {
        token.kind == Kind::Word
            && token.key.chars().count() > 4
            && lexicon::rank(&token.key) == RARE
            && !lexicon::is_meant(&token.key)
            && ["est", "er"].iter().all(|ending| lexicon::base(&token.key, ending).is_none())
    });
    found.rare = rare.map(|token| token.key.clone()).collect();
    let named = |stem: &String| {
        tables.iter().any(|table| table.columns.iter().any(|c| c.stems.contains(stem)))
    };
    let words = sentence.tokens.iter().map(|token| match token.kind {
        Kind::Word if !named(&token.stem) => token.key.clone(),
        _ => String::new(),
    });
    found.words = words.collect();
    found
}

/// Returns a run of tokens as base forms and as it is, without punctuation.
pub(crate) fn run(sentence: &Sentence, from: usize, to: usize) -> (String, String) {
    let words = sentence.tokens[from..to].iter().filter(|token| token.kind != Kind::Symbol);
    let plain: Vec<String> = words.flat_map(|token| plain_words(&token.key)).collect();
    (plain.iter().map(|word| stem(word)).collect::<Vec<_>>().join(" "), plain.join(" "))
}

fn plain_words(text: &str) -> Vec<String> {
    let bare = text.replace(['\'', '’'], "");
    let words = bare.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

impl LookUp {
    /// Returns the texts by their base forms.
    #[cfg(test)]
    pub(crate) fn texts(&self) -> &BTreeMap<String, BTreeSet<String>> {
        &self.texts
    }

    /// Returns the tables, by file and table.
    #[cfg(test)]
    pub(crate) fn places(&self) -> &[(usize, usize)] {
        &self.tables
    }

    /// Returns whether there is nothing to look up.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty() || self.tables.is_empty()
    }

    /// Returns the program that looks the texts up.
    pub fn code(&self, files: &[File]) -> String {
        let texts =
            self.texts.iter().map(|(stems, plain)| format!("{}: {}", text(stems), list(plain)));
        let irregular = irregulars().collect::<BTreeMap<_, _>>();
        let irregular =
            irregular.iter().map(|(form, base)| format!("{}: {}", text(form), text(base)));
        let tables: Vec<String> =
            self.tables.iter().filter_map(|at| table_code(*at, files)).collect();
        fill(
            include_str!("../../templates/lookup.py"),
            &[
                ("texts", format!("{{{}}}", texts.collect::<Vec<_>>().join(", "))),
                ("rare", list(&self.rare)),
                ("words", list(&self.words)),
                ("unsaid", list(self.words.iter().filter(|word| is_small(word) || is_known(word)))),
                ("irregular", format!("{{{}}}", irregular.collect::<Vec<_>>().join(", "))),
                ("tables", tables.join("\n")),
            ],
        )
    }
}

/// Returns the lines that look into one table; one that cannot be read has no values.
fn table_code((file, table): (usize, usize), files: &[File]) -> Option<String> {
    let source = files.get(file)?.tables.get(table)?;
    let facts = Table::new(&files[file], (file, table))?;
    let codes =
        facts.columns.iter().filter(|column| column.code && !column.name.starts_with("Unnamed"));
    let codes = list(codes.map(|column| column.name));
    let reader = &source.reader;
    Some(format!(
        "try:\n    tables.append({{\"file\": {file}, \"table\": {table}, **found_in({reader}, {codes})}})\nexcept Exception as error:\n    print(error)"
    ))
}

/// Reads the outcome of a look-up.
pub fn found(seen: &Seen) -> Found {
    seen.record().unwrap_or_default()
}

impl Found {
    /// Returns what was found in a table.
    pub(crate) fn of(&self, at: (usize, usize)) -> Option<&Places> {
        self.tables.iter().find(|places| (places.file, places.table) == at)
    }

    /// Adds to each joined table what was found in the two that it is made of.
    pub(crate) fn with_joins(&self, files: &[File]) -> Self {
        let joined = files
            .iter()
            .enumerate()
            .filter_map(|(at, file)| Some((at, file.tables.first()?.join.as_deref()?)));
        let joined = joined.map(|(file, join)| {
            let mut own = self.of(join.own).cloned().unwrap_or_default();
            let mut other = self.of(join.at).cloned().unwrap_or_default();
            for column in other.columns_mut() {
                *column = match *column == join.other_key {
                    true => join.key.clone(),
                    false => join.renamed(column).to_owned(),
                };
            }
            own.extend(other);
            Places { file, table: 0, ..own }
        });
        Self { tables: self.tables.iter().cloned().chain(joined).collect() }
    }
}
