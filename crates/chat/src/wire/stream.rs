//! A streamed answer: written as one chunk per delta, and parsed event by event.

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{
    Failure, WireError,
    field::Field,
    finish_from_word, finish_to_word,
    reasoning::{reasoning_from_json, reasoning_to_json},
};
use crate::{Delta, Usage};

/// The data of the event that ends a stream.
pub const DONE: &str = "[DONE]";

/// What a chunk says that it is.
const OBJECT: &str = "chat.completion.chunk";

/// The fields that every chunk of one answer has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The id of the answer, `chatcmpl-…`.
    pub id: String,
    /// The model that writes it.
    pub model: String,
    /// When it began, in seconds since 1970.
    pub created: u64,
}

/// The content of one event of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Pieces of the answer; none if the chunk carries nothing of interest.
    Deltas(Vec<Delta>),
    /// The stream is over.
    Done,
    /// The other side failed; nothing more will come.
    Failed(Failure),
    /// JSON of a kind that this version does not know, to be skipped and noted.
    Unknown,
}

/// Returns the chunk that opens a stream: it has the role and nothing else.
pub fn opening_to_json(head: &Head) -> Value {
    choice(head, json!({ "role": "assistant", "content": "" }), Value::Null)
}

/// Returns the chunk that carries `delta`.
pub fn chunk_to_json(delta: &Delta, head: &Head) -> Value {
    match delta {
        Delta::Text(text) => choice(head, json!({ "content": text }), Value::Null),
        Delta::Reasoning { index, part } => {
            let mut delta = json!({ "reasoning_details": [reasoning_to_json(part, Some(*index))] });
            // For clients that know only the text.
            if !part.text.is_empty() {
                delta["reasoning_content"] = json!(part.text);
            }
            choice(head, delta, Value::Null)
        }
        Delta::ToolCall { index, id, name, arguments, extra } => {
            let mut function = Map::new();
            let mut call = Map::new();
            call.insert("index".into(), json!(index));
            if let Some(id) = id {
                call.insert("id".into(), json!(id));
                call.insert("type".into(), json!("function"));
            }
            if let Some(name) = name {
                function.insert("name".into(), json!(name));
            }
            function.insert("arguments".into(), json!(arguments));
            call.insert("function".into(), Value::Object(function));
            if let Some(extra) = extra {
                call.insert("extra_content".into(), extra.clone());
            }
            choice(head, json!({ "tool_calls": [call] }), Value::Null)
        }
        Delta::Usage(usage) => chunk(head, json!([]), Some(*usage)),
        Delta::Finish(reason) => choice(head, json!({}), json!(finish_to_word(reason))),
    }
}

/// Returns the chunk that carries `delta`, as JSON. Text, which is most of an answer, is written
/// without a value being built first.
pub fn chunk_to_string(delta: &Delta, head: &Head) -> String {
    if let Delta::Text(text) = delta
        && let Ok(json) = serde_json::to_string(&TextChunk::new(text, head))
    {
        return json;
    }
    chunk_to_json(delta, head).to_string()
}

/// A chunk with text, as [`chunk_to_json`] makes it.
#[derive(Serialize)]
struct TextChunk<'a> {
    id: &'a str,
    object: &'static str,
    created: u64,
    model: &'a str,
    choices: [TextChoice<'a>; 1],
}

#[derive(Serialize)]
struct TextChoice<'a> {
    index: u8,
    delta: TextDelta<'a>,
    finish_reason: Option<&'static str>,
}

#[derive(Serialize)]
struct TextDelta<'a> {
    content: &'a str,
}

impl<'a> TextChunk<'a> {
    fn new(content: &'a str, head: &'a Head) -> Self {
        let Head { id, model, created } = head;
        let choice = TextChoice { index: 0, delta: TextDelta { content }, finish_reason: None };
        Self { id, object: OBJECT, created: *created, model, choices: [choice] }
    }
}

fn choice(head: &Head, delta: Value, finish: Value) -> Value {
    chunk(head, json!([{ "index": 0, "delta": delta, "finish_reason": finish }]), None)
}

fn chunk(head: &Head, choices: Value, usage: Option<Usage>) -> Value {
    let Head { id, model, created } = head;
    let mut chunk = json!({
        "id": id, "object": OBJECT, "created": created, "model": model, "choices": choices,
    });
    if let (Some(usage), Value::Object(chunk)) = (usage, &mut chunk) {
        chunk.insert("usage".into(), usage_to_json(usage));
    }
    chunk
}

