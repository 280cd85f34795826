#![cfg(target_arch = "wasm32")]
//! What the page needs only after it has started, as a separate WebAssembly module that loads beside the
//! Python runtime: the built-in planner, the Markdown parser, the summaries, and the comparison of answers with
//! outcomes.
//!
//! Owns the JSON that its functions take and return. Knows nothing of the page, and decides nothing.

pub mod evidence;

use std::ops::Range;

use planner::{Attempt, Chip, Exchange, File, Input, Query};
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// The input of [`reply`]. Files are profiles as the kernel writes them, outcomes likewise.
#[derive(Deserialize)]
struct ReplyInput {
    question: String,
    history: Vec<Exchange>,
    files: Vec<File>,
    attempts: Vec<Attempt>,
    query: Option<Query>,
}

/// The input of [`chips`].
#[derive(Deserialize)]
struct ChipsInput {
    query: Query,
    files: Vec<File>,
}

/// The output of [`chips`].
#[derive(Serialize)]
struct ChipsOutput {
    chips: Vec<Chip>,
    /// The same as one line of text.
    words: String,
}

/// The input of [`menu`]: the menu of a part of a query, or of a word that it does not use.
#[derive(Deserialize)]
struct MenuInput {
    query: Query,
    files: Vec<File>,
    #[serde(default)]
    chip: u32,
    word: Option<String>,
    typed: String,
}

/// The input of [`markdown`].
#[derive(Deserialize)]
struct Marked {
    text: String,
    spans: Vec<Range<usize>>,
    above: Vec<u8>,
}

/// Returns what the planner says next: from `{question, history: [{question, answer}], files: [profile],
/// attempts: [{call, outcome}], query}` to `{text, calls, reading}`.
///
/// # Errors
/// If the input does not have that form.
#[wasm_bindgen]
pub fn reply(input: &str) -> Result<String, JsError> {
    let ReplyInput { question, history, files, attempts, query } = serde_json::from_str(input)?;
    let input = Input {
        question: &question,
        history: &history,
        files: &files,
        attempts: &attempts,
        query: query.as_ref(),
    };
    Ok(serde_json::to_string(&planner::reply(&input))?)
}

/// Returns a query's parts: from `{query, files: [profile]}` to `{chips, words}`.
///
/// # Errors
/// If the input does not have that form.
#[wasm_bindgen]
pub fn chips(input: &str) -> Result<String, JsError> {
    let ChipsInput { query, files } = serde_json::from_str(input)?;
    let chips = planner::chips(&query, &files);
    let words = planner::words(&chips);
    Ok(serde_json::to_string(&ChipsOutput { chips, words })?)
}

/// Returns what a part of a query can become, or what a word that it does not use may mean: from `{query, files: [profile],
/// chip, word, typed}` to `[{label, detail, query, opens, explained}]`.
///
/// # Errors
/// If the input does not have that form.
#[wasm_bindgen]
pub fn menu(input: &str) -> Result<String, JsError> {
    let MenuInput { query, files, chip, word, typed } = serde_json::from_str(input)?;
    Ok(match word {
        Some(word) => serde_json::to_string(&planner::meanings(&query, &files, &word, &typed))?,
        None => serde_json::to_string(&planner::menu(&query, &files, chip, &typed))?,
    })
}

/// Returns the query that a user fills in who has no question: from `[profile]` to a query, or null without a table.
///
/// # Errors
/// If `files` does not have that form.
#[wasm_bindgen]
pub fn first_query(files: &str) -> Result<String, JsError> {
    let files: Vec<File> = serde_json::from_str(files)?;
    Ok(serde_json::to_string(&planner::first_query(&files))?)
}

/// Returns first questions that fit the files: from `[profile]` to `[question]`.
///
/// # Errors
/// If `files` does not have that form.
#[wasm_bindgen]
pub fn suggestions(files: &str) -> Result<String, JsError> {
    let files: Vec<File> = serde_json::from_str(files)?;
    Ok(serde_json::to_string(&planner::suggestions(&files))?)
}

/// Returns what the planner can do, in Markdown.
#[wasm_bindgen]
pub fn abilities() -> String {
    planner::abilities()
}

/// Returns the chart without what charts do not have, as JSON.
///
/// # Errors
/// If `json` is not a chart.
#[wasm_bindgen]
pub fn checked_chart(json: &str) -> Result<String, JsError> {
    Ok(serde_json::to_string(&serde_json::from_str::<charts::Chart>(json)?)?)
}

/// Describes the data of a drawn chart for a model; empty if there is nothing to say.
///
/// # Errors
/// If `json` is not a chart.
#[wasm_bindgen]
pub fn chart(json: &str) -> Result<String, JsError> {
    Ok(summaries::chart(&serde_json::from_str(json)?).unwrap_or_default())
}

/// Describes a drawn chart for the user: from a chart to `[sentences]`.
///
/// # Errors
/// If `json` is not a chart.
#[wasm_bindgen]
pub fn describe(json: &str) -> Result<String, JsError> {
    Ok(serde_json::to_string(&summaries::description(&serde_json::from_str(json)?))?)
}

/// Describes the specification of an interactive chart for a model; empty if there is nothing to say.
///
/// # Errors
/// If `json` is not JSON.
#[wasm_bindgen]
pub fn specification(json: &str) -> Result<String, JsError> {
    Ok(summaries::specification(&serde_json::from_str(json)?).unwrap_or_default())
}

/// Returns the text of a page of HTML.
///
/// # Errors
/// Never: any text is a page.
#[wasm_bindgen]
pub fn page(html: &str) -> Result<String, JsError> {
    Ok(summaries::page(html))
}

/// Parses a part of a text in Markdown to [`markdown::Parsed`], as JSON, and marks its spans: from
/// `{text, spans: [{start, end}], above: [rank]}`, in bytes.
///
/// # Errors
/// If the input does not have that form. Any text is Markdown.
#[wasm_bindgen]
pub fn markdown(input: &str) -> Result<String, JsError> {
    let Marked { text, spans, above } = serde_json::from_str(input)?;
    Ok(serde_json::to_string(&markdown::parse_part(&text, &spans, &above))?)
}
