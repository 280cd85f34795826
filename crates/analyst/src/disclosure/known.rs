//! What the model knows without having seen a value, and texts of it alone.

use std::collections::BTreeSet;

use kernel::{PythonError, TableData};
use serde_json::Value;
use text::clip;

use super::{
    coarse::coarse,
    table::{MAX_CELL_LENGTH, MAX_COLUMNS},
    type_at, vocabulary,
};
use crate::{Facts, plain::line};

/// The most words of an error message.
const MAX_WORDS: usize = 25;
/// The placeholder for a name that may be a value.
pub(super) const WITHHELD: &str = "(name withheld)";

/// The names and words that the model knows without having seen a value.
pub(super) struct Known<'a> {
    /// Names of columns of the dropped files.
    columns: BTreeSet<&'a str>,
    /// Names and whole strings in the code.
    code: BTreeSet<String>,
    /// Whole numbers in the code.
    numbers: BTreeSet<&'a str>,
    /// Words of the code and of column names, in lower case.
    words: BTreeSet<String>,
}

impl<'a> Known<'a> {
    /// Collects what the code and the files' columns name.
    pub(super) fn new(facts: &Facts<'a>) -> Self {
        let tables = facts.profiles.iter().flat_map(|profile| &profile.tables);
        let columns: BTreeSet<&str> =
            tables.flat_map(|table| &table.columns).map(|column| column.name.as_str()).collect();
        let texts = columns.iter().copied().chain([facts.code]);
        // Any value could be spelt one letter or digit at a time.
        let is_word =
            |word: &&str| word.chars().count() > 2 && word.chars().any(char::is_alphabetic);
        let words = texts.flat_map(words).filter(is_word).map(str::to_lowercase).collect();
        let is_number = |word: &&str| word.chars().all(|c| c.is_ascii_digit());
        let numbers = self::words(facts.code).filter(is_number).collect();
        Self { code: names_and_strings(facts.code), numbers, columns, words }
    }

    /// Returns whether this is a name or a text of the code.
    pub(super) fn in_code(&self, name: &str) -> bool {
        self.code.contains(name)
    }

    /// Returns whether this is a column of the files, or a name or a text of the code.
    pub(super) fn is_column(&self, name: &str) -> bool {
        self.columns.contains(name) || self.in_code(name)
    }

    /// Returns whether the code states this text or number.
    pub(super) fn states(&self, constant: &str) -> bool {
        self.in_code(constant) || self.numbers.contains(constant)
    }

    /// Returns the name, or its known parts: the levels of a column's name are joined by " / ".
    fn column(&self, name: &str) -> String {
        let known = |name: &str| {
            self.columns.contains(name)
                || self.in_code(name)
                || vocabulary::MADE_BY_PANDAS.contains(&name)
        };
        let part = |part| if known(part) { part } else { WITHHELD };
        if known(name) {
            name.to_owned()
        } else {
            name.split(" / ").map(part).collect::<Vec<_>>().join(" / ")
        }
    }

    /// Returns the name of an exception's class, if it is one of the known ones.
    pub(super) fn class<'b>(&self, name: &'b str) -> Option<&'b str> {
        vocabulary::EXCEPTIONS.contains(&name).then_some(name)
    }

    /// Describes a table without its cells.
    pub(super) fn table(&self, data: &TableData) -> String {
        let complete = data.rows.len() as u64 == data.total_rows;
        let columns = data.columns.iter().take(MAX_COLUMNS).enumerate().map(|(at, name)| {
            let kind = Some(type_at(data, at))
                .filter(|kind| vocabulary::TYPES.contains(kind))
                .unwrap_or("other");
            let missing =
                data.rows.iter().filter(|row| row.get(at).is_none_or(Value::is_null)).count();
            let missing = if complete && missing > 0 {
                format!(", {missing} missing")
            } else {
                String::new()
            };
            format!("{} ({kind}{missing})", line(&self.column(name), MAX_CELL_LENGTH))
        });
        let columns: Vec<String> = columns.collect();
        let rows = coarse(data.total_rows, 3);
        format!(
            "Table of {rows} rows and {} columns (cells withheld): {}",
            data.columns.len(),
            columns.join(", ")
        )
    }

    /// Describes an exception, and the line of the code at which it was raised.
    pub(super) fn error(&self, error: &PythonError, code: &str) -> String {
        let class = self.class(&error.name).unwrap_or("An exception of another class");
        let mut text = format!("{class}: {}", self.message(&error.value));
        let lines: Vec<&str> = code.lines().collect();
        if let Some(number) = line_of(&error.traceback)
            && let Some(line) = number.checked_sub(1).and_then(|at| lines.get(at))
        {
            text.push_str(&format!("\nat line {number} of the code: {}", clip(line.trim(), 200)));
        }
        text
    }

    /// Returns the message with every word replaced that the model could not have written itself.
    pub(super) fn message(&self, message: &str) -> String {
        let mut shown: Vec<&str> = Vec::new();
        for word in words(message).take(4 * MAX_WORDS) {
            let lower = word.to_lowercase();
            let known =
                self.words.contains(&lower) || vocabulary::MESSAGE_WORDS.contains(&lower.as_str());
            match known {
                true => shown.push(word),
                false if shown.last() != Some(&"…") => shown.push("…"),
                false => {}
            }
            if shown.len() == MAX_WORDS {
                break;
            }
        }
        // In lower case, since capitals would pass on one bit per letter.
        shown.join(" ").to_lowercase()
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// Returns identifiers and the contents of string literals. It does not parse the code: an
/// apostrophe in a comment yields an extra string, which is the model's own text all the same.
fn names_and_strings(code: &str) -> BTreeSet<String> {
    let identifiers = words(code).filter(|word| !word.starts_with(|c: char| c.is_ascii_digit()));
    let mut found: BTreeSet<String> = identifiers.map(str::to_owned).collect();
    for line in code.lines() {
        let mut rest = line;
        while let Some(start) = rest.find(['"', '\'']) {
            let quote = if rest[start..].starts_with('"') { '"' } else { '\'' };
            let body = &rest[start + 1..];
            let Some(end) = body.find(quote) else { break };
            found.insert(body[..end].to_owned());
            rest = &body[end + 1..];
        }
    }
    found
}

/// Returns the line of the code at which a traceback ends: that of the last frame in a cell, `Cell
/// [3], line 2, in <module>`.
fn line_of(traceback: &str) -> Option<usize> {
    traceback.lines().rev().find_map(|line| {
        let (_, rest) = line.trim_start().strip_prefix("Cell [")?.split_once("], line ")?;
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok()
    })
}
