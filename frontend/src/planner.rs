//! The built-in planner as a model: answers from the files' profiles and this turn's outcomes, without any
//! network.
//!
//! It is in [`crate::lazy_module`], so that the page starts with less. Its functions take and return JSON.

use std::sync::Arc;

use app::session::{Chip, Choice, Reading};
use chat::{Delta, FinishReason, ToolCall};
use kernel::{Outcome, Profile};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::lazy_module;

/// An earlier turn.
#[derive(Clone, Serialize)]
pub(crate) struct Exchange {
    /// What was asked.
    pub(crate) question: String,
    /// What was answered.
    pub(crate) answer: String,
    /// The query that ran.
    pub(crate) query: Option<Value>,
    /// The words that the user explained in it.
    pub(crate) explained: Vec<Value>,
}

/// An execution of this turn.
pub(crate) struct Attempt {
    /// The tool call.
    pub(crate) call: ToolCall,
    /// Its outcome.
    pub(crate) outcome: Arc<Outcome>,
}

#[derive(Serialize)]
struct ReplyInput<'a> {
    question: &'a str,
    history: &'a [Exchange],
    files: Vec<&'a Profile>,
    attempts: Vec<Tried<'a>>,
    query: Option<&'a Value>,
}

#[derive(Serialize)]
struct ChipsInput<'a> {
    query: &'a Value,
    files: Vec<&'a Profile>,
}

#[derive(Deserialize)]
struct ChipsOutput {
    chips: Vec<Chip>,
    words: String,
}

/// What a menu is of, and what was typed into it.
#[derive(Serialize)]
pub(crate) struct MenuOf<'a> {
    /// The query.
    pub(crate) query: &'a Value,
    /// The part of it.
    pub(crate) chip: u32,
    /// The word that it does not use, instead of a part.
    pub(crate) word: Option<&'a str>,
    /// What was typed.
    pub(crate) typed: &'a str,
}

#[derive(Serialize)]
struct MenuInput<'a> {
    #[serde(flatten)]
    of: MenuOf<'a>,
    files: Vec<&'a Profile>,
}

#[derive(Serialize)]
struct Tried<'a> {
    call: &'a ToolCall,
    outcome: &'a Outcome,
}

#[derive(Deserialize)]
struct ReplyOutput {
    text: String,
    calls: Vec<ToolCall>,
    #[serde(default)]
    reading: Option<Reading>,
}

/// Returns what the planner can do, in Markdown, once it is loaded.
///
/// # Errors
/// Why it is not available, and what to do.
pub(crate) async fn abilities() -> Result<String, String> {
    call("abilities", Ok(None)).await
}

/// Returns first questions that fit the files.
///
/// # Errors
/// Why there are none, and what to do.
pub(crate) fn suggestions(
    profiles: &[Arc<Profile>],
) -> impl Future<Output = Result<Vec<String>, String>> + use<> {
    let files = serde_json::to_string(&plain(profiles));
    async move { read(&call("suggestions", files.map(Some)).await?) }
}

/// Returns the parts of a query, and the same as one line of text.
///
/// # Errors
/// Why there are none.
pub(crate) fn chips(
    query: &Value,
    profiles: &[Arc<Profile>],
) -> impl Future<Output = Result<(Vec<Chip>, String), String>> + use<> {
    let input = serde_json::to_string(&ChipsInput { query, files: plain(profiles) });
    async move {
        let ChipsOutput { chips, words } = read(&call("chips", input.map(Some)).await?)?;
        Ok((chips, words))
    }
}

/// Returns what a part of a query can become.
///
/// # Errors
/// Why there is nothing.
pub(crate) fn menu(
    of: MenuOf<'_>,
    profiles: &[Arc<Profile>],
) -> impl Future<Output = Result<Vec<Choice>, String>> + use<> {
    let input = serde_json::to_string(&MenuInput { of, files: plain(profiles) });
    async move { read(&call("menu", input.map(Some)).await?) }
}

/// Returns the query that a user fills in who has no question; null without a table.
///
/// # Errors
/// Why there is none.
pub(crate) fn first_query(profiles: &[Arc<Profile>]) -> impl Future<Output = Result<Value, String>> + use<> {
    let files = serde_json::to_string(&plain(profiles));
    async move { read(&call("first_query", files.map(Some)).await?) }
}

/// Returns what the planner says next, as the pieces of a model's answer, with the query that it is about. `query` is the user's own query, which is carried out as it is.
///
/// # Errors
/// Why there is no reply, and what to do.
pub(crate) fn reply(
    question: &str,
    profiles: &[Arc<Profile>],
    history: &[Exchange],
    attempts: &[Attempt],
    query: Option<&Value>,
) -> impl Future<Output = Result<(Vec<Delta>, Option<Reading>), String>> + use<> {
    let attempts = attempts.iter().map(|Attempt { call, outcome }| Tried { call, outcome }).collect();
    let input =
        serde_json::to_string(&ReplyInput { question, history, files: plain(profiles), attempts, query });
    async move {
        let mut reply: ReplyOutput = read(&call("reply", input.map(Some)).await?)?;
        let reading = reply.reading.take();
        Ok((deltas(reply), reading))
    }
}

fn plain(profiles: &[Arc<Profile>]) -> Vec<&Profile> {
    profiles.iter().map(AsRef::as_ref).collect()
}

/// Calls a function of the lazy module, once it is loaded.
async fn call(name: &str, argument: serde_json::Result<Option<String>>) -> Result<String, String> {
    let argument = argument.map_err(|error| failed(&error.to_string()))?;
    let module = lazy_module::loaded().await.map_err(|why| {
        format!("The built-in planner could not be loaded ({why}). Reload the page, or choose another model.")
    })?;
    lazy_module::call(&module, name, argument.as_deref()).map_err(|why| failed(&why))
}

fn read<T: for<'de> Deserialize<'de>>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| failed(&error.to_string()))
}

fn failed(why: &str) -> String {
    format!(
        "The built-in planner failed ({why}). Ask in other words, reload the page, or choose another model."
    )
}

/// Converts a reply to the stream of any model.
fn deltas(reply: ReplyOutput) -> Vec<Delta> {
    let mut deltas = Vec::new();
    let finish = if reply.calls.is_empty() { FinishReason::Stop } else { FinishReason::ToolCalls };
    if !reply.text.is_empty() {
        deltas.push(Delta::Text(reply.text));
    }
    deltas.extend(reply.calls.into_iter().enumerate().map(|(index, call)| Delta::ToolCall {
        index,
        id: Some(call.id),
        name: Some(call.name),
        arguments: call.arguments,
        extra: None,
    }));
    deltas.push(Delta::Finish(finish));
    deltas
}
