//! What answers are compared with, in the [`crate::lazy_module`]; the page has its number.
//!
//! Where the module is missing or fails, an answer is shown without marks, and digits that no execution stands
//! behind count as not computed.

use std::fmt;
use std::sync::Arc;

use analyst::Grounding;
use grounding::{Claim, Readable};
use kernel::{Outcome, Profile};
use serde::Serialize;
use serde_json::{Value, json};

use crate::lazy_module::{self, Reader};

/// The evidence of a session or of a turn.
pub(crate) struct Evidence {
    reader: Reader,
    /// What the module calls it; `None` if there is nothing yet, or if the module failed.
    number: Option<u32>,
}

#[derive(Serialize)]
struct Files<'a> {
    evidence: u32,
    files: Vec<&'a Profile>,
}

#[derive(Serialize)]
struct Executed<'a> {
    evidence: u32,
    at: usize,
    code: &'a str,
    outcome: &'a Outcome,
}

impl Evidence {
    /// Returns evidence without anything.
    pub(crate) fn new(reader: Reader) -> Self {
        Self { reader, number: None }
    }

    /// Calls a function of the module.
    fn call(&self, name: &str, input: &str) -> Option<String> {
        lazy_module::call(&self.reader.module()?, name, Some(input)).ok()
    }

    /// Calls a function that changes the evidence. What is no longer complete is forgotten, since numbers would be
    /// marked for no reason.
    fn change(&mut self, name: &str, input: impl FnOnce(u32) -> serde_json::Result<String>) {
        let Some(number) = self.number else { return };
        let changed = input(number).ok().and_then(|input| self.call(name, &input));
        if changed.is_none() {
            self.clear();
        }
    }

    fn ask(&self, name: &str, input: &Value) -> Option<String> {
        self.number.and_then(|_| self.call(name, &input.to_string()))
    }
}

impl Grounding for Evidence {
    fn copied(&self) -> Box<dyn Grounding> {
        let copy = self.call("evidence_copy", &json!({ "evidence": self.number }).to_string());
        let number = copy.and_then(|number| number.parse().ok());
        Box::new(Self { reader: self.reader, number })
    }

    fn clear(&mut self) {
        if let Some(number) = self.number.take() {
            self.call("evidence_drop", &json!({ "evidence": number }).to_string());
        }
    }

    fn set_files(&mut self, files: &[Arc<Profile>]) {
        let files = files.iter().map(AsRef::as_ref).collect();
        self.change("evidence_files", |evidence| serde_json::to_string(&Files { evidence, files }));
    }

    fn add_outcome(&mut self, at: usize, code: &str, outcome: &Outcome) {
        self.change("evidence_outcome", |evidence| {
            serde_json::to_string(&Executed { evidence, at, code, outcome })
        });
    }

    fn set_disclosed(&mut self) {
        self.change("evidence_disclosed", |evidence| Ok(json!({ "evidence": evidence }).to_string()));
    }

    fn is_empty(&self) -> bool {
        self.ask("evidence_is_empty", &json!({ "evidence": self.number })).is_none_or(|empty| empty == "true")
    }

    fn claims(&self, answer: &str, question: &str) -> Vec<Claim> {
        let input = json!({ "evidence": self.number, "answer": answer, "question": question });
        let claims = self.ask("evidence_claims", &input);
        claims.and_then(|claims| serde_json::from_str(&claims).ok()).unwrap_or_default()
    }

    fn as_printed(&self, answer: &str) -> Option<String> {
        let input = json!({ "evidence": self.number, "answer": answer });
        self.ask("evidence_as_printed", &input).and_then(|shown| serde_json::from_str(&shown).ok()).flatten()
    }

    fn unsupported(&self, answer: &str, question: &str, known: Readable) -> bool {
        let input =
            json!({ "evidence": self.number, "answer": answer, "question": question, "known": known });
        let unsupported = self.ask("evidence_unsupported", &input);
        unsupported.map_or_else(|| answer.contains(char::is_numeric), |unsupported| unsupported == "true")
    }
}

impl Drop for Evidence {
    fn drop(&mut self) {
        self.clear();
    }
}

impl fmt::Debug for Evidence {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Evidence").field(&self.number).finish()
    }
}
