//! What a server says of its model before the first request: llama.cpp in `/props` and
//! `/v1/models`, Ollama in `/api/show` and `/api/ps`, LM Studio in `/api/v0/models`, vLLM and
//! hosted services in `/v1/models`.
//!
//! Of a model that is not loaded, Ollama and LM Studio report the window that it was trained with.
//! The one that they will load it with is often a thirtieth of that, and they cut longer requests
//! off; so it counts as unknown.

use serde_json::Value;

/// Models with fewer parameters write code blocks whatever their template offers, are confused by
/// long instructions, and answer best without randomness.
const SMALL: u64 = 4_000_000_000;

/// What is known of a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// Whether its template has a place for tools.
    pub tools: Option<bool>,
    /// How many parameters it has.
    pub parameters: Option<u64>,
    /// Whether it understands images.
    pub vision: Option<bool>,
    /// How many tokens a request and its answer may have together, as the server is set up now.
    pub window: Option<u64>,
    /// Whether it makes embeddings only, and no answers.
    pub embedding: bool,
}

/// The names under which servers and services report a window in their list of models.
const WINDOWS: [&str; 5] =
    ["/max_model_len", "/meta/n_ctx", "/context_length", "/context_window", "/max_context_length"];

impl Capabilities {
    /// Reads llama.cpp's `/props`. Builds without `chat_template_caps` have the template itself.
    pub fn from_props(props: &Value) -> Self {
        let caps = props.get("chat_template_caps");
        let says = |name: &str| caps.and_then(|caps| caps.get(name)).and_then(Value::as_bool);
        let template = || Some(props.get("chat_template")?.as_str()?.contains("tools"));
        let both =
            says("supports_tools").map(|tools| tools && says("supports_tool_calls") != Some(false));
        Self {
            tools: both.or_else(template),
            vision: props.pointer("/modalities/vision").and_then(Value::as_bool),
            // Of one slot: what one request may have.
            window: props.pointer("/default_generation_settings/n_ctx").and_then(positive),
            ..Self::default()
        }
    }

    /// Reads a list of models: what it says of `name`, or of the only one.
    pub fn from_models(list: &Value, name: &str) -> Self {
        let models =
            list.get("data").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let named =
            models.iter().find(|model| model.get("id").and_then(Value::as_str) == Some(name));
        let model = named.or_else(|| models.first().filter(|_| models.len() == 1));
        model.map(Self::from_entry).unwrap_or_default()
    }

    /// Reads one entry of a list of models.
    pub(crate) fn from_entry(entry: &Value) -> Self {
        let has = |list: &str, word: &str| {
            let words = entry.pointer(list).and_then(Value::as_array)?;
            Some(words.iter().any(|one| one.as_str() == Some(word)))
        };
        let says = |name: &str| entry.pointer(name).and_then(Value::as_bool);
        Self {
            tools: has("/supported_parameters", "tools")
                .or_else(|| says("/capabilities/function_calling")),
            parameters: entry.pointer("/meta/n_params").and_then(positive),
            vision: has("/architecture/input_modalities", "image")
                .or_else(|| says("/capabilities/vision")),
            window: WINDOWS.iter().find_map(|name| entry.pointer(name).and_then(positive)),
            embedding: has("/architecture/output_modalities", "text") == Some(false),
        }
    }

    /// Reads one entry of LM Studio's `/api/v0/models`.
    pub(crate) fn from_lm_studio(entry: &Value) -> Self {
        let kind = entry.get("type").and_then(Value::as_str);
        let loaded = entry.get("state").and_then(Value::as_str) == Some("loaded");
        let window = || {
            let now = entry.get("loaded_context_length").and_then(positive);
            now.or_else(|| entry.get("max_context_length").and_then(positive))
        };
        let capabilities = entry.get("capabilities").and_then(Value::as_array);
        Self {
            tools: capabilities.map(|all| all.iter().any(|one| one.as_str() == Some("tool_use"))),
            parameters: None,
            vision: kind.map(|kind| kind == "vlm"),
            window: loaded.then(window).flatten(),
            embedding: kind == Some("embeddings"),
        }
    }

    /// Reads Ollama's `/api/ps`: the window that `name` is loaded with.
    pub fn from_ps(list: &Value, name: &str) -> Self {
        let loaded = list.get("models").and_then(Value::as_array).into_iter().flatten();
        let is = |model: &&Value, key: &str| {
            let loaded = model.get(key).and_then(Value::as_str).unwrap_or_default();
            loaded == name || loaded.strip_suffix(":latest") == Some(name)
        };
        let model = loaded.into_iter().find(|model| is(model, "name") || is(model, "model"));
        let window = model.and_then(|model| model.get("context_length")).and_then(positive);
        Self { window, ..Self::default() }
    }

    /// Reads Ollama's `/api/show`.
    pub fn from_show(show: &Value) -> Self {
        let capabilities = show.get("capabilities").and_then(Value::as_array);
        let can =
            |word: &str| capabilities.map(|all| all.iter().any(|one| one.as_str() == Some(word)));
        let parameters = show.get("parameters").and_then(Value::as_str).unwrap_or_default();
        let mut settings =
            parameters.lines().filter_map(|line| line.trim().split_once(char::is_whitespace));
        let window = settings
            .find(|(name, _)| *name == "num_ctx")
            .and_then(|(_, count)| count.trim().parse().ok());
        let count = show.pointer("/model_info/general.parameter_count").and_then(Value::as_u64);
        let size = show.pointer("/details/parameter_size").and_then(Value::as_str).and_then(size);
        Self {
            tools: can("tools"),
            parameters: count.or(size),
            vision: can("vision"),
            window,
            embedding: can("embedding") == Some(true) && can("completion") != Some(true),
        }
    }

    /// Adds what another answer says about the same model.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            tools: self.tools.or(other.tools),
            parameters: self.parameters.or(other.parameters),
            vision: self.vision.or(other.vision),
            window: self.window.or(other.window),
            embedding: self.embedding || other.embedding,
        }
    }

    /// Returns whether the model is a small one.
    pub fn small(&self) -> bool {
        self.parameters.is_some_and(|parameters| parameters < SMALL)
    }

    /// Returns whether the model writes code blocks rather than tool calls; `None` if nothing is
    /// known.
    pub fn fenced(&self) -> Option<bool> {
        if self.small() { Some(true) } else { self.tools.map(|tools| !tools) }
    }
}

/// Reads a number above zero; servers write zero if they do not know.
fn positive(value: &Value) -> Option<u64> {
    value.as_u64().filter(|count| *count > 0)
}

/// Reads a size as Ollama writes it, "7.6B" or "494.03M".
fn size(text: &str) -> Option<u64> {
    let (number, unit) = text.split_at(text.len().checked_sub(1)?);
    let unit = match unit {
        "B" => 1e9,
        "M" => 1e6,
        _ => return None,
    };
    number
        .parse::<f64>()
        .ok()
        .filter(|number| (0.0..1e6).contains(number))
        .map(|number| (number * unit) as u64)
}

#[cfg(test)]
mod tests;
