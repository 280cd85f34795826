//! Encodes a neutral request as the body for Anthropic: the conversation and the tools; how the
//! answer is generated is in [`super::settings`].

use chat::{Image, Message, Part, Request, Tool};
use serde_json::{Map, Value, json};

use super::{blocks, caching, ids::Ids, settings};
use crate::{Options, Unsupported};

/// Returns the body of the streaming request to the provider.
pub(crate) fn body(request: &Request, options: &Options) -> Result<Value, Unsupported> {
    check_images(&request.messages)?;
    let (mut system, mut messages) = conversation(&request.messages, options);
    let mut body = Map::new();
    body.insert("model".to_owned(), json!(options.model));
    settings::write(request, options, &mut body)?;
    let mut tools: Vec<Value> = request.tools.iter().map(tool).collect();
    if tools.is_empty() {
        // A conversation with calls is refused unless their tools are defined.
        tools = called(&request.messages).into_iter().map(|name| tool(&bare(name))).collect();
        if !tools.is_empty() {
            body.insert("tool_choice".to_owned(), json!({ "type": "none" }));
        }
    }
    if options.caching {
        caching::mark(&mut tools, &mut system, &mut messages);
    }
    if !system.is_empty() {
        body.insert("system".to_owned(), Value::Array(system));
    }
    if !tools.is_empty() {
        body.insert("tools".to_owned(), Value::Array(tools));
    }
    body.insert("messages".to_owned(), Value::Array(messages));
    body.insert("stream".to_owned(), json!(true));
    Ok(Value::Object(body))
}

/// Refuses a resolution of images that cannot be asked for: the API has one, the best that it can.
fn check_images(messages: &[Message]) -> Result<(), Unsupported> {
    let refused = |image: &Image| !matches!(image.detail.as_deref(), None | Some("auto" | "high"));
    for (index, message) in messages.iter().enumerate() {
        let field = match message {
            Message::User(parts) => {
                let found = parts
                    .iter()
                    .position(|part| matches!(part, Part::Image(image) if refused(image)));
                found.map(|part| format!("messages[{index}].content[{part}].image_url.detail"))
            }
            Message::Tool { images, .. } => {
                images.iter().any(refused).then(|| format!("messages[{index}].content"))
            }
            Message::System(_) | Message::Assistant { .. } => None,
        };
        if let Some(field) = field {
            let problem = "asks for a `detail` of an image other than auto and high, which Anthropic's Messages API does not \
                           have; leave it out, or make the image smaller";
            return Err(Unsupported::new(field, problem));
        }
    }
    Ok(())
}

/// Returns the blocks of the system prompt and the messages. Every system message counts as part of
/// the prompt, as Anthropic's own compatible endpoint has it, since its place is above the
/// messages. Roles alternate: what follows a message of the same role is added to it, results
/// first.
fn conversation(messages: &[Message], options: &Options) -> (Vec<Value>, Vec<Value>) {
    let mut system = Vec::new();
    let mut turns: Vec<(&str, Vec<Value>)> = Vec::new();
    let mut ids = Ids::default();
    for message in messages {
        let (role, mut content) = match message {
            Message::System(text) => {
                system.extend(blocks::text(text));
                continue;
            }
            Message::User(parts) => ("user", blocks::user(parts, options)),
            Message::Assistant { text, calls, reasoning } => {
                ("assistant", blocks::assistant(text, calls, reasoning, &mut ids))
            }
            Message::Tool { call_id, text, images } => {
                ("user", vec![blocks::result(&ids.of_result(call_id), text, images, options)])
            }
        };
        match turns.last_mut() {
            Some((last, whole)) if *last == role => whole.append(&mut content),
            _ if content.is_empty() => {}
            _ => turns.push((role, content)),
        }
    }
    let message = |(role, mut content): (&str, Vec<Value>)| {
        if role == "user" {
            content.sort_by_key(|block| !blocks::is(block, "tool_result"));
        }
        json!({ "role": role, "content": content })
    };
    (system, turns.into_iter().map(message).collect())
}

fn tool(tool: &Tool) -> Value {
    let Tool { name, description, parameters, strict } = tool;
    let schema =
        if parameters.is_object() { parameters.clone() } else { json!({ "type": "object" }) };
    let mut json = json!({ "name": name, "input_schema": schema });
    if !description.is_empty() {
        json["description"] = json!(description);
    }
    if *strict == Some(true) {
        json["strict"] = json!(true);
    }
    json
}

/// Returns the names of the tools that a conversation has calls of.
fn called(messages: &[Message]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for message in messages {
        if let Message::Assistant { calls, .. } = message {
            names.extend(calls.iter().map(|call| call.name.as_str()));
        }
    }
    names.sort_unstable();
    names.dedup();
    names
}

/// Returns a tool of which no more than the name is known.
fn bare(name: &str) -> Tool {
    Tool { name: name.to_owned(), ..Tool::default() }
}
