//! Parses a request of any client. A field is understood, or refused with its name: none is dropped
//! silently.

use serde_json::{Value, json};

use super::options;
use crate::{
    Image, Message, Part, Request, Tool, ToolCall,
    wire::{WireError, field::Field, reasoning::reasoning_from_json},
};

/// Returns whether the body of a streamed request asks for a last chunk with the usage.
pub fn wants_usage(body: &Value) -> bool {
    body.pointer("/stream_options/include_usage") == Some(&Value::Bool(true))
}

/// Parses the body of `POST /v1/chat/completions`.
///
/// # Errors
/// A field that is not relayed or of the wrong type, an unknown role or kind of part, an image that
/// is not a data URL, more than one answer asked for.
pub fn request_from_json(body: &Value) -> Result<Request, WireError> {
    if !body.is_object() {
        return Err(WireError::NotAnObject);
    }
    let root = Field::root(body);
    options::check_fields(&root)?;
    let messages = root.need("messages")?.items()?;
    if messages.is_empty() {
        return Err(WireError::field("messages", "is empty; add at least one message"));
    }
    let tools = root.get("tools").map(|tools| tools.items()).transpose()?.unwrap_or_default();
    Ok(Request {
        model: root.optional_text("model")?.map(str::to_owned),
        messages: messages.iter().map(message_from_json).collect::<Result<_, _>>()?,
        tools: tools.iter().map(tool_from_json).collect::<Result<_, _>>()?,
        stream: root.get("stream").map(|stream| stream.flag()).transpose()?.unwrap_or(false),
        options: options::read(&root)?,
    })
}

fn message_from_json(message: &Field) -> Result<Message, WireError> {
    let role = message.need("role")?;
    match role.text()? {
        "system" | "developer" => {
            message.only(&["role", "content"])?;
            Ok(Message::System(plain(&message.need("content")?)?))
        }
        "user" => {
            message.only(&["role", "content"])?;
            Ok(Message::User(parts(&message.need("content")?)?))
        }
        "assistant" => {
            // A refusal is what the model said instead of content.
            message.only(&[
                "role",
                "content",
                "refusal",
                "tool_calls",
                "reasoning_details",
                "reasoning_content",
                "reasoning",
            ])?;
            let calls = message
                .get("tool_calls")
                .map(|calls| calls.items())
                .transpose()?
                .unwrap_or_default();
            for call in &calls {
                // Some servers number the calls of a whole answer as they do in a stream.
                call.only(&["id", "type", "index", "function", "extra_content"])?;
                call.need("function")?.only(&["name", "arguments"])?;
            }
            let said = message.get("content").or_else(|| message.get("refusal"));
            let text = said.map(|content| plain(&content)).transpose()?.unwrap_or_default();
            Ok(Message::Assistant {
                text,
                calls: calls.iter().map(call_from_json).collect::<Result<_, _>>()?,
                reasoning: reasoning_from_json(message)?
                    .into_iter()
                    .map(|(_, part)| part)
                    .collect(),
            })
        }
        "tool" => {
            message.only(&["role", "content", "tool_call_id"])?;
            let call_id = message.need("tool_call_id")?.text()?.to_owned();
            let mut texts = Vec::new();
            let mut images = Vec::new();
            for part in parts(&message.need("content")?)? {
                match part {
                    Part::Text(text) => texts.push(text),
                    Part::Image(image) => images.push(image),
                }
            }
            Ok(Message::Tool { call_id, text: texts.join("\n"), images })
        }
        other => {
            let problem =
                format!("`{other}` is unknown; use system, developer, user, assistant or tool");
            Err(WireError::field(role.path, problem))
        }
    }
}

/// Parses content: a string, or an array of parts.
fn parts(content: &Field) -> Result<Vec<Part>, WireError> {
    if let Value::String(text) = content.value {
        return Ok(vec![Part::Text(text.clone())]);
    }
    let parts = content.items().map_err(|_| content.wrong("a string or an array of parts"))?;
    parts.iter().map(part_from_json).collect()
}

/// Parses content that may hold text only; several texts are joined by line breaks.
fn plain(content: &Field) -> Result<String, WireError> {
    let texts = parts(content)?.into_iter().map(|part| match part {
        Part::Text(text) => Ok(text),
        Part::Image(_) => {
            let problem =
                "has an image, which only messages of the user and of tools can hold; move it to one";
            Err(WireError::field(content.path.as_str(), problem))
        }
    });
    Ok(texts.collect::<Result<Vec<_>, WireError>>()?.join("\n"))
}

fn part_from_json(part: &Field) -> Result<Part, WireError> {
    let kind = part.need("type")?;
    match kind.text()? {
        "text" => {
            part.only(&["type", "text"])?;
            Ok(Part::Text(part.need("text")?.text()?.to_owned()))
        }
        "image_url" => {
            part.only(&["type", "image_url"])?;
            let image = part.need("image_url")?;
            image.only(&["url", "detail"])?;
            let url = image.need("url")?;
            let (media_type, base64) = data_url(url.text()?).ok_or_else(|| {
                let problem =
                    "is not a base64 data URL; send the image itself as `data:image/png;base64,…`";
                WireError::field(url.path, problem)
            })?;
            let detail = image.optional_text("detail")?.map(str::to_owned);
            Ok(Part::Image(Image { media_type, base64, detail }))
        }
        other => {
            Err(WireError::field(kind.path, format!("`{other}` is unknown; use text or image_url")))
        }
    }
}

/// Returns the media type and the base64 of `data:image/…;base64,…`. Addresses are refused, since
/// neither page nor relay fetches for a request.
fn data_url(url: &str) -> Option<(String, String)> {
    let (media_type, base64) = url.strip_prefix("data:")?.split_once(";base64,")?;
    let image = media_type.starts_with("image/") && !base64.is_empty();
    let clean = base64
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'='));
    (image && clean).then(|| (media_type.to_owned(), base64.to_owned()))
}

/// Parses a call in an assistant's message.
pub(in crate::wire) fn call_from_json(call: &Field) -> Result<ToolCall, WireError> {
    let function = call.need("function")?;
    Ok(ToolCall {
        id: call.need("id")?.text()?.to_owned(),
        name: function.need("name")?.text()?.to_owned(),
        arguments: function.need("arguments")?.text()?.to_owned(),
        extra: call.get("extra_content").map(|extra| extra.value.clone()),
    })
}

fn tool_from_json(tool: &Field) -> Result<Tool, WireError> {
    let kind = tool.need("type")?;
    if kind.text()? != "function" {
        return Err(WireError::field(
            kind.path,
            "only tools of type `function` can be called; change it",
        ));
    }
    tool.only(&["type", "function"])?;
    let function = tool.need("function")?;
    function.only(&["name", "description", "parameters", "strict"])?;
    Ok(Tool {
        name: function.need("name")?.text()?.to_owned(),
        description: function.optional_text("description")?.unwrap_or_default().to_owned(),
        parameters: function.get("parameters").map_or_else(
            || json!({ "type": "object", "properties": {} }),
            |parameters| parameters.value.clone(),
        ),
        strict: function.get("strict").map(|strict| strict.flag()).transpose()?,
    })
}
