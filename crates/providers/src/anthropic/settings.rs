//! How the answer is generated: the options of a request as Anthropic takes them, or the first that
//! it does not.

use chat::{Effort, Message, Options as Asked, Request, ResponseFormat, ToolChoice};
use serde_json::{Map, Value, json};

use super::FORMAT;
use crate::{
    DEFAULT_MAX_TOKENS, Options, Thinking, Unsupported, presets::claude_version, sampling,
};

/// The least budget of tokens for thinking.
const MIN_BUDGET: u32 = 1024;

/// Writes the options into the body.
pub(super) fn write(
    request: &Request,
    options: &Options,
    body: &mut Map<String, Value>,
) -> Result<(), Unsupported> {
    let asked = &request.options;
    refuse(asked)?;
    further(asked, options, body)?;
    let max_tokens = asked.max_tokens.or(options.max_output).unwrap_or(DEFAULT_MAX_TOKENS);
    body.insert("max_tokens".to_owned(), json!(max_tokens));
    let thinks = thinking(request, options, max_tokens, body)?;
    randomness(asked, options, thinks, body)?;
    if !asked.stop.is_empty() {
        body.insert("stop_sequences".to_owned(), json!(asked.stop));
    }
    if let Some(schema) = schema(asked)? {
        merge(body, "output_config", "format", json!({ "type": "json_schema", "schema": schema }));
    }
    if let Some(choice) = tool_choice(request)? {
        body.insert("tool_choice".to_owned(), choice);
    }
    Ok(())
}

fn refuse(asked: &Asked) -> Result<(), Unsupported> {
    let missing = |field: &str| {
        Err(Unsupported::new(field, "Anthropic's Messages API has no such option; leave it out"))
    };
    if asked.seed.is_some() {
        return missing("seed");
    }
    // Zero is what it is without them.
    if asked.frequency_penalty.is_some_and(|penalty| penalty != 0.0) {
        return missing("frequency_penalty");
    }
    if asked.presence_penalty.is_some_and(|penalty| penalty != 0.0) {
        return missing("presence_penalty");
    }
    Ok(())
}

/// Writes the further fields of Chat Completions that have a counterpart.
fn further(
    asked: &Asked,
    options: &Options,
    body: &mut Map<String, Value>,
) -> Result<(), Unsupported> {
    for (key, value) in &asked.further {
        match (key.as_str(), value) {
            // The same thing by an older and a newer name.
            ("user" | "safety_identifier", Value::String(_)) => {
                body.insert("metadata".to_owned(), json!({ "user_id": value }));
            }
            ("top_k", value) if value.is_u64() && !options.fixed_sampling => {
                body.insert("top_k".to_owned(), value.clone());
            }
            ("top_k", _) => return Err(sampling::refused("top_k", options)),
            ("store", Value::Bool(false)) => {}
            ("service_tier", Value::String(tier)) if tier == "auto" => {
                body.insert("service_tier".to_owned(), json!("auto"));
            }
            ("service_tier", Value::String(tier)) if tier == "default" => {
                body.insert("service_tier".to_owned(), json!("standard_only"));
            }
            _ => {
                let problem = "cannot be carried by Anthropic's Messages API; leave it out";
                return Err(Unsupported::new(key, problem));
            }
        }
    }
    Ok(())
}

/// Writes temperature and `top_p`.
fn randomness(
    asked: &Asked,
    options: &Options,
    thinks: bool,
    body: &mut Map<String, Value>,
) -> Result<(), Unsupported> {
    let small = (options.small && !options.fixed_sampling && !thinks).then_some(0.0);
    for (key, value) in [("temperature", asked.temperature.or(small)), ("top_p", asked.top_p)] {
        // 1 is what it is without them.
        let Some(value) = value.filter(|value| *value != 1.0) else { continue };
        if options.fixed_sampling {
            return Err(sampling::refused(key, options));
        }
        if !(0.0..=1.0).contains(&value) {
            return Err(Unsupported::new(key, format!("is {value}; Anthropic takes 0 to 1")));
        }
        if thinks && (key == "temperature" || value < 0.95) {
            let problem = format!(
                "cannot be {value} while the model thinks; leave it out, or set reasoning_effort to none"
            );
            return Err(Unsupported::new(key, problem));
        }
        body.insert(key.to_owned(), json!(value));
    }
    Ok(())
}

