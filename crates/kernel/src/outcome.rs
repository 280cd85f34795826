//! The outcome of an execution.

use std::collections::{BTreeMap, HashSet};

use charts::Chart;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use text::format;

use crate::finding::Finding;
use crate::reading::{Addition, Deviation};

/// How an execution ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It ran to its end.
    #[default]
    Ok,
    /// Python raised an exception.
    Error,
    /// The user stopped it; the variables are kept.
    Interrupted,
    /// It exceeded its time limit; the variables are kept.
    Timeout,
    /// The worker had to be killed; the variables are lost.
    Killed,
}

/// Everything that one execution produced.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    /// How it ended.
    pub status: Status,
    /// Which execution of this kernel it was, from 1; failing ones count.
    pub execution_count: u32,
    /// Standard output: its beginning and end if it was too long, with a line in between that says
    /// how much was left out.
    pub stdout: String,
    /// The same for standard error.
    pub stderr: String,
    /// The results, in the order in which they were produced.
    pub results: Vec<Shown>,
    /// The exception that ended it.
    pub error: Option<PythonError>,
    /// Files under `/out` that it created or changed.
    pub files: Vec<FileRef>,
    /// The output spill: a file under `/out/.outputs` with everything that it printed, if `stdout`
    /// has only part of it or a model may get only part.
    #[serde(default)]
    pub output: Option<String>,
    /// Paths under `/out` that it deleted.
    #[serde(default)]
    pub removed: Vec<String>,
    /// How long it took, in milliseconds.
    pub duration_ms: f64,
    /// Bytes of the interpreter's memory afterwards.
    #[serde(default)]
    pub memory_bytes: u64,
    /// The user's global variables afterwards, including functions and classes: to report what a
    /// termination loses. A model sees those that are nearest to a name that it missed, if it may
    /// see what is printed, and otherwise none.
    #[serde(default)]
    pub variables: Vec<String>,
    /// Where what it showed comes from, as far as its code says.
    #[serde(default)]
    pub lineage: Lineage,
    /// The arguments that were added to its code before it ran, in the order of their places.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Addition>>"))]
    pub additions: Vec<Addition>,
    /// The files that it read otherwise than their profiles say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Deviation>>"))]
    pub deviations: Vec<Deviation>,
    /// What it says of the data that its output does not say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Finding>>"))]
    pub findings: Vec<Finding>,
    /// Whether the code was not run, since there was no kernel. It is not part of any message, so
    /// that code cannot claim it, whatever its exceptions are called.
    #[serde(skip)]
    pub kernel_unavailable: bool,
}

/// Where what an execution showed comes from. It is read from the code, which can hide it: a help
/// against mistakes, no protection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Lineage {
    /// Whether some of it comes from the session's files, or from something that is not known.
    pub files: bool,
    /// What else it comes from, or what takes part in it.
    pub made: Vec<Made>,
}

impl Default for Lineage {
    fn default() -> Self {
        Self { files: true, made: Vec::new() }
    }
}

/// A source of data that is not a file of the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Made {
    /// Values that the code states.
    Typed,
    /// Random numbers.
    Random,
    /// Sample data of a library.
    Sample,
}

impl Lineage {
    /// Describes it in a few words; `None` if it comes from files alone.
    pub fn note(&self) -> Option<&'static str> {
        let has = |made| self.made.contains(&made);
        Some(match (self.files, has(Made::Typed), has(Made::Random), has(Made::Sample)) {
            (false, true, true, _) => "from data typed into the code and random numbers",
            (false, true, ..) => "from data typed into the code",
            (false, _, true, _) => "from random numbers",
            (false, _, _, true) => "from a library's sample data",
            (true, true, ..) => "partly from data typed into the code",
            (true, _, _, true) => "partly from a library's sample data",
            (true, _, true, _) => "involves random numbers",
            (_, false, false, false) => return None,
        })
    }
}

