//! A conversation as the list of items that it consists of.

use chat::{Image, Message, Part, Reasoning, ReasoningKind, ToolCall};
use serde_json::{Map, Value, json};

use super::FORMAT;
use crate::{Options, no_image::NO_IMAGE, position};

/// Returns the items of a conversation. Encrypted reasoning is for a model that `thinks`.
pub(super) fn input(messages: &[Message], options: &Options, thinks: bool) -> Vec<Value> {
    messages.iter().flat_map(|message| items(message, options, thinks)).collect()
}

fn items(message: &Message, options: &Options, thinks: bool) -> Vec<Value> {
    match message {
        Message::System(text) => {
            vec![spoken("system", vec![json!({ "type": "input_text", "text": text })])]
        }
        Message::User(parts) => {
            let parts = parts.iter().map(|part| match part {
                Part::Text(text) => json!({ "type": "input_text", "text": text }),
                Part::Image(picture) => image(picture, options),
            });
            vec![spoken("user", parts.collect())]
        }
        Message::Assistant { text, calls, reasoning } => {
            let said = (!text.is_empty())
                .then(|| spoken("assistant", vec![json!({ "type": "output_text", "text": text })]));
            let others = said.into_iter().chain(calls.iter().map(call)).collect();
            position::merged(thoughts(reasoning, thinks).into_iter(), others)
        }
        Message::Tool { call_id, text, images } => {
            let output = if images.is_empty() {
                json!(text)
            } else {
                let words =
                    (!text.is_empty()).then(|| json!({ "type": "input_text", "text": text }));
                words
                    .into_iter()
                    .chain(images.iter().map(|picture| image(picture, options)))
                    .collect()
            };
            vec![json!({ "type": "function_call_output", "call_id": call_id, "output": output })]
        }
    }
}

fn spoken(role: &str, content: Vec<Value>) -> Value {
    json!({ "type": "message", "role": role, "content": content })
}

fn image(image: &Image, options: &Options) -> Value {
    if !options.images {
        return json!({ "type": "input_text", "text": NO_IMAGE });
    }
    let Image { media_type, base64, detail } = image;
    let url = format!("data:{media_type};base64,{base64}");
    json!({ "type": "input_image", "image_url": url, "detail": detail.as_deref().unwrap_or("auto") })
}

fn call(ToolCall { id, name, arguments, extra: _ }: &ToolCall) -> Value {
    json!({ "type": "function_call", "call_id": id, "name": name, "arguments": arguments })
}

/// Returns the reasoning items that came by this wire, each with its place. The parts of one item
/// follow each other and have its id. An item that was neither encrypted nor readable means nothing
/// to a provider that stores nothing.
fn thoughts(reasoning: &[Reasoning], thinks: bool) -> Vec<(usize, Value)> {
    let mut items: Vec<(usize, Value)> = Vec::new();
    let ours = reasoning.iter().filter(|part| part.format.as_deref() == Some(FORMAT));
    let same = |a: &&Reasoning, b: &&Reasoning| a.id.is_some() && a.id == b.id;
    let parts: Vec<&Reasoning> = ours.collect();
    for parts in parts.chunk_by(same) {
        let of = |kind: ReasoningKind, name: &str| -> Vec<Value> {
            let texts = parts.iter().filter(|part| part.kind == kind);
            texts.map(|part| json!({ "type": name, "text": part.text })).collect()
        };
        let content = of(ReasoningKind::Text, "reasoning_text");
        let data = parts.iter().find_map(|part| part.data.as_deref()).filter(|_| thinks);
        let Some(first) = parts.first().filter(|_| data.is_some() || !content.is_empty()) else {
            continue;
        };
        let mut item = Map::from_iter([("type".to_owned(), json!("reasoning"))]);
        if let Some(id) = position::original(first) {
            item.insert("id".to_owned(), json!(id));
        }
        item.insert("summary".to_owned(), json!(of(ReasoningKind::Summary, "summary_text")));
        if !content.is_empty() {
            item.insert("content".to_owned(), json!(content));
        }
        if let Some(data) = data {
            item.insert("encrypted_content".to_owned(), json!(data));
        }
        items.push((position::of(first), Value::Object(item)));
    }
    items
}
