//! A file that was added again under its name with other content: what is other about it, and what
//! running the session's code with it has changed.

use std::sync::Arc;

use kernel::{ColumnType, Outcome, Profile, Table};
use serde_json::Value;
use session::log::Changes;
use text::{format, visible};

use super::Id;

/// The most columns that a sentence names.
const MAX_COLUMNS: usize = 5;

/// A file that was added under the name of another one, until the user has dealt with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewFile {
    /// The file that had the name before, or the new one once it is in its place.
    pub file: Id,
    /// The name.
    pub name: String,
    /// How far it is.
    pub stage: NewFileStage,
}

/// What has come of a new file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewFileStage {
    /// It is being compared and read.
    Reading,
    /// The user decides.
    Offered(FileDifference),
    /// It takes the place of the former one, and Python restarts.
    Begun,
    /// This piece of so many runs with it, from 1.
    Running(usize, usize),
    /// All that was to run has, as a sentence.
    Done(String),
    /// It is not in place, with the reason as a sentence.
    Failed(String),
}

/// How a file differs from another one, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileDifference {
    /// The rows of its tables, and what is new: `1,204 rows instead of 1,180`.
    pub facts: String,
    /// What code that reads the former file may fail at, as sentences.
    pub warnings: Vec<String>,
}

/// What the code of a step had produced before it ran with other files.
#[derive(Clone, Debug, PartialEq)]
pub struct FormerRun {
    /// The outcome.
    pub outcome: Arc<Outcome>,
    /// What is other now.
    pub changes: Changes,
}

/// How running the session's code with a new file has ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RanAgain {
    /// How many pieces ran, and of how many.
    pub pieces: (usize, usize),
    /// How many steps ended with an error that they had not ended with before.
    pub failed: usize,
    /// How many steps have another result.
    pub changed: usize,
}

impl NewFile {
    /// Returns whether code runs with it.
    pub fn is_under_way(&self) -> bool {
        matches!(self.stage, NewFileStage::Begun | NewFileStage::Running(..))
    }
}

impl FileDifference {
    /// Compares the profiles of two files; the former one may not have been read.
    pub fn between(before: Option<&Profile>, now: &Profile) -> Self {
        if let Some(error) = &now.error {
            let warnings = vec![words::new_file_cannot_be_read(&visible(error))];
            return Self { facts: String::new(), warnings };
        }
        let known = before.map(|profile| profile.tables.as_slice()).unwrap_or_default();
        let mut found = Self::default();
        let mut facts = Vec::new();
        let alone = known.len() == 1 && now.tables.len() == 1;
        for table in &now.tables {
            let same = |other: &&Table| alone || other.sheet == table.sheet;
            let named = match &table.sheet {
                Some(sheet) if now.tables.len() > 1 => format!("{}: ", visible(sheet)),
                _ => String::new(),
            };
            match known.iter().find(same) {
                Some(earlier) => {
                    let (fact, warnings) = compared(earlier, table);
                    facts.push(format!("{named}{fact}"));
                    found
                        .warnings
                        .extend(warnings.into_iter().map(|text| format!("{named}{text}")));
                }
                None => facts.push(format!("{named}{}", rows(table))),
            }
        }
        let is_gone = |earlier: &&Table| {
            !alone && !now.tables.iter().any(|table| table.sheet == earlier.sheet)
        };
        let gone: Vec<&Table> = known.iter().filter(is_gone).collect();
        match gone.as_slice() {
            [] => {}
            [Table { sheet: None, .. }] => {
                found.warnings.push(words::new_file_has_no_table().to_owned())
            }
            more => {
                let names: Vec<String> =
                    more.iter().filter_map(|table| table.sheet.clone()).collect();
                found.warnings.push(words::new_file_tables_are_gone(&listed(&names)));
            }
        }
        found.facts = facts.join("; ");
        found
    }
}