/// A result: a figure, or the value of the last expression.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Shown {
    /// Its id in the session: the interpreter's id, a hyphen, and a number. With it the page asks
    /// for more of a table.
    #[serde(default)]
    pub id: String,
    /// Whether this is the value of the last expression.
    pub main: bool,
    /// A plain text form: the repr of a value; title and axis labels of a figure.
    pub text: String,
    /// Its forms by media type: text and JSON as they are, images in base64.
    pub mime: BTreeMap<String, String>,
    /// The first and last rows, if the value is a table.
    #[serde(default)]
    pub data: Option<TableData>,
    /// The chart as data, if this is a figure. Code can send anything in its place.
    #[serde(default, deserialize_with = "charts::if_valid")]
    pub chart: Option<Chart>,
    /// The `display_id` under which it was shown; a later result with the same one in this
    /// execution replaces it.
    #[serde(default)]
    pub display: Option<String>,
}

/// The first and last rows of a table (DataFrame, Series, 2-D array) as data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TableData {
    /// Column names, index levels first unless the index is a plain range.
    pub columns: Vec<String>,
    /// Type of each column: `integer`, `number`, `boolean`, `date`, `datetime`, `duration`, `text`,
    /// `category`, `other`.
    pub types: Vec<String>,
    /// How many of the first columns are index levels.
    pub index_columns: usize,
    /// The first rows, each as long as `columns`. Cells are null, booleans, numbers or text (dates
    /// in ISO 8601, non-finite numbers and integers beyond 2^53 as text).
    pub rows: Vec<Vec<Value>>,
    /// The last rows, if `rows` are not all: at most five, none of them among `rows`.
    #[serde(default)]
    pub tail: Vec<Vec<Value>>,
    /// Number of rows of the whole table.
    pub total_rows: u64,
    /// Number of columns of the whole table without index levels, if `columns` are not all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub all_columns: Option<u64>,
}

/// An exception.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PythonError {
    /// The exception's class, `KeyError` for instance.
    pub name: String,
    /// Its message.
    pub value: String,
    /// The traceback, without the harness's own frames.
    pub traceback: String,
}

/// A file under `/out`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FileRef {
    /// Its absolute path.
    pub path: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// The key under which the page keeps its content at that time; not part of any message.
    #[serde(skip)]
    pub kept: Option<u32>,
}

/// Returns the deviations of executions that succeeded, each once, in their order. A file that a
/// later call has read with added arguments is read as its profile says since.
pub fn unresolved_deviations<'a>(
    outcomes: impl IntoIterator<Item = &'a Outcome>,
) -> Vec<&'a Deviation> {
    let mut found: Vec<&Deviation> = Vec::new();
    for outcome in outcomes.into_iter().filter(|outcome| outcome.status == Status::Ok) {
        found.retain(|known| !outcome.additions.iter().any(|addition| addition.file == known.file));
        for deviation in &outcome.deviations {
            if !found.contains(&deviation) {
                found.push(deviation);
            }
        }
    }
    found
}

/// The most sentences about joins: the interpreter finds a few per execution, and forged ones are
/// not all shown.
const MAX_JOIN_NOTES: usize = 10;

/// Returns what the joins of executions that succeeded do to rows, as sentences, each once.
pub fn join_notes<'a>(outcomes: impl IntoIterator<Item = &'a Outcome>) -> Vec<String> {
    let succeeded = outcomes.into_iter().filter(|outcome| outcome.status == Status::Ok);
    let mut found: Vec<String> = succeeded
        .flat_map(|outcome| outcome.findings.iter().take(MAX_JOIN_NOTES))
        .filter_map(|finding| finding.joined(format::count))
        .collect();
    let mut seen = HashSet::new();
    found.retain(|sentence| seen.insert(sentence.clone()));
    found.truncate(MAX_JOIN_NOTES);
    found
}

#[cfg(test)]
mod tests;
