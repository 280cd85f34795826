//! Summaries of results in words, which help a model more than pixels and markup: the data of a
//! drawn chart, the specification of an interactive one, and the text of a page. For the user, the
//! description of a chart.
//!
//! All inputs come from the interpreter. A specification may have any shape; what is not known of
//! it is left out. Does not decide what a model may see.

mod chart;
mod description;
mod facts;
mod page;
mod specification;

pub use chart::chart;
pub use description::description;
pub use page::page;
pub use specification::specification;

/// The most characters of a label.
const MAX_LABEL_LENGTH: usize = 60;

/// Truncates a text to the length of a label, on one line and without control characters.
fn line(text: &str) -> String {
    text::cell(text, MAX_LABEL_LENGTH)
}

/// Returns a text on one line, if it is not blank.
fn label(text: &str) -> Option<String> {
    Some(line(text)).filter(|text| !text.trim().is_empty())
}
