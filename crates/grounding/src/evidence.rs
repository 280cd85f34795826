//! The values that executions produced and files are known to have, each with where it stands.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use kernel::{Lineage, Outcome, Profile};
use serde::{Deserialize, Serialize};

use crate::doubts::{self, FileDoubts};
use crate::labels;
use crate::quantity::{Date, Value};
use crate::replaced::Run;

mod collect;
mod files;
mod headings;
mod json;
mod lines;
mod printed_json;

use collect::Adding;

/// The most executions that are kept, the newest: a session rarely has more, and an answer rarely
/// goes back so far.
const MAX_EXECUTIONS: usize = 200;
/// Where a value stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Source {
    /// The execution that produced it, as the caller identifies it; for a profile, the file's
    /// position.
    pub at: usize,
    /// The part of its outcome.
    pub place: Place,
}

/// A part of an outcome, or another place where values stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// What was printed.
    Output,
    /// The result with this index.
    Result(usize),
    /// The profile of a file.
    Profile,
    /// The answer itself.
    Answer,
}

/// The part of the evidence that a model may know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Readable {
    /// The files, as their profiles describe them.
    Files,
    /// These, and the executions that were disclosed.
    Disclosed,
}

/// A number of the evidence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub(crate) value: f64,
    /// The unit of its last digit, 0 if all digits are known.
    pub(crate) resolution: f64,
    pub(crate) source: Source,
    /// Whether it stands in a string of the code, so that printing it computes nothing.
    pub(crate) typed: bool,
    /// What it counts or labels, if it is not a value.
    pub(crate) role: Role,
    /// Its row, by its index in [`Values::rows`]; [`NONE`] outside tables.
    pub(crate) row: u32,
    /// Its column, by its index in [`Values::columns`]; [`NONE`] outside tables. In a profile what
    /// it counts, as [`Counted`].
    pub(crate) column: u32,
}

/// What a number is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// A value.
    Value,
    /// It labels its row.
    Key,
    /// It says how many rows or columns a table has, which no output states.
    Size,
}

/// No row or column.
pub(crate) const NONE: u32 = u32::MAX;

/// A column of numbers.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    /// Its label, empty if it has none.
    pub(crate) label: String,
    /// The table that it belongs to.
    pub(crate) table: u32,
    /// The sum of all its values; `None` if not all are known.
    pub(crate) total: Option<f64>,
    /// How many values it has.
    pub(crate) count: usize,
    pub(crate) source: Source,
}

/// Everything that answers may rely on. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    executions: Vec<Execution>,
    files: Vec<Arc<Values>>,
    /// The labels of the files' columns.
    measures: Arc<HashSet<String>>,
    /// What is doubtful about the files.
    profiles: Arc<Vec<FileDoubts>>,
    /// How many executions there were before this turn.
    earlier: usize,
}

#[derive(Clone, Debug)]
struct Execution {
    values: Arc<Values>,
    /// Whether a model has read them.
    disclosed: bool,
    /// What identifies it in [`Source`].
    at: usize,
    lineage: Lineage,
    run: Arc<Run>,
    /// Whether a later execution of its turn replaced what it showed.
    replaced: bool,
    doubts: Arc<Vec<String>>,
}

/// The values of one execution or file.
#[derive(Debug, Default)]
pub(crate) struct Values {
    /// By absolute value.
    numbers: Vec<Known>,
    dates: HashMap<Date, Source>,
    /// The columns of all tables.
    pub(crate) columns: Vec<Column>,
    /// The table of each row.
    pub(crate) rows: Vec<u32>,
    /// For each table whether the labels of its rows name groups, of which an answer states the
    /// right one.
    pub(crate) strict: Vec<bool>,
    /// For each table whether a row of it is a statistic or a column of files, so that sums of its
    /// columns say nothing.
    pub(crate) measured: Vec<bool>,
    /// The rows that have a label.
    pub(crate) labels: HashMap<String, Vec<u32>>,
    /// The columns that have a label, of tables whose columns are groups.
    pub(crate) headings: HashMap<String, Vec<u32>>,
    /// The numbers and dates that the code states as parameters.
    parameters: (Vec<f64>, Vec<Date>),
    /// In lower case.
    text: Vec<String>,
}

