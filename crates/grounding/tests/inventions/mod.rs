//! Inventions: wrong numbers in the place of an answer's right ones.

use std::ops::Range;

use serde::Deserialize;

/// An invention: what stands in the place of right numbers.
#[derive(Clone, Deserialize)]
pub struct Change {
    pub kind: String,
    /// Where each number begins and ends, in bytes, and what stands there instead.
    pub edits: Vec<(usize, usize, String)>,
}

/// Returns an answer with an invention, and where the changed numbers stand in it.
pub fn changed(answer: &str, change: &Change) -> (String, Vec<Range<usize>>) {
    let (mut text, mut spans, mut at) = (String::new(), Vec::new(), 0);
    for (start, end, to) in &change.edits {
        text += &answer[at..*start];
        spans.push(text.len()..text.len() + to.len());
        text += to;
        at = *end;
    }
    (text + &answer[at..], spans)
}
