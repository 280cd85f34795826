//! A request for an answer, as JSON and back.

use serde_json::{Map, Value, json};

use super::{WireError, field::Field};
use crate::{Image, Message, Part, Request, Tool, ToolCall};

/// Returns the body of `POST /v1/chat/completions`. A streamed request also asks for the usage at its end.
pub fn request_to_json(request: &Request) -> Value {
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
    if let Some(limit) = request.max_tokens {
        body.insert("max_tokens".into(), json!(limit));
    }
    Value::Object(body)
}

/// Returns whether the body of a streamed request asks for a last chunk with the usage.
pub fn wants_usage(body: &Value) -> bool {
    body.pointer("/stream_options/include_usage") == Some(&Value::Bool(true))
}

/// Parses the body of `POST /v1/chat/completions`. Fields that Insitu does not use are ignored.
///
/// # Errors
/// A field of the wrong type, an unknown role or kind of part, an image that is not a data URL, more than one
/// answer asked for.
pub fn request_from_json(body: &Value) -> Result<Request, WireError> {
    if !body.is_object() {
        return Err(WireError::field("body", "is no JSON object; send an object with `messages`"));
    }
    let root = Field::root(body);
    if let Some(n) = root.get("n")
        && n.count()? != 1
    {
        return Err(WireError::field(n.path, "only one answer can be asked for; leave it out"));
    }
    let messages = root.need("messages")?.items()?;
    if messages.is_empty() {
        return Err(WireError::field("messages", "is empty; add at least one message"));
    }
    let tools = root.get("tools").map(|tools| tools.items()).transpose()?.unwrap_or_default();
    let limit = match root.get("max_completion_tokens").or_else(|| root.get("max_tokens")) {
        Some(limit) => {
            let count = limit.count()?;
            Some(u32::try_from(count).map_err(|_| WireError::field(limit.path, "is too large; lower it"))?)
        }
        None => None,
    };
    Ok(Request {
        model: root.optional_text("model")?.map(str::to_owned),
        messages: messages.iter().map(message_from_json).collect::<Result<_, _>>()?,
        tools: tools.iter().map(tool_from_json).collect::<Result<_, _>>()?,
        stream: root.get("stream").map(|stream| stream.flag()).transpose()?.unwrap_or(false),
        max_tokens: limit,
    })
}

fn message_to_json(message: &Message) -> Value {
    match message {
        Message::System(text) => json!({ "role": "system", "content": text }),
        Message::User(parts) => match parts.as_slice() {
            [Part::Text(text)] => json!({ "role": "user", "content": text }),
            parts => json!({ "role": "user", "content": parts.iter().map(part_to_json).collect::<Value>() }),
        },
        Message::Assistant { text, calls } if calls.is_empty() => {
            json!({ "role": "assistant", "content": text })
        }
        Message::Assistant { text, calls } => {
            let content = if text.is_empty() { Value::Null } else { json!(text) };
            let calls: Value = calls.iter().map(call_to_json).collect();
            json!({ "role": "assistant", "content": content, "tool_calls": calls })
        }
        Message::Tool { call_id, text } => {
            json!({ "role": "tool", "tool_call_id": call_id, "content": text })
        }
    }
}

fn part_to_json(part: &Part) -> Value {
    match part {
        Part::Text(text) => json!({ "type": "text", "text": text }),
        Part::Image(Image { media_type, base64 }) => {
            json!({ "type": "image_url", "image_url": { "url": format!("data:{media_type};base64,{base64}") } })
        }
    }
}

/// Returns a call as part of an assistant's message.
pub(super) fn call_to_json(call: &ToolCall) -> Value {
    json!({ "id": call.id, "type": "function", "function": { "name": call.name, "arguments": call.arguments } })
}

fn tool_to_json(tool: &Tool) -> Value {
    let Tool { name, description, parameters } = tool;
    json!({ "type": "function", "function": { "name": name, "description": description, "parameters": parameters } })
}