impl Evidence {
    /// Adds the outcome of an execution, which ran `code`; `at` identifies it in [`Source`].
    pub fn add_outcome(&mut self, at: usize, code: &str, outcome: &Outcome) {
        let values = Adding::new(at, code, &self.measures).finish(code, outcome);
        if self.executions.len() == MAX_EXECUTIONS {
            self.executions.remove(0);
            self.earlier = self.earlier.saturating_sub(1);
        }
        let run = Run::new(code, outcome);
        for earlier in self.executions.iter_mut().skip(self.earlier) {
            earlier.replaced |= run.replaces(&earlier.run);
        }
        let before = self.executions.iter().rev().map(|execution| execution.run.code());
        let doubts = doubts::of_execution(code, outcome, &self.profiles, before);
        self.executions.push(Execution {
            values: Arc::new(values),
            disclosed: false,
            at,
            lineage: outcome.lineage.clone(),
            run: Arc::new(run),
            replaced: false,
            doubts: Arc::new(doubts),
        });
    }

    /// Records that a model has read what the newest execution produced.
    pub fn set_disclosed(&mut self) {
        if let Some(newest) = self.executions.last_mut() {
            newest.disclosed = true;
        }
    }

    /// Returns the part that models have read: the files, and executions that were disclosed. A
    /// model whose answers were compared with more could find out values by stating guesses.
    pub fn disclosed(&self) -> Self {
        let disclosed = self.executions.iter().filter(|execution| execution.disclosed);
        Self { executions: disclosed.cloned().collect(), ..self.clone() }
    }

    /// Returns the part that no execution produced: the files.
    pub fn of_files(&self) -> Self {
        Self { executions: Vec::new(), ..self.clone() }
    }

    /// Returns the part that a model may know.
    pub fn readable(&self, part: Readable) -> Self {
        match part {
            Readable::Files => self.of_files(),
            Readable::Disclosed => self.disclosed(),
        }
    }

    /// Begins a turn: sets the files that exist, as a model knows them without running anything:
    /// counts and names, no cells. A file's position identifies it in [`Source`].
    pub fn set_files<'a>(&mut self, profiles: impl IntoIterator<Item = &'a Profile>) {
        let mut measures = HashSet::new();
        let mut doubtful = Vec::new();
        let mut file = |(at, profile): (usize, &Profile)| {
            doubtful.push(FileDoubts::of(profile));
            let columns = profile.tables.iter().flat_map(|table| &table.columns);
            measures.extend(columns.filter_map(|column| labels::label(&column.name)));
            Arc::new(Values::of_file(at, profile))
        };
        self.files = profiles.into_iter().enumerate().map(&mut file).collect();
        self.measures = Arc::new(measures);
        self.profiles = Arc::new(doubtful);
        self.earlier = self.executions.len();
    }

    /// Returns where what an execution showed comes from, in words; `None` if it comes from
    /// files.
    pub(crate) fn lineage(&self, at: usize) -> Option<&'static str> {
        self.executions.iter().rev().find(|execution| execution.at == at)?.lineage.note()
    }

    /// Returns what is doubtful about what an execution showed: rows that were left out, values
    /// that were guessed.
    pub(crate) fn doubts(&self, at: usize) -> &[String] {
        let found = self.executions.iter().rev().find(|execution| execution.at == at);
        found.map_or(&[], |found| &found.doubts)
    }

    /// Returns how many executions there are.
    pub(crate) fn executions(&self) -> usize {
        self.executions.len()
    }

    /// Returns the part that later executions replaced.
    pub(crate) fn replaced(&self) -> Self {
        self.where_replaced(true)
    }

    /// Returns the part that no later execution replaced.
    pub(crate) fn standing(&self) -> Self {
        self.where_replaced(false)
    }

    fn where_replaced(&self, replaced: bool) -> Self {
        let kept = |execution: &&Execution| execution.replaced == replaced;
        let earlier = self.executions.iter().take(self.earlier).filter(kept).count();
        let executions = self.executions.iter().filter(kept).cloned().collect();
        Self { executions, earlier, ..self.clone() }
    }

    /// Returns whether no execution has produced a value.
    pub fn is_empty(&self) -> bool {
        self.executions.iter().all(|execution| execution.values.is_empty())
    }

    /// Returns whether a name occurs in the evidence, whatever its case.
    pub fn mentions(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        self.all().flat_map(|values| &values.text).any(|text| text.contains(&name))
    }

    /// Returns how many of the values, from the first, are of this turn; all if it has produced
    /// none.
    pub(crate) fn current(&self) -> usize {
        let current = self.executions.get(self.earlier..).unwrap_or_default();
        if current.iter().all(|execution| execution.values.is_empty()) {
            usize::MAX
        } else {
            current.len()
        }
    }

    /// Returns the labels of the files' columns.
    pub(crate) fn measures(&self) -> &HashSet<String> {
        &self.measures
    }

    /// The newest execution first.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Values> {
        let executions = self.executions.iter().rev().map(|execution| &execution.values);
        executions.chain(&self.files).map(AsRef::as_ref)
    }
}

