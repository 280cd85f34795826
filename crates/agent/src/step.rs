//! The steps that the loop asks for, and what is fed back.

use std::borrow::Cow;

use chat::{Image, Message, ToolCall, Usage};

/// The next step for the driver.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Call the model with these messages, offering [`crate::Turn::tools`]; feed back each delta,
    /// then the end or the failure.
    CallModel(Vec<Message>),
    /// Run these calls, in this order, and feed back one [`ToolReply`] for each. Their arguments
    /// are JSON objects.
    RunTools(Vec<ToolCall>),
    /// Judge this answer and feed back a [`Review`]; only if [`crate::Settings::review`] is set.
    Review(String),
    /// The turn is over.
    Done(Ending),
}

/// The judgement of an answer before it ends the turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Review {
    /// The answer stands.
    Accept,
    /// The answer stands, and the user is shown this text in its place. The transcript keeps the
    /// model's words.
    Show(String),
    /// The model is sent this message, unless it was asked for another answer before in this turn:
    /// then the answer stands.
    Revise(String),
    /// The answer does not stand: the model is sent this message, once in a turn. An answer that is
    /// rejected again ends the turn all the same, and [`Ending::rejected`] says so.
    Reject(String),
}

/// How a turn ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Ending {
    /// Why.
    pub reason: Stopped,
    /// A sentence for the user that says what happened and what can be done; `None` if the
    /// answer speaks for itself.
    pub message: Option<String>,
    /// The tokens of the turn's model calls, as far as the provider reported them.
    pub usage: Usage,
    /// How many answers of the model ran tools.
    pub steps: usize,
    /// Whether the answer was rejected, and rejected again after the model had been asked for
    /// another.
    pub rejected: bool,
}

/// Why a turn ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The model answered.
    Answered,
    /// The step limit was reached; the answer is made of what the model had by then.
    Steps,
    /// The time limit was reached.
    Time,
    /// The token limit was reached.
    Tokens,
    /// The same call failed too often.
    Repeats,
    /// The user stopped it.
    User,
    /// The model could not be called, was cut off, or returned nothing; in words.
    Failed(String),
}

/// The result of one tool call.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolReply {
    /// The id of the call.
    pub call_id: String,
    /// The text for the model.
    pub text: String,
    /// The figures for the model.
    pub images: Vec<Image>,
    /// Whether the call failed.
    pub failed: bool,
    /// What the model is asked to do next, if it writes its calls as text; `None` leaves it to
    /// [`crate::Fenced`].
    pub next: Option<String>,
    /// What the model is asked to do if the call failed and it makes it again: first, second, and
    /// so on; the last of them from then on. `None` if the call may run again, since it has not
    /// run.
    pub if_repeated: Option<Vec<String>>,
}

/// A call that the loop answered itself, without running it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The call as the model made it.
    pub call: ToolCall,
    /// The text for the model.
    pub text: String,
}

/// The reply that is streaming now.
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
    /// The arguments so far: JSON that may be incomplete.
    pub arguments: Cow<'a, str>,
}

/// Input that the turn did not ask for. It had no effect.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Violation {
    /// Part of a model's answer while no model call is under way.
    #[error("the turn waits for no model")]
    NoModelCall,
    /// A judgement while no answer awaits one.
    #[error("no answer of the turn awaits a review")]
    NoReview,
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