/// Returns the tokens in the format's words. Details that are zero are left out.
pub(super) fn usage_to_json(usage: Usage) -> Value {
    let Usage { input, output, cached, cache_written, reasoning } = usage;
    let mut json = json!({
        "prompt_tokens": input, "completion_tokens": output, "total_tokens": input.saturating_add(output),
    });
    let mut details = |key: &str, counts: &[(&str, u64)]| {
        let counts: Map<String, Value> = counts
            .iter()
            .filter(|(_, count)| *count > 0)
            .map(|(key, count)| ((*key).to_owned(), json!(count)))
            .collect();
        if !counts.is_empty() {
            json[key] = Value::Object(counts);
        }
    };
    details(
        "prompt_tokens_details",
        &[("cached_tokens", cached), ("cache_write_tokens", cache_written)],
    );
    details("completion_tokens_details", &[("reasoning_tokens", reasoning)]);
    json
}

/// Parses the data of one event.
///
/// # Errors
/// Data that is not JSON, or a known field of the wrong type: the stream is corrupt.
pub fn event(data: &str) -> Result<Event, WireError> {
    if data.trim() == DONE {
        return Ok(Event::Done);
    }
    let value: Value =
        serde_json::from_str(data).map_err(|error| WireError::NotJson(error.to_string()))?;
    event_from_json(&value)
}

/// Parses one event from its JSON.
///
/// # Errors
/// A known field of the wrong type.
pub fn event_from_json(value: &Value) -> Result<Event, WireError> {
    if let Some(failure) = Failure::from_json(value) {
        return Ok(Event::Failed(failure));
    }
    let root = Field::root(value);
    if root.get("choices").is_none() && root.get("usage").is_none() {
        return Ok(Event::Unknown);
    }
    let mut deltas = Vec::new();
    let choices =
        root.get("choices").map(|choices| choices.items()).transpose()?.unwrap_or_default();
    // Only one answer is ever asked for; a second one would be mixed into the first.
    let answer =
        choices.iter().find(|choice| choice.value.get("index").is_none_or(|index| index == 0));
    if let Some(choice) = answer {
        if let Some(delta) = choice.get("delta") {
            pieces(&delta, &mut deltas)?;
        }
        if let Some(word) = choice.optional_text("finish_reason")?.filter(|word| !word.is_empty()) {
            deltas.push(Delta::Finish(finish_from_word(word)));
        }
    }
    deltas.extend(usage_from_json(&root)?.map(Delta::Usage));
    Ok(Event::Deltas(deltas))
}

/// Parses the reasoning, text and calls of a `delta`.
fn pieces(delta: &Field, deltas: &mut Vec<Delta>) -> Result<(), WireError> {
    let reasoning = reasoning_from_json(delta)?.into_iter();
    deltas.extend(reasoning.map(|(index, part)| Delta::Reasoning { index, part }));
    // A refusal is what the model says instead of an answer, so the user reads it as one.
    for key in ["content", "refusal"] {
        if let Some(text) = delta.optional_text(key)?.filter(|text| !text.is_empty()) {
            deltas.push(Delta::Text(text.to_owned()));
        }
    }
    for call in delta.get("tool_calls").map(|calls| calls.items()).transpose()?.unwrap_or_default()
    {
        let index = call.need("index")?;
        let function = call.get("function");
        let part = |key| function.as_ref().map_or(Ok(None), |function| function.optional_text(key));
        deltas.push(Delta::ToolCall {
            index: call_index(&index)?,
            id: call.optional_text("id")?.map(str::to_owned),
            name: part("name")?.map(str::to_owned),
            arguments: part("arguments")?.unwrap_or_default().to_owned(),
            extra: call.get("extra_content").map(|extra| extra.value.clone()),
        });
    }
    Ok(())
}

/// Parses a call's index. Collectors of calls allocate up to it, so a corrupt one must not get
/// through.
fn call_index(index: &Field) -> Result<usize, WireError> {
    const MAX_CALLS: u64 = 128;
    let count = index.count()?;
    usize::try_from(count).ok().filter(|_| count < MAX_CALLS).ok_or_else(|| {
        WireError::field(index.path.as_str(), format!("is {count}; keep it below {MAX_CALLS}"))
    })
}

/// Parses the tokens in `usage`, if present.
pub(super) fn usage_from_json(root: &Field) -> Result<Option<Usage>, WireError> {
    let Some(usage) = root.get("usage") else { return Ok(None) };
    let count = |key| usage.get(key).map_or(Ok(0), |count| count.count());
    let detail = |details: &str, key: &str| {
        let count = usage.get(details).and_then(|details| details.get(key));
        count.map_or(Ok(0), |count| count.count())
    };
    Ok(Some(Usage {
        input: count("prompt_tokens")?,
        output: count("completion_tokens")?,
        cached: detail("prompt_tokens_details", "cached_tokens")?,
        cache_written: detail("prompt_tokens_details", "cache_write_tokens")?,
        reasoning: detail("completion_tokens_details", "reasoning_tokens")?,
    }))
}

#[cfg(test)]
mod tests;
