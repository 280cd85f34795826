//! Names between backticks, as sentences about data write them: "`day`: month first".
//!
//! Such a sentence is not Markdown. Nothing else in it has a meaning, since names of columns may
//! have any character, also a backtick.

/// A part of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Words.
    Text(&'a str),
    /// What is between two backticks, without them.
    Code(&'a str),
}

/// Splits a sentence at its backticks. One within a word neither begins nor ends a name, and one
/// without another is a part of the text.
#[must_use]
pub fn pieces(sentence: &str) -> Vec<Piece<'_>> {
    let mut found = Vec::new();
    let (mut rest, mut from) = (sentence, 0);
    while let Some(open) = rest[from..].find('`').map(|at| from + at) {
        let is_within = rest[..open].ends_with(char::is_alphanumeric);
        let closing = (!is_within).then(|| closing(&rest[open + 1..])).flatten();
        let Some(length) = closing else {
            from = open + 1;
            continue;
        };
        if open > 0 {
            found.push(Piece::Text(&rest[..open]));
        }
        found.push(Piece::Code(&rest[open + 1..][..length]));
        (rest, from) = (&rest[open + 1 + length + 1..], 0);
    }
    if !rest.is_empty() {
        found.push(Piece::Text(rest));
    }
    found
}

/// Returns where the name ends with which this text begins.
fn closing(text: &str) -> Option<usize> {
    let ends = |at: &usize| *at > 0 && !text[at + 1..].starts_with(char::is_alphanumeric);
    text.match_indices('`').map(|(at, _)| at).find(ends)
}

#[cfg(test)]
mod tests {
    use super::{Piece, pieces};

    #[test]
    fn names_between_backticks_are_code_and_everything_else_is_text() {
        use Piece::{Code, Text};
        for (sentence, expected) in [
            ("", vec![]),
            ("no header", vec![Text("no header")]),
            ("`day`: month first", vec![Code("day"), Text(": month first")]),
            (
                "columns: `a.b`, `*c* <i>`",
                vec![Text("columns: "), Code("a.b"), Text(", "), Code("*c* <i>")],
            ),
            ("the column `größe`", vec![Text("the column "), Code("größe")]),
            ("`it`s`: text", vec![Code("it`s"), Text(": text")]),
            ("`a`b", vec![Text("`a`b")]),
            ("5`000 and 6`000", vec![Text("5`000 and 6`000")]),
            ("an `open one", vec![Text("an `open one")]),
            ("``: text", vec![Text("``: text")]),
        ] {
            assert_eq!(pieces(sentence), expected, "{sentence}");
        }
    }
}
