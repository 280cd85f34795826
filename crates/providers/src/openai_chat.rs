//! Providers that speak OpenAI Chat Completions: OpenAI itself, and local servers such as llama.cpp, Ollama,
//! LM Studio and vLLM, each with its own quirks.

mod events;
mod request;

pub use events::Decoder;
pub use request::{Options, body, refuses_usage};
