//! The pieces of a model's answer while it is being written.

use serde::{Deserialize, Serialize};

use crate::Reasoning;

/// One piece of a streamed answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Delta {
    /// More text.
    Text(String),
    /// More of the reasoning part at `index`.
    Reasoning {
        /// Which part of this answer's reasoning, from 0.
        index: usize,
        /// What is added to it; see [`Reasoning::append`].
        part: Reasoning,
    },
    /// More of the tool call at `index`. The first piece of a call carries its id and name.
    ToolCall {
        /// Which call of this answer, from 0.
        index: usize,
        /// The call's id, in its first piece.
        id: Option<String>,
        /// The tool's name, in the call's first piece.
        name: Option<String>,
        /// More of the arguments' text.
        arguments: String,
        /// What the provider demands back with the call; see [`crate::ToolCall::extra`].
        extra: Option<serde_json::Value>,
    },
    /// The tokens that the call used.
    Usage(Usage),
    /// The provider says that the answer is complete. A stream that ends without this was cut off.
    Finish(FinishReason),
}

/// Tokens of one model call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens of the request, with those read from a cache.
    pub input: u64,
    /// Tokens of the answer, with those of its reasoning.
    pub output: u64,
    /// Tokens of the request that the provider read from its cache, which cost less.
    #[serde(default)]
    pub cached: u64,
    /// Tokens of the request that the provider wrote into its cache, which may cost more.
    #[serde(default)]
    pub cache_written: u64,
    /// Tokens of the answer's reasoning.
    #[serde(default)]
    pub reasoning: u64,
}

impl std::ops::AddAssign for Usage {
    fn add_assign(&mut self, more: Self) {
        let Self { input, output, cached, cache_written, reasoning } = more;
        self.input = self.input.saturating_add(input);
        self.output = self.output.saturating_add(output);
        self.cached = self.cached.saturating_add(cached);
        self.cache_written = self.cache_written.saturating_add(cache_written);
        self.reasoning = self.reasoning.saturating_add(reasoning);
    }
}

/// The reason why a model stopped writing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FinishReason {
    /// The answer is complete.
    Stop,
    /// It waits for the results of its tool calls.
    ToolCalls,
    /// It reached the token limit.
    Length,
    /// The provider withheld the rest.
    Filtered,
    /// A reason that this version does not know, in the provider's words.
    Other(String),
}
