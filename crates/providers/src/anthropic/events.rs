//! Decodes the provider's events into neutral deltas.
//!
//! A stream is `message_start`, then for each block of the answer `content_block_start`,
//! `content_block_delta`… and `content_block_stop`, then `message_delta` with the stop reason and
//! the usage, and `message_stop`, its end mark. `ping` may come anywhere; events of other types are
//! skipped, as the documentation of versions demands.

use std::collections::BTreeMap;

use chat::{
    Delta, FinishReason, Reasoning, ReasoningKind, Usage,
    wire::{Event, Failure, WireError},
};
use serde_json::Value;

use super::FORMAT;
use crate::{
    field::{self, MAX_CALLS, MAX_PARTS},
    position,
};

/// A decoder of the events of one answer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Decoder {
    /// The blocks that have begun and not stopped, by their index.
    open: BTreeMap<u64, Block>,
    /// How many parts of reasoning and how many calls have begun.
    parts: usize,
    calls: usize,
    /// How many bytes of text there were.
    written: usize,
    /// The tokens of the request that the cache neither served nor took.
    fresh: u64,
    usage: Usage,
    finish: Option<FinishReason>,
    /// What the provider says about a refusal.
    explanation: Option<String>,
    ended: bool,
}

/// A block that has begun.
#[derive(Clone, Debug)]
enum Block {
    Text,
    /// The part of reasoning with this number.
    Thinking(usize),
    /// The call with this number; its arguments if the block began with them, to be used if no
    /// others come.
    Call(usize, Option<String>),
    /// A block of a kind that was not asked for, such as the provider's own search.
    Other,
}

impl Decoder {
    /// Decodes one event, or the whole body of an answer by a server that does not stream.
    ///
    /// # Errors
    /// Data that is not JSON or not of this format: the stream is corrupt.
    pub(crate) fn decode(&mut self, name: Option<&str>, data: &str) -> Result<Event, WireError> {
        if self.ended {
            return Ok(Event::Unknown);
        }
        let event = field::json(data)?;
        let mut deltas = Vec::new();
        match field::word(&event, "type").or(name).unwrap_or_default() {
            "message_start" => self.count(field::object(&event, "message")?),
            "content_block_start" => {
                let block = field::object(&event, "content_block")?;
                if !self.start(field::index(&event, "index")?, block, &mut deltas)? {
                    return Ok(Event::Unknown);
                }
            }
            "content_block_delta" => {
                let delta = field::object(&event, "delta")?;
                if !self.delta(field::index(&event, "index")?, delta, &mut deltas)? {
                    return Ok(Event::Unknown);
                }
            }
            "content_block_stop" => self.stop(field::index(&event, "index")?, &mut deltas),
            "message_delta" => {
                self.count(&event);
                self.reason(field::object(&event, "delta")?);
            }
            "message_stop" => self.finish(&mut deltas),
            "message" => self.whole(&event, &mut deltas)?,
            "ping" => {}
            "error" => return Ok(self.failed(&event)),
            _ if event.get("error").is_some_and(|error| !error.is_null()) => {
                return Ok(self.failed(&event));
            }
            _ => return Ok(Event::Unknown),
        }
        Ok(Event::Deltas(deltas))
    }

    /// Checks, when no more bytes come, that the answer was complete.
    ///
    /// # Errors
    /// [`WireError::CutOff`] unless the answer's end mark or a failure was decoded.
    pub(crate) fn end(&self) -> Result<(), WireError> {
        if self.ended { Ok(()) } else { Err(WireError::CutOff) }
    }

    /// Begins a block; returns whether it is of a known kind.
    fn start(
        &mut self,
        index: u64,
        block: &Value,
        deltas: &mut Vec<Delta>,
    ) -> Result<bool, WireError> {
        if self.open.len() >= MAX_PARTS {
            return Err(field::too_many("content_block", MAX_PARTS));
        }
        let opened = match field::text(block, "type")? {
            "text" => {
                self.text(field::word(block, "text").unwrap_or_default(), deltas);
                Block::Text
            }
            kind @ ("thinking" | "redacted_thinking") => {
                let number = self.parts;
                if number >= MAX_PARTS {
                    return Err(field::too_many("content_block", MAX_PARTS));
                }
                self.parts += 1;
                let before = usize::from(self.written > 0) + self.calls;
                let part = Reasoning {
                    kind: if kind == "thinking" {
                        ReasoningKind::Text
                    } else {
                        ReasoningKind::Encrypted
                    },
                    text: field::word(block, "thinking").unwrap_or_default().to_owned(),
                    data: (kind != "thinking")
                        .then(|| field::text(block, "data").map(str::to_owned))
                        .transpose()?,
                    signature: field::word(block, "signature").map(str::to_owned),
                    id: position::id_within(before, self.written),
                    format: Some(FORMAT.to_owned()),
                };
                deltas.push(Delta::Reasoning { index: number, part });
                Block::Thinking(number)
            }
            "tool_use" => {
                let number = self.calls;
                if number >= MAX_CALLS {
                    return Err(field::too_many("content_block", MAX_CALLS));
                }
                self.calls += 1;
                deltas.push(Delta::ToolCall {
                    index: number,
                    id: Some(field::text(block, "id")?.to_owned()),
                    name: Some(field::text(block, "name")?.to_owned()),
                    arguments: String::new(),
                    extra: None,
                });
                let input = block.get("input").filter(|input| match input {
                    Value::Object(input) => !input.is_empty(),
                    other => !other.is_null(),
                });
                Block::Call(number, input.map(Value::to_string))
            }
            _ => Block::Other,
        };
        let known = !matches!(opened, Block::Other);
        self.open.insert(index, opened);
        Ok(known)
    }

