//! The inputs of a turn besides the question.

use std::sync::Arc;

use agent::FencedMode;
use chat::Effort;
use kernel::Profile;

use crate::Mode;

/// The files and settings of a turn.
#[derive(Clone, Debug)]
pub struct Context {
    /// The session's files, as the kernel profiled them.
    pub files: Vec<Arc<Profile>>,
    /// The model's name; `None` leaves the choice to the relay.
    pub model: Option<String>,
    /// How the model calls tools: [`FencedMode::Always`] if it is known to write code blocks,
    /// otherwise [`FencedMode::Auto`].
    pub fenced: FencedMode,
    /// Whether the model understands pictures.
    pub images: bool,
    /// How many tokens the model can read and write; `None` if that is not known.
    pub window: Option<u32>,
    /// What the model may see of an outcome.
    pub disclosure: Mode,
    /// The functions that the user has saved, each with its signature and what it does. They hold
    /// nothing of the files.
    pub functions: Vec<String>,
    /// The packages that the user has added as wheels, each as name and version, and nothing else
    /// of a wheel.
    pub packages: Vec<String>,
    /// Whether the variables of earlier turns are gone.
    pub forgotten: bool,
    /// Whether the model runs in this page, so that nothing leaves the browser.
    pub local: bool,
    /// How the user wants the model to be asked.
    pub preferences: Preferences,
}

/// How the user wants a model to be asked; by default as the model and this product do it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Preferences {
    /// How random the answers are.
    pub temperature: Option<f64>,
    /// How much the model thinks before it answers; none if it cannot.
    pub effort: Option<Effort>,
    /// How many replies of a turn may run code.
    pub steps: Option<usize>,
    /// What is added to the system prompt.
    pub instructions: String,
}
