//! Providers that speak OpenAI Chat Completions: OpenAI itself, hosted services, and local servers
//! such as llama.cpp, Ollama, LM Studio and vLLM, each with its own quirks.

mod conversation;
mod events;
mod normalise;
mod request;

pub(crate) use events::Decoder;
pub(crate) use request::{body, refuses_usage};
