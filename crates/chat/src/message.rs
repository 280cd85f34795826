//! Conversations: messages, their parts, tools and tool calls.

use serde::{Deserialize, Serialize};

/// One message of a conversation.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// Instructions before the conversation.
    System(String),
    /// A message of the user, or figures that follow a tool result.
    User(Vec<Part>),
    /// A message of the model, with its tool calls.
    Assistant {
        /// The text, empty where the model only called tools.
        text: String,
        /// The calls, in the order in which the model made them.
        calls: Vec<ToolCall>,
    },
    /// The result of one tool call.
    Tool {
        /// [`ToolCall::id`] of the call that this answers.
        call_id: String,
        /// The text for the model.
        text: String,
    },
}

impl Message {
    /// Creates a user message of text alone.
    pub fn user(text: impl Into<String>) -> Self {
        Self::User(vec![Part::Text(text.into())])
    }
}

/// One part of a user message.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// Plain text.
    Text(String),
    /// An image.
    Image(Image),
}

/// An image for a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Its media type, `image/png` for instance.
    pub media_type: String,
    /// Its bytes in base64 (standard alphabet, padded).
    pub base64: String,
}

/// A model's request to run a tool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolCall {
    /// The id that the answer must carry.
    pub id: String,
    /// The tool's name.
    pub name: String,
    /// The arguments as the model wrote them, which need not be valid JSON.
    pub arguments: String,
}

/// A tool that the model may call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tool {
    /// Its name.
    pub name: String,
    /// What it does, for the model.
    pub description: String,
    /// JSON Schema of its arguments.
    pub parameters: serde_json::Value,
}

/// One call of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The model's name; `None` leaves the choice to the relay.
    pub model: Option<String>,
    /// The conversation so far.
    pub messages: Vec<Message>,
    /// The tools that may be called.
    pub tools: Vec<Tool>,
    /// Whether the answer is wanted as a stream.
    pub stream: bool,
    /// Maximum number of tokens of the answer.
    pub max_tokens: Option<u32>,
}
