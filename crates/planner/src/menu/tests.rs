use super::*;
use crate::chips::chips;
use crate::input::{Column, ColumnType};
use crate::query::{Aggregate, Bound, Filter, Group, Measure, Part, Place, Test};
use serde_json::json;

fn column(name: &str, r#type: ColumnType, distinct: u64, examples: &[&str]) -> Column {
    let examples = examples.iter().map(|example| (*example).to_owned()).collect();
    Column { name: name.to_owned(), r#type, distinct, examples, ..Column::default() }
}

fn files() -> Vec<File> {
    let numbers = |name: &str| Column {
        min: Some(json!(1)),
        max: Some(json!(900)),
        ..column(name, ColumnType::Integer, 80, &[])
    };
    let columns = vec![
        column("order_id", ColumnType::Integer, 100, &["1", "2"]),
        column("customer", ColumnType::Text, 40, &["Ann", "Bob"]),
        column("region", ColumnType::Category, 4, &["North", "Northwest", "South", "West"]),
        Column {
            min: Some(json!("2024-02-01")),
            max: Some(json!("2026-03-31")),
            ..column("order_date", ColumnType::Date, 90, &["2024-02-01"])
        },
        numbers("revenue"),
        numbers("net revenue"),
        column("unit_price", ColumnType::Number, 60, &["9.5"]),
        column("returned", ColumnType::Boolean, 2, &["True", "False"]),
        column("position", ColumnType::Category, 3, &["G", "D", "C"]),
    ];
    let table = Table { rows: 100, columns, ..Table::default() };
    vec![File { name: "orders.csv".to_owned(), tables: vec![table], ..File::default() }]
}

fn group(column: &str, part: Option<Part>) -> Vec<Group> {
    vec![Group { column: column.to_owned(), part }]
}

fn is(column: &str, value: &str) -> Filter {
    let test = Test::OneOf { values: vec![value.to_owned()], not: false };
    Filter { column: column.to_owned(), test }
}

fn with(column: &str, test: Test) -> Filter {
    Filter { column: column.to_owned(), test }
}

fn counted() -> Query {
    let name = TableName { file: "orders.csv".to_owned(), sheet: None };
    Query { table: name, kind: Kind::Count, ..Query::default() }
}

fn total() -> Query {
    let measure = Some(Measure::Column("revenue".to_owned()));
    Query { kind: Kind::Aggregate, measure, groups: group("region", None), ..counted() }
}

fn labels(query: &Query, slot: Slot, typed: &str, count: usize) -> Vec<String> {
    let choices = menu(query, &files(), slot.id(), typed);
    choices.into_iter().take(count).map(|choice| choice.label).collect()
}

#[test]
fn what_is_most_often_meant_instead_comes_first() {
    let rows = Query {
        kind: Kind::Rows,
        measure: Some(Measure::Column("revenue".to_owned())),
        sort: Some(Order::Top),
        limit: Some(1),
        show: vec!["customer".to_owned()],
        ..counted()
    };
    let filtered = |test| Query { filters: vec![test], ..counted() };
    let dated = Query { groups: group("order_date", Some(Part::Year)), ..total() };
    let share = Query {
        kind: Kind::Share,
        filters: vec![is("region", "West"), is("position", "G")],
        ..counted()
    };
    let cases: Vec<(Query, Slot, &str, &[&str])> = vec![
        (
            total(),
            Slot::What,
            "",
            &["Average", "Number of rows", "Rows with the highest revenue", "Share", "Highest"],
        ),
        (
            counted(),
            Slot::What,
            "",
            &[
                "Different values of customer",
                "Total of revenue",
                "Rows",
                "Average of revenue",
                "Share",
            ],
        ),
        (rows.clone(), Slot::What, "", &["Highest", "Total", "Number of rows", "Average"]),
        (total(), Slot::What, "med", &["Median"]),
        (total(), Slot::Measure, "", &["net revenue", "unit_price", "returned", "rows"]),
        (counted(), Slot::Measure, "", &["revenue", "customer"]),
        (total(), Slot::Measure, "revenue * unit", &["revenue × unit_price"]),
        (
            total(),
            Slot::Group(0),
            "",
            &["customer", "position", "month of order_date", "all together", "returned"],
        ),
        (
            dated,
            Slot::Group(0),
            "",
            &["month of order_date", "quarter of order_date", "weekday of order_date"],
        ),
        (total(), Slot::AddGroup, "wee", &["weekday of order_date", "week of order_date"]),
        (rows, Slot::Order, "", &["highest first", "only the lowest", "top 5", "top 10", "top 3"]),
        (total(), Slot::Order, "", &["only the highest", "only the lowest", "top 5", "top 10"]),
        (total(), Slot::Order, "7", &["top 7", "bottom 7", "only groups > 7", "only groups < 7"]),
        (total(), Slot::Chart, "", &["table and line", "table", "table and pie"]),
        (
            filtered(is("region", "North")),
            Slot::Filter(0),
            "",
            &["is Northwest", "is not North", "remove this condition", "contains “North”"],
        ),
        (
            filtered(with("revenue", Test::Compare(Sign::Greater, Bound::Number(5.0)))),
            Slot::Filter(0),
            "",
            &["≥ 5", "< 5", "net revenue > 5", "unit_price > 5", "remove this condition"],
        ),
        (
            filtered(with("revenue", Test::Open)),
            Slot::Filter(0),
            "500",
            &["> 500", "< 500", "= 500", "≥ 500"],
        ),
        (filtered(with("revenue", Test::Open)), Slot::Filter(0), "10 to 20", &["is from 10 to 20"]),
        (filtered(with("revenue", Test::Open)), Slot::Filter(0), ">= 1,500", &["≥ 1500"]),
        (
            filtered(with("order_date", Test::Open)),
            Slot::Filter(0),
            "",
            &["is in 2026", "is in 2025", "is in 2024"],
        ),
        (
            filtered(with("order_date", Test::Open)),
            Slot::Filter(0),
            "march 2025",
            &["is in March 2025"],
        ),
        (filtered(with("order_date", Test::Open)), Slot::Filter(0), "march", &["is in March"]),
        (
            filtered(with("customer", Test::Open)),
            Slot::Filter(0),
            "Zoe",
            &["contains “Zoe”", "is Zoe", "begins with “Zoe”"],
        ),
        (
            counted(),
            Slot::AddFilter,
            "",
            &["region …", "returned is yes", "returned is no", "position …"],
        ),
        (counted(), Slot::AddFilter, "west", &["region is West", "region contains “west”"]),
        (share, Slot::Base, "", &["those where region is West", "those where position is G"]),
    ];
    for (query, slot, typed, expected) in cases {
        assert_eq!(
            labels(&query, slot, typed, expected.len()),
            expected,
            "{slot:?} {typed} of {query:?}"
        );
    }
}

/// A query of each kind.
fn of_each_kind() -> Vec<Query> {
    let of = |query: Query| {
        menu(&query, &files(), Slot::What.id(), "").into_iter().map(|choice| choice.query)
    };
    let mut queries: Vec<Query> =
        of(total()).chain(of(counted())).chain([total(), counted()]).collect();
    let filters = [
        is("region", "North"),
        with("revenue", Test::Between(1.0, 2.0)),
        with("customer", Test::Text { place: Place::Begins, text: "A".to_owned(), not: false }),
        with("order_date", Test::Newest(Part::Month, 1)),
        with("returned", Test::Flag(true)),
    ];
    let more: Vec<Query> =
        queries.iter().map(|query| Query { filters: filters.to_vec(), ..query.clone() }).collect();
    queries.extend(more);
    queries
}

#[test]
fn every_kind_can_be_chosen() {
    let kinds = of_each_kind();
    for kind in [
        Kind::Overview,
        Kind::Quality,
        Kind::Columns,
        Kind::Count,
        Kind::Aggregate,
        Kind::Rows,
        Kind::Share,
        Kind::Distinct,
        Kind::Missing,
        Kind::Duplicates,
        Kind::Outliers,
        Kind::Correlation,
        Kind::Distribution,
        Kind::Comparison,
        Kind::Trend,
        Kind::Growth,
        Kind::Pareto,
        Kind::Funnel,
        Kind::Report,
    ] {
        assert!(kinds.iter().any(|query| query.kind == kind), "{kind:?}");
    }
}

#[test]
fn every_entry_changes_what_is_shown_and_is_complete() {
    for query in of_each_kind() {
        let before = chips(&query, &files());
        for chip in &before {
            for choice in menu(&query, &files(), chip.id, "") {
                let after = chips(&choice.query, &files());
                let shown = |chips: &[crate::Chip]| {
                    chips.iter().map(|chip| (chip.id, chip.label.clone())).collect::<Vec<_>>()
                };
                assert_ne!(
                    shown(&after),
                    shown(&before),
                    "{} of {chip:?} in {query:?}",
                    choice.label
                );
                let measure = after.iter().find(|chip| chip.id == Slot::Measure.id());
                assert!(measure.is_none_or(|chip| chip.label != "…"), "{choice:?}");
                let opened = choice.opens.is_none_or(|id| after.iter().any(|chip| chip.id == id));
                assert!(
                    opened
                        && (choice.opens.is_some()
                            || !choice
                                .query
                                .filters
                                .iter()
                                .any(|filter| filter.test == Test::Open))
                );
            }
        }
    }
}

#[test]
fn a_menu_of_many_columns_is_short_and_finds_each_by_typing() {
    let mut files = files();
    files[0].tables[0]
        .columns
        .extend((0..500).map(|at| column(&format!("sensor {at}"), ColumnType::Number, 90, &[])));
    assert_eq!(menu(&total(), &files, Slot::Measure.id(), "").len(), MAX_CHOICES);
    let found = menu(&total(), &files, Slot::Measure.id(), "sensor 499");
    assert_eq!(found[0].label, "sensor 499");
}

#[test]
fn a_word_that_was_not_used_is_a_value_a_code_or_a_column() {
    let cases = [
        (total(), "goalies", "", "position is G"),
        (total(), "northern", "", "region is North"),
        (total(), "return", "", "returned is yes"),
        (total(), "net", "", "the measure net revenue"),
        (counted(), "customers", "", "by customer"),
        (total(), "elements", "sou", "region is South"),
    ];
    for (query, word, typed, expected) in cases {
        let found = meanings(&query, &files(), word, typed);
        let labels: Vec<&str> =
            found.iter().take(3).map(|meaning| meaning.choice.label.as_str()).collect();
        assert!(labels.contains(&expected), "{word}: {labels:?}");
        assert!(found.iter().all(|meaning| meaning.explained.word == word));
    }
}

#[test]
fn another_table_keeps_what_it_has_too() {
    let mut files = files();
    let columns = vec![
        column("region", ColumnType::Category, 4, &[]),
        column("cost", ColumnType::Number, 9, &[]),
    ];
    files.push(File {
        name: "costs.csv".to_owned(),
        tables: vec![Table { rows: 9, columns, ..Table::default() }],
        ..File::default()
    });
    let query = Query { filters: vec![is("position", "G"), is("region", "West")], ..total() };
    let moved = menu(&query, &files, Slot::Table.id(), "").swap_remove(0).query;
    assert_eq!(
        (moved.table.file.as_str(), moved.kind, moved.aggregate),
        ("costs.csv", Kind::Aggregate, Aggregate::Total)
    );
    assert_eq!(
        (moved.measure, moved.groups, moved.filters),
        (Some(Measure::Column("cost".to_owned())), total().groups, vec![is("region", "West")])
    );
}
