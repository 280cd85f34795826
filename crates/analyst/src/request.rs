//! Requests to models.

use agent::FencedMode;
use chat::{Message, Request, Tool};

use crate::{call, prompt};

/// Returns a request with this product's fixed choices: streamed, the length left to the model.
pub fn request(model: Option<String>, messages: Vec<Message>, tools: Vec<Tool>) -> Request {
    Request { model, messages, tools, stream: true, ..Request::default() }
}

/// Returns a request that has only what is the same in every session: how the instructions begin,
/// and the tools.
///
/// A model in the tab evaluates it before the first question, and the page keeps what comes of it.
/// So it has nothing of a file, of a question or of a setting, which is why it takes none of them.
pub fn constant(model: &str, fenced: FencedMode) -> Request {
    // Without a question, some templates write no instructions either.
    let messages = vec![Message::System(prompt::constant(fenced)), Message::user("?")];
    let tools = if fenced == FencedMode::Always { Vec::new() } else { call::tools() };
    request(Some(model.to_owned()), messages, tools)
}
