//! The dialog that connects the user's endpoint, step by step. Has no key: `web/endpoint`
//! takes it from the field that it is typed in.

use providers::Wire;
use providers::direct::{Chosen, Finding};
use words::Message;

/// What the dialog shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EndpointDialog {
    /// Whether it is open.
    pub shown: bool,
    /// How many times it was opened.
    pub opened: u32,
    /// Why it is shown, as a sentence; empty if the user has asked for it.
    pub why: String,
    /// The step.
    pub step: EndpointStep,
    /// Whether what the user wants is being done.
    pub busy: bool,
    /// Why it failed, as a sentence; empty if it did not.
    pub problem: String,
    /// The test of the connection.
    pub test: EndpointTest,
}

/// A step of the dialog.
#[derive(Clone, Debug, PartialEq)]
pub enum EndpointStep {
    /// What kind of endpoint, and where it is.
    Address {
        /// The kind so far.
        kind: Wire,
        /// The address so far.
        base: String,
        /// Whether the browser keeps its key.
        kept: bool,
    },
    /// The passphrase of the key that the browser keeps of this host.
    Passphrase(String),
    /// The key, and the model.
    Model(ModelStep),
}

impl Default for EndpointStep {
    fn default() -> Self {
        Self::Address { kind: Wire::default(), base: String::new(), kept: false }
    }
}

/// What the step of the key and the model begins with.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelStep {
    /// The endpoint's host.
    pub host: String,
    /// Its kind.
    pub kind: Wire,
    /// Whether its key has been entered.
    pub has_key: bool,
    /// Whether the browser keeps its key.
    pub kept: bool,
    /// The models that were chosen before.
    pub models: Vec<Chosen>,
}

/// The test of the connection.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum EndpointTest {
    /// There was none.
    #[default]
    None,
    /// The endpoint is being asked.
    Asking,
    /// What it found, and the models that the endpoint lists.
    Done(Finding, Vec<String>),
}

/// A kind of endpoint, as it is offered.
#[derive(Clone, Copy, Debug)]
pub struct EndpointKind {
    /// The format.
    pub wire: Wire,
    /// Its name.
    pub name: &'static str,
    /// Who speaks it.
    pub who: Message,
    /// An address.
    pub example: &'static str,
}

impl EndpointKind {
    /// All of them, as they are offered.
    pub const ALL: [Self; 3] = [
        Self {
            wire: Wire::ChatCompletions,
            name: "OpenAI-compatible",
            who: words::endpoint_most_providers_and_ollama,
            example: "https://api.openai.com/v1",
        },
        Self {
            wire: Wire::Anthropic,
            name: "Anthropic",
            who: words::endpoint_claude_by_anthropic_messages,
            example: "https://api.anthropic.com/v1",
        },
        Self {
            wire: Wire::Responses,
            name: "OpenAI Responses",
            who: words::endpoint_openai_for_models_that,
            example: "https://api.openai.com/v1",
        },
    ];

    /// Returns the kind with this format.
    pub fn of(wire: Wire) -> Self {
        let [first, ..] = Self::ALL;
        Self::ALL.into_iter().find(|kind| kind.wire == wire).unwrap_or(first)
    }
}
