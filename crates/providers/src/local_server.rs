//! Servers that run models on the user's own machine: which of them answered, and which models it
//! has.
//!
//! Knows no addresses and asks nobody; it reads what was answered.

use serde_json::Value;

use crate::Capabilities;

/// How many models of one server count. Nobody chooses among more.
const MAX_MODELS: usize = 100;

/// The longest name of a model in bytes. Longer ones are ignored.
const MAX_NAME_BYTES: usize = 200;

/// A kind of server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocalServer {
    /// Ollama.
    Ollama,
    /// LM Studio.
    LmStudio,
    /// llama.cpp's `llama-server`.
    LlamaCpp,
    /// vLLM.
    Vllm,
    /// Another one that speaks Chat Completions.
    Other,
}

/// A model as its server lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The server's name of it.
    pub name: String,
    /// What distinguishes it from a later one of the same name; empty if the server does not say.
    pub digest: String,
    /// What the list says of it.
    pub capabilities: Capabilities,
}

impl LocalServer {
    /// Returns what models' ids begin with.
    pub fn id(self) -> &'static str {
        match self {
            Self::Ollama => "ollama",
            Self::LmStudio => "lmstudio",
            Self::LlamaCpp => "llamacpp",
            Self::Vllm => "vllm",
            Self::Other => "local",
        }
    }

    /// Returns its name for users.
    pub fn label(self) -> &'static str {
        match self {
            Self::Ollama => "Ollama",
            Self::LmStudio => "LM Studio",
            Self::LlamaCpp => "llama.cpp",
            Self::Vllm => "vLLM",
            Self::Other => "local server",
        }
    }

    /// Returns the port that it uses unless it is configured otherwise.
    pub fn port(self) -> Option<u16> {
        match self {
            Self::Ollama => Some(11434),
            Self::LmStudio => Some(1234),
            Self::LlamaCpp => Some(8080),
            Self::Vllm => Some(8000),
            Self::Other => None,
        }
    }

    /// Returns the kind of the server with this answer to `/v1/models`, if that alone shows it.
    pub fn from_models(list: &Value) -> Option<Self> {
        entries(list, "data").find_map(|entry| {
            match entry.get("owned_by").and_then(Value::as_str) {
                Some("llamacpp") => Some(Self::LlamaCpp),
                Some("vllm") => Some(Self::Vllm),
                _ if entry.pointer("/meta/n_params").is_some() => Some(Self::LlamaCpp),
                _ if entry.get("max_model_len").is_some() => Some(Self::Vllm),
                _ => None,
            }
        })
    }

    /// Returns whether this answer to `/v1/models` is that of another Insitu: its models are not on
    /// its machine.
    pub fn is_relay(list: &Value) -> bool {
        entries(list, "data").any(|entry| entry.get("insitu").is_some())
    }

    /// Returns whether this answer to `/api/v0/models` is LM Studio's.
    pub fn is_lm_studio(list: &Value) -> bool {
        entries(list, "data")
            .any(|entry| entry.get("type").is_some() && entry.get("state").is_some())
    }

    /// Returns whether this answer to `/api/tags` is Ollama's.
    pub fn is_ollama(tags: &Value) -> bool {
        tags.get("models").is_some_and(Value::is_array)
    }

    /// Returns whether this answer to `/props` is that of llama.cpp, whose older versions list no
    /// model's details.
    pub fn is_llama_cpp(props: &Value) -> bool {
        props.get("default_generation_settings").is_some() || props.get("chat_template").is_some()
    }

    /// Reads the models of its list: of `/api/tags` for Ollama, of `/api/v0/models` for LM Studio,
    /// else of `/v1/models`.
    pub fn models(self, list: &Value) -> Vec<Listed> {
        let (list, name) = match self {
            Self::Ollama => (entries(list, "models"), "name"),
            _ => (entries(list, "data"), "id"),
        };
        let model = |entry: &Value| {
            let name = entry.get(name)?.as_str()?.to_owned();
            let usable = !name.is_empty()
                && name.len() <= MAX_NAME_BYTES
                && !name.chars().any(char::is_control);
            let digest = entry.get("digest").and_then(Value::as_str).unwrap_or_default();
            let capabilities = match self {
                Self::LmStudio => Capabilities::from_lm_studio(entry),
                Self::Ollama => Capabilities::default(),
                _ => Capabilities::from_entry(entry),
            };
            usable.then(|| Listed {
                name,
                digest: digest.chars().take(MAX_NAME_BYTES).collect(),
                capabilities,
            })
        };
        let mut models: Vec<Listed> = Vec::new();
        for listed in list.filter_map(model).take(MAX_MODELS) {
            if models.iter().all(|other| other.name != listed.name) {
                models.push(listed);
            }
        }
        models
    }
}

/// Returns what clients call a model of a server at `port`. A server at a port that is not its
/// usual one has the port in its models' ids, so that two servers of one kind have different ones,
/// whichever of them runs.
pub fn id(server: LocalServer, port: u16, name: &str) -> String {
    format!("{}/{name}", prefix(server, port))
}

/// Returns the part of ids that is the same for all models of a server.
pub fn prefix(server: LocalServer, port: u16) -> String {
    if server.port() == Some(port) {
        server.id().to_owned()
    } else {
        format!("{}-{port}", server.id())
    }
}

fn entries<'a>(list: &'a Value, key: &str) -> std::slice::Iter<'a, Value> {
    list.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default().iter()
}

#[cfg(test)]
mod tests;
