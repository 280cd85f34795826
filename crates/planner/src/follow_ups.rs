//! Queries that follow from an answer: the same by another period, by another group, or only the
//! first of many groups. Each can be carried out.

use std::cmp::Reverse;

use serde::Serialize;

use crate::columns::{is_identifier, is_measure, months};
use crate::input::{Column, File, Table};
use crate::label::sentence;
use crate::lexicon::is_a;
use crate::query::{Aggregate, Chart, Filter, Group, Kind, Measure, Order, Part, Query, Test};
use crate::shape;
use crate::wording::table_of;

/// How many follow from one answer at most.
const MAX_QUERIES: usize = 3;
/// How many groups are named first where there are many.
const FIRST: u32 = 5;
/// More groups than this are many.
const MANY: u64 = 12;
/// A period has to occur this often for a trend to have a line.
const MIN_PERIODS: u64 = 3;

/// A query that follows from another one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FollowUp {
    /// What it asks, as a sentence without a full stop.
    pub label: String,
    /// The query.
    pub query: Query,
}

/// Returns what follows from a query that was answered; nothing where it is not of numbers by
/// groups.
pub fn follow_ups(query: &Query, files: &[File]) -> Vec<FollowUp> {
    let Some((_, table)) = table_of(query, files) else { return Vec::new() };
    let plain = shape::plainly(query, table);
    let mut found: Vec<FollowUp> = Vec::new();
    for next in variations(&plain, table) {
        let next = next.trimmed();
        let label = sentence(&next, files);
        let is_new = next != *query
            && label != sentence(query, files)
            && found.iter().all(|known| known.label != label);
        if is_new && shape::obstacle(&next, table).is_none() && found.len() < MAX_QUERIES {
            found.push(FollowUp { label, query: next });
        }
    }
    found
}

/// Returns the variations of a query, the most useful first.
fn variations(query: &Query, table: &Table) -> Vec<Query> {
    let base = Query {
        groups: Vec::new(),
        sort: None,
        limit: None,
        nth: false,
        having: None,
        chart: Chart::Auto,
        ..query.clone()
    };
    let numbers = match query.kind {
        Kind::Count | Kind::Aggregate if query.aggregate != Aggregate::RowsPerGroup => query.kind,
        Kind::Trend | Kind::Growth | Kind::Pareto if query.measure.is_none() => Kind::Count,
        Kind::Trend | Kind::Growth | Kind::Pareto | Kind::Distribution => Kind::Aggregate,
        _ => return Vec::new(),
    };
    // A distribution's total says little.
    let aggregate = match query.kind {
        Kind::Distribution => Aggregate::Average,
        _ => query.aggregate,
    };
    let of = |kind, groups| Query { kind, aggregate, groups, ..base.clone() };
    let by = |column: &Column| {
        let many = column.distinct > MANY;
        Query {
            sort: Some(Order::Top),
            limit: many.then_some(FIRST),
            ..of(numbers, vec![Group { column: column.name.clone(), part: None }])
        }
    };
    let others = groups(query, table);
    let date = date(query, table);
    let trend = |part| {
        let column = date?.name.clone();
        Some(of(Kind::Trend, vec![Group { column, part: Some(part) }]))
    };
    let grain = query.groups.first().and_then(|group| group.part);
    let periods = date.map(grains).unwrap_or_default();
    match (query.kind, grain) {
        (Kind::Trend | Kind::Growth, Some(grain)) => {
            let next = another(grain, &periods).and_then(trend);
            let growth = (query.kind == Kind::Trend && query.groups.len() == 1)
                .then(|| of(Kind::Growth, query.groups.clone()));
            next.into_iter().chain(others.first().map(|column| by(column))).chain(growth).collect()
        }
        (_, None) if query.groups.len() == 1 => {
            let first = narrowed(query, table);
            let second = periods.first().copied().and_then(trend);
            first
                .into_iter()
                .chain(second)
                .chain(others.iter().take(2).map(|column| by(column)))
                .collect()
        }
        _ if query.groups.is_empty() => {
            let first = others.first().map(|column| by(column));
            let second = periods.first().copied().and_then(trend);
            let is_number = |name: &str| table.column(name).is_some_and(is_measure);
            let spread = matches!(&query.measure, Some(Measure::Column(name)) if is_number(name))
                .then(|| of(Kind::Distribution, Vec::new()));
            first
                .into_iter()
                .chain(second)
                .chain(spread)
                .chain(others.get(1).map(|column| by(column)))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the first of many groups where all are shown, and all where only the first are.
fn narrowed(query: &Query, table: &Table) -> Option<Query> {
    let group = query.groups.first()?;
    let count = table.column(&group.column)?.distinct;
    match query.limit {
        None if count > u64::from(FIRST) * 2 => {
            Some(Query { sort: Some(Order::Top), limit: Some(FIRST), ..query.clone() })
        }
        Some(limit) if query.sort.is_some() && u64::from(limit) < count && count <= 3 * MANY => {
            Some(Query { limit: None, nth: false, ..query.clone() })
        }
        _ => None,
    }
}

/// Returns the columns worth grouping by that the query does not use yet, people and things first.
fn groups<'a>(query: &Query, table: &'a Table) -> Vec<&'a Column> {
    let used = |column: &Column| {
        let one = |filter: &Filter| {
            filter.column == column.name
                && matches!(&filter.test, Test::OneOf { values, not: false } if values.len() == 1)
        };
        let measures = query.measure.iter().chain(&query.second).flat_map(Measure::columns);
        query.groups.iter().any(|group| group.column == column.name)
            || query.base.iter().chain(&query.filters).any(one)
            || measures.into_iter().any(|name| name == column.name)
    };
    let fits = |column: &&Column| {
        let repeats = column.distinct > 1 && column.distinct * 2 <= table.rows.max(4);
        column.is_text() && repeats && !is_identifier(column) && !used(column)
    };
    let mut found: Vec<&Column> = table.columns.iter().filter(fits).collect();
    found.sort_by_key(|column| (!is_a(&column.name, "thing"), Reverse(column.distinct.min(1000))));
    found
}

/// Returns the dates of the query, or those of the table where there is one such column.
fn date<'a>(query: &Query, table: &'a Table) -> Option<&'a Column> {
    let own = query.groups.iter().filter_map(|group| table.column(&group.column));
    let mut dates = table.columns.iter().filter(|column| column.is_date());
    let only = dates.next().filter(|_| dates.next().is_none());
    own.into_iter().find(|column| column.is_date()).or(only)
}