impl Values {
    /// Returns all numbers.
    pub(crate) fn numbers(&self) -> &[Known] {
        &self.numbers
    }

    /// Returns the numbers whose absolute value is from `low` to `high`.
    pub(crate) fn between(&self, low: f64, high: f64) -> &[Known] {
        let start = self.numbers.partition_point(|known| known.value.abs() < low);
        let end = self.numbers.partition_point(|known| known.value.abs() <= high);
        self.numbers.get(start..end).unwrap_or_default()
    }

    /// Returns where a date stands that says everything that `date` says.
    pub(crate) fn date(&self, date: &Date) -> Option<Source> {
        let whole = || {
            self.dates.iter().find(|(whole, _)| date.is_part_of(whole)).map(|(_, source)| source)
        };
        self.dates.get(date).or_else(whole).copied()
    }

    /// Returns where a date of this year stands.
    pub(crate) fn year(&self, year: u16) -> Option<Source> {
        self.dates.iter().find(|(date, _)| date.year == Some(year)).map(|(_, source)| *source)
    }

    /// Returns whether the code states this as a threshold, a count or a limit in time.
    pub(crate) fn has_parameter(&self, value: &Value) -> bool {
        match value {
            Value::Number(number) => self.parameters.0.iter().any(|known| {
                let value = number.value.abs();
                (known - value).abs() < 1e-9
                    || number.percent && (known - value * 0.01).abs() < 1e-9
            }),
            Value::Date(date) => self.parameters.1.iter().any(|known| date.is_part_of(known)),
        }
    }

    /// Returns the numbers of a row.
    pub(crate) fn row(&self, row: u32) -> impl Iterator<Item = &Known> {
        self.numbers.iter().filter(move |known| known.row == row)
    }

    /// Returns whether a number is the only one of a row for an extreme or a quantile, as
    /// `describe` prints them: answers give them without their names.
    pub(crate) fn is_summary(&self, known: &Known) -> bool {
        let named =
            |label: &str| self.labels.get(label).is_some_and(|rows| rows.contains(&known.row));
        ["min", "max", "median", "quartile"].iter().any(|label| named(label))
            && self.row(known.row).count() == 1
    }

    /// Returns the table of a row.
    pub(crate) fn table(&self, row: u32) -> Option<u32> {
        self.rows.get(row as usize).copied()
    }

    /// Returns whether the labels of a table's rows name groups.
    pub(crate) fn is_strict(&self, table: u32) -> bool {
        self.strict.get(table as usize) == Some(&true)
    }

    fn is_empty(&self) -> bool {
        self.numbers.is_empty() && self.text.iter().all(|text| text.trim().is_empty())
    }
}
