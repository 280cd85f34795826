//! The built-in planner as a model: answers from the files' profiles and this turn's outcomes, without any
//! network.
//!
//! It is in [`crate::lazy_module`], so that the page starts with less. Its functions take and return JSON.

use std::sync::Arc;

use chat::{Delta, FinishReason, ToolCall};
use kernel::{Outcome, Profile};
use serde::{Deserialize, Serialize};

use crate::lazy_module;

/// An earlier turn.
#[derive(Serialize)]
pub(crate) struct Exchange {
    /// What was asked.
    pub(crate) question: String,
    /// What was answered.
    pub(crate) answer: String,
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
    choices: Vec<String>,
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

/// Returns what the planner says next, as the pieces of a model's answer, and the questions that may be meant if it
/// asks back.
///
/// # Errors
/// Why there is no reply, and what to do.
pub(crate) fn reply(
    question: &str,
    profiles: &[Arc<Profile>],
    history: &[Exchange],
    attempts: &[Attempt],
) -> impl Future<Output = Result<(Vec<Delta>, Vec<String>), String>> + use<> {
    let attempts = attempts.iter().map(|Attempt { call, outcome }| Tried { call, outcome }).collect();
    let input = serde_json::to_string(&ReplyInput { question, history, files: plain(profiles), attempts });
    async move {
        let mut reply: ReplyOutput = read(&call("reply", input.map(Some)).await?)?;
        let choices = std::mem::take(&mut reply.choices);
        Ok((deltas(reply), choices))
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
