//! The query of a turn, as the page shows it: what the question was understood to ask, part by
//! part.
//!
//! The planner owns the queries; here they are JSON that is passed on.

use leptos::prelude::RwSignal;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a question was understood to ask, or what the user has asked for instead.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Reading {
    /// The query.
    pub query: Value,
    /// Whether the user put it together, rather than the planner from a question.
    pub own: bool,
    /// What it asks, as a sentence without a full stop; empty until it has been carried out.
    pub label: String,
    /// Words of the question that it does not use.
    pub unused: Vec<String>,
    /// What was assumed, as sentences.
    pub assumed: Vec<String>,
    /// Whether it is so uncertain that no number of the answer counts as supported.
    pub doubtful: bool,
    /// Another reading that is nearly as good.
    pub second: Option<Second>,
    /// What the user has explained of the question's words.
    pub explained: Vec<Value>,
    /// Its parts in reading order; empty until they are known. They follow from the query and are
    /// not stored.
    #[serde(skip)]
    pub chips: Vec<Chip>,
}

/// A reading that may be meant instead.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Second {
    /// What it asks, in words.
    pub label: String,
    /// The query.
    pub query: Value,
}

/// A part of a query.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Chip {
    /// Which part it is.
    pub id: u32,
    /// What the part is, in one or two words.
    pub part: String,
    /// The words before it.
    pub before: String,
    /// What the query has there.
    pub label: String,
    /// Whether it begins a new part of the sentence.
    pub clause: bool,
    /// Whether it adds to the query rather than shows a part of it.
    pub adds: bool,
}

/// An entry of a part's menu.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Choice {
    /// What the part becomes.
    pub label: String,
    /// What else changes, or what the entry is.
    pub detail: String,
    /// The query with this change.
    pub query: Value,
    /// The part whose menu opens next, if the query is not complete yet.
    pub opens: Option<u32>,
    /// What is remembered of a word that was explained.
    pub explained: Option<Value>,
}

/// What a user asks for, other than by a question alone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Asked {
    /// The turn in whose place it is asked, if it changes one.
    pub of: Option<u32>,
    /// The question; empty if there is none.
    pub question: String,
    /// The query.
    pub query: Value,
    /// What the user has explained of the question's words.
    pub explained: Vec<Value>,
}

/// What is open in a line of chips: one menu at a time, and a query that is not complete yet.
#[derive(Clone, Copy)]
pub struct Bar {
    /// The query of the line.
    pub query: RwSignal<Value>,
    /// Its parts.
    pub chips: RwSignal<Vec<Chip>>,
    /// The entries of the open menu.
    pub choices: RwSignal<Vec<Choice>>,
}
