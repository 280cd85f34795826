//! The content blocks of messages.

use chat::{Image, Part, Reasoning, ReasoningKind, ToolCall};
use serde_json::{Map, Value, json};

use super::{FORMAT, ids::Ids};
use crate::{Options, no_image::NO_IMAGE, position};

/// Returns a block of text, or none if there is nothing to read, which the API refuses.
pub(super) fn text(text: &str) -> Option<Value> {
    (!text.trim().is_empty()).then(|| json!({ "type": "text", "text": text }))
}

/// Returns the content of a message of the user.
pub(super) fn user(parts: &[Part], options: &Options) -> Vec<Value> {
    let blocks = parts.iter().filter_map(|part| match part {
        Part::Text(words) => text(words),
        Part::Image(picture) => Some(image(picture, options)),
    });
    blocks.collect()
}

/// Returns the content of a message of the model: its thinking unchanged and where it was, its
/// text, its calls.
pub(super) fn assistant(
    words: &str,
    calls: &[ToolCall],
    reasoning: &[Reasoning],
    ids: &mut Ids,
) -> Vec<Value> {
    let uses = calls.iter().map(|call| {
        json!({ "type": "tool_use", "id": ids.of_call(&call.id), "name": call.name, "input": input(&call.arguments) })
    });
    let thoughts = reasoning.iter().filter_map(|part| Some((part, thinking(part)?)));
    let thoughts: Vec<(&Reasoning, Value)> = thoughts.collect();
    let texts = split(words, thoughts.iter().filter_map(|(part, _)| position::bytes(part)));
    let texts: Vec<(usize, Value)> =
        texts.into_iter().filter_map(|(end, words)| Some((end, text(words)?))).collect();
    let place = |part: &Reasoning| match (position::of(part), position::bytes(part)) {
        (0, _) => 0,
        // All of the text counts as one of those before.
        (before, None) => before - 1 + texts.len(),
        (before, Some(bytes)) => before - 1 + texts.iter().filter(|(end, _)| *end <= bytes).count(),
    };
    let thoughts: Vec<(usize, Value)> =
        thoughts.into_iter().map(|(part, block)| (place(part), block)).collect();
    let others = texts.into_iter().map(|(_, block)| block).chain(uses).collect();
    position::merged(thoughts.into_iter(), others)
}

/// Returns text in pieces that end at the given places, each with its end. A place that is not
/// within the text, since a client has changed it, is left out.
fn split(words: &str, places: impl Iterator<Item = usize>) -> Vec<(usize, &str)> {
    let (mut pieces, mut from) = (Vec::new(), 0);
    for end in places.filter(|end| *end < words.len()).chain([words.len()]) {
        if end > from
            && let Some(piece) = words.get(from..end)
        {
            pieces.push((end, piece));
            from = end;
        }
    }
    pieces
}

/// Returns the block of a part that came by this wire; those of other wires mean nothing here.
fn thinking(part: &Reasoning) -> Option<Value> {
    let Reasoning { kind, text, data, signature, format, .. } = part;
    if format.as_deref() != Some(FORMAT) {
        return None;
    }
    match kind {
        ReasoningKind::Encrypted => {
            data.as_ref().map(|data| json!({ "type": "redacted_thinking", "data": data }))
        }
        // Without its signature the API refuses it.
        ReasoningKind::Text | ReasoningKind::Summary => signature.as_ref().map(
            |signature| json!({ "type": "thinking", "thinking": text, "signature": signature }),
        ),
    }
}

/// Returns the arguments as the object that the API demands.
fn input(arguments: &str) -> Value {
    match serde_json::from_str(arguments) {
        Ok(Value::Object(object)) => Value::Object(object),
        _ if arguments.trim().is_empty() => Value::Object(Map::new()),
        _ => json!({ "unreadable": arguments }),
    }
}

/// Returns the result of the call `id`, with its figures.
pub(super) fn result(id: &str, words: &str, images: &[Image], options: &Options) -> Value {
    let pictures = images.iter().map(|picture| image(picture, options));
    let content: Vec<Value> = text(words).into_iter().chain(pictures).collect();
    let mut result = json!({ "type": "tool_result", "tool_use_id": id });
    if !content.is_empty() {
        result["content"] = Value::Array(content);
    }
    result
}

fn image(image: &Image, options: &Options) -> Value {
    if !options.images {
        return json!({ "type": "text", "text": NO_IMAGE });
    }
    let Image { media_type, base64, detail: _ } = image;
    json!({ "type": "image", "source": { "type": "base64", "media_type": media_type, "data": base64 } })
}

/// Returns whether a block has this type.
pub(super) fn is(block: &Value, kind: &str) -> bool {
    block.get("type").and_then(Value::as_str) == Some(kind)
}
