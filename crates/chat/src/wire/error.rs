//! Errors of messages on the wire, and the form in which a failure is reported to the other side.

use serde_json::{Value, json};
use thiserror::Error;

/// A message that cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WireError {
    /// It is not JSON at all.
    #[error("not JSON ({0})")]
    NotJson(String),
    /// It is JSON, and no object.
    #[error("body: is not a JSON object; send an object with `messages`")]
    NotAnObject,
    /// A field is missing or has the wrong type.
    #[error("{path}: {problem}")]
    Field {
        /// Where it is: `messages[2].content[0].image_url.url`.
        path: String,
        /// What is wrong and what to change.
        problem: String,
    },
    /// The stream ended without its end mark.
    #[error("the model's answer was cut off before its end; ask again")]
    CutOff,
}

impl WireError {
    /// Creates an error about the field at `path`.
    pub(super) fn field(path: impl Into<String>, problem: impl Into<String>) -> Self {
        Self::Field { path: path.into(), problem: problem.into() }
    }
}

/// The other side's report that it could not answer: the format's `{"error": {"message", "type",
/// "param", "code"}}`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failure {
    /// What happened, as a sentence.
    pub message: String,
    /// The kind of failure in the format's words, `rate_limit_error` for instance.
    pub kind: Option<String>,
    /// A more specific name of it, `context_length_exceeded` for instance.
    pub code: Option<String>,
    /// The field of the request that is refused: `messages[0].role` for instance.
    pub param: Option<String>,
}

impl Failure {
    /// Returns the failure as the body of an error response or the data of an event.
    pub fn to_json(&self) -> Value {
        let Self { message, kind, code, param } = self;
        json!({ "error": { "message": message, "type": kind, "param": param, "code": code } })
    }

    /// Parses the failure in a JSON body, in any of the shapes that servers use: `{"error":
    /// {"message": …}}`, `{"error": "…"}`, and `{"message": …}` or `{"detail": …}` without
    /// `choices`.
    pub fn from_json(body: &Value) -> Option<Self> {
        match body.get("error") {
            Some(Value::String(message)) => {
                Some(Self { message: message.clone(), ..Self::default() })
            }
            Some(error @ Value::Object(_)) => Some(Self {
                message: word(error, "message").unwrap_or_default(),
                kind: word(error, "type"),
                code: word(error, "code"),
                param: word(error, "param"),
            }),
            _ if body.get("choices").is_some() => None,
            _ => word(body, "message").or_else(|| word(body, "detail")).map(|message| Self {
                message,
                kind: word(body, "type"),
                code: word(body, "code"),
                param: word(body, "param"),
            }),
        }
    }
}

/// Returns a string or number as text.
fn word(object: &Value, key: &str) -> Option<String> {
    match object.get(key)? {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}
