//! Discloses only the shape of an outcome: facts, and no cell value. The documentation of [`super`] says what
//! passes and what remains.
//!
//! Writes text only, from an outcome that is treated as forged.

use std::collections::BTreeSet;

use charts::ChartJson;
use kernel::{Finding, Outcome, PythonError, TableData};
use serde_json::Value;
use text::{clip, format};

use super::{
    MOST_RESULTS, beyond, findings, forms, readings, shows_nothing, status,
    table::{MOST_CELL, MOST_COLUMNS},
    type_at, vocabulary,
};
use crate::{
    Facts, hints,
    plain::line,
    remedies::{self, Failure},
};

/// The most words of an error message.
const MOST_WORDS: usize = 25;
/// The placeholder for a name that may be a value.
const WITHHELD: &str = "(name withheld)";

/// Returns the sections.
pub(super) fn sections(outcome: &Outcome, facts: &Facts) -> Vec<String> {
    let known = Known::new(facts);
    let mut sections = vec![
        format!("{} ({})", status(outcome), coarse_duration(outcome.duration_ms)),
        "The user shares only the shape of results, not their values. Do not ask for values.".to_owned(),
    ];
    sections.extend(readings::sections(outcome, facts));
    for (name, text) in [("standard output", &outcome.stdout), ("standard error", &outcome.stderr)] {
        if !text.is_empty() {
            let lines = coarse(text.lines().count() as u64, 1);
            let characters = coarse(text.chars().count() as u64, 1);
            sections.push(format!(
                "It printed {lines} lines ({characters} characters) to {name}. (text withheld)"
            ));
        }
    }
    for (at, shown) in outcome.results.iter().take(MOST_RESULTS).enumerate() {
        let what = match &shown.data {
            _ if shown.mime.keys().any(|kind| kind.starts_with("image/")) || forms::interactive(shown) => {
                figure(shown.chart.as_ref())
            }
            Some(data) => known.table(data),
            None => "A value, shown to the user. (withheld)".to_owned(),
        };
        sections.push(format!("[{}] {what}", at + 1));
    }
    sections.extend(beyond(outcome.results.len()));
    if !outcome.files.is_empty() {
        let name = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
        let files = outcome.files.iter().take(MOST_RESULTS).map(|file| {
            let whole = known.in_code(&file.path).then(|| file.path.clone());
            let file_name = whole.or_else(|| Some(name(&file.path)).filter(|name| known.in_code(name)));
            let file_name = file_name.unwrap_or_else(|| WITHHELD.to_owned());
            format!("{file_name} ({} bytes)", coarse(file.bytes, 1))
        });
        sections.push(format!("Files written: {}", files.collect::<Vec<_>>().join(", ")));
    }
    if let Some(error) = &outcome.error {
        sections.push(known.error(error, facts.code));
        let class = known.class(&error.name).unwrap_or_default();
        let wanted = hints::wanted(&error.value).filter(|name| known.in_code(name));
        // The code that ran chooses the names of variables.
        let names = hints::Names { profiles: facts.profiles, variables: &[], question: facts.question };
        sections.extend(hints::for_error(class, wanted.as_deref(), &names));
    }
    sections.extend(findings::shape(outcome, &known));
    if shows_nothing(outcome) {
        sections.push("It showed nothing.".to_owned());
    }
    sections
}

/// Returns the exception, and what to do if it comes again, both of words that the model knows.
pub(super) fn remedy(error: &PythonError, outcome: &Outcome, facts: &Facts) -> (String, Option<String>) {
    let known = Known::new(facts);
    let message = known.message(&error.value);
    let missing = hints::wanted(&error.value).filter(|name| known.in_code(name));
    let columns = outcome.findings.iter().filter_map(|finding| match finding {
        Finding::NotNumbers { column, forms, .. } if known.is_column(column) => {
            Some((column.as_str(), forms.as_slice()))
        }
        _ => None,
    });
    let failure = Failure {
        class: known.class(&error.name).unwrap_or_default(),
        message: &message,
        missing: missing.as_deref(),
        code: facts.code,
        question: facts.question,
        profiles: facts.profiles,
        not_numbers: columns.collect(),
    };
    (known.error(error, facts.code), remedies::of(&failure))
}

