//! The wire codecs of model providers: neutral request to their body, their events to neutral
//! deltas, their errors to sentences that a user can act on. [`open_models`] lists the models that
//! a user may fetch.
//!
//! Knows no HTTP client, no runtime, no clock and no key; the owner of the connection passes bodies
//! and events in and out, by [`Wire`].

mod answer;
mod anthropic;
mod capabilities;
pub mod direct;
pub mod error;
mod field;
mod frames;
pub mod local_server;
mod no_image;
pub mod open_models;
mod openai_chat;
mod openai_responses;
mod options;
mod position;
mod presets;
mod sampling;
mod unsupported;
mod wire;

pub use answer::{AnswerError, AnswerReader};
pub use capabilities::Capabilities;
pub use error::ProviderError;
pub use frames::{Frame, FrameError, Frames, MAX_EVENT_BYTES};
pub use options::{Options, ReasoningReturn, Thinking};
pub use unsupported::Unsupported;
pub use wire::{Auth, Decoder, Wire};

/// The limit of tokens of an answer if a provider demands one and neither the request nor the
/// configuration has one: enough for a long program and its explanation, and less than what any
/// model of Anthropic's since 3.7 can write.
pub const DEFAULT_MAX_TOKENS: u32 = 16_384;
