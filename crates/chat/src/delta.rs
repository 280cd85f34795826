//! The pieces of a model's answer while it is being written.

use serde::{Deserialize, Serialize};

/// One piece of a streamed answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Delta {
    /// More text.
    Text(String),
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
    },
    /// The tokens that the call used.
    Usage(Usage),
    /// The provider says that the answer is complete. A stream that ends without this was cut off.
    Finish(FinishReason),
}

/// Tokens of one model call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens of the request.
    pub input: u64,
    /// Tokens of the answer.
    pub output: u64,
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
