//! How an answer is generated, as fields of a request.

use serde_json::{Map, Value, json};

use crate::{
    Effort, Options, ResponseFormat, ToolChoice,
    wire::{WireError, field::Field},
};

/// Fields that are relayed as they are to providers of the same format.
const FURTHER: &[&str] = &[
    "logit_bias",
    "metadata",
    "prediction",
    "prompt_cache_key",
    "prompt_cache_retention",
    "safety_identifier",
    "service_tier",
    "store",
    "user",
    "verbosity",
    // Of local servers.
    "chat_template_kwargs",
    "min_p",
    "repeat_penalty",
    "repetition_penalty",
    "top_k",
];

/// The fields that are understood.
const KNOWN: &[&str] = &[
    "frequency_penalty",
    "max_completion_tokens",
    "max_tokens",
    "messages",
    "model",
    "n",
    "parallel_tool_calls",
    "presence_penalty",
    "reasoning_effort",
    "response_format",
    "seed",
    "stop",
    "stream",
    "stream_options",
    "temperature",
    "tool_choice",
    "tools",
    "top_p",
];

/// Fields of the format whose effect would be lost on the way back, each with what to do instead.
const LOST: &[(&str, &str)] = &[
    ("audio", "answers are text only; leave it out"),
    ("function_call", "is not relayed; use `tool_choice`"),
    ("functions", "is not relayed; use `tools`"),
    ("top_logprobs", "log probabilities are not relayed; leave it out"),
    ("web_search_options", "searches by the provider are not relayed; leave it out"),
];

/// Refuses fields that would be dropped.
pub(super) fn check_fields(root: &Field) -> Result<(), WireError> {
    for (key, problem) in LOST {
        if let Some(field) = root.get(key) {
            return Err(WireError::field(field.path, *problem));
        }
    }
    if let Some(logprobs) = root.get("logprobs")
        && logprobs.flag()?
    {
        return Err(WireError::field(
            logprobs.path,
            "log probabilities are not relayed; leave it out",
        ));
    }
    if let Some(modalities) = root.get("modalities")
        && *modalities.value != json!(["text"])
    {
        return Err(WireError::field(modalities.path, "answers are text only; leave it out"));
    }
    if let Some(n) = root.get("n")
        && n.count()? != 1
    {
        return Err(WireError::field(n.path, "only one answer can be asked for; leave it out"));
    }
    if let Some(options) = root.get("stream_options") {
        options.only(&["include_usage", "include_obfuscation"])?;
    }
    let known: Vec<&str> = [KNOWN, FURTHER, &["logprobs", "modalities"]].concat();
    root.only(&known)
}

/// Parses the options.
pub(super) fn read(root: &Field) -> Result<Options, WireError> {
    let number = |key| root.get(key).map(|field| field.number()).transpose();
    let limit = match root.get("max_completion_tokens").or_else(|| root.get("max_tokens")) {
        Some(limit) => {
            let count = limit.count()?;
            Some(
                u32::try_from(count)
                    .map_err(|_| WireError::field(limit.path, "is too large; lower it"))?,
            )
        }
        None => None,
    };
    let further =
        FURTHER.iter().filter_map(|key| Some(((*key).to_owned(), root.get(key)?.value.clone())));
    Ok(Options {
        max_tokens: limit,
        temperature: number("temperature")?,
        top_p: number("top_p")?,
        frequency_penalty: number("frequency_penalty")?,
        presence_penalty: number("presence_penalty")?,
        seed: root.get("seed").map(|seed| seed.integer()).transpose()?,
        stop: root.get("stop").map(|stop| texts(&stop)).transpose()?.unwrap_or_default(),
        tool_choice: root.get("tool_choice").map(|choice| tool_choice(&choice)).transpose()?,
        parallel_tool_calls: root
            .get("parallel_tool_calls")
            .map(|parallel| parallel.flag())
            .transpose()?,
        format: root.get("response_format").map(|format| response_format(&format)).transpose()?,
        effort: root.get("reasoning_effort").map(|effort| reasoning_effort(&effort)).transpose()?,
        further: further.collect(),
    })
}

fn texts(stop: &Field) -> Result<Vec<String>, WireError> {
    if let Value::String(text) = stop.value {
        return Ok(vec![text.clone()]);
    }
    let items = stop.items().map_err(|_| stop.wrong("a string or an array of strings"))?;
    items.iter().map(|item| item.text().map(str::to_owned)).collect()
}

