//! Values: where a text of a question is among a table's values.

use crate::words::{Kind, Word};

/// Where a text of the question was found.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Found {
    /// The text as the question has it, folded.
    pub(crate) text: String,
    /// Its length in tokens.
    pub(crate) tokens: usize,
    pub(crate) places: Vec<Place>,
}

/// A column in which a text was found.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Place {
    pub(crate) column: String,
    /// The values as the file has them: those that are the text.
    pub(crate) values: Vec<String>,
    /// The text that was looked for.
    pub(crate) text: String,
    /// Whether values are the text, rather than only contain it.
    pub(crate) whole: bool,
    /// Whether other values contain the text as a word.
    pub(crate) others: bool,
}

/// Returns the text of a run of tokens, without punctuation.
pub(crate) fn key(words: &[Word]) -> String {
    let words = words.iter().filter(|word| word.kind != Kind::Symbol).map(|word| word.key.as_str());
    let text = words.collect::<Vec<_>>().join(" ");
    text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}
