//! OpenAI Chat Completions, the format between page and relay, in both directions.
//!
//! Everything here converts neutral types to JSON values and back. It knows no transport:
//! `providers::AnswerReader` does the framing of server-sent events.
//!
//! Parsing is strict: a field of a request is understood or refused, and must have the right type;
//! unknown fields of an answer are ignored. The quirks of particular servers belong to the codecs
//! of providers, not here.

mod completion;
mod error;
mod field;
mod reasoning;
mod request;
mod stream;

pub use completion::{completion_from_json, completion_to_json};
pub use error::{Failure, WireError};
pub use request::{conversation_to_json, request_from_json, request_to_json, wants_usage};
pub use stream::{
    DONE, Event, Head, chunk_to_json, chunk_to_string, event, event_from_json, opening_to_json,
};

use crate::FinishReason;

/// Returns the format's word for a finish reason.
fn finish_to_word(reason: &FinishReason) -> &str {
    match reason {
        FinishReason::Stop => "stop",
        FinishReason::ToolCalls => "tool_calls",
        FinishReason::Length => "length",
        FinishReason::Filtered => "content_filter",
        FinishReason::Other(word) => word,
    }
}

/// Parses the format's word for a finish reason.
pub fn finish_from_word(word: &str) -> FinishReason {
    match word {
        "stop" => FinishReason::Stop,
        "tool_calls" | "function_call" => FinishReason::ToolCalls,
        "length" => FinishReason::Length,
        "content_filter" => FinishReason::Filtered,
        other => FinishReason::Other(other.to_owned()),
    }
}
