//! Compares which row each number of a sentence belongs to with the row that the sentence states it
//! for.
//!
//! A sentence that names several rows can be read in several ways: a number belongs to the label
//! before it, to the label after it, or to the one in its clause. If one reading fits all
//! results, nothing is said.

use std::ops::Range;

use super::Support;
use super::find::{Hit, Verdict, is_strict};
use super::scope::Scopes;
use crate::labels::Mention;
use crate::quantity::Quantity;

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

/// Marks the numbers that have another row than any reading of their sentence says.
pub(super) fn compare(stated: &[Quantity], scopes: &Scopes<'_>, verdicts: &mut [Verdict<'_>]) {
    // Of each number in how many tables it is, and in how many of them it belongs to another row.
    let mut judged = vec![(0usize, 0usize); verdicts.len()];
    for group in scopes.groups() {
        let tables = scopes.values.iter().enumerate().flat_map(|(index, values)| {
            (0..values.strict.len())
                .filter(|table| values.strict[*table])
                .map(move |table| (index, table as u32))
        });
        for (values, table) in tables {
            let sentence = scopes.sentence(group.start);
            let of_table = |mention: &&Mention| {
                mention.rows.iter().any(|row| scopes.values[values].table(*row) == Some(table))
            };
            let mut mentions: Vec<&Mention> =
                sentence.mentions[values].iter().filter(of_table).collect();
            if mentions.len() < 2 {
                continue;
            }
            // "It" at the beginning is what the sentence before was about.
            if let Some(before) = scopes.before(group.start)
                && let Some(last) =
                    before.mentions[values].iter().rfind(|mention| of_table(mention))
            {
                mentions.insert(0, last);
            }
            let numbers: Vec<usize> = group
                .clone()
                .filter(|at| {
                    let hits = || verdicts[*at].hits.iter().filter(|hit| !hit.known.typed);
                    let inside = |hit: &Hit<'_>| {
                        hit.values == values
                            && scopes.values[values].table(hit.known.row) == Some(table)
                    };
                    matches!(verdicts[*at].support, Support::Found { .. })
                        && hits().any(|hit| hit.named == Some(true) && inside(hit))
                        && hits().all(|hit| is_strict(hit, scopes))
                        && !mentions.iter().any(|mention| {
                            mention.span.start <= stated[*at].span.start
                                && stated[*at].span.start < mention.span.end
                        })
                })
                .collect();
            let spans: Vec<Range<usize>> =
                numbers.iter().map(|at| stated[*at].span.clone()).collect();
            let has = |number: usize, mention: &Mention| {
                verdicts[numbers[number]]
                    .hits
                    .iter()
                    .any(|hit| hit.values == values && mention.rows.contains(&hit.known.row))
            };
            // The same table may have been shown more than once.
            let violated = violations(scopes.text, &spans, &mentions, &has);
            for (index, at) in numbers.iter().enumerate() {
                let (tables, contradicted) = &mut judged[*at];
                *tables += 1;
                *contradicted += usize::from(violated.contains(&index));
            }
        }
    }
    for (verdict, (tables, contradicted)) in verdicts.iter_mut().zip(judged) {
        if let Support::Found { source, value, .. } = verdict.support
            && tables > 0
            && contradicted == tables
        {
            verdict.support = Support::OtherRow { source, value };
        }
    }
}

/// Returns the numbers that contradict the reading which fits best.
fn violations(
    text: &str,
    numbers: &[Range<usize>],
    mentions: &[&Mention],
    has: &dyn Fn(usize, &Mention) -> bool,
) -> Vec<usize> {
    let before = |at: usize| -> Vec<usize> {
        let mut indices = (0..mentions.len())
            .rev()
            .filter(|mention| mentions[*mention].span.end <= numbers[at].start);
        let Some(last) = indices.next() else { return Vec::new() };
        let mut run = vec![last];
        // "A and B have 8 each": labels without a number between them belong together.
        for index in indices {
            let between = mentions[index].span.end..mentions[last].span.start;
            if numbers.iter().any(|number| between.contains(&number.start)) {
                break;
            }
            run.push(index);
        }
        run
    };
    let after = |at: usize| -> Vec<usize> {
        (0..mentions.len())
            .find(|mention| mentions[*mention].span.start >= numbers[at].end)
            .into_iter()
            .collect()
    };
    let nearest = |at: usize| -> Vec<usize> {
        let run = before(at);
        run.first().copied().into_iter().collect()
    };
    let clause = |at: usize| -> Vec<usize> {
        let clause = clause(text, &numbers[at], mentions);
        let inside: Vec<usize> = (0..mentions.len())
            .filter(|mention| clause.contains(&mentions[*mention].span.start))
            .collect();
        if inside.is_empty() { nearest(at) } else { inside }
    };
    // As many labels as numbers after them: "A, B and C have 1, 2 and 3".
    let in_order = |at: usize| -> Vec<usize> {
        let run = before(at);
        let run_end = run.first().map_or(0, |last| mentions[*last].span.end);
        let place = numbers
            .iter()
            .filter(|number| number.start >= run_end && number.start < numbers[at].start)
            .count();
        run.iter().rev().nth(place).copied().into_iter().collect()
    };
    // Fewer numbers than labels: "A and B have 8 each".
    let shared = |at: usize| -> Vec<usize> {
        let run = before(at);
        let start = run.first().map_or(0, |last| mentions[*last].span.end);
        let end = mentions
            .iter()
            .map(|mention| mention.span.start)
            .find(|next| *next >= start)
            .unwrap_or(usize::MAX);
        let count = numbers.iter().filter(|number| (start..end).contains(&number.start)).count();
        if count < run.len() { run } else { Vec::new() }
    };
    let readings: [&dyn Fn(usize) -> Vec<usize>; 5] =
        [&clause, &nearest, &after, &in_order, &shared];
    let mut best: Option<Vec<usize>> = None;
    for reading in &readings {
        let read: Vec<Vec<usize>> = (0..numbers.len()).map(reading).collect();
        if read.iter().any(Vec::is_empty) {
            continue;
        }
        let violated: Vec<usize> = (0..numbers.len())
            .filter(|at| !read[*at].iter().any(|mention| has(*at, mentions[*mention])))
            .collect();
        if best.as_ref().is_none_or(|best| violated.len() < best.len()) {
            best = Some(violated);
        }
    }
    best.unwrap_or_default()
}

/// Returns the clause of a span.
pub(super) fn clause(text: &str, span: &Range<usize>, mentions: &[&Mention]) -> Range<usize> {
    // A label may have such a word in it.
    let parts = |at: &usize| !mentions.iter().any(|mention| mention.span.contains(at));
    let find = |from: usize, to: usize, last: bool| {
        let part = text.get(from..to).unwrap_or_default().to_lowercase();
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
