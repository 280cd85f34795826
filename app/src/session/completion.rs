//! Requests for completion as Python, which the page's own code makes: the text that a user writes
//! is only data in them. Knows the functions of `request.py` and `loader.py` in
//! `web/console/python`, not how their code runs. What it answers is untrusted: the editor
//! checks it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kernel::{Outcome, Status};
use serde_json::{Value, json};

/// The package of the modules, whose folder is `python/insitu_completion`.
const PACKAGE: &str = "insitu_completion";
/// The longest code that is asked about, in UTF-16 code units.
const MAX_CODE_LENGTH: usize = 100_000;
/// The longest that an answer may take, in milliseconds.
pub const ANSWER_MS: u64 = 2_000;
/// How long nothing is asked after the interpreter took longer, in milliseconds.
const REST_MS: f64 = 60_000.0;

/// What is asked about code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Help {
    /// The names that can stand at the cursor.
    Complete,
    /// The signature of the call around the cursor.
    Signature,
}

/// Whether the interpreter is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Asking {
    /// When it took too long last, in milliseconds.
    resting: Option<f64>,
}

impl Asking {
    /// Returns whether it may be asked `now`.
    pub fn is_allowed(&self, now: f64) -> bool {
        self.resting.is_none_or(|resting| now - resting >= REST_MS)
    }

    /// Notes how a request ended.
    pub fn ended(&mut self, status: Status, now: f64) {
        if matches!(status, Status::Timeout | Status::Killed) {
            self.resting = Some(now);
        }
    }
}

/// Returns whether code is short enough to be asked about.
pub fn is_short(code: &str) -> bool {
    code.encode_utf16().take(MAX_CODE_LENGTH + 1).count() <= MAX_CODE_LENGTH
}

/// Returns the code that makes the modules in the interpreter, given the text of `loader.py` and the
/// modules, by name and source, each after those that it imports.
pub fn loading<'a>(loader: &str, modules: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let package = [json!([PACKAGE, ""])].into_iter();
    let modules = modules.map(|(name, source)| json!([format!("{PACKAGE}.{name}"), source]));
    let sources = packed(&package.chain(modules).collect());
    format!("{loader}\n__insitu_load__({sources})\ndel __insitu_load__")
}

/// Returns the code of a request; `cursor` is in code points. It binds no name, and relies on none
/// that code may have bound.
pub fn request(help: Help, code: &str, cursor: u32) -> String {
    let kind = match help {
        Help::Complete => "complete",
        Help::Signature => "signature",
    };
    let request = packed(&json!({ "kind": kind, "code": code, "cursor": cursor }));
    format!(
        "__builtins__.__import__(\"sys\").modules[\"{PACKAGE}.request\"].answer({request}, __builtins__.globals())"
    )
}

/// Returns whether a request failed since the interpreter does not have the modules, as one that
/// was just started.
pub fn lacks_modules(outcome: &Outcome) -> bool {
    outcome.error.as_ref().is_some_and(|error| error.name == "KeyError")
}

/// Returns what Python has answered: the object in the first line of stderr; `None` if there is
/// none.
pub fn answer(outcome: &Outcome) -> Option<Value> {
    let line = outcome.stderr.lines().next().filter(|_| outcome.status == Status::Ok)?;
    serde_json::from_str(line).ok().filter(Value::is_object)
}

/// Returns a value as a literal that Python decodes: JSON in base64, which has no character that
/// ends a string.
fn packed(value: &Value) -> String {
    format!("\"{}\"", STANDARD.encode(value.to_string()))
}

#[cfg(test)]
mod tests {
    use kernel::PythonError;

    use super::*;

    /// Returns what the last literal in code holds.
    fn unpacked(code: &str) -> Option<Value> {
        let literal = code.rsplit('"').nth(1)?;
        serde_json::from_slice(&STANDARD.decode(literal).ok()?).ok()
    }

    fn outcome(status: Status, stderr: &str) -> Outcome {
        Outcome { status, stderr: stderr.to_owned(), ..Outcome::default() }
    }

    #[test]
    fn a_request_has_the_users_text_as_data_only() {
        let long = "x".repeat(100_000);
        for code in ["\"); import os\n(", "'''\\", "🎉", "\"\n", &long] {
            let request = request(Help::Complete, code, 1);
            let expected = json!({ "kind": "complete", "code": code, "cursor": 1 });
            assert_eq!(unpacked(&request), Some(expected));
            let around = request.split('"').step_by(2).collect::<String>();
            assert_eq!(
                around,
                "__builtins__.__import__().modules[].answer(, __builtins__.globals())"
            );
            assert_eq!(request.lines().count(), 1);
        }
        let load = loading("def f(): pass", [("text", "x = 1")].into_iter());
        let expected = json!([["insitu_completion", ""], ["insitu_completion.text", "x = 1"]]);
        assert_eq!(unpacked(&load), Some(expected));
        assert!(load.starts_with("def f(): pass\n__insitu_load__(\""));
        assert!(load.ends_with("\")\ndel __insitu_load__"));
    }

    #[test]
    fn of_what_python_answers_only_an_object_in_the_first_line_counts() {
        let text = "{\"from\":0}\nA warning.\n";
        assert_eq!(answer(&outcome(Status::Ok, text)), Some(json!({ "from": 0 })));
        assert_eq!(answer(&outcome(Status::Error, text)), None);
        for text in ["", "null\n", "3\n", "{", "<b>"] {
            assert_eq!(answer(&outcome(Status::Ok, text)), None, "{text}");
        }
    }

    #[test]
    fn a_fresh_interpreter_lacks_the_modules() {
        let error = |name: &str| PythonError {
            name: name.to_owned(),
            value: String::new(),
            traceback: String::new(),
        };
        for (error, expected) in
            [(None, false), (Some(error("KeyError")), true), (Some(error("ValueError")), false)]
        {
            let outcome = Outcome { error, ..outcome(Status::Error, "") };
            assert_eq!(lacks_modules(&outcome), expected);
        }
    }

    #[test]
    fn after_an_answer_that_took_too_long_nothing_is_asked_for_a_minute() {
        let mut asking = Asking::default();
        let mut asked = Vec::new();
        for now in [0.0, 59_000.0, 61_000.0] {
            if asking.is_allowed(now) {
                asked.push(now);
                asking.ended(Status::Timeout, now);
            }
        }
        assert_eq!(asked, [0.0, 61_000.0]);
        let mut asking = Asking::default();
        asking.ended(Status::Error, 0.0);
        assert!(asking.is_allowed(1.0));
    }

    #[test]
    fn code_that_is_too_long_is_not_asked_about() {
        assert!(is_short(&"x".repeat(100_000)) && is_short(&"🎉".repeat(50_000)));
        assert!(!is_short(&"x".repeat(100_001)) && !is_short(&"🎉".repeat(50_001)));
    }
}
