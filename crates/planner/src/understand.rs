//! Understanding: from a question, the turns before it and the files to one plan.
//!
//! Chooses the table whose columns explain most of the question.

use crate::input::Seen;
use crate::lexicon::length;
use crate::plan::{Ask, LookUp, Plan, Query};
use crate::read::{Outcome, Reader, Source, ask, follow, is_follow_up, read};
use crate::spans::{Certainty, Meaning, Span};
use crate::words::{fold, tokenize};
use crate::{Exchange, File, arithmetic, choices, label, lookup};

/// How many earlier questions a follow-up may refer to.
const REACH: usize = 4;

/// Returns the plan for a question. `looked_up` is the outcome of the look-up that an earlier plan asked for.
pub(crate) fn understand(
    question: &str,
    history: &[Exchange],
    files: &[File],
    looked_up: Option<&Seen>,
) -> Plan {
    if let Some(plan) = arithmetic::read(question) {
        return plan;
    }
    let words = tokenize(question);
    let helps = (0..words.len()).any(|at| length("help", &words, at) > 0);
    if words.is_empty() || (words.len() <= 8 && helps) {
        return Plan::Help;
    }
    if words.len() <= 4 && length("hello", &words, 0) > 0 {
        return Plan::Hello;
    }
    // The questions that a follow-up goes back to, oldest first.
    let mut chain = vec![question];
    for earlier in history.iter().rev().take(REACH) {
        if !is_follow_up(chain[0]) {
            break;
        }
        chain.insert(0, &earlier.question);
    }
    let Some(mut source) = table(&chain, history, files) else { return Plan::NoTable };
    let readers = chain.iter().map(|question| Reader::new(question, source));
    let texts = readers.flat_map(|reader| lookup::texts(&reader.words, &reader.spans, source.table));
    let texts: Vec<(String, usize)> = texts.collect();
    let found = match (texts.is_empty(), looked_up) {
        (true, _) => Vec::new(),
        (false, Some(seen)) => lookup::read(&texts, seen),
        (false, None) => return Plan::LookUp(LookUp { source: source.at, texts }),
    };
    source.found = Some(&found);
    let plan = match chained(&chain, source) {
        Ok(query) => Plan::Query(Box::new(query)),
        Err(doubt) => Plan::Ask(choices::ask(question, &doubt, source)),
    };
    with_source(plan, source, files)
}

/// Reads a question and the remarks on it; a remark that stands by itself is a question of its own.
fn chained(chain: &[&str], source: Source) -> Outcome<Query> {
    let mut query = read(chain[0], source);
    for remark in &chain[1..] {
        let changed = match query {
            Ok(earlier) => follow(earlier, remark, source),
            // What is unclear in an earlier question cannot be replaced in this one.
            Err(doubt) => ask(doubt.why),
        };
        query = changed.or_else(|doubt| read(remark, source).map_err(|_| doubt));
    }
    query
}

/// Says which table a query is about, where there are several.
fn with_source(mut plan: Plan, source: Source, files: &[File]) -> Plan {
    let tables = files.iter().flat_map(|file| &file.tables).filter(|table| !table.columns.is_empty()).count();
    if let Plan::Query(query) = &mut plan
        && tables > 1
    {
        let sheet = source.table.sheet.as_ref().map(|sheet| format!(", sheet {}", label::escape(sheet)));
        let sheet = sheet.unwrap_or_default();
        query.assumed.push(format!("This is about `{}`{sheet}.", label::plain(&source.file.name)));
    }
    plan
}

/// Returns the table whose columns explain most of the questions.
fn table<'a>(chain: &[&str], history: &[Exchange], files: &'a [File]) -> Option<Source<'a>> {
    let sources = files.iter().zip(0..).flat_map(|(file, file_at)| {
        let tables = file.tables.iter().zip(0..);
        tables.map(move |(table, at)| Source { at: (file_at, at), file, table, found: None })
    });
    let fit = |source: &Source| {
        let explained = |question: &str| -> i64 {
            let score = |span: &Span| match (&span.meaning, span.certainty) {
                (Meaning::Column(_), Certainty::Certain) => 20,
                (Meaning::Column(_), Certainty::Assumed) => 12,
                (Meaning::Column(_), Certainty::Guessed) => 4,
                (Meaning::Unknown, _) => -3,
                _ => 0,
            };
            Reader::new(question, *source).spans.iter().map(score).sum()
        };
        // A file or sheet that the question names is meant.
        let named = |name: &str| {
            name.chars().count() > 2 && chain.iter().any(|question| fold(question).contains(&fold(name)))
        };
        let stem = label::stem(&source.file.name);
        let sheet = source.table.sheet.as_deref().is_some_and(named);
        let all: i64 = chain.iter().map(|question| explained(question)).sum();
        // The conversation stays with the same table unless another one fits better.
        let before = history.last().map_or(0, |before| explained(&before.question));
        100 * all
            + 10 * before
            + if named(&source.file.name) { 100_000 } else { 0 }
            + if named(&stem) || sheet { 3000 } else { 0 }
    };
    let usable = sources.filter(|source| !source.table.columns.is_empty());
    // Of equals, the file that was added last, and its first table.
    usable.max_by_key(|source| (fit(source), source.at.0, std::cmp::Reverse(source.at.1)))
}

/// Returns the questions back where a column's value was asked for and several rows match.
pub(crate) fn several_values(question: &str, column: &str) -> Ask {
    let plain = question.trim();
    let why = format!("Several rows match, so `{}` has several values.", label::plain(column));
    Ask { why, choices: ["average", "total", "maximum", "minimum"].map(|op| format!("{op} {plain}")).into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::{Column, ColumnType, Table};

    #[test]
    fn what_is_unclear_in_an_earlier_question_is_not_replaced_in_a_remark() {
        let column = |name: &str, r#type| Column { name: name.to_owned(), r#type, ..Column::default() };
        let columns = vec![column("sex", ColumnType::Category), column("age", ColumnType::Integer)];
        let tables = vec![Table { rows: 9, columns, ..Table::default() }];
        let files = [File { name: "guests.csv".to_owned(), tables, ..File::default() }];
        let question = "which sex is the best of all the ones that there are?".to_owned();
        let history = [Exchange { question, ..Exchange::default() }];
        let Plan::Ask(ask) = understand("and by sex?", &history, &files, None) else {
            unreachable!("the question before names no measure")
        };
        assert!(ask.why.contains("“best”"), "{}", ask.why);
        assert_eq!(ask.choices, Vec::<String>::new());
    }
}
