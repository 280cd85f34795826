//! What results say, in words that help a model more than pixels and markup: the data of a drawn chart, the specification of an interactive
//! one, and the text of a page.
//!
//! All come from the interpreter and may have any shape; what is not as `docs/results.md` has it is left out. Decides nothing about what of
//! it is told to whom. Apart from the rest of the analyst's mind, so that the page starts without it.

mod chart;
mod page;
mod specification;

pub use chart::chart;
pub use page::page;
use serde_json::Value;
pub use specification::specification;

/// The most characters of a label.
const MOST_LABEL: usize = 60;

/// So much of a text as a label may have, on one line and without control characters.
fn line(text: &str) -> String {
    let text: String =
        text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>().replace('|', "\\|");
    if text.chars().count() <= MOST_LABEL {
        text
    } else {
        text.chars().take(MOST_LABEL - 1).chain(['…']).collect()
    }
}

/// A text on one line, where there is one.
fn label(value: &Value) -> Option<String> {
    value.as_str().map(line).filter(|text| !text.trim().is_empty())
}
