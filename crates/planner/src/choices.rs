//! Questions back: complete questions that the planner can answer, offered where it cannot answer the one asked.

use crate::phrase::phrase;
use crate::plan::{Ask, Query};
use crate::read::{Doubt, Source, read};

/// The most choices that are offered.
const OFFERED: usize = 4;

/// The most questions that are read to find them.
const TRIED: usize = 150;

/// How many doubts of a question may be settled one after the other.
const DEPTH: usize = 3;

/// Turns a doubt into a question back, whose choices are each a question that can be answered.
pub(crate) fn ask(question: &str, doubt: &Doubt, source: Source) -> Ask {
    let mut search = Search { source, tried: 0, found: Vec::new() };
    search.settle(question, doubt, DEPTH);
    Ask { why: doubt.why.clone(), choices: search.found.into_iter().map(|(_, text)| text).collect() }
}

/// The search for questions that can be answered.
struct Search<'a> {
    source: Source<'a>,
    tried: usize,
    found: Vec<(Query, String)>,
}

impl Search<'_> {
    /// Reads the questions that settle a doubt, and collects those that can be answered.
    fn settle(&mut self, question: &str, doubt: &Doubt, depth: usize) {
        for candidate in edited(question, doubt) {
            if self.found.len() == OFFERED || self.tried == TRIED {
                return;
            }
            self.tried += 1;
            match read(&candidate, self.source) {
                Ok(query) => self.offer(query, candidate),
                Err(next) if depth > 0 && !next.edits.is_empty() => self.settle(&candidate, &next, depth - 1),
                Err(_) => {}
            }
        }
    }

    /// Adds a query to the choices, unless it is one of them, in words that read back as the same query.
    fn offer(&mut self, query: Query, candidate: String) {
        let same = |a: &Query| a.task == query.task && a.filters == query.filters;
        if self.found.iter().any(|(known, _)| same(known)) {
            return;
        }
        let text = phrase(&query).filter(|text| read(text, self.source).is_ok_and(|again| same(&again)));
        self.found.push((query, text.unwrap_or(candidate)));
    }
}

/// Returns the question with each of the texts that may replace its doubtful parts.
fn edited(question: &str, doubt: &Doubt) -> Vec<String> {
    let mut edits: Vec<_> = doubt.edits.iter().collect();
    // Later edits first, so that earlier places stay where they are.
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.at.start));
    edits.into_iter().fold(vec![question.to_owned()], |questions, edit| {
        let pairs = questions.iter().flat_map(|question| edit.texts.iter().map(move |text| (question, text)));
        let next = pairs.map(|(question, text)| {
            let (head, tail) = (&question[..edit.at.start], &question[edit.at.end..]);
            format!("{head} {text} {tail}").split_whitespace().collect::<Vec<_>>().join(" ")
        });
        next.take(TRIED).collect()
    })
}
