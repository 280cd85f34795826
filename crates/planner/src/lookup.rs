//! Look-ups: where the texts that a question names are among a table's values.
//!
//! A profile only holds a few examples, so that Python looks into the table, once for each question that needs it.

use std::collections::BTreeSet;

use serde::Deserialize;

use crate::columns::is_identifier;
use crate::input::{Column, Seen, Table};
use crate::lexicon::{abbreviation, is_a};
use crate::literal::{fill, list};
use crate::spans::{Certainty, Meaning, Span};
use crate::values::{Found, Place, key};
use crate::words::{Kind, Word, stem};

/// One line of the record that the look-up prints.
#[derive(Deserialize)]
struct Line {
    text: String,
    column: String,
    values: Vec<String>,
    within: u64,
}

#[derive(Deserialize)]
struct Record {
    found: Vec<Line>,
}

/// The most tokens of one value.
const LONGEST: usize = 4;

/// The most texts that are looked up for a question.
const MOST: usize = 40;

/// Returns the texts that have to be looked up before the spans can be relied on; none if every token is explained.
///
/// Each has its length in tokens.
pub(crate) fn texts(words: &[Word], spans: &[Span], table: &Table) -> Vec<(String, usize)> {
    if table.columns.iter().all(Column::is_date) {
        return Vec::new();
    }
    let (mut open, mut between) = (vec![false; words.len()], vec![false; words.len()]);
    for (i, span) in spans.iter().enumerate() {
        // A number that counts or limits something is no value.
        let before = i.checked_sub(1).map(|before| &spans[before].meaning);
        let after = spans.get(i + 1).map(|after| &after.meaning);
        let counts = matches!(before, Some(Meaning::Sign(_) | Meaning::Extreme(_) | Meaning::Word(_)))
            || matches!(after, Some(Meaning::Word("or more" | "or less" | "rows") | Meaning::Unit(_)));
        let unexplained = match &span.meaning {
            Meaning::Unknown | Meaning::Word("missing") | Meaning::Text(_) => true,
            Meaning::Column(_) => span.certainty != Certainty::Certain,
            Meaning::Number(_) => !counts,
            _ => false,
        };
        for at in span.tokens.clone() {
            open[at] = unexplained && words[at].kind != Kind::Symbol;
            between[at] = open[at] || matches!(span.meaning, Meaning::Filler | Meaning::Word("and"));
        }
    }
    let mut found = Vec::new();
    for from in (0..words.len()).filter(|at| open[*at]) {
        let run = (from..words.len().min(from + LONGEST)).take_while(|at| between[*at]);
        found.extend(run.filter(|at| open[*at]).map(|to| (key(&words[from..=to]), to + 1 - from)));
    }
    found.dedup();
    found.truncate(MOST);
    found
}

/// Returns the program that looks texts up: each as it is, and its singular.
pub(crate) fn code(texts: &[(String, usize)], table: &Table) -> String {
    let is_code =
        |column: &&Column| column.is_number() && is_identifier(column) && !column.name.starts_with("Unnamed");
    let codes = table.columns.iter().filter(is_code).map(|column| column.name.as_str());
    let forms = texts.iter().flat_map(|(text, _)| {
        [text.clone(), singular(text)].into_iter().chain(abbreviation(text).map(str::to_owned))
    });
    let wanted: BTreeSet<String> = forms.collect();
    fill(
        include_str!("../templates/lookup.py"),
        &[("reader", table.reader.clone()), ("texts", list(wanted)), ("codes", list(codes))],
    )
}

fn singular(text: &str) -> String {
    match text.rsplit_once(' ') {
        Some((head, last)) => format!("{head} {}", stem(last)),
        None => stem(text),
    }
}

/// Reads the outcome of a look-up.
pub(crate) fn read(texts: &[(String, usize)], seen: &Seen) -> Vec<Found> {
    let lines = seen.record().map_or(Vec::new(), |record: Record| record.found);
    let found = |(text, tokens): &(String, usize)| {
        let places = places(text, &lines);
        Found { text: text.clone(), tokens: *tokens, places }
    };
    texts.iter().map(found).collect()
}

/// Returns the columns in which a text was found.
fn places(text: &str, lines: &[Line]) -> Vec<Place> {
    let fits = |line: &&Line| {
        let short = abbreviation(text) == Some(line.text.as_str()) && is_a(&line.column, "state name");
        line.text == text || line.text == singular(text) || (short && !line.values.is_empty())
    };
    let mut places: Vec<Place> = Vec::new();
    for line in lines.iter().filter(fits) {
        let place = Place {
            column: line.column.clone(),
            values: line.values.clone(),
            text: line.text.clone(),
            whole: !line.values.is_empty(),
            others: line.within > line.values.len() as u64,
        };
        match places.iter_mut().find(|known| known.column == line.column) {
            None => places.push(place),
            Some(known) if known.whole && place.whole => {
                let is_new = |value: &String| !known.values.contains(value);
                let more: Vec<String> = place.values.into_iter().filter(is_new).collect();
                known.values.extend(more);
                known.others |= place.others;
            }
            Some(known) if place.whole => *known = place,
            Some(_) => {}
        }
    }
    // Where values are the text, those that only contain it in other columns are not meant.
    if places.iter().any(|place| place.whole) {
        places.retain(|place| place.whole);
    }
    places
}
