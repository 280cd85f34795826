//! What the loop asks for, and what it is told.

use std::borrow::Cow;

use chat::{Image, Message, ToolCall, Usage};

/// What the driver has to do next.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Call the model with these messages, offering [`crate::Turn::tools`]; feed back each delta, then the end or the failure.
    CallModel(Vec<Message>),
    /// Run these calls, in this order, and feed back one [`ToolReply`] for each. Their arguments are JSON objects.
    RunTools(Vec<ToolCall>),
    /// The turn is over.
    Done(Ending),
}

/// How a turn ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Ending {
    /// Why.
    pub reason: Stopped,
    /// A sentence for the user that says what happened and what can be done; `None` where the answer speaks for itself.
    pub message: Option<String>,
    /// What the turn's model calls cost, as far as the provider said so.
    pub usage: Usage,
    /// How many answers of the model ran tools.
    pub steps: usize,
}

/// Why a turn ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The model answered.
    Answered,
    /// The limit of steps was reached; the answer is made of what the model had by then.
    Steps,
    /// The limit of time was reached.
    Time,
    /// The limit of tokens was reached.
    Tokens,
    /// The same call failed too often.
    Repeats,
    /// The user stopped it.
    User,
    /// The model could not be called, was cut off, or said nothing; in words.
    Failed(String),
}

/// The answer to one tool call.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolReply {
    /// Of the call that this answers.
    pub call_id: String,
    /// What the model is told.
    pub text: String,
    /// Figures that it is shown.
    pub images: Vec<Image>,
    /// Whether the call failed.
    pub failed: bool,
}

/// A call that the loop answered itself, without running it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The call as the model made it.
    pub call: ToolCall,
    /// What the model was told.
    pub text: String,
}

/// The reply that streams now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Partial<'a> {
    /// Its text so far, without a block that counts as a call.
    pub text: Cow<'a, str>,
    /// Its calls so far.
    pub calls: Vec<PartialCall<'a>>,
}

/// A call that is being written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartialCall<'a> {
    /// The tool's name so far.
    pub name: Cow<'a, str>,
    /// The arguments so far: JSON that may break off anywhere.
    pub arguments: Cow<'a, str>,
}

/// Input that the turn had not asked for. It changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Violation {
    /// Part of a model's answer while no model call is under way.
    #[error("the turn waits for no model")]
    NoModelCall,
    /// A tool's result while no tool call is under way.
    #[error("the turn waits for no tool")]
    NoToolCall,
    /// A tool's result for a call that does not exist.
    #[error("no call under way has the id {0:?}")]
    UnknownCall(String),
    /// A second result for one call.
    #[error("the call {0:?} has been answered already")]
    AnsweredTwice(String),
}
