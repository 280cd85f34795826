use super::*;
use crate::input::{Column, ColumnType, Table};
use crate::query::{
    Aggregate, Bound, Content, Filter, Focus, Group, Measure, Operation, Order, Part, Place, Sign,
    TableName, Test,
};

fn files() -> Vec<File> {
    let column = |name: &str, r#type| Column {
        name: name.to_owned(),
        r#type,
        distinct: 9,
        ..Column::default()
    };
    let columns = vec![
        column("Kunde", ColumnType::Category),
        column("Land", ColumnType::Category),
        column("Umsatz", ColumnType::Number),
        column("Datum", ColumnType::Date),
    ];
    let table = Table { rows: 100, columns, ..Table::default() };
    vec![File { name: "sales.csv".to_owned(), tables: vec![table], ..File::default() }]
}

fn of(column: &str) -> Option<Measure> {
    Some(Measure::Column(column.to_owned()))
}

fn where_is(column: &str, value: &str) -> Filter {
    let test = Test::OneOf { values: vec![value.to_owned()], not: false };
    Filter { column: column.to_owned(), test }
}

fn base() -> Query {
    Query {
        table: TableName { file: "sales.csv".to_owned(), sheet: None },
        kind: Kind::Aggregate,
        measure: of("Umsatz"),
        groups: vec![Group { column: "Kunde".to_owned(), part: None }],
        filters: vec![where_is("Land", "DE")],
        ..Query::default()
    }
}

/// The chips as one line, those that only add left out.
fn line(query: &Query) -> String {
    let mut text = String::new();
    for chip in chips(query, &files()).into_iter().filter(|chip| !chip.adds) {
        let apart = if chip.clause { " · " } else { " " };
        let words = format!("{} [{}]", chip.before, chip.label);
        text += &format!("{apart}{}", words.trim());
    }
    text.trim().to_owned()
}

#[test]
fn a_query_reads_as_a_sentence() {
    let top = Query { sort: Some(Order::Top), limit: Some(5), ..base() };
    let rows = Query {
        kind: Kind::Rows,
        groups: Vec::new(),
        show: vec!["Kunde".to_owned()],
        ..top.clone()
    };
    let share = Query {
        kind: Kind::Share,
        measure: None,
        base: vec![where_is("Kunde", "A")],
        groups: Vec::new(),
        ..base()
    };
    let month = Group { column: "Datum".to_owned(), part: Some(Part::Month) };
    let trend = Query { kind: Kind::Trend, groups: vec![month], filters: Vec::new(), ..base() };
    let cases = [
        (
            &top,
            "[Total] of [Umsatz] by [Kunde] · [top 5] · where [Land is DE] · as [table and bars]",
        ),
        (&rows, "[Rows] by [Umsatz] · [top 5] · showing [Kunde] · where [Land is DE]"),
        (&share, "[Share] of [rows] · where [Land is DE] · out of [Kunde is A]"),
        (&trend, "[Trend] of [total] of [Umsatz] by [month of Datum] · as [table and line]"),
    ];
    for (query, expected) in cases {
        assert_eq!(line(query), expected);
    }
}

