//! Questions back: complete questions that the planner can answer, offered where it cannot answer the one asked.

use crate::phrase::phrase;
use crate::plan::{Ask, Query};
use crate::read::{Doubt, Reading, Source, read};

/// The most choices that are offered.
const OFFERED: usize = 4;

/// The most questions that are read to find them.
const TRIED: usize = 150;

/// How many doubts of a question may be settled one after the other.
const DEPTH: usize = 3;

/// Turns a doubt into a question back, whose choices are each a question that can be answered.
pub(crate) fn ask(question: &str, doubt: &Doubt, source: Source) -> Ask {
    let source = Source { found: Some(source.found.unwrap_or_default()), ..source };
    let mut found: Vec<(Query, String)> = Vec::new();
    let mut tried = 0;
    settle(question, doubt, source, DEPTH, &mut tried, &mut found);
    Ask { why: doubt.why.clone(), choices: found.into_iter().map(|(_, text)| text).collect() }
}

/// Reads the questions that settle a doubt, and collects those that can be answered.
fn settle(
    question: &str,
    doubt: &Doubt,
    source: Source,
    depth: usize,
    tried: &mut usize,
    found: &mut Vec<(Query, String)>,
) {
    for candidate in edited(question, doubt) {
        if found.len() == OFFERED || *tried == TRIED {
            return;
        }
        *tried += 1;
        match read(&candidate, source) {
            Reading::Query(query) => offer(*query, candidate, source, found),
            Reading::Doubt(next) if depth > 0 && !next.edits.is_empty() => {
                settle(&candidate, &next, source, depth - 1, tried, found)
            }
            _ => {}
        }
    }
}

/// Returns the question with each of the texts that may replace its doubtful parts.
fn edited(question: &str, doubt: &Doubt) -> Vec<String> {
    let mut questions = vec![question.to_owned()];
    // Later edits first, so that earlier places stay where they are.
    let mut edits: Vec<_> = doubt.edits.iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.at.start));
    for edit in edits {
        let mut next = Vec::new();
        for question in &questions {
            next.extend(edit.texts.iter().map(|text| {
                let (head, tail) = (&question[..edit.at.start], &question[edit.at.end..]);
                format!("{head} {text} {tail}").split_whitespace().collect::<Vec<_>>().join(" ")
            }));
            if next.len() >= TRIED {
                break;
            }
        }
        questions = next;
    }
    questions
}

/// Adds a query to the choices, unless it is one of them, in words that read back as the same query.
fn offer(query: Query, candidate: String, source: Source, found: &mut Vec<(Query, String)>) {
    let same = |a: &Query, b: &Query| a.task == b.task && a.filters == b.filters;
    if found.iter().any(|(known, _)| same(known, &query)) {
        return;
    }
    let text = phrase(&query)
        .filter(|text| matches!(read(text, source), Reading::Query(again) if same(&again, &query)));
    found.push((query, text.unwrap_or(candidate)));
}
