//! An analysis, handed on: a transcript of a session as a Jupyter notebook, a Python script, a
//! Markdown document and a stand-alone HTML report.
//!
//! Everything in a transcript is untrusted. No markup of a model or of the interpreter reaches an
//! export: answers pass through the tree of the crate `markdown`, tables are made from their data,
//! and other forms are images or text. Knows no page, no network and no clock.

mod facts;
mod forms;
mod html;
mod limits;
mod notebook;
mod prose;
mod python;
mod report;
mod script;
mod transcript;
mod writing;

pub use notebook::notebook;
pub use report::{audit, report};
pub use script::script;
pub use transcript::{
    Check, Claim, DataFile, Entry, Environment, FormerFile, Step, Transcript, Turn, Usage, Wheel,
};
pub use writing::markdown;