fn message_from_json(message: &Field) -> Result<Message, WireError> {
    let role = message.need("role")?;
    match role.text()? {
        "system" | "developer" => Ok(Message::System(plain(&message.need("content")?)?)),
        "user" => {
            let content = message.need("content")?;
            if let Value::String(text) = content.value {
                return Ok(Message::user(text));
            }
            let parts = content.items().map_err(|_| content.wrong("a string or an array of parts"))?;
            Ok(Message::User(parts.iter().map(part_from_json).collect::<Result<_, _>>()?))
        }
        "assistant" => {
            let calls = message.get("tool_calls").map(|calls| calls.items()).transpose()?.unwrap_or_default();
            let text = message.get("content").map(|content| plain(&content)).transpose()?.unwrap_or_default();
            Ok(Message::Assistant {
                text,
                calls: calls.iter().map(call_from_json).collect::<Result<_, _>>()?,
            })
        }
        "tool" => Ok(Message::Tool {
            call_id: message.need("tool_call_id")?.text()?.to_owned(),
            text: plain(&message.need("content")?)?,
        }),
        other => {
            let problem = format!("`{other}` is unknown; use system, developer, user, assistant or tool");
            Err(WireError::field(role.path, problem))
        }
    }
}

/// Parses content that may hold text only: a string, or text parts joined by line breaks.
fn plain(content: &Field) -> Result<String, WireError> {
    if let Value::String(text) = content.value {
        return Ok(text.clone());
    }
    let parts = content.items().map_err(|_| content.wrong("a string or an array of text parts"))?;
    let texts = parts.iter().map(|part| match part_from_json(part)? {
        Part::Text(text) => Ok(text),
        Part::Image(_) => {
            Err(WireError::field(part.path.as_str(), "only user messages can hold images; move it to one"))
        }
    });
    Ok(texts.collect::<Result<Vec<_>, WireError>>()?.join("\n"))
}

fn part_from_json(part: &Field) -> Result<Part, WireError> {
    let kind = part.need("type")?;
    match kind.text()? {
        "text" => Ok(Part::Text(part.need("text")?.text()?.to_owned())),
        "image_url" => {
            let url = part.need("image_url")?.need("url")?;
            let image = data_url(url.text()?);
            image.map(Part::Image).ok_or_else(|| {
                let problem = "is not a base64 data URL; send the image itself as `data:image/png;base64,…`";
                WireError::field(url.path, problem)
            })
        }
        other => Err(WireError::field(kind.path, format!("`{other}` is unknown; use text or image_url"))),
    }
}

/// Parses the image in `data:image/…;base64,…`. Addresses are refused, since neither page nor relay fetches
/// for a request.
fn data_url(url: &str) -> Option<Image> {
    let (media_type, base64) = url.strip_prefix("data:")?.split_once(";base64,")?;
    let image = media_type.starts_with("image/") && !base64.is_empty();
    let clean = base64.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'='));
    (image && clean).then(|| Image { media_type: media_type.to_owned(), base64: base64.to_owned() })
}

/// Parses a call in an assistant's message.
pub(super) fn call_from_json(call: &Field) -> Result<ToolCall, WireError> {
    let function = call.need("function")?;
    Ok(ToolCall {
        id: call.need("id")?.text()?.to_owned(),
        name: function.need("name")?.text()?.to_owned(),
        arguments: function.need("arguments")?.text()?.to_owned(),
    })
}

fn tool_from_json(tool: &Field) -> Result<Tool, WireError> {
    let kind = tool.need("type")?;
    if kind.text()? != "function" {
        return Err(WireError::field(kind.path, "only tools of type `function` can be called; change it"));
    }
    let function = tool.need("function")?;
    Ok(Tool {
        name: function.need("name")?.text()?.to_owned(),
        description: function.optional_text("description")?.unwrap_or_default().to_owned(),
        parameters: function.get("parameters").map_or_else(
            || json!({ "type": "object", "properties": {} }),
            |parameters| parameters.value.clone(),
        ),
    })
}

#[cfg(test)]
mod tests;