    /// Adds to a block; returns whether the addition is of a known kind.
    fn delta(
        &mut self,
        index: u64,
        delta: &Value,
        deltas: &mut Vec<Delta>,
    ) -> Result<bool, WireError> {
        let kind = field::text(delta, "type")?;
        let block = self
            .open
            .get_mut(&index)
            .ok_or_else(|| field::error("index", "is of a block that is not open"))?;
        match (kind, block) {
            (_, Block::Other) => return Ok(false),
            ("text_delta", Block::Text) => self.text(field::text(delta, "text")?, deltas),
            ("thinking_delta", Block::Thinking(number)) => {
                let text = field::text(delta, "thinking")?.to_owned();
                deltas.push(Delta::Reasoning {
                    index: *number,
                    part: Reasoning { text, ..Reasoning::default() },
                });
            }
            ("signature_delta", Block::Thinking(number)) => {
                let signature = Some(field::text(delta, "signature")?.to_owned());
                deltas.push(Delta::Reasoning {
                    index: *number,
                    part: Reasoning { signature, ..Reasoning::default() },
                });
            }
            ("input_json_delta", Block::Call(number, input)) => {
                let arguments = field::text(delta, "partial_json")?.to_owned();
                if !arguments.is_empty() {
                    *input = None;
                    deltas.push(Delta::ToolCall {
                        index: *number,
                        id: None,
                        name: None,
                        arguments,
                        extra: None,
                    });
                }
            }
            // Sources of a statement, which were not asked for.
            ("citations_delta", _) => {}
            ("text_delta" | "thinking_delta" | "signature_delta" | "input_json_delta", _) => {
                return Err(field::error("delta.type", "does not belong to its block"));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn stop(&mut self, index: u64, deltas: &mut Vec<Delta>) {
        if let Some(Block::Call(number, Some(arguments))) = self.open.remove(&index) {
            deltas.push(Delta::ToolCall {
                index: number,
                id: None,
                name: None,
                arguments,
                extra: None,
            });
        }
    }

    fn text(&mut self, text: &str, deltas: &mut Vec<Delta>) {
        if !text.is_empty() {
            self.written += text.len();
            deltas.push(Delta::Text(text.to_owned()));
        }
    }

    /// Notes the tokens of an event or a message. Counts are totals, and later ones replace earlier
    /// ones. What the cache served or took is not part of `input_tokens`.
    fn count(&mut self, holder: &Value) {
        let count = |key: &str| field::count(holder, &format!("/usage/{key}"));
        self.fresh = count("input_tokens").unwrap_or(self.fresh);
        self.usage.cached = count("cache_read_input_tokens").unwrap_or(self.usage.cached);
        self.usage.cache_written =
            count("cache_creation_input_tokens").unwrap_or(self.usage.cache_written);
        let cache = self.usage.cached.saturating_add(self.usage.cache_written);
        self.usage.input = self.fresh.saturating_add(cache);
        self.usage.output = count("output_tokens").unwrap_or(self.usage.output);
        self.usage.reasoning =
            count("output_tokens_details/thinking_tokens").unwrap_or(self.usage.reasoning);
    }

    /// Notes why the answer ends.
    fn reason(&mut self, holder: &Value) {
        if let Some(word) = field::word(holder, "stop_reason") {
            self.finish = Some(match word {
                "end_turn" | "stop_sequence" => FinishReason::Stop,
                "tool_use" => FinishReason::ToolCalls,
                "max_tokens" | "model_context_window_exceeded" => FinishReason::Length,
                "refusal" => FinishReason::Filtered,
                // Such as `pause_turn`, of the provider's own tools.
                other => FinishReason::Other(other.to_owned()),
            });
        }
        let explanation = holder.pointer("/stop_details/explanation").and_then(Value::as_str);
        self.explanation = explanation.map(str::to_owned).or(self.explanation.take());
    }

    fn finish(&mut self, deltas: &mut Vec<Delta>) {
        self.ended = true;
        // A refusal is what the model says instead of an answer, so the user reads it as one.
        if let Some(text) = self.explanation.take().filter(|_| self.written == 0) {
            self.text(&text, deltas);
        }
        if self.usage != Usage::default() {
            deltas.push(Delta::Usage(self.usage));
        }
        deltas.extend(self.finish.take().map(Delta::Finish));
    }

    /// Decodes a whole message.
    fn whole(&mut self, message: &Value, deltas: &mut Vec<Delta>) -> Result<(), WireError> {
        let content = message.get("content").and_then(Value::as_array);
        let content = content.ok_or_else(|| field::error("content", "is not an array"))?;
        for (index, block) in (0..).zip(content) {
            self.start(index, block, deltas)?;
            self.stop(index, deltas);
        }
        self.count(message);
        self.reason(message);
        self.finish(deltas);
        Ok(())
    }

    fn failed(&mut self, event: &Value) -> Event {
        self.ended = true;
        Event::Failed(Failure::from_json(event).unwrap_or_default())
    }
}