/// Writes how much the model thinks, and returns whether it does. Thinking and a forced choice of
/// tools exclude each other.
///
/// A request that does not say how much has precedence over the configuration: if the model is
/// set up as one that thinks, a temperature or a forced choice is an answer without thinking.
fn thinking(
    request: &Request,
    options: &Options,
    max_tokens: u32,
    body: &mut Map<String, Value>,
) -> Result<bool, Unsupported> {
    let asked = &request.options;
    let forced = matches!(asked.tool_choice, Some(ToolChoice::Required | ToolChoice::Tool(_)));
    let effort = match asked.effort {
        Some(Effort::None) => {
            if options.thinking != Thinking::Never {
                body.insert("thinking".to_owned(), json!({ "type": "disabled" }));
            }
            return Ok(false);
        }
        Some(_) if options.thinking == Thinking::Never => {
            return Err(Unsupported::new(
                "reasoning_effort",
                "this model does not think; leave it out",
            ));
        }
        Some(_) if forced => {
            let problem = "a tool cannot be forced while the model thinks; use `auto`, or set reasoning_effort to none";
            return Err(Unsupported::new("tool_choice", problem));
        }
        Some(effort) => Some(effort),
        None => {
            let random =
                [asked.temperature, asked.top_p].into_iter().flatten().any(|value| value != 1.0);
            if !options.reasoning || options.thinking == Thinking::Never || forced || random {
                return Ok(false);
            }
            None
        }
    };
    match options.thinking {
        Thinking::Adaptive => {
            // Newer models leave the text out unless they are asked for it.
            body.insert(
                "thinking".to_owned(),
                json!({ "type": "adaptive", "display": "summarized" }),
            );
            if let Some(effort) = effort {
                merge(body, "output_config", "effort", json!(word(effort, options)));
            }
        }
        // A turn that began without thinking goes on without it: its calls would lack their
        // thinking.
        Thinking::Budget if began_without(&request.messages) => return Ok(false),
        Thinking::Budget => {
            let budget = budget(effort.unwrap_or(Effort::Medium), max_tokens);
            if budget >= max_tokens {
                let problem = format!(
                    "is {max_tokens}, which leaves no room for thinking; raise it above {MIN_BUDGET}, or set reasoning_effort to none"
                );
                return Err(Unsupported::new("max_tokens", problem));
            }
            body.insert(
                "thinking".to_owned(),
                json!({ "type": "enabled", "budget_tokens": budget }),
            );
        }
        Thinking::Never => {}
    }
    Ok(true)
}

/// Returns the word for an effort. There is none below `low`, and Claude 4.6 has `max` but not
/// `xhigh`.
fn word(effort: Effort, options: &Options) -> &'static str {
    match effort {
        Effort::None | Effort::Minimal | Effort::Low => "low",
        Effort::Medium => "medium",
        Effort::High => "high",
        Effort::XHigh if claude_version(&options.model) == Some((4, 6)) => "max",
        Effort::XHigh => "xhigh",
    }
}

/// Returns the tokens for thinking out of those of the answer, in the shares that OpenRouter
/// documents for this purpose.
fn budget(effort: Effort, max_tokens: u32) -> u32 {
    let percent: u64 = match effort {
        Effort::None | Effort::Minimal => 10,
        Effort::Low => 20,
        Effort::Medium => 50,
        Effort::High => 80,
        Effort::XHigh => 95,
    };
    u32::try_from(u64::from(max_tokens) * percent / 100).unwrap_or(max_tokens).max(MIN_BUDGET)
}

/// Returns whether the turn that is not finished has a call without thinking before it.
fn began_without(messages: &[Message]) -> bool {
    let turn = messages.iter().rev().take_while(|message| !matches!(message, Message::User(_)));
    let mut answers = turn.filter_map(|message| match message {
        Message::Assistant { reasoning, .. } => Some(reasoning),
        _ => None,
    });
    answers.any(|reasoning| !reasoning.iter().any(|part| part.format.as_deref() == Some(FORMAT)))
}

/// Returns the schema that the answer conforms to. Its description goes into it, if there is a
/// place for one.
fn schema(asked: &Asked) -> Result<Option<Value>, Unsupported> {
    match &asked.format {
        None | Some(ResponseFormat::Text) => Ok(None),
        Some(ResponseFormat::JsonObject) => {
            let problem =
                "`json_object` does not exist in Anthropic's Messages API; use json_schema";
            Err(Unsupported::new("response_format.type", problem))
        }
        Some(ResponseFormat::JsonSchema { schema, description, .. }) => {
            let mut schema = schema.clone();
            if let (Some(description), Some(object)) = (description, schema.as_object_mut()) {
                object.entry("description").or_insert_with(|| json!(description));
            }
            Ok(Some(schema))
        }
    }
}

fn tool_choice(request: &Request) -> Result<Option<Value>, Unsupported> {
    let Request { tools, options, .. } = request;
    let serial = options.parallel_tool_calls == Some(false);
    if tools.is_empty() {
        return match options.tool_choice {
            Some(ToolChoice::Required | ToolChoice::Tool(_)) => Err(Unsupported::new(
                "tool_choice",
                "there are no `tools` to choose from; add them",
            )),
            _ => Ok(None),
        };
    }
    let mut choice = match &options.tool_choice {
        None if serial => json!({ "type": "auto" }),
        None => return Ok(None),
        Some(ToolChoice::Auto) => json!({ "type": "auto" }),
        Some(ToolChoice::None) => return Ok(Some(json!({ "type": "none" }))),
        Some(ToolChoice::Required) => json!({ "type": "any" }),
        Some(ToolChoice::Tool(name)) => json!({ "type": "tool", "name": name }),
    };
    if serial {
        choice["disable_parallel_tool_use"] = json!(true);
    }
    Ok(Some(choice))
}

/// Sets a member of an object in the body.
fn merge(body: &mut Map<String, Value>, object: &str, key: &str, value: Value) {
    body.entry(object).or_insert_with(|| json!({}))[key] = value;
}
