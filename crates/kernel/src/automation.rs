//! The data that scripts exchange with the page by `window.insitu`: options and results of its
//! methods, and the requests about tables that follow from the options.
//!
//! The TypeScript declarations in `web/generated/automation.ts` and the JSON Schema in
//! `schema.json` are made from these types. Outcomes, results and charts are those of this crate
//! and `charts`. Knows nothing of models, IO or pages, and not how a method does its work.

mod offline;
mod options;
mod page_events;
mod replay;
mod requests;
#[cfg(feature = "schema")]
mod schema;
mod table_window;

use std::sync::Arc;

use crate::protocol::{Place, Start};
use crate::{Outcome, Shown};
pub use offline::{OfflineFound, OfflineStatus, OfflineUpdate};
pub use options::{
    ColumnName, Condition, FileFormat, Filter, OneOrMany, Op, RunOptions, SaveOptions, Sort,
    SortKey, View, Whole, WindowOptions,
};
pub use page_events::{
    AuthorWord, FileWord, Happening, KernelWord, OfflineWord, PageEvent, PhaseWord, RenderEnd,
    RenderKind, SessionWord, TurnEnd,
};
pub use replay::{ReplayDifference, ReplayVerdict, ReplayWord};
pub use requests::{
    ColumnNames, RowQuery, SaveQuery, TableQuery, document_import, document_path, result_id,
};
#[cfg(feature = "schema")]
pub use schema::schema;
use serde::{Deserialize, Serialize};
pub use table_window::{ColumnStats, CutCell, TableWindow};

/// How the interpreter was started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Startup {
    /// How.
    pub from: Start,
    /// Why the snapshot was not used, if so: a sentence.
    pub why: Option<String>,
}

/// A turn that is complete.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Turn {
    /// The question as it was asked.
    pub question: String,
    /// The answer as Markdown; empty if there is none.
    pub answer: String,
    /// The tool calls in their order.
    pub steps: Vec<Step>,
    /// Why it ended early, if so.
    pub stopped: Option<StopReason>,
    /// A sentence that says how it was stopped, and what to do.
    pub message: Option<String>,
    /// The numbers and dates of the answer in their order.
    pub claims: Vec<Claim>,
    /// Whether the answer states something although nothing was computed for it, and the model
    /// insisted.
    #[serde(rename = "notComputed")]
    pub not_computed: bool,
    /// The questions that may be meant, if the answer asks back; empty otherwise.
    pub choices: Vec<String>,
}

/// A number or a date of an answer, and what supports it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Claim {
    /// As the answer writes it.
    pub text: String,
    /// Where it begins in the answer, in UTF-16 code units.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// What supports it.
    pub support: ClaimSupport,
    /// The step whose result supports it, as an index into `steps`; null for a step of an earlier
    /// turn, for the profile of a file, and if nothing supports it.
    pub step: Option<usize>,
    /// What supports it, as a sentence; null for a number of the question.
    pub note: Option<String>,
}

/// What supports a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ClaimSupport {
    /// A result has it, perhaps with more digits, as a fraction, or as part of a date.
    Found,
    /// It follows by simple arithmetic from numbers that results have.
    Derived,
    /// The question states it.
    Question,
    /// The code uses it, as a threshold for example.
    Used,
    /// The output has it, but only since the code quotes it.
    Typed,
    /// A result has it for another row than the answer says.
    Misplaced,
    /// A result has it among so many numbers that it may be there by chance, and the answer names
    /// no row.
    Chance,
    /// Only a result has it that was replaced since.
    Replaced,
    /// No result has it.
    Missing,
}

/// A tool call of a turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Step {
    /// What the code is for, in a few words.
    pub purpose: String,
    /// Python source.
    pub code: String,
    /// What the code produced; null if it was not run.
    pub outcome: Option<Arc<Outcome>>,
    /// Why it was not run, if so.
    pub refused: Option<String>,
}

/// Why a turn ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum StopReason {
    /// It reached a limit: of steps, time or tokens, or it repeated itself.
    Limit,
    /// The user or a script stopped it.
    User,
    /// The model or the kernel failed.
    Error,
}

/// The content of a document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Preview {
    /// One table per sheet, one text per slide, and so on.
    pub results: Vec<Shown>,
    /// What a user should know, or why there are no results: a sentence.
    pub message: Option<String>,
}

/// An egress probe and its final result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JudgedProbe {
    /// The interface that was tried, as a user reads it: "fetch", "WebSocket".
    pub name: String,
    /// Where it ran.
    pub place: Place,
    /// Its result.
    pub fate: JudgedFate,
    /// The error or policy that stopped it, or other evidence.
    pub how: String,
}

/// The final result of an egress probe, once the server has said what arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum JudgedFate {
    /// It was refused, or nothing arrived.
    Refused,
    /// It reached something.
    Open,
    /// The result cannot be observed in this browser.
    Unproven,
}

#[cfg(test)]
mod tests;
