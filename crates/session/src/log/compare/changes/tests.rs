use kernel::{Outcome, PythonError, Shown, Status, TableData};
use serde_json::{Value, json};

use super::{Cell, Changes, NewValue, ResultChange, Run, TableChange};

fn changes(before: &Outcome, after: &Outcome) -> Changes {
    super::changes(Run { outcome: before, ms: 0 }, Run { outcome: after, ms: 1_000_000 })
}

fn showing(shown: Shown) -> Outcome {
    Outcome { results: vec![shown], ..Outcome::default() }
}

/// Returns a table with the first `index` columns as its index; `rows` is an array of arrays.
fn table(index: usize, columns: &[(&str, &str)], rows: Value) -> Outcome {
    let rows: Vec<Vec<Value>> = serde_json::from_value(rows).unwrap();
    let data = TableData {
        columns: columns.iter().map(|(name, _)| (*name).to_owned()).collect(),
        types: columns.iter().map(|(_, kind)| (*kind).to_owned()).collect(),
        index_columns: index,
        total_rows: rows.len() as u64,
        rows,
        tail: Vec::new(),
        all_columns: None,
    };
    showing(Shown { data: Some(data), ..Shown::default() })
}

fn cell(row: &str, column: &str, before: Value, now: Value) -> Cell {
    Cell { row: row.to_owned(), column: column.to_owned(), before, now }
}

const REGIONS: [(&str, &str); 2] = [("region", "text"), ("amount", "number")];
const AMOUNTS: [(&str, &str); 1] = [("amount", "number")];

#[test]
fn a_table_says_which_rows_and_cells_are_other_ones() {
    let regions = |rows| table(0, &REGIONS, rows);
    let amounts = |rows| table(0, &AMOUNTS, rows);
    let before = json!([["North", 1], ["South", 2]]);
    let change = |rows| TableChange { rows, ..TableChange::default() };
    let north = cell("North", "amount", json!(1), json!(5));
    let cases = [
        ("the same", regions(before.clone()), regions(before.clone()), None),
        (
            "another order",
            regions(before.clone()),
            regions(json!([["South", 2], ["North", 1.0]])),
            None,
        ),
        (
            "a cell, a row more and a row less",
            regions(before.clone()),
            regions(json!([["West", 9], ["North", 5]])),
            Some(TableChange {
                changed: 1,
                added: 1,
                removed: 1,
                cells: vec![north.clone()],
                ..change((2, 2))
            }),
        ),
        (
            "rows of the same name, place by place",
            regions(json!([["North", 1], ["North", 2]])),
            regions(json!([["North", 1], ["North", 3]])),
            Some(TableChange {
                changed: 1,
                cells: vec![cell("row 2", "amount", json!(2), json!(3))],
                ..change((2, 2))
            }),
        ),
        (
            "rows that nothing identifies, more of them",
            amounts(json!([[1], [2], [2]])),
            amounts(json!([[3], [1], [2], [2]])),
            Some(TableChange { added: 1, ..change((3, 4)) }),
        ),
        (
            "an index",
            table(1, &[("year", "integer"), ("amount", "number")], json!([[2024, 1], [2025, 2]])),
            table(1, &[("year", "integer"), ("amount", "number")], json!([[2025, 2], [2026, 3]])),
            Some(TableChange { added: 1, removed: 1, ..change((2, 2)) }),
        ),
        (
            "another column",
            regions(before.clone()),
            table(0, &[("region", "text"), ("price", "number")], before.clone()),
            Some(TableChange {
                added_columns: vec!["price".to_owned()],
                removed_columns: vec!["amount".to_owned()],
                ..change((2, 2))
            }),
        ),
    ];
    for (name, before, after, expected) in cases {
        let expected = expected.map_or(ResultChange::Same, ResultChange::Table);
        assert_eq!(changes(&before, &after).results, [expected], "{name}");
    }
}

#[test]
fn of_a_table_that_is_stored_in_part_no_row_counts_as_added() {
    let part = |rows: Value, total| {
        let mut outcome = table(0, &REGIONS, rows);
        outcome.results[0].data.as_mut().unwrap().total_rows = total;
        outcome
    };
    let found = changes(&part(json!([["A", 1], ["B", 2]]), 90), &part(json!([["B", 3]]), 91));
    let cells = vec![cell("B", "amount", json!(2), json!(3))];
    let rows = (90, 91);
    let expected = TableChange { rows, changed: 1, cells, is_part: true, ..TableChange::default() };
    assert_eq!(found.results, [ResultChange::Table(expected)]);
}

