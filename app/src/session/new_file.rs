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
            let warnings = vec![format!("It cannot be read: {}", visible(error))];
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
            [Table { sheet: None, .. }] => found.warnings.push("It has no table.".to_owned()),
            more => {
                let names: Vec<String> =
                    more.iter().filter_map(|table| table.sheet.clone()).collect();
                found.warnings.push(format!("It no longer has the tables {}.", listed(&names)));
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
        format!("{} as before", rows(now))
    } else {
        format!("{} instead of {}", rows(now), format::count(before.rows))
    };
    let missing = |one: &Table, other: &Table| -> Vec<String> {
        let has = |name: &str| other.columns.iter().any(|column| column.name == name);
        let names = one.columns.iter().map(|column| column.name.clone());
        names.filter(|name| !has(name)).collect()
    };
    let (added, removed) = (missing(now, before), missing(before, now));
    if !added.is_empty() {
        let word = if added.len() == 1 { "a new column" } else { "new columns" };
        fact = format!("{fact}, {word}: {}", listed(&added));
    }
    let mut warnings = Vec::new();
    match removed.as_slice() {
        [] => {}
        [one] => warnings.push(format!("The column {} is missing.", quoted(one))),
        more => warnings.push(format!("The columns {} are missing.", listed(more))),
    }
    for column in &now.columns {
        let earlier = before.columns.iter().find(|earlier| earlier.name == column.name);
        let Some(earlier) = earlier else { continue };
        let (was, is) = (kind(earlier.r#type), kind(column.r#type));
        if was != is {
            warnings.push(format!(
                "The column {} has {is}; before, it had {was}.",
                quoted(&column.name)
            ));
        }
    }
    (fact, warnings)
}

fn rows(table: &Table) -> String {
    let about = if table.rows_exact { "" } else { "about " };
    format!("{about}{}", format::plural(table.rows, "row"))
}

fn kind(of: ColumnType) -> &'static str {
    match of {
        ColumnType::Integer | ColumnType::Number => "numbers",
        ColumnType::NumberText => "numbers as text",
        ColumnType::Boolean => "yes and no",
        ColumnType::Date => "dates",
        ColumnType::Category | ColumnType::Text => "text",
        ColumnType::Empty => "no values",
    }
}

fn quoted(name: &str) -> String {
    format!("“{}”", visible(name))
}

fn listed(names: &[String]) -> String {
    let shown: Vec<String> = names.iter().take(MAX_COLUMNS).map(|name| quoted(name)).collect();
    match names.len() - shown.len() {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

impl RanAgain {
    /// Says how it has ended, of a file of this name.
    pub fn sentence(&self, name: &str) -> String {
        let name = visible(name);
        let (ran, of) = self.pieces;
        if of == 0 {
            return format!("Questions use the new {name} from now on.");
        }
        let steps = |count: usize| format::plural(count as u64, "step");
        let mut text = match self.changed {
            _ if ran < of => format!(
                "Stopped: {ran} of {} ran with the new {name}. The others show results of the former one.",
                format::plural(of as u64, "piece")
            ),
            0 if self.failed == 0 => format!("Ran again with the new {name}: nothing has changed."),
            0 => format!("Ran again with the new {name}."),
            1 => format!("Ran again with the new {name}: the result of 1 step has changed."),
            more => format!(
                "Ran again with the new {name}: the results of {} have changed.",
                steps(more)
            ),
        };
        if self.failed > 0 {
            text = format!("{text} {} ended with an error.", steps(self.failed));
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
        Value::Null => "missing".to_owned(),
        Value::String(text) => visible(text),
        Value::Number(number) => format::grouped(&number.to_string()),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Array(_) | Value::Object(_) => visible(&value.to_string()),
    }
}

#[cfg(test)]
mod tests;
