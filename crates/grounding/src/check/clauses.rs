//! The clauses of an answer's sentences.

use std::ops::Range;

use crate::labels::Mention;

/// What parts the clauses of a sentence, in lower case.
const CLAUSES: [&str; 14] = [
    ", ",
    "; ",
    ": ",
    " (",
    ") ",
    " – ",
    " — ",
    " while ",
    " but ",
    " whereas ",
    " against ",
    " than ",
    " and ",
    " | ",
];

/// Returns the clause of a span.
pub(super) fn clause(text: &str, span: &Range<usize>, mentions: &[&Mention]) -> Range<usize> {
    // A label may have such a word in it.
    let parts = |at: &usize| !mentions.iter().any(|mention| mention.span.contains(at));
    let find = |from: usize, to: usize, last: bool| {
        let part = text.get(from..to).unwrap_or_default().to_ascii_lowercase();
        let cuts = CLAUSES.iter().flat_map(|cut| {
            part.match_indices(cut)
                .map(|(at, cut)| (from + at, from + at + cut.len()))
                .collect::<Vec<_>>()
        });
        let cuts = cuts.filter(|(at, _)| parts(at));
        if last { cuts.map(|(_, end)| end).max() } else { cuts.map(|(at, _)| at).min() }
    };
    let line = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[span.end..].find('\n').map_or(text.len(), |at| span.end + at);
    find(line, span.start, true).unwrap_or(line)..find(span.end, end, false).unwrap_or(end)
}
