//! The cells of delimited text. A quote that does not enclose its cell is part of the cell.

use std::borrow::Cow;

/// The cell at the beginning of a text.
pub(crate) struct Cell<'a> {
    /// What is in it, without the quotes that enclose it.
    pub(crate) text: Cow<'a, str>,
    /// The text from its delimiter or line end on.
    pub(crate) after: &'a str,
    /// Whether it begins with a quote that nothing in the text closes.
    pub(crate) unclosed: bool,
}

/// What a quote at the beginning of a cell is.
enum Quote<'a> {
    /// It encloses this text, after which the other text follows.
    Encloses(Cow<'a, str>, &'a str),
    /// It is a part of the cell.
    Part,
    /// Nothing closes it.
    Unclosed,
}

/// Returns the cell at the beginning of a text.
pub(crate) fn cell(text: &str, delimiter: char) -> Cell<'_> {
    let quote = text.strip_prefix('"').map_or(Quote::Part, |inner| quoted(inner, delimiter));
    if let Quote::Encloses(text, after) = quote {
        return Cell { text, after, unclosed: false };
    }
    let end = text.find([delimiter, '\n', '\r']).unwrap_or(text.len());
    let (cell, after) = text.split_at(end);
    Cell { text: Cow::Borrowed(cell), after, unclosed: matches!(quote, Quote::Unclosed) }
}

/// Returns what the quote before `inner` is.
fn quoted(inner: &str, delimiter: char) -> Quote<'_> {
    let mut cell = String::new();
    let mut rest = inner;
    loop {
        let Some((before, after)) = rest.split_once('"') else { return Quote::Unclosed };
        if let Some(next) = after.strip_prefix('"') {
            cell.push_str(before);
            cell.push('"');
            rest = next;
        } else if !after.is_empty() && !after.starts_with([delimiter, '\n', '\r']) {
            return Quote::Part;
        } else if cell.is_empty() {
            return Quote::Encloses(Cow::Borrowed(before), after);
        } else {
            cell.push_str(before);
            return Quote::Encloses(Cow::Owned(cell), after);
        }
    }
}
