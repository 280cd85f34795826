//! The loop of one turn: from a question, through model calls and tool calls, to an ending.
//!
//! It does no IO and has no clock: [`Turn::next`] returns what to do, the driver does it and feeds
//! back what happened, and time is passed in as a value. It does not know what the tools do, nor
//! that Python exists.

mod arguments;
mod canonical;
mod draft;
mod fenced;
mod settings;
mod step;
mod transcript;
mod turn;

pub use arguments::{lenient_json, strict};
pub use settings::{Fenced, FencedMode, ReadArguments, Settings};
pub use step::{
    Ending, Partial, PartialCall, Refusal, Review, Step, Stopped, ToolReply, Violation,
};
pub use transcript::{Malformed, well_formed};
pub use turn::Turn;