/// Compares a table with the one in its place before: its rows and new columns, and what code may
/// fail at.
fn compared(before: &Table, now: &Table) -> (String, Vec<String>) {
    let mut fact = if before.rows == now.rows {
        words::new_file_as_before(&rows(now))
    } else {
        words::new_file_instead_of(&format::count(before.rows), &rows(now))
    };
    let missing = |one: &Table, other: &Table| -> Vec<String> {
        let has = |name: &str| other.columns.iter().any(|column| column.name == name);
        let names = one.columns.iter().map(|column| column.name.clone());
        names.filter(|name| !has(name)).collect()
    };
    let (added, removed) = (missing(now, before), missing(before, now));
    if !added.is_empty() {
        fact = words::new_file_new_columns(added.len() as u64, &fact, &listed(&added));
    }
    let mut warnings = Vec::new();
    if !removed.is_empty() {
        let names = listed(&removed);
        warnings.push(words::new_file_columns_are_missing(removed.len() as u64, &names));
    }
    for column in &now.columns {
        let earlier = before.columns.iter().find(|earlier| earlier.name == column.name);
        let Some(earlier) = earlier else { continue };
        let (was, is) = (kind(earlier.r#type), kind(column.r#type));
        if was != is {
            warnings.push(words::new_file_column_has(&is, &quoted(&column.name), &was));
        }
    }
    (fact, warnings)
}

fn rows(table: &Table) -> String {
    if table.rows_exact {
        words::new_file_rows(table.rows)
    } else {
        words::new_file_about_rows(table.rows)
    }
}

fn kind(of: ColumnType) -> &'static str {
    match of {
        ColumnType::Integer | ColumnType::Number => words::new_file_numbers(),
        ColumnType::NumberText => words::new_file_numbers_as_text(),
        ColumnType::Boolean => words::new_file_yes_and_no(),
        ColumnType::Date => words::new_file_dates(),
        ColumnType::Category | ColumnType::Text => words::new_file_text(),
        ColumnType::Empty => words::new_file_no_values(),
    }
}

fn quoted(name: &str) -> String {
    format!("“{}”", visible(name))
}

fn listed(names: &[String]) -> String {
    let shown: Vec<String> = names.iter().take(MAX_COLUMNS).map(|name| quoted(name)).collect();
    match names.len() - shown.len() {
        0 => shown.join(", "),
        more => words::new_file_and_more(&more, &shown.join(", ")),
    }
}

impl RanAgain {
    /// Says how it has ended, of a file of this name.
    pub fn sentence(&self, name: &str) -> String {
        let name = visible(name);
        let (ran, of) = self.pieces;
        if of == 0 {
            return words::new_file_questions_use(&name);
        }
        let mut text = match self.changed {
            _ if ran < of => words::new_file_stopped(&name, of as u64, &ran),
            0 if self.failed == 0 => words::new_file_nothing_has_changed(&name),
            0 => words::new_file_ran_again(&name),
            changed => words::new_file_results_have_changed(&name, changed as u64),
        };
        if self.failed > 0 {
            text = words::new_file_ended_with_an_error(&text, self.failed as u64);
        }
        text
    }
}

/// Returns the name for a further file of this name: `sales (2).csv`.
pub fn numbered(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let (folder, last) =
        name.rsplit_once('/').map_or(("", name), |(folder, _)| name.split_at(folder.len() + 1));
    let (stem, ending) = match last.rfind('.').filter(|at| *at > 0) {
        Some(at) => last.split_at(at),
        None => (last, ""),
    };
    let mut number = 2u32;
    loop {
        let candidate = format!("{folder}{stem} ({number}){ending}");
        if !is_taken(&candidate) {
            return candidate;
        }
        number += 1;
    }
}

/// Describes a file that another one has replaced.
pub fn former_words(bytes: u64, profile: Option<&Profile>) -> String {
    let tables = profile.map(|profile| profile.tables.as_slice()).unwrap_or_default();
    match tables {
        [table] => format!("{}, {}", rows(table), format::bytes(bytes)),
        _ => format::bytes(bytes),
    }
}

/// Writes a value of a result as the user reads it.
pub fn value_words(value: &Value) -> String {
    match value {
        Value::Null => words::new_file_missing().to_owned(),
        Value::String(text) => visible(text),
        Value::Number(number) => format::grouped(&number.to_string()),
        Value::Bool(true) => words::new_file_yes().to_owned(),
        Value::Bool(false) => words::new_file_no().to_owned(),
        Value::Array(_) | Value::Object(_) => visible(&value.to_string()),
    }
}

#[cfg(test)]
mod tests;
