//! What a session's answers are compared with. It stays in this module; the page refers to it by a number.

use std::cell::RefCell;
use std::collections::BTreeMap;

use grounding::{Evidence, Readable};
use kernel::{Outcome, Profile};
use serde::Deserialize;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

thread_local! {
    static KEPT: RefCell<Kept> = RefCell::default();
}

/// The evidence that the page refers to.
#[derive(Default)]
struct Kept {
    next: u32,
    by_number: BTreeMap<u32, Evidence>,
}

impl Kept {
    fn get(&mut self, number: u32) -> Result<&mut Evidence, JsError> {
        self.by_number.get_mut(&number).ok_or_else(|| JsError::new("no such evidence"))
    }
}

/// The input of a function that needs nothing else.
#[derive(Deserialize)]
struct Only {
    evidence: u32,
}

/// The input of [`evidence_copy`].
#[derive(Deserialize)]
struct Original {
    evidence: Option<u32>,
}

/// The input of [`evidence_files`].
#[derive(Deserialize)]
struct Files {
    evidence: u32,
    files: Vec<Profile>,
}

/// The input of [`evidence_outcome`].
#[derive(Deserialize)]
struct Executed {
    evidence: u32,
    at: usize,
    code: String,
    outcome: Outcome,
}

/// The input of [`evidence_claims`].
#[derive(Deserialize)]
struct Answered {
    evidence: u32,
    answer: String,
    question: String,
}

/// The input of [`evidence_as_printed`].
#[derive(Deserialize)]
struct Stated {
    evidence: u32,
    answer: String,
}

/// The input of [`evidence_unsupported`].
#[derive(Deserialize)]
struct Reviewed {
    evidence: u32,
    answer: String,
    question: String,
    known: Readable,
}

/// Calls `act` with the evidence of this number.
fn with<T>(number: u32, act: impl FnOnce(&mut Evidence) -> T) -> Result<T, JsError> {
    KEPT.with_borrow_mut(|kept| kept.get(number).map(act))
}

/// Copies evidence: from `{evidence}` to the number of the copy. `null` is evidence without anything.
///
/// # Errors
/// If the input does not have that form, or there is no such evidence.
#[wasm_bindgen]
pub fn evidence_copy(input: &str) -> Result<String, JsError> {
    let Original { evidence } = serde_json::from_str(input)?;
    KEPT.with_borrow_mut(|kept| {
        let copy = match evidence {
            Some(number) => kept.get(number)?.clone(),
            None => Evidence::default(),
        };
        kept.next += 1;
        kept.by_number.insert(kept.next, copy);
        Ok(kept.next.to_string())
    })
}

/// Forgets evidence: from `{evidence}` to `null`.
///
/// # Errors
/// If the input does not have that form.
#[wasm_bindgen]
pub fn evidence_drop(input: &str) -> Result<String, JsError> {
    let Only { evidence } = serde_json::from_str(input)?;
    KEPT.with_borrow_mut(|kept| kept.by_number.remove(&evidence));
    Ok("null".to_owned())
}

/// Begins a turn with these files: from `{evidence, files: [profile]}` to `null`.
///
/// # Errors
/// If the input does not have that form, or there is no such evidence.
#[wasm_bindgen]
pub fn evidence_files(input: &str) -> Result<String, JsError> {
    let Files { evidence, files } = serde_json::from_str(input)?;
    with(evidence, |evidence| evidence.set_files(&files))?;
    Ok("null".to_owned())
}

/// Adds the outcome of an execution: from `{evidence, at, code, outcome}` to `null`.
///
/// # Errors
/// If the input does not have that form, or there is no such evidence.
#[wasm_bindgen]
pub fn evidence_outcome(input: &str) -> Result<String, JsError> {
    let Executed { evidence, at, code, outcome } = serde_json::from_str(input)?;
    with(evidence, |evidence| evidence.add_outcome(at, &code, &outcome))?;
    Ok("null".to_owned())
}

/// Records that a model has read what the newest execution produced: from `{evidence}` to `null`.
///
/// # Errors
/// If the input does not have that form, or there is no such evidence.
#[wasm_bindgen]
pub fn evidence_disclosed(input: &str) -> Result<String, JsError> {
    let Only { evidence } = serde_json::from_str(input)?;
    with(evidence, Evidence::set_disclosed)?;
    Ok("null".to_owned())
}

/// Returns whether no execution has produced a value: from `{evidence}` to `true` or `false`.
///
/// # Errors
/// If the input does not have that form, or there is no such evidence.
#[wasm_bindgen]
pub fn evidence_is_empty(input: &str) -> Result<String, JsError> {
    let Only { evidence } = serde_json::from_str(input)?;
    Ok(with(evidence, |evidence| evidence.is_empty())?.to_string())
}

/// Returns what supports an answer: from `{evidence, answer, question}` to a list of [`grounding::Claim`].
///
/// # Errors
/// If the input does not have that form, or there is no such evidence.
#[wasm_bindgen]
pub fn evidence_claims(input: &str) -> Result<String, JsError> {
    let Answered { evidence, answer, question } = serde_json::from_str(input)?;
    let claims = with(evidence, |evidence| grounding::check(&answer, &question, evidence))?;
    Ok(serde_json::to_string(&claims)?)
}

/// Returns an answer with those numbers as the results have them whose digits are grouped wrongly, see
/// [`grounding::as_printed`]: from `{evidence, answer}` to the answer as a string, or `null` if there are none.
///
/// # Errors
/// If the input does not have that form, or there is no such evidence.
#[wasm_bindgen]
pub fn evidence_as_printed(input: &str) -> Result<String, JsError> {
    let Stated { evidence, answer } = serde_json::from_str(input)?;
    let shown = with(evidence, |evidence| grounding::as_printed(&answer, evidence))?;
    Ok(serde_json::to_string(&shown)?)
}

/// Returns whether an answer states what no execution can have produced, see [`grounding::unsupported`]: from
/// `{evidence, answer, question, known}` to `true` or `false`. Only what the model may know counts.
///
/// # Errors
/// If the input does not have that form, or there is no such evidence.
#[wasm_bindgen]
pub fn evidence_unsupported(input: &str) -> Result<String, JsError> {
    let Reviewed { evidence, answer, question, known } = serde_json::from_str(input)?;
    let known = with(evidence, |evidence| evidence.readable(known))?;
    Ok(grounding::unsupported(&answer, &question, &known).to_string())
}
