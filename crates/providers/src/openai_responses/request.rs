//! Encodes a neutral request as the body for OpenAI Responses.

use chat::{Effort, Options as Asked, Request, ResponseFormat, Tool, ToolChoice};
use serde_json::{Map, Value, json};

use super::items;
use crate::{Options, Unsupported, sampling};

/// Fields of Chat Completions that have the same name and meaning here.
const SAME: &[&str] = &[
    "metadata",
    "prompt_cache_key",
    "prompt_cache_retention",
    "safety_identifier",
    "service_tier",
    "store",
    "user",
];

/// Returns the body of the streaming request to the provider.
pub(crate) fn body(request: &Request, options: &Options) -> Result<Value, Unsupported> {
    let Request { messages, tools, options: asked, .. } = request;
    refuse(asked)?;
    let mut body = Map::new();
    let mut set = |key: &str, value: Value| body.insert(key.to_owned(), value);
    set("model", json!(options.model));
    set("input", Value::Array(items::input(messages, options, thinks(request, options))));
    set("stream", json!(true));
    set("store", json!(false));
    if thinks(request, options) {
        set("include", json!(["reasoning.encrypted_content"]));
        let mut reasoning = json!({});
        if asked.effort != Some(Effort::None) {
            reasoning["summary"] = json!("auto");
        }
        if let Some(effort) = asked.effort {
            reasoning["effort"] = json!(effort.word());
        }
        set("reasoning", reasoning);
    }
    if let Some(limit) = asked.max_tokens.or(options.small_limit()) {
        set("max_output_tokens", json!(limit));
    }
    if !tools.is_empty() {
        set("tools", tools.iter().map(tool).collect());
        if let Some(parallel) = asked.parallel_tool_calls {
            set("parallel_tool_calls", json!(parallel));
        }
    }
    if let Some(choice) = &asked.tool_choice {
        set("tool_choice", tool_choice(choice));
    }
    for (key, value) in sampling::checked(asked, options)? {
        set(key, json!(value));
    }
    if let Some(format) = &asked.format {
        set("text", json!({ "format": text_format(format) }));
    }
    further(asked, &mut body)?;
    Ok(Value::Object(body))
}

/// Returns whether the model is treated as one that thinks: it is set up so, or it is asked to.
/// Others refuse the options of reasoning, and what another model thought.
fn thinks(request: &Request, options: &Options) -> bool {
    options.reasoning || request.options.effort.is_some()
}

fn refuse(asked: &Asked) -> Result<(), Unsupported> {
    let missing = |field: &str| {
        Err(Unsupported::new(field, "OpenAI's Responses API has no such option; leave it out"))
    };
    // Zero is what it is without them.
    if asked.frequency_penalty.is_some_and(|penalty| penalty != 0.0) {
        return missing("frequency_penalty");
    }
    if asked.presence_penalty.is_some_and(|penalty| penalty != 0.0) {
        return missing("presence_penalty");
    }
    if asked.seed.is_some() {
        return missing("seed");
    }
    if !asked.stop.is_empty() {
        return missing("stop");
    }
    Ok(())
}

fn further(asked: &Asked, body: &mut Map<String, Value>) -> Result<(), Unsupported> {
    for (key, value) in &asked.further {
        if SAME.contains(&key.as_str()) {
            body.insert(key.clone(), value.clone());
        } else if key == "verbosity" {
            body.entry("text").or_insert_with(|| json!({}))["verbosity"] = value.clone();
        } else {
            let problem = "cannot be carried by OpenAI's Responses API; leave it out";
            return Err(Unsupported::new(key, problem));
        }
    }
    Ok(())
}

/// Returns a tool. It is strict here unless it says otherwise, which Chat Completions has the other
/// way round.
fn tool(Tool { name, description, parameters, strict }: &Tool) -> Value {
    json!({
        "type": "function", "name": name, "description": description, "parameters": parameters,
        "strict": strict.unwrap_or(false),
    })
}

fn tool_choice(choice: &ToolChoice) -> Value {
    match choice {
        ToolChoice::Auto => json!("auto"),
        ToolChoice::None => json!("none"),
        ToolChoice::Required => json!("required"),
        ToolChoice::Tool(name) => json!({ "type": "function", "name": name }),
    }
}

fn text_format(format: &ResponseFormat) -> Value {
    match format {
        ResponseFormat::Text => json!({ "type": "text" }),
        ResponseFormat::JsonObject => json!({ "type": "json_object" }),
        ResponseFormat::JsonSchema { name, description, schema, strict } => {
            let mut format = json!({ "type": "json_schema", "name": name, "schema": schema });
            if let Some(description) = description {
                format["description"] = json!(description);
            }
            if let Some(strict) = strict {
                format["strict"] = json!(strict);
            }
            format
        }
    }
}
