#![cfg(target_arch = "wasm32")]
//! What the page needs only after it has started, as a WebAssembly module of its own that loads beside the Python runtime: the
//! built-in planner, the reader of Markdown, and the words of charts.
//!
//! Owns the JSON that its functions take and return. Knows nothing of the page, and decides nothing.

use chat::ToolCall;
use planner::{Attempt, Exchange, File, Input, Seen};
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// What [`reply`] takes. Files are profiles as the kernel writes them, outcomes likewise.
#[derive(Deserialize)]
struct Asked {
    question: String,
    history: Vec<Earlier>,
    files: Vec<File>,
    attempts: Vec<Tried>,
}

#[derive(Deserialize)]
struct Earlier {
    question: String,
    answer: String,
}

#[derive(Deserialize)]
struct Tried {
    call: ToolCall,
    outcome: Seen,
}

/// What [`reply`] returns.
#[derive(Serialize)]
struct Said {
    text: String,
    calls: Vec<ToolCall>,
}

/// What the planner says next: `{question, history: [{question, answer}], files: [profile], attempts: [{call, outcome}]}`
/// to `{text, calls}`.
///
/// # Errors
/// Where the input is not of that form.
#[wasm_bindgen]
pub fn reply(input: &str) -> Result<String, JsError> {
    let asked: Asked = serde_json::from_str(input)?;
    let history: Vec<Exchange> =
        asked.history.into_iter().map(|Earlier { question, answer }| Exchange { question, answer }).collect();
    let attempts: Vec<Attempt> =
        asked.attempts.into_iter().map(|Tried { call, outcome }| Attempt { call, outcome }).collect();
    let (question, files) = (&asked.question, &asked.files);
    let reply = planner::reply(&Input { question, history: &history, files, attempts: &attempts });
    Ok(serde_json::to_string(&Said { text: reply.text, calls: reply.calls })?)
}

/// First questions that fit the files: `[profile]` to `[question]`.
///
/// # Errors
/// Where `files` is not of that form.
#[wasm_bindgen]
pub fn suggestions(files: &str) -> Result<String, JsError> {
    let files: Vec<File> = serde_json::from_str(files)?;
    Ok(serde_json::to_string(&planner::suggestions(&files))?)
}

/// What the planner can do, in Markdown.
#[wasm_bindgen]
pub fn abilities() -> String {
    planner::abilities()
}

/// The data of a drawn chart in words; nothing where it says nothing.
///
/// # Errors
/// Where `json` is none.
#[wasm_bindgen]
pub fn chart(json: &str) -> Result<String, JsError> {
    Ok(summaries::chart(&serde_json::from_str(json)?).unwrap_or_default())
}

/// The specification of an interactive chart in words; nothing where it says nothing.
///
/// # Errors
/// Where `json` is none.
#[wasm_bindgen]
pub fn specification(json: &str) -> Result<String, JsError> {
    Ok(summaries::specification(&serde_json::from_str(json)?).unwrap_or_default())
}

/// The text of a page of HTML.
///
/// # Errors
/// None: any text is a page.
#[wasm_bindgen]
pub fn page(html: &str) -> Result<String, JsError> {
    Ok(summaries::page(html))
}

/// The tree of a text in Markdown, as [`markdown::Node`] is written.
///
/// # Errors
/// None that is known: any text is Markdown.
#[wasm_bindgen]
pub fn markdown(source: &str) -> Result<String, JsError> {
    Ok(serde_json::to_string(&markdown::parse(source))?)
}
