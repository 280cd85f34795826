//! A conversation as the model and its server take it.

use chat::{Message, Part, Reasoning, ToolCall};
use serde_json::{Value, json};

use crate::{Options, ReasoningReturn, no_image::NO_IMAGE, position};

/// Returns the messages as the model and older servers take them: without reasoning that is not
/// demanded back, without lists of parts if text suffices, and without images if the model does
/// not understand them. Images of tools follow their results in a message of the user, since
/// results are text in this format.
pub(super) fn adapted(messages: &[Message], options: &Options) -> Vec<Message> {
    let mut adapted = Vec::with_capacity(messages.len());
    let mut figures = Vec::new();
    for message in messages {
        let next = match message {
            Message::Tool { call_id, text, images } => {
                let mut text = text.clone();
                if options.images {
                    figures.extend(images.iter().cloned().map(Part::Image));
                } else {
                    images.iter().for_each(|_| text = format!("{text}\n{NO_IMAGE}"));
                }
                Message::tool(id(call_id, options), text)
            }
            Message::User(parts) => {
                user(introduced(&mut figures).into_iter().chain(parts.iter().cloned()), options)
            }
            Message::Assistant { text, calls, reasoning } => {
                adapted
                    .extend((!figures.is_empty()).then(|| Message::User(introduced(&mut figures))));
                Message::Assistant {
                    text: text.clone(),
                    calls: calls.iter().map(|original| call(original, options)).collect(),
                    reasoning: returned(reasoning, options),
                }
            }
            Message::System(_) => message.clone(),
        };
        adapted.push(next);
    }
    adapted.extend((!figures.is_empty()).then(|| Message::User(introduced(&mut figures))));
    adapted
}

/// Returns a message of the user, as plain text if it has no image or the model does not understand
/// images.
fn user(parts: impl Iterator<Item = Part>, options: &Options) -> Message {
    let parts: Vec<Part> = parts.collect();
    if options.images && parts.iter().any(|part| matches!(part, Part::Image(_))) {
        return Message::User(parts);
    }
    let texts = parts.iter().map(|part| match part {
        Part::Text(text) => text.as_str(),
        Part::Image(_) => NO_IMAGE,
    });
    Message::user(texts.collect::<Vec<_>>().join("\n"))
}

/// Takes the figures of the results so far, with a sentence that says what they are.
fn introduced(figures: &mut Vec<Part>) -> Vec<Part> {
    if figures.is_empty() {
        return Vec::new();
    }
    let mut parts = vec![Part::Text("The figures that the tools made:".to_owned())];
    parts.append(figures);
    parts
}

/// Returns the reasoning that the provider demands back.
fn returned(reasoning: &[Reasoning], options: &Options) -> Vec<Reasoning> {
    match options.reasoning_return {
        ReasoningReturn::None => Vec::new(),
        ReasoningReturn::Details => {
            let own = |part: &Reasoning| Reasoning {
                id: position::original(part).map(str::to_owned),
                ..part.clone()
            };
            reasoning.iter().map(own).collect()
        }
        // What another provider's model thought has a format.
        ReasoningReturn::Content => reasoning
            .iter()
            .filter(|part| part.format.is_none() && !part.text.is_empty())
            .cloned()
            .collect(),
    }
}

/// Writes the reasoning of messages with calls as text. DeepSeek refuses calls without it, even if
/// it is empty, and ignores it elsewhere.
pub(super) fn return_content(body: &mut Value) {
    let messages = body.get_mut("messages").and_then(Value::as_array_mut);
    for message in messages.into_iter().flatten().filter_map(Value::as_object_mut) {
        let details = message.remove("reasoning_details");
        if message.contains_key("tool_calls") {
            let parts = details.as_ref().and_then(Value::as_array).into_iter().flatten();
            let texts = parts.filter_map(|part| part.get("text").or(part.get("summary"))?.as_str());
            message.insert(
                "reasoning_content".to_owned(),
                json!(texts.collect::<Vec<_>>().join("\n\n")),
            );
        }
    }
}

fn call(call: &ToolCall, options: &Options) -> ToolCall {
    let extra = call.extra.clone().filter(|_| options.call_extra);
    ToolCall { id: id(&call.id, options), extra, ..call.clone() }
}

/// Returns the id of a call as the server takes it. Mistral's refuses other ids than those of nine
/// letters or digits, which a session that changes its model brings along.
fn id(original: &str, options: &Options) -> String {
    let fits = original.len() == 9 && original.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if !options.mistral || fits {
        return original.to_owned();
    }
    // FNV-1a: the same id for the call and its result.
    let mut hash = original.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let mut digit = || {
        let digit = char::from_digit((hash % 36) as u32, 36).unwrap_or('0');
        hash /= 36;
        digit
    };
    (0..9).map(|_| digit()).collect()
}