/// Describes a figure: that it was shown and, for a chart, its type and roughly how many elements it has,
/// which repeat no word of it.
fn figure(chart: Option<&ChartJson>) -> String {
    let what = chart.and_then(|chart| {
        let kind = chart.kind()?;
        Some(format!(" ({kind} chart, {} elements)", coarse(chart.count() as u64, 1)))
    });
    format!("Figure{}, shown to the user.", what.unwrap_or_default())
}

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
    fn new(facts: &Facts<'a>) -> Self {
        let tables = facts.profiles.iter().flat_map(|profile| &profile.tables);
        let columns: BTreeSet<&str> =
            tables.flat_map(|table| &table.columns).map(|column| column.name.as_str()).collect();
        let texts = columns.iter().copied().chain([facts.code]);
        // Any value could be spelt one letter or digit at a time.
        let is_word = |word: &&str| word.chars().count() > 2 && word.chars().any(char::is_alphabetic);
        let words = texts.flat_map(words).filter(is_word).map(str::to_lowercase).collect();
        let is_number = |word: &&str| word.chars().all(|c| c.is_ascii_digit());
        let numbers = self::words(facts.code).filter(is_number).collect();
        Self { code: names_and_strings(facts.code), numbers, columns, words }
    }

    fn in_code(&self, name: &str) -> bool {
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
            self.columns.contains(name) || self.in_code(name) || vocabulary::MADE_BY_PANDAS.contains(&name)
        };
        let part = |part| if known(part) { part } else { WITHHELD };
        if known(name) {
            name.to_owned()
        } else {
            name.split(" / ").map(part).collect::<Vec<_>>().join(" / ")
        }
    }

    fn class<'b>(&self, name: &'b str) -> Option<&'b str> {
        vocabulary::EXCEPTIONS.contains(&name).then_some(name)
    }

    fn table(&self, data: &TableData) -> String {
        let complete = data.rows.len() as u64 == data.total_rows;
        let columns = data.columns.iter().take(MOST_COLUMNS).enumerate().map(|(at, name)| {
            let kind =
                Some(type_at(data, at)).filter(|kind| vocabulary::TYPES.contains(kind)).unwrap_or("other");
            let missing = data.rows.iter().filter(|row| row.get(at).is_none_or(Value::is_null)).count();
            let missing =
                if complete && missing > 0 { format!(", {missing} missing") } else { String::new() };
            format!("{} ({kind}{missing})", line(&self.column(name), MOST_CELL))
        });
        let columns: Vec<String> = columns.collect();
        let rows = coarse(data.total_rows, 3);
        format!(
            "Table of {rows} rows and {} columns (cells withheld): {}",
            data.columns.len(),
            columns.join(", ")
        )
    }

    fn error(&self, error: &PythonError, code: &str) -> String {
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
    fn message(&self, message: &str) -> String {
        let mut shown: Vec<&str> = Vec::new();
        for word in words(message).take(4 * MOST_WORDS) {
            let lower = word.to_lowercase();
            let known = self.words.contains(&lower) || vocabulary::MESSAGE_WORDS.contains(&lower.as_str());
            match known {
                true => shown.push(word),
                false if shown.last() != Some(&"…") => shown.push("…"),
                false => {}
            }
            if shown.len() == MOST_WORDS {
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

/// Returns identifiers and the contents of string literals. It does not parse the code: an apostrophe in a
/// comment yields an extra string, which is the model's own text all the same.
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

/// Returns the line of the code at which a traceback ends: that of the last frame in a cell, `Cell [3], line
/// 2, in <module>`.
fn line_of(traceback: &str) -> Option<usize> {
    traceback.lines().rev().find_map(|line| {
        let (_, rest) = line.trim_start().strip_prefix("Cell [")?.split_once("], line ")?;
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok()
    })
}

fn coarse_duration(milliseconds: f64) -> &'static str {
    match milliseconds {
        ms if ms < 1_000.0 => "under 1 s",
        ms if ms < 10_000.0 => "under 10 s",
        ms if ms < 60_000.0 => "under 1 min",
        _ => "over 1 min",
    }
}

/// Truncates the number to this many significant digits, with "about" if that changes it.
pub(super) fn coarse(number: u64, digits: u32) -> String {
    let length = number.checked_ilog10().unwrap_or(0) + 1;
    let unit = 10_u64.pow(length.saturating_sub(digits));
    let rounded = number / unit * unit;
    if rounded == number { format::count(number) } else { format!("about {}", format::count(rounded)) }
}
