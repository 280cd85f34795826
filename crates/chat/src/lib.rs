//! The types of a conversation with a model, and the one wire format between page and relay.
//!
//! Knows no provider, no Python and no transport: everything here is plain data. The neutral types
//! are in [`message`] and [`delta`]; [`thinking`] finds reasoning in a model's text; [`receipt`]
//! compares what the relay has received with what was sent; [`wire`] writes and parses messages and
//! deltas as OpenAI Chat Completions.

pub mod delta;
pub mod message;
pub mod receipt;
pub mod thinking;
pub mod wire;

pub use delta::{Delta, FinishReason, Usage};
pub use message::{
    Effort, Image, Message, Options, Part, Reasoning, ReasoningKind, Request, ResponseFormat, Tool,
    ToolCall, ToolChoice,
};
