//! Divides a text in Markdown into parts that can be parsed one by one, without parsing it.
//!
//! A text is divided only where a block of the outermost level certainly begins, so that a long
//! answer costs only its last part while it grows. What is not certain stays together.

use std::ops::Range;

#[cfg(test)]
mod tests;

/// How long a part is at least, in bytes: each one costs a call of the parser.
const MIN_PART_BYTES: usize = 1_000;

/// The parts of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// Where they are, in bytes: all of the text, in its order. Empty only for an empty text.
    pub ranges: Vec<Range<usize>>,
    /// The definitions of links, which count for all parts; lines that the parser shows nothing of.
    pub definitions: String,
}

impl Parts {
    /// Returns what to parse for a part: its text, after the definitions that it may need, and
    /// their length in bytes.
    pub fn source(&self, part: &str) -> (String, usize) {
        if self.definitions.is_empty() || !part.contains('[') {
            return (part.to_owned(), 0);
        }
        (format!("{}\n{part}", self.definitions), self.definitions.len() + 1)
    }
}

/// Returns the parts of a text. If it grows, all parts but the last two stay as they are.
pub fn divide(text: &str) -> Parts {
    let mut parts = Parts::default();
    let (mut start, mut at) = (0, 0);
    // What the line before was: whether a block may begin after it, and whether a definition may.
    let (mut blank, mut defines) = (true, true);
    let mut open: Option<Open> = None;
    for line in text.split_inclusive('\n') {
        let content = line.trim_end_matches(['\n', '\r']);
        if let Some(kind) = &open {
            if kind.ends_with(content) {
                open = None;
            }
            (blank, defines) = (false, false);
        } else {
            if blank && at - start >= MIN_PART_BYTES && begins_block(content) {
                parts.ranges.push(start..at);
                start = at;
            }
            open = Open::of(content);
            let definition = (blank || defines) && open.is_none() && is_definition(content);
            if definition {
                parts.definitions.push_str(content);
                parts.definitions.push('\n');
            }
            blank = content.trim().is_empty();
            defines = definition;
        }
        at += line.len();
    }
    if start < text.len() {
        parts.ranges.push(start..text.len());
    }
    parts
}

/// Returns whether a line after a blank one begins a block of the outermost level: not one that is
/// indented, which may belong to a list, nor an item of a list, which may go on.
fn begins_block(line: &str) -> bool {
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered =
        digits.len() < line.len() && (digits.is_empty() || digits.starts_with(['.', ')']));
    !line.is_empty() && !line.starts_with([' ', '\t', '-', '*', '+']) && !numbered
}

/// Returns whether a line is the definition of a link.
fn is_definition(line: &str) -> bool {
    let trimmed = line.trim_start_matches(' ');
    line.len() - trimmed.len() <= 3 && trimmed.starts_with('[') && trimmed.contains("]:")
}

/// A block that blank lines do not end.
enum Open {
    /// Fenced code, with the mark and how often it stands in the fence.
    Fence(char, usize),
    /// HTML, with what ends it, one of these.
    Html(&'static [&'static str]),
}

/// The beginnings and the ends of such HTML, in lower case.
const HTML: [(&[&str], &[&str]); 5] = [
    (
        &["<script", "<pre", "<style", "<textarea"],
        &["</script>", "</pre>", "</style>", "</textarea>"],
    ),
    (&["<!--"], &["-->"]),
    (&["<?"], &["?>"]),
    (&["<![cdata["], &["]]>"]),
    (&["<!"], &[">"]),
];

impl Open {
    /// Returns the block that a line opens and does not end.
    fn of(line: &str) -> Option<Self> {
        let trimmed = line.trim_start_matches(' ');
        if line.len() - trimmed.len() > 3 {
            return None;
        }
        if let Some((mark, length)) = fence(trimmed) {
            let info = &trimmed[length..];
            return (mark == '~' || !info.contains('`')).then_some(Self::Fence(mark, length));
        }
        if !trimmed.starts_with('<') {
            return None;
        }
        let lower = trimmed.to_ascii_lowercase();
        let (_, ends) =
            HTML.iter().find(|(begins, _)| begins.iter().any(|begin| lower.starts_with(begin)))?;
        let html = Self::Html(ends);
        (!html.ends_with(&lower)).then_some(html)
    }

    /// Returns whether the line is the block's last one.
    fn ends_with(&self, line: &str) -> bool {
        match self {
            Self::Fence(mark, least) => {
                let trimmed = line.trim_start_matches(' ');
                line.len() - trimmed.len() <= 3
                    && fence(trimmed).is_some_and(|(other, length)| {
                        other == *mark && length >= *least && trimmed[length..].trim().is_empty()
                    })
            }
            Self::Html(ends) => {
                let lower = line.to_ascii_lowercase();
                ends.iter().any(|end| lower.contains(end))
            }
        }
    }
}

/// Returns the mark that a line begins with at least three times, and how often.
fn fence(line: &str) -> Option<(char, usize)> {
    let mark = line.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
    let length = line.chars().take_while(|other| *other == mark).count();
    (length >= 3).then_some((mark, length))
}
