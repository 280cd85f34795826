//! The items of an answer so far: what of each has been emitted, and which numbers its parts have
//! got.

use std::collections::{BTreeMap, BTreeSet};

use chat::{Delta, Reasoning, ReasoningKind, wire::WireError};
use serde_json::Value;

use super::FORMAT;
use crate::{
    field::{self, MAX_CALLS, MAX_PARTS},
    position,
};

/// The items of an answer.
#[derive(Clone, Debug, Default)]
pub(super) struct Output {
    /// The calls by their place in the answer.
    calls: BTreeMap<u64, Call>,
    /// The reasoning items by their place in the answer.
    thoughts: BTreeMap<u64, Thought>,
    /// The numbers of the parts of reasoning items, by place, kind and number within the item.
    parts: BTreeMap<(u64, u8, u64), usize>,
    /// The places of messages of which text was emitted.
    texts: BTreeSet<u64>,
}

/// A call that has begun.
#[derive(Clone, Debug)]
struct Call {
    number: usize,
    /// Whether any of its arguments were emitted.
    written: bool,
}

/// A reasoning item that has begun.
#[derive(Clone, Debug)]
struct Thought {
    /// Its id, with its place among the others.
    id: Option<String>,
}

impl Output {
    /// Returns whether the answer has calls.
    pub(super) fn has_calls(&self) -> bool {
        !self.calls.is_empty()
    }

    /// Begins an item.
    pub(super) fn added(&mut self, at: u64, item: &Value) -> Result<Vec<Delta>, WireError> {
        match field::text(item, "type")? {
            "function_call" => self.call(at, item),
            "reasoning" => {
                self.begin(at, field::word(item, "id"))?;
                Ok(Vec::new())
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Ends an item: what of it did not come by deltas comes now.
    pub(super) fn done(&mut self, at: u64, item: &Value) -> Result<Vec<Delta>, WireError> {
        match field::text(item, "type")? {
            "message" if !self.texts.contains(&at) => {
                let parts = item.get("content").and_then(Value::as_array).into_iter().flatten();
                let texts = parts
                    .filter_map(|part| field::word(part, "text").or(field::word(part, "refusal")));
                let text: String = texts.collect();
                self.text(at, &text)
            }
            "function_call" => {
                let mut deltas =
                    if self.calls.contains_key(&at) { Vec::new() } else { self.call(at, item)? };
                if self.calls.get(&at).is_some_and(|call| !call.written) {
                    deltas.extend(self.arguments(at, field::text(item, "arguments")?)?);
                }
                Ok(deltas)
            }
            "reasoning" => self.encrypted(at, item),
            _ => Ok(Vec::new()),
        }
    }

    /// Adds text to the message at a place.
    pub(super) fn text(&mut self, at: u64, text: &str) -> Result<Vec<Delta>, WireError> {
        if text.is_empty() {
            return Ok(Vec::new());
        }
        self.texts.insert(at);
        if self.texts.len() > MAX_PARTS {
            return Err(field::too_many("output", MAX_PARTS));
        }
        Ok(vec![Delta::Text(text.to_owned())])
    }

    /// Adds to the arguments of the call at a place.
    pub(super) fn arguments(&mut self, at: u64, text: &str) -> Result<Vec<Delta>, WireError> {
        let call = self.calls.get_mut(&at);
        let call =
            call.ok_or_else(|| field::error("output_index", "is of a call that has not begun"))?;
        if text.is_empty() {
            return Ok(Vec::new());
        }
        call.written = true;
        let arguments = text.to_owned();
        Ok(vec![Delta::ToolCall {
            index: call.number,
            id: None,
            name: None,
            arguments,
            extra: None,
        }])
    }

    /// Adds to a summary or to the text of a reasoning item, by an event of the type `event`.
    pub(super) fn thought(&mut self, kind: &str, event: &Value) -> Result<Vec<Delta>, WireError> {
        let (kind, number) = if kind == "response.reasoning_text.delta" {
            (ReasoningKind::Text, field::count(event, "/content_index"))
        } else {
            (ReasoningKind::Summary, field::count(event, "/summary_index"))
        };
        let at = field::index(event, "output_index")?;
        self.begin(at, field::word(event, "item_id"))?;
        let text = field::text(event, "delta")?.to_owned();
        self.part(at, number.unwrap_or(0), Reasoning { kind, text, ..Reasoning::default() })
    }

    /// Begins the reasoning item at a place, unless it has begun.
    fn begin(&mut self, at: u64, id: Option<&str>) -> Result<(), WireError> {
        if self.thoughts.len() >= MAX_PARTS {
            return Err(field::too_many("output", MAX_PARTS));
        }
        let before = usize::from(!self.texts.is_empty()) + self.calls.len();
        self.thoughts.entry(at).or_insert_with(|| Thought { id: position::id(id, before) });
        Ok(())
    }

    /// Ends a reasoning item: its encrypted content is complete only now.
    fn encrypted(&mut self, at: u64, item: &Value) -> Result<Vec<Delta>, WireError> {
        self.begin(at, field::word(item, "id"))?;
        let mut deltas = Vec::new();
        for (kind, key) in [(ReasoningKind::Summary, "summary"), (ReasoningKind::Text, "content")] {
            let parts = item.get(key).and_then(Value::as_array).into_iter().flatten();
            for (number, part) in (0..).zip(parts) {
                if let Some(text) = field::word(part, "text")
                    && !self.parts.contains_key(&(at, kind as u8, number))
                {
                    let part = Reasoning { kind, text: text.to_owned(), ..Reasoning::default() };
                    deltas.extend(self.part(at, number, part)?);
                }
            }
        }
        if let Some(data) = field::word(item, "encrypted_content") {
            let kind = ReasoningKind::Encrypted;
            let part = Reasoning { kind, data: Some(data.to_owned()), ..Reasoning::default() };
            deltas.extend(self.part(at, 0, part)?);
        }
        Ok(deltas)
    }

    /// Adds to a part of a reasoning item; its first piece says where it belongs.
    fn part(&mut self, at: u64, number: u64, part: Reasoning) -> Result<Vec<Delta>, WireError> {
        let next = self.parts.len();
        let key = (at, part.kind as u8, number);
        let index = *self.parts.entry(key).or_insert(next);
        if index >= MAX_PARTS {
            return Err(field::too_many("output", MAX_PARTS));
        }
        let part = if index == next {
            let id = self.thoughts.get(&at).and_then(|thought| thought.id.clone());
            Reasoning { id, format: Some(FORMAT.to_owned()), ..part }
        } else {
            part
        };
        Ok(vec![Delta::Reasoning { index, part }])
    }

    /// Begins the call at a place.
    fn call(&mut self, at: u64, item: &Value) -> Result<Vec<Delta>, WireError> {
        let number = self.calls.len();
        if self.calls.contains_key(&at) {
            return Err(field::error("output_index", "is of a call that has begun already"));
        }
        if number >= MAX_CALLS {
            return Err(field::too_many("output", MAX_CALLS));
        }
        let first = Delta::ToolCall {
            index: number,
            id: Some(field::text(item, "call_id")?.to_owned()),
            name: Some(field::text(item, "name")?.to_owned()),
            arguments: field::word(item, "arguments").unwrap_or_default().to_owned(),
            extra: None,
        };
        let written = field::word(item, "arguments").is_some();
        self.calls.insert(at, Call { number, written });
        Ok(vec![first])
    }
}