#[test]
fn values_figures_and_texts_are_compared_as_what_they_are() {
    let text = |text: &str| showing(Shown { text: text.to_owned(), ..Shown::default() });
    let picture = |content: &str| {
        let mime = [("image/png".to_owned(), content.to_owned())].into();
        showing(Shown { mime, ..Shown::default() })
    };
    let chart = |y: f64| {
        let chart = json!({ "type": "line", "title": "t", "elements": [{ "label": "a", "points": [[1, 2], [2, y]] }] });
        let mime = [("image/png".to_owned(), y.to_string())].into();
        showing(Shown {
            chart: Some(serde_json::from_value(chart).unwrap()),
            mime,
            ..Shown::default()
        })
    };
    let value = |name: &str, before, now| {
        ResultChange::Values(vec![NewValue { name: name.to_owned(), before, now }])
    };
    for (before, after, expected) in [
        (
            table(0, &AMOUNTS, json!([[7]])),
            table(0, &AMOUNTS, json!([[8.5]])),
            value("amount", json!(7), json!(8.5)),
        ),
        (
            table(0, &REGIONS, json!([["North", 7]])),
            table(0, &REGIONS, json!([["North", 8]])),
            value("amount", json!(7), json!(8)),
        ),
        (text("7"), text("8.5"), value("", json!(7), json!(8.5))),
        (text("7"), text("7.0000000000001"), ResultChange::Same),
        (
            text("a\nb 1\nc"),
            text("a\nb 2\nc"),
            ResultChange::Text("b 1".to_owned(), "b 2".to_owned()),
        ),
        (picture("x"), picture("x"), ResultChange::Same),
        (picture("x"), picture("y"), ResultChange::Figure),
        (chart(3.0), chart(3.000_000_000_000_1), ResultChange::Same),
        (chart(3.0), chart(4.0), ResultChange::Figure),
    ] {
        assert_eq!(changes(&before, &after).results, [expected]);
    }
    let both = Outcome {
        results: [text("1"), text("2")].map(|one| one.results[0].clone()).into(),
        ..Outcome::default()
    };
    assert_eq!(changes(&both, &text("1")).results, [ResultChange::Same, ResultChange::Removed]);
    assert_eq!(changes(&text("1"), &both).results, [ResultChange::Same, ResultChange::Added]);
}

#[test]
fn an_error_counts_once_it_is_new_and_printed_text_by_its_first_line() {
    let failing = |value: &str| {
        let error = PythonError {
            name: "KeyError".to_owned(),
            value: value.to_owned(),
            traceback: String::new(),
        };
        Outcome { status: Status::Error, error: Some(error), ..Outcome::default() }
    };
    let named = |value: &str| Some(("KeyError".to_owned(), value.to_owned()));
    let stopped = Outcome { status: Status::Interrupted, ..Outcome::default() };
    for (before, after, expected) in [
        (Outcome::default(), failing("a"), named("a")),
        (failing("a"), failing("a"), None),
        (failing("a"), failing("b"), named("b")),
        (failing("a"), Outcome::default(), None),
        (Outcome::default(), stopped, Some(("was stopped".to_owned(), String::new()))),
    ] {
        let found = changes(&before, &after);
        assert_eq!(found.failed, expected);
        assert_eq!(found.is_empty(), expected.is_none());
    }
    let printing = |stdout: &str| Outcome { stdout: stdout.to_owned(), ..Outcome::default() };
    let found = changes(&printing("rows: 1180\nend"), &printing("rows: 1204\nend"));
    assert_eq!(found.printed, Some(("rows: 1180".to_owned(), "rows: 1204".to_owned())));
    assert!(!found.is_empty());
    let record = |value: u32| {
        let stdout = format!("{{\"value\": {value}}}\n");
        Outcome { stdout, ..table(0, &AMOUNTS, json!([[5]])) }
    };
    assert!(changes(&record(1), &record(2)).is_empty(), "a record beside a result");
    let alone = |value| Outcome { results: Vec::new(), ..record(value) };
    assert!(!changes(&alone(1), &alone(2)).is_empty(), "a record alone");
}
