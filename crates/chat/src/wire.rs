//! OpenAI Chat Completions, the format that page and relay speak with each other, in both directions.
//!
//! Everything here turns neutral types into JSON values and back. It knows no transport: the framing of server-sent
//! events is done by whoever holds the bytes, and each frame's data is handed to a [`Reader`].
//!
//! What is read is taken strictly: unknown fields are ignored, a field that is used must have the right type. The habits
//! of particular servers belong to the codecs of providers, not here.

mod completion;
mod error;
mod field;
mod request;
mod stream;

pub use completion::{completion_from_json, completion_to_json};
pub use error::{Failure, WireError};
pub use request::{request_from_json, request_to_json, wants_usage};
pub use stream::{DONE, Event, Head, Reader, chunk_to_json, event, event_from_json, opening_to_json};

use crate::FinishReason;

/// A finish reason in the format's words.
fn finish_to_word(reason: &FinishReason) -> &str {
    match reason {
        FinishReason::Stop => "stop",
        FinishReason::ToolCalls => "tool_calls",
        FinishReason::Length => "length",
        FinishReason::Filtered => "content_filter",
        FinishReason::Other(word) => word,
    }
}

/// The format's word as a finish reason.
fn finish_from_word(word: &str) -> FinishReason {
    match word {
        "stop" => FinishReason::Stop,
        "tool_calls" | "function_call" => FinishReason::ToolCalls,
        "length" => FinishReason::Length,
        "content_filter" => FinishReason::Filtered,
        other => FinishReason::Other(other.to_owned()),
    }
}
