//! The analyst: the system prompt, the one tool, what the model may see of a result, and the memory
//! of earlier turns.
//!
//! Joins the conversation ([`chat`]), the loop ([`agent`]) and the kernel's outcomes ([`kernel`]);
//! does no IO. Text made by Python reaches a request only as [`Disclosed`], which only
//! [`disclosure`] can construct.

mod answer_format;
pub mod call;
mod completion;
mod context;
mod conversation;
mod conversion;
pub mod disclosure;
#[cfg(test)]
mod fixtures;
mod guidance;
mod hints;
pub mod pictures;
mod plain;
mod program;
pub mod prompt;
mod recipes;
mod relevance;
mod remedies;
mod request;
mod turn;
mod window;

pub use call::{RunPython, tools};
pub use context::{Context, Preferences};
pub use conversation::{Conversation, Past};
pub use disclosure::{Disclosed, Facts, MAX_IMAGES, Mode, NotRun, disclose};
pub use request::{constant, request};
pub use turn::{PythonCall, Step, Turn};
pub use window::Fitted;

pub use agent::{Ending, FencedMode, Partial, PartialCall, Refusal, Stopped, Violation};
