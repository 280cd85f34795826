//! Readings of joined tables beside those of the tables that they are made of: which of them a
//! question is about.

use super::lexicon;
use super::sentence::Sentence;
use super::table::{Table, name_words};
use crate::input::{self, File};
use crate::query::{Query, Reading, TableName};
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
        if counts_another(sentence, &reading.query.table, tables) {
            reading.score -= OTHER_ROWS;
        }
        if groups_by_another_key(&reading.query, tables) {
            reading.score -= OTHER_KEY;
        }
    }
}

/// Returns whether a query of a joined table groups by the column of another key to the same table:
/// “by dest zone” of flights that are joined by their origin.
fn groups_by_another_key(query: &Query, tables: &[Table]) -> bool {
    let joins = || tables.iter().filter_map(|table| Some((table, table.join?)));
    let Some((_, join)) = joins().find(|(table, _)| table.file.name == query.table.file) else {
        return false;
    };
    let mut others = joins()
        .filter(|(_, other)| (other.own, other.at) == (join.own, join.at) && other.key != join.key);
    others.any(|(_, other)| query.groups.iter().any(|group| group.column == other.key))
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