#[test]
fn no_two_queries_have_the_same_chips() {
    let filter = |test| Filter { column: "Datum".to_owned(), test };
    let period = |from: &str, to: Option<&str>| Test::Period {
        from: Some(from.to_owned()),
        to: to.map(str::to_owned),
        words: "in spring".to_owned(),
    };
    let text = |place, not| Test::Text { place, text: "a".to_owned(), not };
    let tests = vec![
        Test::OneOf { values: vec!["a".to_owned(), "b".to_owned()], not: false },
        Test::OneOf { values: vec!["a".to_owned()], not: true },
        Test::OneOf { values: vec![" a".to_owned()], not: true },
        text(Place::Begins, false),
        text(Place::Ends, false),
        text(Place::Contains, false),
        text(Place::Contains, true),
        Test::Compare(Sign::Greater, Bound::Number(5.0)),
        Test::Compare(Sign::AtLeast, Bound::Number(5.0)),
        Test::Compare(Sign::AtLeast, Bound::Average),
        Test::Compare(Sign::AtLeast, Bound::Column("Land".to_owned())),
        Test::Between(1.0, 2.5),
        period("2025-01-01", Some("2026-01-01")),
        period("2025-01-01", Some("2025-02-01")),
        period("2025-01-01", Some("2025-04-01")),
        period("2025-01-05", Some("2025-01-06")),
        period("2025-01-05", Some("2025-02-06")),
        period("2025-01-05", None),
        Test::Recurring(Part::MonthOfYear, vec![3, 4]),
        Test::Recurring(Part::Weekday, vec![3]),
        Test::Newest(Part::Month, 1),
        Test::Newest(Part::Month, 12),
        Test::Newest(Part::Year, 12),
        Test::Filled(true),
        Test::Filled(false),
        Test::Flag(true),
        Test::Flag(false),
        Test::Open,
    ];
    let mut queries = vec![base()];
    queries.extend(tests.into_iter().map(|test| Query { filters: vec![filter(test)], ..base() }));
    let kinds = [
        Kind::Overview,
        Kind::Quality,
        Kind::Columns,
        Kind::Count,
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
    ];
    queries.extend(kinds.map(|kind| Query { kind, ..base() }));
    let aggregates = [
        Aggregate::Average,
        Aggregate::Median,
        Aggregate::Percentile(95),
        Aggregate::Lowest,
        Aggregate::Highest,
        Aggregate::Deviation,
        Aggregate::Range,
        Aggregate::MostCommon,
        Aggregate::Distinct,
        Aggregate::Filled,
        Aggregate::RowsPerGroup,
    ];
    queries.extend(aggregates.map(|aggregate| Query { aggregate, ..base() }));
    // What a kind does not use is shown all the same.
    queries.extend(aggregates.map(|aggregate| Query { aggregate, kind: Kind::Overview, ..base() }));
    let computed = |operation| {
        Some(Measure::Computed { left: "Umsatz".to_owned(), operation, right: "Land".to_owned() })
    };
    let operations = [
        Operation::Plus,
        Operation::Minus,
        Operation::Times,
        Operation::DividedBy,
        Operation::PercentChange,
    ];
    queries.extend(operations.map(|operation| Query { measure: computed(operation), ..base() }));
    let parts = [
        None,
        Some(Part::Decade),
        Some(Part::Year),
        Some(Part::Quarter),
        Some(Part::Month),
        Some(Part::Week),
        Some(Part::Day),
        Some(Part::Hour),
        Some(Part::MonthOfYear),
        Some(Part::Weekday),
        Some(Part::HourOfDay),
    ];
    queries.extend(
        parts.map(|part| Query {
            groups: vec![Group { column: "Datum".to_owned(), part }],
            ..base()
        }),
    );
    let contents = [
        Content::Trend,
        Content::Top,
        Content::Classes,
        Content::Funnel,
        Content::WorkbookOnly,
        Content::MonthlySheets,
    ];
    queries.extend(contents.map(|content| Query { contents: vec![content], ..base() }));
    let charts =
        [Chart::Line, Chart::Pie, Chart::Points, Chart::Histogram, Chart::Boxes, Chart::None];
    queries.extend(charts.map(|chart| Query { chart, ..base() }));
    let focuses = [Focus::Difference, Focus::Percent, Focus::Factor];
    queries.extend(focuses.map(|focus| Query { focus, ..base() }));
    let orders = [
        (None, Some(1)),
        (Some(Order::Top), None),
        (Some(Order::Bottom), None),
        (Some(Order::Top), Some(1)),
        (Some(Order::Bottom), Some(1)),
        (Some(Order::Top), Some(5)),
        (Some(Order::Bottom), Some(5)),
    ];
    queries.extend(orders.map(|(sort, limit)| Query { sort, limit, ..base() }));
    queries.extend([
        Query { measure: None, ..base() },
        Query {
            measure: Some(Measure::Added(vec![
                "Umsatz".to_owned(),
                "Land".to_owned(),
                "Datum".to_owned(),
            ])),
            ..base()
        },
        Query { second: of("Land"), ..base() },
        Query { groups: Vec::new(), ..base() },
        Query { groups: [base().groups, base().groups].concat(), ..base() },
        Query { filters: Vec::new(), ..base() },
        Query { filters: vec![Filter { column: String::new(), test: Test::Once }], ..base() },
        Query { filters: [base().filters, base().filters].concat(), ..base() },
        Query { base: base().filters, ..base() },
        Query { base: base().filters, filters: Vec::new(), ..base() },
        Query { having: Some((Sign::Greater, 5.0)), ..base() },
        Query { having: Some((Sign::Less, 5.0)), ..base() },
        Query { having: Some((Sign::Less, 50_000.0)), ..base() },
        Query { show: vec!["Land".to_owned()], ..base() },
        Query { day_first: Some(true), ..base() },
        Query { day_first: Some(false), ..base() },
        Query {
            table: TableName { file: "sales.csv".to_owned(), sheet: Some("2025".to_owned()) },
            ..base()
        },
        Query { table: TableName { file: "other.csv".to_owned(), sheet: None }, ..base() },
    ]);
    let lines: Vec<String> = queries.iter().map(line).collect();
    for (at, one) in lines.iter().enumerate() {
        let same = lines.iter().position(|other| other == one);
        assert_eq!(
            same,
            Some(at),
            "{one}\n{:?}\n{:?}",
            queries[at],
            same.map(|same| &queries[same])
        );
    }
}

#[test]
fn each_chip_has_an_id_of_its_own_that_leads_back_to_its_part() {
    let full = Query {
        kind: Kind::Share,
        second: of("Land"),
        having: Some((Sign::Greater, 5.0)),
        show: vec!["Land".to_owned()],
        day_first: Some(true),
        contents: vec![Content::Top],
        focus: Focus::Factor,
        aggregate: Aggregate::Median,
        base: base().filters,
        table: TableName { file: "other.csv".to_owned(), sheet: None },
        groups: [base().groups, base().groups].concat(),
        ..base()
    };
    let ids: Vec<u32> = chips(&full, &files()).iter().map(|chip| chip.id).collect();
    for (at, id) in ids.iter().enumerate() {
        assert_eq!(ids.iter().position(|other| other == id), Some(at));
        assert_eq!(Slot::of(*id).map(Slot::id), Some(*id));
    }
    assert_eq!(ids.len(), 17);
}
