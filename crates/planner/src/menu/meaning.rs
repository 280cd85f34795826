//! What a word of a question may mean that a query does not use.

use std::cmp::Reverse;

use serde::Serialize;

use super::Choice;
use super::{MAX_CHOICES, columns, narrowed, settle, suitable, values};
use crate::columns::{is_group, is_measure, is_unique, yes};
use crate::input::{Column, File, Table};
use crate::query::{Explained, Filter, Kind, Measure, Place, Query, Test};
use crate::wording;
use crate::words::{fold, stems};

/// A meaning of a word.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Meaning {
    /// The meaning, and the query with it.
    #[serde(flatten)]
    pub choice: Choice,
    /// What is remembered of it.
    pub explained: Explained,
}

/// Returns what a word that a query does not use may mean, the most likely first. `typed` narrows
/// it.
pub fn meanings(query: &Query, files: &[File], word: &str, typed: &str) -> Vec<Meaning> {
    let Some((_, table)) = wording::table_of(query, files) else { return Vec::new() };
    let mut found: Vec<(usize, Meaning)> = Vec::new();
    for column in &table.columns {
        let near = likeness(word, &column.name);
        // A word that is near a column's name names it; a few values may each be what a word stands
        // for.
        for (next, label, score) in named(query, column, table) {
            let explained = Explained {
                word: word.to_owned(),
                filter: None,
                column: Some(column.name.clone()),
            };
            let score = near * 10 + score;
            found.push((score, meaning(label, columns::about(column), next, explained)));
        }
        for (test, score) in tests(column, word, typed, table) {
            let filter = Filter { column: column.name.clone(), test };
            let mut next = query.clone();
            if next.filters.contains(&filter) {
                continue;
            }
            // Another value of a column that is tested takes that one's place.
            next.filters.retain(|other| {
                other.column != filter.column || !matches!(other.test, Test::OneOf { .. })
            });
            next.filters.push(filter.clone());
            let label = wording::filter(&filter);
            let explained = Explained { word: word.to_owned(), filter: Some(filter), column: None };
            found.push((score + near * 6, meaning(label, String::new(), next, explained)));
        }
    }
    found.retain(|(_, meaning)| meaning.choice.query != *query);
    found.sort_by_key(|(score, _)| Reverse(*score));
    let list: Vec<Meaning> = found.into_iter().map(|(_, meaning)| meaning).collect();
    let kept = narrowed(list.iter().map(|meaning| meaning.choice.clone()).collect(), typed);
    let find = |choice: Choice| list.iter().find(|meaning| meaning.choice == choice).cloned();
    kept.into_iter().map(|(_, choice)| choice).filter_map(find).take(MAX_CHOICES).collect()
}

fn meaning(label: String, detail: String, query: Query, explained: Explained) -> Meaning {
    Meaning { choice: Choice { label, detail, query, opens: None }, explained }
}

/// Returns how much a word is like a name, from 0 to 10.
fn likeness(word: &str, name: &str) -> usize {
    let own = stems(word);
    let parts = stems(name);
    let best = own.iter().flat_map(|word| {
        parts.iter().map(move |part| {
            let start = word.chars().zip(part.chars()).take_while(|(a, b)| a == b).count();
            match () {
                () if word == part => 10,
                () if start >= 3
                    && (start == word.chars().count() || start == part.chars().count()) =>
                {
                    7
                }
                () if start >= 4 => 5,
                () => (strsim::jaro(word, part) * 10.0) as usize / 3,
            }
        })
    });
    let best = best.max().unwrap_or(0);
    // “jaro” finds a third of anything in anything.
    if best <= 2 { 0 } else { best }
}

/// Returns the queries in which a column is used as what a word names.
fn named(query: &Query, column: &Column, table: &Table) -> Vec<(Query, String, usize)> {
    let mut list = Vec::new();
    let name = wording::name(&column.name);
    let measured = query.measure.as_ref() == Some(&Measure::Column(column.name.clone()));
    if is_measure(column) && !measured {
        let next = settle::with_measure(query, Measure::Column(column.name.clone()), table);
        list.push((next, format!("the measure {name}"), 3));
    }
    let grouped = query.groups.iter().any(|group| group.column == column.name);
    let groups = matches!(
        query.kind,
        Kind::Count | Kind::Aggregate | Kind::Share | Kind::Trend | Kind::Distribution
    );
    if (is_group(column) || column.is_date()) && groups && !grouped {
        let mut next = query.clone();
        next.groups.truncate(1);
        next.groups.push(suitable::group_of(table, &column.name));
        list.push((next, format!("by {name}"), 2));
    }
    if query.kind == Kind::Rows && !query.show.contains(&column.name) && !query.show.is_empty() {
        let mut next = query.clone();
        next.show.push(column.name.clone());
        list.push((next, format!("the column {name}"), 2));
    } else if matches!(query.kind, Kind::Distinct | Kind::Missing | Kind::Duplicates) && !measured {
        let mut next = query.clone();
        next.measure = Some(Measure::Column(column.name.clone()));
        list.push((next, format!("the column {name}"), 3));
    }
    list
}

/// Returns the conditions that a word may stand for in a column.
fn tests(column: &Column, word: &str, typed: &str, table: &Table) -> Vec<(Test, usize)> {
    let one = |value: &str| Test::OneOf { values: vec![value.to_owned()], not: false };
    if yes(column).is_some() {
        return vec![(Test::Flag(true), 20), (Test::Flag(false), 14)];
    }
    if !column.is_text() {
        return Vec::new();
    }
    let few = (2..=12).contains(&column.distinct);
    let mut tests: Vec<(Test, usize)> = Vec::new();
    let initial = fold(word).chars().next();
    for example in &column.examples {
        let like = likeness(word, example);
        // “goalies” for G, “females” for F.
        let code = example.chars().count() <= 3 && fold(example).chars().next() == initial;
        let said = !typed.is_empty() && fold(example).contains(&fold(typed));
        match (like, code, few) {
            _ if said => tests.push((one(example), 95)),
            (1.., ..) => tests.push((one(example), 40 + 5 * like)),
            (0, true, _) => tests.push((one(example), 45)),
            (0, false, true) => tests.push((one(example), 12)),
            _ => {}
        }
    }
    if !is_unique(column, table) || column.r#type == crate::input::ColumnType::Text {
        let text = if typed.is_empty() { word } else { typed };
        let score = if values::examples(column, text).next().is_some() { 30 } else { 16 };
        tests.push((
            Test::Text { place: Place::Contains, text: text.to_owned(), not: false },
            score,
        ));
    }
    tests
}
