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
        /// The text, empty if the model only called tools.
        text: String,
        /// The calls, in the order in which the model made them.
        calls: Vec<ToolCall>,
        /// What the model thought before, as its provider demands it back.
        reasoning: Vec<Reasoning>,
    },
    /// The result of one tool call.
    Tool {
        /// [`ToolCall::id`] of the call that this answers.
        call_id: String,
        /// The text for the model.
        text: String,
        /// The figures for the model.
        images: Vec<Image>,
    },
}

impl Message {
    /// Creates a user message of text alone.
    pub fn user(text: impl Into<String>) -> Self {
        Self::User(vec![Part::Text(text.into())])
    }

    /// Creates a message of the model of text alone.
    pub fn assistant(text: impl Into<String>) -> Self {
        Self::Assistant { text: text.into(), calls: Vec::new(), reasoning: Vec::new() }
    }

    /// Creates the result of a tool call of text alone.
    pub fn tool(call_id: impl Into<String>, text: impl Into<String>) -> Self {
        Self::Tool { call_id: call_id.into(), text: text.into(), images: Vec::new() }
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Image {
    /// Its media type, `image/png` for instance.
    pub media_type: String,
    /// Its bytes in base64 (standard alphabet, padded).
    pub base64: String,
    /// How closely the model looks at it, in the provider's word: `low`, `high` or `auto`.
    pub detail: Option<String>,
}

/// A part of what a model thought before it answered. Some providers refuse the next request of a
/// turn that does not return it unchanged; what is not for them to read is signed or encrypted.
///
/// On the wire it is an item of `reasoning_details`, the field that OpenRouter introduced for the
/// reasoning of every provider.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reasoning {
    /// What it holds.
    pub kind: ReasoningKind,
    /// The text or the summary; empty if it is encrypted.
    #[serde(default)]
    pub text: String,
    /// The encrypted content.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<String>,
    /// The provider's signature of the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
    /// The provider's id of the part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Which wire it came by, and so which takes it back: `anthropic-claude-v1` for instance. None
    /// for text of a server that does not demand it back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
}

/// What a part of a model's reasoning holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReasoningKind {
    /// The model's own words.
    #[default]
    Text,
    /// A summary of them by the provider.
    Summary,
    /// Content that only the provider can read.
    Encrypted,
}

impl Reasoning {
    /// Adds a later piece of the same part.
    pub fn append(&mut self, more: Self) {
        let Self { kind, text, data, signature, id, format } = more;
        self.kind = kind;
        self.text.push_str(&text);
        match (&mut self.data, data) {
            (Some(data), Some(more)) => data.push_str(&more),
            (data, more) => *data = data.take().or(more),
        }
        self.signature = signature.or(self.signature.take());
        self.id = id.or(self.id.take());
        self.format = format.or(self.format.take());
    }
}

/// A model's request to run a tool.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolCall {
    /// The id that the answer must carry.
    pub id: String,
    /// The tool's name.
    pub name: String,
    /// The arguments as the model wrote them, which need not be valid JSON.
    pub arguments: String,
    /// What the provider demands back with the call: the signature of a thought, by its
    /// `extra_content`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra: Option<serde_json::Value>,
}

/// A tool that the model may call.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tool {
    /// Its name.
    pub name: String,
    /// What it does, for the model.
    pub description: String,
    /// JSON Schema of its arguments.
    pub parameters: serde_json::Value,
    /// Whether the arguments are held to the schema while they are generated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strict: Option<bool>,
}

/// One call of a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Request {
    /// The model's name; `None` leaves the choice to the relay.
    pub model: Option<String>,
    /// The conversation so far.
    pub messages: Vec<Message>,
    /// The tools that may be called.
    pub tools: Vec<Tool>,
    /// Whether the answer is wanted as a stream.
    pub stream: bool,
    /// How the answer is generated.
    pub options: Options,
}

/// How an answer is generated. What is not set is left to the provider.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// Maximum number of tokens of the answer, with those of its reasoning.
    pub max_tokens: Option<u32>,
    /// How random the answer is, from 0.
    pub temperature: Option<f64>,
    /// The share of probability that tokens are drawn from, from 0 to 1.
    pub top_p: Option<f64>,
    /// How much frequent tokens are avoided, from -2 to 2.
    pub frequency_penalty: Option<f64>,
    /// How much tokens that have occurred are avoided, from -2 to 2.
    pub presence_penalty: Option<f64>,
    /// The seed of random choices.
    pub seed: Option<i64>,
    /// Texts before which the answer ends.
    pub stop: Vec<String>,
    /// Which tool is called.
    pub tool_choice: Option<ToolChoice>,
    /// Whether several tools may be called in one answer.
    pub parallel_tool_calls: Option<bool>,
    /// The form of the answer.
    pub format: Option<ResponseFormat>,
    /// How much the model thinks before it answers.
    pub effort: Option<Effort>,
    /// Further standard fields of Chat Completions by their names there. A codec of another format
    /// refuses those that it has no place for.
    pub further: serde_json::Map<String, serde_json::Value>,
}

/// Which tool an answer calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToolChoice {
    /// The model decides.
    Auto,
    /// None.
    None,
    /// At least one.
    Required,
    /// The one with this name.
    Tool(String),
}

/// The form of an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum ResponseFormat {
    /// Any text.
    Text,
    /// Any JSON object.
    JsonObject,
    /// JSON that conforms to a schema.
    JsonSchema {
        /// The schema's name.
        name: String,
        /// What the answer is for, for the model.
        description: Option<String>,
        /// The JSON Schema.
        schema: serde_json::Value,
        /// Whether the answer is held to the schema while it is generated.
        strict: Option<bool>,
    },
}

/// How much a model thinks before it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    /// Not at all.
    None,
    /// As little as possible.
    Minimal,
    /// A little.
    Low,
    /// Moderately.
    Medium,
    /// Much.
    High,
    /// As much as possible.
    XHigh,
}

impl Effort {
    /// Every effort, from least to most.
    pub const ALL: [Self; 6] =
        [Self::None, Self::Minimal, Self::Low, Self::Medium, Self::High, Self::XHigh];

    /// Returns the word for it in requests.
    pub fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Minimal => "minimal",
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::XHigh => "xhigh",
        }
    }

    /// Returns the effort of that word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|effort| effort.word() == word)
    }
}