fn tool_choice(choice: &Field) -> Result<ToolChoice, WireError> {
    let unknown = |word: &str| {
        let problem =
            format!("`{word}` is unknown; use auto, none, required or a function by its name");
        WireError::field(choice.path.as_str(), problem)
    };
    if let Value::String(word) = choice.value {
        return match word.as_str() {
            "auto" => Ok(ToolChoice::Auto),
            "none" => Ok(ToolChoice::None),
            "required" => Ok(ToolChoice::Required),
            other => Err(unknown(other)),
        };
    }
    choice.only(&["type", "function"])?;
    match choice.need("type")?.text()? {
        "function" => {
            Ok(ToolChoice::Tool(choice.need("function")?.need("name")?.text()?.to_owned()))
        }
        other => Err(unknown(other)),
    }
}

fn response_format(format: &Field) -> Result<ResponseFormat, WireError> {
    format.only(&["type", "json_schema"])?;
    let kind = format.need("type")?;
    match kind.text()? {
        "text" => Ok(ResponseFormat::Text),
        "json_object" => Ok(ResponseFormat::JsonObject),
        "json_schema" => {
            let schema = format.need("json_schema")?;
            schema.only(&["name", "description", "schema", "strict"])?;
            Ok(ResponseFormat::JsonSchema {
                name: schema.need("name")?.text()?.to_owned(),
                description: schema.optional_text("description")?.map(str::to_owned),
                schema: schema.need("schema")?.value.clone(),
                strict: schema.get("strict").map(|strict| strict.flag()).transpose()?,
            })
        }
        other => {
            let problem = format!("`{other}` is unknown; use text, json_object or json_schema");
            Err(WireError::field(kind.path, problem))
        }
    }
}

fn reasoning_effort(effort: &Field) -> Result<Effort, WireError> {
    let word = effort.text()?;
    Effort::from_word(word).ok_or_else(|| {
        let words = Effort::ALL.map(Effort::word).join(", ");
        WireError::field(effort.path.as_str(), format!("`{word}` is unknown; use one of {words}"))
    })
}

/// Writes the options that are set into a body.
pub(super) fn write(options: &Options, body: &mut Map<String, Value>) {
    let Options {
        max_tokens,
        temperature,
        top_p,
        frequency_penalty,
        presence_penalty,
        seed,
        stop,
        tool_choice,
        parallel_tool_calls,
        format,
        effort,
        further,
    } = options;
    let mut set = |key: &str, value: Option<Value>| {
        if let Some(value) = value {
            body.insert(key.to_owned(), value);
        }
    };
    set("max_tokens", max_tokens.map(Value::from));
    set("temperature", temperature.map(Value::from));
    set("top_p", top_p.map(Value::from));
    set("frequency_penalty", frequency_penalty.map(Value::from));
    set("presence_penalty", presence_penalty.map(Value::from));
    set("seed", seed.map(Value::from));
    set("stop", (!stop.is_empty()).then(|| json!(stop)));
    set("tool_choice", tool_choice.as_ref().map(tool_choice_to_json));
    set("parallel_tool_calls", parallel_tool_calls.map(Value::from));
    set("response_format", format.as_ref().map(format_to_json));
    set("reasoning_effort", effort.map(|effort| json!(effort.word())));
    body.extend(further.clone());
}

fn tool_choice_to_json(choice: &ToolChoice) -> Value {
    match choice {
        ToolChoice::Auto => json!("auto"),
        ToolChoice::None => json!("none"),
        ToolChoice::Required => json!("required"),
        ToolChoice::Tool(name) => json!({ "type": "function", "function": { "name": name } }),
    }
}

fn format_to_json(format: &ResponseFormat) -> Value {
    match format {
        ResponseFormat::Text => json!({ "type": "text" }),
        ResponseFormat::JsonObject => json!({ "type": "json_object" }),
        ResponseFormat::JsonSchema { name, description, schema, strict } => {
            let mut json = json!({ "name": name, "schema": schema });
            if let Some(description) = description {
                json["description"] = json!(description);
            }
            if let Some(strict) = strict {
                json["strict"] = json!(strict);
            }
            json!({ "type": "json_schema", "json_schema": json })
        }
    }
}
