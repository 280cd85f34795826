//! Which columns suit a part of a query, the most likely first.

use std::cmp::Reverse;

use crate::columns::{
    adds_up, is_group, is_identifier, is_measure, is_money, is_unique, is_years, months, yes,
};
use crate::input::{Column, ColumnType, Table};
use crate::lexicon::is_a;
use crate::query::{Aggregate, Group, Measure, Part, Query};

/// Returns whether one can calculate with a column's values, boolean ones included.
pub(super) fn calculates(column: &Column) -> bool {
    is_measure(column) || yes(column).is_some()
}

/// Returns whether a measure suits an aggregate.
pub(super) fn suits(measure: &Measure, aggregate: Aggregate, table: &Table) -> bool {
    let any = matches!(aggregate, Aggregate::Distinct | Aggregate::Filled | Aggregate::MostCommon);
    let dates = matches!(aggregate, Aggregate::Lowest | Aggregate::Highest | Aggregate::Range);
    let Measure::Column(name) = measure else { return true };
    table.column(name).is_some_and(|column| {
        any || column.is_number() || calculates(column) || (dates && column.is_date())
    })
}

/// Returns the column that a question about amounts most likely means.
pub(super) fn amount(table: &Table) -> Option<&Column> {
    let rank = |column: &&Column| {
        (adds_up(column) && is_money(column), adds_up(column), is_measure(column))
    };
    let columns = table.columns.iter().enumerate().filter(|(_, column)| column.is_number());
    columns.max_by_key(|(at, column)| (rank(column), Reverse(*at))).map(|(_, column)| column)
}

/// Returns the columns by which rows are grouped, the most likely first.
pub(super) fn groupable(table: &Table) -> Vec<&Column> {
    let few = |column: &Column| column.distinct > 1 && column.distinct <= 50.max(table.rows / 2);
    let rank = |column: &&Column| {
        let text = column.is_text() || column.r#type == ColumnType::Boolean;
        (
            text && few(column) && !is_unique(column, table),
            is_a(&column.name, "thing"),
            is_group(column) && few(column),
            !is_identifier(column),
        )
    };
    let mut columns: Vec<_> = table.columns.iter().filter(|column| is_group(column)).collect();
    columns.sort_by_key(|column| Reverse(rank(column)));
    columns
}

/// Returns the column of what rows are about: people and things, else the first name or group.
pub(super) fn thing(query: &Query, table: &Table) -> Option<String> {
    let grouped = |column: &Column| query.groups.iter().any(|group| group.column == column.name);
    let rank = |column: &&Column| {
        let known = ["who", "thing", "name"].iter().any(|family| is_a(&column.name, family));
        (
            !is_unique(column, table),
            query.show.first() == Some(&column.name),
            known,
            column.is_text(),
        )
    };
    let columns = groupable(table).into_iter().enumerate().filter(|(_, column)| !grouped(column));
    let best = columns.max_by_key(|(at, column)| (rank(column), Reverse(*at)));
    best.map(|(_, column)| column.name.clone())
}

/// Returns whether a column's values are points in time.
pub(super) fn is_dated(table: &Table, name: &str) -> bool {
    table.column(name).is_some_and(|column| column.is_date() || is_years(column))
}

/// Returns the group of a column along the table's time.
pub(super) fn time(table: &Table) -> Option<Group> {
    let dated = table.columns.iter().find(|column| column.is_date());
    let column = dated.or_else(|| table.columns.iter().find(|column| is_years(column)))?;
    Some(group_of(table, &column.name))
}

/// Returns a group of a column, of dates by the grain that suits their span.
pub(super) fn group_of(table: &Table, name: &str) -> Group {
    let part = table.column(name).filter(|column| column.is_date()).map(|column| grains(column)[0]);
    Group { column: name.to_owned(), part }
}

/// Returns the parts of dates by which rows are grouped, the one that suits the span of a column
/// first.
pub(super) fn grains(column: &Column) -> [Part; 9] {
    let span = months(column).map_or(12, |(first, last)| last.saturating_sub(first));
    let (a, b, c) = match span {
        0..=1 => (Part::Day, Part::Week, Part::Month),
        2..=35 => (Part::Month, Part::Quarter, Part::Year),
        _ => (Part::Year, Part::Month, Part::Quarter),
    };
    let all = [
        Part::Weekday,
        Part::MonthOfYear,
        Part::Day,
        Part::Week,
        Part::Month,
        Part::Hour,
        Part::HourOfDay,
        Part::Decade,
        Part::Year,
    ];
    let mut parts = [a, b, c, a, a, a, a, a, a];
    let rest: Vec<Part> = all.into_iter().filter(|part| ![a, b, c].contains(part)).collect();
    parts[3..]
        .iter_mut()
        .zip(rest.iter().chain(std::iter::repeat(&a)))
        .for_each(|(at, part)| *at = *part);
    parts
}
