//! OpenAI Responses, and servers that offer it too.
//!
//! Nothing is left with the provider: each request holds the whole conversation (`store: false`),
//! and the model's reasoning comes and goes encrypted.
//!
//! Sources: the reference of the Responses API with its guides to streaming, reasoning and function
//! calling (developers.openai.com/api/docs), and the types of OpenAI's SDK for Python 3.57.0, as of
//! November 2026.

mod events;
mod items;
mod output;
mod request;

pub(crate) use events::Decoder;
pub(crate) use request::body;

/// The name of this wire in [`chat::Reasoning::format`].
const FORMAT: &str = "openai-responses-v1";
