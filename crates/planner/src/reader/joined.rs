//! Readings of joined tables beside those of the tables that they are made of: which of them a
//! question is about.

use super::lexicon;
use super::names::name_words;
use super::sentence::Sentence;
use super::table::Table;
use crate::input::{self, File, Join};
use crate::query::{Filter, Query, Reading, TableName, Test};
use crate::{joins, wording};

/// What speaks against the rows of a table if a question names those of another.
const OTHER_ROWS: f64 = 0.2;

/// What speaks against a joined table if a query groups by another key to the same table.
const OTHER_KEY: f64 = 0.05;

/// Leaves out readings of two tables that need only one, and lowers the scores of those whose rows a
/// question does not speak of.
pub(super) fn weigh(
    readings: &mut Vec<Reading>,
    sentence: &Sentence,
    tables: &[Table],
    files: &[File],
) {
    readings.retain(|reading| {
        let table = wording::table_of(&reading.query, files).map(|(_, table)| table);
        table.is_none_or(|table| joins::needs_both(&reading.query, table, counts(sentence, table)))
    });
    for reading in readings {
        let matched = |filter: &Filter| matches!(filter.test, Test::Matched { .. });
        let matches = reading.query.filters.iter().chain(&reading.query.base).any(matched);
        if !matches && counts_another(sentence, &reading.query.table, tables) {
            reading.score -= OTHER_ROWS;
        }
        if groups_by_another_key(&reading.query, tables) {
            reading.score -= OTHER_KEY;
        }
        if names_another_key(sentence, &reading.query, tables) {
            reading.score -= OTHER_ROWS;
        }
    }
}

/// Returns the join that a query is about, and those by other keys to the same table.
fn joins_of<'a>(
    query: &Query,
    tables: &'a [Table<'a>],
) -> Option<(&'a Join, impl Iterator<Item = &'a Join>)> {
    let joins = || tables.iter().filter_map(|table| Some((table, table.join?)));
    let (_, join) = joins().find(|(table, _)| table.file.name == query.table.file)?;
    let others = joins()
        .map(|(_, other)| other)
        .filter(move |other| (other.own, other.at) == (join.own, join.at) && other.key != join.key);
    Some((join, others))
}

/// Returns whether a question names another key to the same table than that of a query: “with dest
/// zone West” of flights that are joined by their origin.
fn names_another_key(sentence: &Sentence, query: &Query, tables: &[Table]) -> bool {
    let Some((join, mut others)) = joins_of(query, tables) else { return false };
    let words = |join: &Join| {
        name_words(&join.key).iter().map(|word| lexicon::stem(word)).collect::<Vec<_>>()
    };
    let names = |of: &[String], but: &[String]| {
        sentence.tokens.iter().any(|token| of.contains(&token.stem) && !but.contains(&token.stem))
    };
    let own = words(join);
    others.any(|other| {
        let other = words(other);
        names(&other, &own) && !names(&own, &other)
    })
}

/// Returns whether a query of a joined table groups by the column of another key to the same table:
/// “by dest zone” of flights that are joined by their origin.
fn groups_by_another_key(query: &Query, tables: &[Table]) -> bool {
    let Some((_, mut others)) = joins_of(query, tables) else { return false };
    others.any(|other| query.groups.iter().any(|group| group.column == other.key))
}

/// Returns whether a question names the rows that a table is joined to, which the table itself does
/// not have: “orders per country” of customers.
fn counts_another(sentence: &Sentence, name: &TableName, tables: &[Table]) -> bool {
    let is = |table: &&Table| {
        let source = &table.file.tables[table.at.1];
        table.file.name == name.file && source.sheet == name.sheet
    };
    let Some(table) = tables.iter().find(is) else { return false };
    let joined = tables.iter().filter(|one| one.join.is_some_and(|join| join.at == table.at));
    let mut words = joined.flat_map(|one| &one.title);
    words.any(|word| {
        let own = table.title.contains(word);
        let column = table.columns.iter().any(|column| column.stems.contains(word));
        !own && !column && sentence.tokens.iter().any(|token| token.stem == *word)
    })
}

/// Returns whether a question speaks of the rows of the first of two joined tables: “orders per
/// country”, of orders and customers.
fn counts(sentence: &Sentence, table: &input::Table) -> bool {
    let Some(join) = &table.join else { return false };
    let [own, other] = [&join.name, &join.other_name].map(|name| {
        let words = name_words(&crate::label::stem(name));
        words.iter().map(|word| lexicon::stem(word)).collect::<Vec<_>>()
    });
    sentence.tokens.iter().any(|token| own.contains(&token.stem) && !other.contains(&token.stem))
}
