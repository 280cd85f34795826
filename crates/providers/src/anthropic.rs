//! Anthropic Messages, and servers that offer it beside their own format.
//!
//! Sources: the reference of the Messages API with its guides to streaming, thinking, tool use,
//! structured outputs and prompt caching (platform.claude.com/docs), and the types of Anthropic's
//! SDK for Python 2.13.0, as of November 2026.

mod blocks;
mod caching;
mod events;
mod ids;
mod request;
mod settings;

pub(crate) use events::Decoder;
pub(crate) use request::body;

/// The name of this wire in [`chat::Reasoning::format`].
const FORMAT: &str = "anthropic-claude-v1";
