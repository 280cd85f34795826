//! Flags: boolean columns, and the words of a question that name them.
//!
//! "Survivors", "who survived", "unpaid" and "not paid" name the rows; the "survival rate" is the share of
//! them.

use crate::grammar::Grammar;
use crate::input::{Column, ColumnType, Table};
use crate::plan::Filter;
use crate::words::{Kind, Word, fold, name_words};

/// A place in the question that names a flag.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Flagged {
    pub(crate) at: usize,
    /// Index into the table's columns.
    pub(crate) column: usize,
    pub(crate) not: bool,
}

/// Returns the text that means "yes" in a boolean column: empty for numbers and booleans.
pub(crate) fn yes(column: &Column) -> Option<String> {
    let pairs = [
        ("yes", "no"),
        ("y", "n"),
        ("true", "false"),
        ("ja", "nein"),
        ("oui", "non"),
        ("si", "no"),
        ("да", "нет"),
    ];
    match column.r#type {
        ColumnType::Boolean => Some(String::new()),
        ColumnType::Integer => {
            let is = |value: &Option<serde_json::Value>, n: f64| {
                value.as_ref().and_then(|v| v.as_f64()) == Some(n)
            };
            (column.distinct == 2 && is(&column.min, 0.0) && is(&column.max, 1.0)).then(String::new)
        }
        ColumnType::Category | ColumnType::Text if column.distinct == 2 => {
            let has = |wanted: &str| column.examples.iter().find(|example| fold(example.trim()) == wanted);
            pairs.iter().find_map(|(yes, no)| has(no).and_then(|_| has(yes)).cloned())
        }
        _ => None,
    }
}

/// Finds words that name flags by their family ("survivors" of `survived`), or by its negation.
pub(crate) fn flagged(words: &[Word], table: &Table, taken: &[bool]) -> Vec<Flagged> {
    let grammar = Grammar::get();
    let flags = table.columns.iter().enumerate().filter(|(_, column)| yes(column).is_some());
    let mut found = Vec::new();
    for (index, column) in flags {
        let Some(own) = name_words(&column.name).into_iter().max_by_key(|word| word.chars().count()) else {
            continue;
        };
        for (at, word) in words.iter().enumerate() {
            if taken[at] || word.kind != Kind::Word {
                continue;
            }
            let bare = ["un", "non", "not"].iter().find_map(|not| word.key.strip_prefix(not));
            let contrary = bare.is_some_and(|bare| share_prefix(bare, &own));
            if contrary || (share_prefix(&word.key, &own) && (word.key == own || !grammar.knows(&word.key))) {
                let before = at.checked_sub(1).map(|before| words[before].key.as_str());
                let denied = before.is_some_and(|word| {
                    ["not", "never", "didnt", "nicht", "non", "no", "didn't", "t"].contains(&word)
                });
                found.push(Flagged { at, column: index, not: contrary || denied });
            }
        }
    }
    found
}

/// Returns whether two words share a prefix for most of their length.
fn share_prefix(a: &str, b: &str) -> bool {
    let same = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let (short, long) = (a.chars().count().min(b.chars().count()), a.chars().count().max(b.chars().count()));
    a == b || (same >= 4 && same * 5 >= short * 3 && long - same <= 4)
}

/// Returns a filter for the rows where the flag is set, or not set.
pub(crate) fn filter(column: &Column, not: bool) -> Option<Filter> {
    let name = column.name.clone();
    let yes = yes(column)?;
    Some(match column.r#type {
        ColumnType::Integer => {
            Filter::Compare { column: name, sign: "==", value: if not { 0.0 } else { 1.0 } }
        }
        ColumnType::Boolean => {
            Filter::Same { column: name, value: if not { "false" } else { "true" }.to_owned(), not: false }
        }
        _ => Filter::OneOf { column: name, values: vec![yes], not },
    })
}
