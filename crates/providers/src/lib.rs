//! The wire codecs of model providers: neutral request to their body, their events to neutral deltas, their
//! errors to sentences that a user can act on.
//!
//! Knows no HTTP client, no runtime and no key; the owner of the connection passes bodies and events in and
//! out.

mod capabilities;
pub mod error;
pub mod openai_chat;

pub use capabilities::Capabilities;
pub use error::ProviderError;
