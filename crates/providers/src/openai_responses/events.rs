//! Decodes the provider's events into neutral deltas.
//!
//! A stream is `response.created`, then for each item of the answer `response.output_item.added`,
//! deltas, and `response.output_item.done` with the whole item, then `response.completed`,
//! `response.incomplete` or `response.failed`, one of which is the end mark. Servers that send
//! items without deltas are read too.

use chat::{
    Delta, FinishReason, Usage,
    wire::{Event, Failure, WireError},
};
use serde_json::Value;

use super::output::Output;
use crate::field;

/// A decoder of the events of one answer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Decoder {
    output: Output,
    ended: bool,
}

impl Decoder {
    /// Decodes one event, or the whole body of an answer by a server that does not stream.
    ///
    /// # Errors
    /// Data that is not JSON or not of this format: the stream is corrupt.
    pub(crate) fn decode(&mut self, name: Option<&str>, data: &str) -> Result<Event, WireError> {
        // Some servers add the end mark of Chat Completions, which says less than this format's
        // own.
        if self.ended || data.trim() == chat::wire::DONE {
            return Ok(Event::Unknown);
        }
        let event = field::json(data)?;
        let output = &mut self.output;
        let kind = field::word(&event, "type").or(name).unwrap_or_default();
        let deltas = match kind {
            "response.output_item.added" => output
                .added(field::index(&event, "output_index")?, field::object(&event, "item")?)?,
            "response.output_item.done" => output
                .done(field::index(&event, "output_index")?, field::object(&event, "item")?)?,
            // A refusal is what the model says instead of an answer, so the user reads it as one.
            "response.output_text.delta" | "response.refusal.delta" => {
                output.text(field::index(&event, "output_index")?, field::text(&event, "delta")?)?
            }
            "response.reasoning_summary_text.delta" | "response.reasoning_text.delta" => {
                output.thought(kind, &event)?
            }
            "response.function_call_arguments.delta" => output
                .arguments(field::index(&event, "output_index")?, field::text(&event, "delta")?)?,
            "response.completed" | "response.incomplete" => {
                self.finish(field::object(&event, "response")?)
            }
            "response.failed" => return Ok(self.failed(field::object(&event, "response")?)),
            "error" => return Ok(self.failed(&event)),
            // What they say comes by other events too.
            "response.created"
            | "response.queued"
            | "response.in_progress"
            | "response.content_part.added"
            | "response.content_part.done"
            | "response.output_text.done"
            | "response.output_text.annotation.added"
            | "response.refusal.done"
            | "response.reasoning_summary_part.added"
            | "response.reasoning_summary_part.done"
            | "response.reasoning_summary_text.done"
            | "response.reasoning_text.done"
            | "response.function_call_arguments.done" => Vec::new(),
            _ if event.get("object").is_some_and(|object| object == "response") => {
                return self.whole(&event);
            }
            _ if event.get("error").is_some_and(|error| !error.is_null()) => {
                return Ok(self.failed(&event));
            }
            _ => return Ok(Event::Unknown),
        };
        Ok(Event::Deltas(deltas))
    }

    /// Checks, when no more bytes come, that the answer was complete.
    ///
    /// # Errors
    /// [`WireError::CutOff`] unless one of the end marks was decoded.
    pub(crate) fn end(&self) -> Result<(), WireError> {
        if self.ended { Ok(()) } else { Err(WireError::CutOff) }
    }

    /// Decodes a whole answer.
    fn whole(&mut self, response: &Value) -> Result<Event, WireError> {
        match field::word(response, "status") {
            Some("failed" | "cancelled") => return Ok(self.failed(response)),
            Some("completed" | "incomplete") | None => {}
            // It was put off; nothing will come here.
            Some(_) => return Ok(Event::Unknown),
        }
        let items = response.get("output").and_then(Value::as_array);
        let items = items.ok_or_else(|| field::error("output", "is not an array"))?;
        let mut deltas = Vec::new();
        for (index, item) in (0..).zip(items) {
            deltas.extend(self.output.done(index, item)?);
        }
        deltas.extend(self.finish(response));
        Ok(Event::Deltas(deltas))
    }

    fn finish(&mut self, response: &Value) -> Vec<Delta> {
        self.ended = true;
        let reason = response.pointer("/incomplete_details/reason").and_then(Value::as_str);
        let finish = match reason {
            None if field::word(response, "status") == Some("incomplete") => {
                FinishReason::Other("incomplete".to_owned())
            }
            None if self.output.has_calls() => FinishReason::ToolCalls,
            None => FinishReason::Stop,
            Some("max_output_tokens") => FinishReason::Length,
            Some("content_filter") => FinishReason::Filtered,
            Some(other) => FinishReason::Other(other.to_owned()),
        };
        let usage = usage(response).map(Delta::Usage);
        usage.into_iter().chain([Delta::Finish(finish)]).collect()
    }

    fn failed(&mut self, holder: &Value) -> Event {
        self.ended = true;
        Event::Failed(Failure::from_json(holder).unwrap_or_default())
    }
}

/// Returns the tokens of an answer, if it says them.
fn usage(response: &Value) -> Option<Usage> {
    let count = |key: &str| field::count(response, &format!("/usage/{key}"));
    Some(Usage {
        input: count("input_tokens")?,
        output: count("output_tokens")?,
        cached: count("input_tokens_details/cached_tokens").unwrap_or(0),
        cache_written: count("input_tokens_details/cache_write_tokens").unwrap_or(0),
        reasoning: count("output_tokens_details/reasoning_tokens").unwrap_or(0),
    })
}