/// Returns the periods of which dates have several, a suitable one first.
fn grains(column: &Column) -> Vec<Part> {
    let Some((first, last)) = months(column) else { return Vec::new() };
    let count = last.saturating_sub(first) + 1;
    let all = [(Part::Month, 1), (Part::Quarter, 3), (Part::Year, 12)];
    let several = all.into_iter().filter(|(_, length)| count >= length * MIN_PERIODS);
    let mut parts: Vec<Part> = several.map(|(part, _)| part).collect();
    if parts.is_empty() {
        parts.extend([Part::Day, Part::Week]);
    }
    parts
}

/// Returns the next coarser period that there are several of, or a finer one.
fn another(grain: Part, several: &[Part]) -> Option<Part> {
    let order = [Part::Day, Part::Week, Part::Month, Part::Quarter, Part::Year];
    let at = order.iter().position(|part| *part == grain)?;
    let coarser = order.iter().skip(at + 1);
    let finer = order.iter().take(at).rev();
    coarser.chain(finer).find(|part| several.contains(part)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files() -> Vec<File> {
        let column = |name: &str, r#type: &str, distinct: u64, ends: [serde_json::Value; 2]| {
            serde_json::json!({
                "name": name, "type": r#type, "dtype": "", "missing": 0, "distinct": distinct,
                "bad": 0, "examples": [], "min": ends[0], "max": ends[1],
            })
        };
        let none = || [serde_json::Value::Null, serde_json::Value::Null];
        let file = serde_json::json!({
            "path": "/data/sales.csv", "name": "sales.csv", "bytes": 9, "kind": "csv",
            "error": null, "notes": [],
            "tables": [{
                "sheet": null, "reader": "", "rows": 400, "rowsExact": true, "sampled": false,
                "duplicates": 0,
                "columns": [
                    column("date", "date", 300, ["2024-01-03".into(), "2025-06-30".into()]),
                    column("customer", "text", 40, none()),
                    column("region", "text", 4, none()),
                    column("revenue", "number", 390, [1.into(), 900.into()]),
                ],
            }],
        });
        vec![serde_json::from_value(file).unwrap()]
    }

    #[test]
    fn what_follows_is_another_period_another_group_or_the_first_of_many() {
        let group = |column: &str, part| Group { column: column.to_owned(), part };
        let query = |kind, groups: &[Group]| Query {
            table: crate::query::TableName { file: "sales.csv".to_owned(), sheet: None },
            kind,
            measure: Some(Measure::Column("revenue".to_owned())),
            groups: groups.to_vec(),
            ..Query::default()
        };
        let month = || group("date", Some(Part::Month));
        let top = Query {
            sort: Some(Order::Top),
            limit: Some(5),
            ..query(Kind::Aggregate, &[group("region", None)])
        };
        let west = Query {
            filters: vec![Filter {
                column: "region".to_owned(),
                test: Test::OneOf { values: vec!["West".to_owned()], not: false },
            }],
            ..query(Kind::Aggregate, &[])
        };
        let cases: [(Query, &[&str]); 6] = [
            (
                query(Kind::Trend, &[month()]),
                &[
                    "Total revenue by quarter",
                    "Top 5 customers by total revenue",
                    "Growth of total revenue by month",
                ],
            ),
            (
                query(Kind::Aggregate, &[group("customer", None)]),
                &[
                    "Top 5 customers by total revenue",
                    "Total revenue by month",
                    "Total revenue by region, highest first",
                ],
            ),
            (top, &["Total revenue by month", "Top 5 customers by total revenue"]),
            (
                query(Kind::Aggregate, &[]),
                &[
                    "Top 5 customers by total revenue",
                    "Total revenue by month",
                    "Distribution of revenue",
                ],
            ),
            (
                west,
                &[
                    "Top 5 customers by total revenue, where region is West",
                    "Total revenue by month, where region is West",
                    "Distribution of revenue, where region is West",
                ],
            ),
            (query(Kind::Quality, &[]), &[]),
        ];
        for (query, expected) in cases {
            let found = follow_ups(&query, &files());
            let labels: Vec<&str> = found.iter().map(|one| one.label.as_str()).collect();
            assert_eq!(labels, expected, "{query:?}");
        }
    }
}
