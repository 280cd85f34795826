//! A request for an answer as JSON, and in [`parse`] back.

mod options;
mod parse;

use serde_json::{Map, Value, json};

pub(super) use parse::call_from_json;
pub use parse::{request_from_json, wants_usage};

use super::reasoning::reasoning_to_json;
use crate::{Image, Message, Part, Request, Tool, ToolCall};

/// Returns the body of `POST /v1/chat/completions`. A streamed request also asks for the usage at
/// its end.
pub fn request_to_json(request: &Request) -> Value {
    let mut body = conversation_to_json(request);
    options::write(&request.options, &mut body);
    Value::Object(body)
}

/// Returns the same without [`Request::options`], for the page, which sets the few that it uses
/// itself: writing all of them costs it kilobytes.
pub fn conversation_to_json(request: &Request) -> Map<String, Value> {
    let mut body = Map::new();
    if let Some(model) = &request.model {
        body.insert("model".into(), json!(model));
    }
    body.insert("messages".into(), request.messages.iter().map(message_to_json).collect());
    if !request.tools.is_empty() {
        body.insert("tools".into(), request.tools.iter().map(tool_to_json).collect());
    }
    body.insert("stream".into(), json!(request.stream));
    if request.stream {
        body.insert("stream_options".into(), json!({ "include_usage": true }));
    }
    body
}

fn message_to_json(message: &Message) -> Value {
    match message {
        Message::System(text) => json!({ "role": "system", "content": text }),
        Message::User(parts) => match parts.as_slice() {
            [Part::Text(text)] => json!({ "role": "user", "content": text }),
            parts => {
                json!({ "role": "user", "content": parts.iter().map(part_to_json).collect::<Value>() })
            }
        },
        Message::Assistant { text, calls, reasoning } => {
            let content =
                if text.is_empty() && !calls.is_empty() { Value::Null } else { json!(text) };
            let mut message = json!({ "role": "assistant", "content": content });
            if !calls.is_empty() {
                message["tool_calls"] = calls.iter().map(call_to_json).collect();
            }
            if !reasoning.is_empty() {
                message["reasoning_details"] =
                    reasoning.iter().map(|part| reasoning_to_json(part, None)).collect();
            }
            message
        }
        Message::Tool { call_id, text, images } if images.is_empty() => {
            json!({ "role": "tool", "tool_call_id": call_id, "content": text })
        }
        Message::Tool { call_id, text, images } => {
            let mut parts = vec![json!({ "type": "text", "text": text })];
            parts.extend(images.iter().map(image_to_json));
            json!({ "role": "tool", "tool_call_id": call_id, "content": parts })
        }
    }
}

fn part_to_json(part: &Part) -> Value {
    match part {
        Part::Text(text) => json!({ "type": "text", "text": text }),
        Part::Image(image) => image_to_json(image),
    }
}

fn image_to_json(Image { media_type, base64, detail }: &Image) -> Value {
    let mut image = json!({ "url": format!("data:{media_type};base64,{base64}") });
    if let Some(detail) = detail {
        image["detail"] = json!(detail);
    }
    json!({ "type": "image_url", "image_url": image })
}

/// Returns a call as part of an assistant's message.
pub(super) fn call_to_json(call: &ToolCall) -> Value {
    let ToolCall { id, name, arguments, extra } = call;
    let mut json = json!({ "id": id, "type": "function", "function": { "name": name, "arguments": arguments } });
    if let Some(extra) = extra {
        json["extra_content"] = extra.clone();
    }
    json
}

fn tool_to_json(tool: &Tool) -> Value {
    let Tool { name, description, parameters, strict } = tool;
    let mut function =
        json!({ "name": name, "description": description, "parameters": parameters });
    if let Some(strict) = strict {
        function["strict"] = json!(strict);
    }
    json!({ "type": "function", "function": function })
}

#[cfg(test)]
mod tests;
