use std::collections::BTreeMap;

use kernel::{FileRef, Outcome, PythonError, Shown, Status, TableData};
use serde_json::{Value, json};

use super::{Run, result_of};

/// When the code ran first, and when it ran again: 2026-11-27 05:57:01 UTC, and three days later at
/// 18:30:00.
const BEFORE: u64 = 1_795_759_021_000;
const AFTER: u64 = 1_796_063_400_000;

fn differences(before: &Outcome, after: &Outcome) -> Vec<String> {
    super::differences(Run { outcome: before, ms: BEFORE }, Run { outcome: after, ms: AFTER })
}

fn printing(stdout: &str) -> Outcome {
    Outcome { stdout: stdout.to_owned(), ..Outcome::default() }
}

fn showing(shown: Shown) -> Outcome {
    Outcome { results: vec![shown], ..Outcome::default() }
}

fn table(cell: Value) -> Outcome {
    let data = TableData {
        columns: vec!["amount".to_owned()],
        types: vec!["number".to_owned()],
        index_columns: 0,
        rows: vec![vec![cell]],
        tail: Vec::new(),
        total_rows: 1,
        all_columns: None,
    };
    showing(Shown { data: Some(data), ..Shown::default() })
}

fn rows(columns: &[&str], cells: &[&[Value]]) -> Outcome {
    let data = TableData {
        columns: columns.iter().map(|&name| name.to_owned()).collect(),
        types: columns.iter().map(|_| "number".to_owned()).collect(),
        index_columns: 1,
        rows: cells.iter().map(|row| row.to_vec()).collect(),
        tail: Vec::new(),
        total_rows: cells.len() as u64,
        all_columns: None,
    };
    showing(Shown { data: Some(data), ..Shown::default() })
}

fn text(text: &str) -> Outcome {
    showing(Shown { text: text.to_owned(), ..Shown::default() })
}

/// Returns a chart that also says how it is drawn.
fn viewed(y: f64) -> Outcome {
    let chart = json!({
        "type": "line", "title": "t", "complete": true, "yReversed": true, "yLimits": [0, 5],
        "legendTitle": "l", "elements": [{ "label": "a", "points": [[1, 2], [2, y]], "dash": "dot" }],
    });
    showing(Shown { chart: Some(serde_json::from_value(chart).unwrap()), ..Shown::default() })
}

fn chart(y: f64) -> Outcome {
    let chart = json!({ "type": "line", "title": "t", "elements": [{ "label": "a", "points": [[1, 2], [2, y]] }] });
    showing(Shown { chart: Some(serde_json::from_value(chart).unwrap()), ..Shown::default() })
}

fn form(media_type: &str, content: &str) -> Outcome {
    let mime = BTreeMap::from([(media_type.to_owned(), content.to_owned())]);
    showing(Shown { mime, ..Shown::default() })
}

fn failing(value: &str) -> Outcome {
    let error = PythonError {
        name: "KeyError".to_owned(),
        value: value.to_owned(),
        traceback: String::new(),
    };
    Outcome { status: Status::Error, error: Some(error), ..Outcome::default() }
}

fn writing(path: &str, bytes: u64) -> Outcome {
    Outcome {
        files: vec![FileRef { path: path.to_owned(), bytes, kept: None }],
        ..Outcome::default()
    }
}

#[test]
fn what_only_differs_by_rounding_or_by_an_address_is_the_same() {
    for (before, after) in [
        (printing("mean 3.3333333333333335\n"), printing("mean 3.3333333333333330\n")),
        (printing("1e-300 and -2.5e+10"), printing("1.0000000000001e-300 and -2.5000000000001e10")),
        (printing("<object at 0x7f1>"), printing("<object at 0x81ab>")),
        (text("<object at 0x7f1>"), text("<object at 0x81ab>")),
        (table(json!("<object at 0x7f1>")), table(json!("<object at 0x81ab>"))),
        (failing("<object at 0x7f1>"), failing("<object at 0x81ab>")),
        (table(json!(0.1)), table(json!(0.100_000_000_000_000_02))),
        (table(json!(2.0)), table(json!(2))),
        (chart(3.0), chart(3.000_000_000_000_1)),
        // As an earlier version stored it, and as this one does.
        (chart(3.0), viewed(3.0)),
        (
            form("text/html", "<style>#T_1f2e3d4c5b</style>"),
            form("text/html", "<style>#T_ab0123456789</style>"),
        ),
        (failing("'x'"), failing("'x'")),
    ] {
        assert_eq!(differences(&before, &after), [""; 0], "{before:?} {after:?}");
    }
}

#[test]
fn what_means_something_else_differs_and_has_both_values() {
    for (before, after, found) in [
        (
            printing("41 rows"),
            printing("42 rows"),
            "what it printed differs: “41 rows” before, “42 rows” now",
        ),
        (printing("0.1"), printing("0.2"), "what it printed differs: “0.1” before, “0.2” now"),
        (
            printing("10000000000 rows"),
            printing("10000000001 rows"),
            "what it printed differs: “10000000000 rows” before, “10000000001 rows” now",
        ),
        (printing("1"), printing("-1"), "what it printed differs: “1” before, “-1” now"),
        (printing("a 1"), printing("a 1 2"), "what it printed differs: “a 1” before, “a 1 2” now"),
        (
            printing("v1.2.3"),
            printing("v1.2.4"),
            "what it printed differs: “v1.2.3” before, “v1.2.4” now",
        ),
        (
            printing("first\nmean 1.5 of 3\nlast"),
            printing("first\nmean 1.7 of 3\nlast"),
            "what it printed differs: “mean 1.5 of 3” before, “mean 1.7 of 3” now",
        ),
        (printing("a\n"), printing("a\nb\n"), "what it printed differs: nothing before, “b” now"),
        (
            printing(&format!("{}41{}", "x".repeat(100), "y".repeat(100))),
            printing(&format!("{}42{}", "x".repeat(100), "y".repeat(100))),
            &format!(
                "what it printed differs: “…{0}41{1}…” before, “…{0}42{1}…” now",
                "x".repeat(30),
                "y".repeat(28)
            ),
        ),
        (
            // The same hexadecimal digits are an address only after 0x.
            printing("id 7f1"),
            printing("id 81a"),
            "what it printed differs: “id 7f1” before, “id 81a” now",
        ),
        (text("42.5"), text("41.0"), "result 1: its text differs: “42.5” before, “41.0” now"),
        (
            table(json!(0.1)),
            table(json!(0.100_001)),
            "result 1: the table differs in row 1, “amount”: 0.1 before, 0.100001 now",
        ),
        (
            table(json!("1")),
            table(json!(1)),
            "result 1: the table differs in row 1, “amount”: “1” before, 1 now",
        ),
        (
            table(json!(null)),
            table(json!(0)),
            "result 1: the table differs in row 1, “amount”: missing before, 0 now",
        ),
        (
            rows(
                &["region", "a", "b"],
                &[&[json!("North"), json!(1), json!(2)], &[json!("South"), json!(3), json!(4)]],
            ),
            rows(
                &["region", "a", "b"],
                &[&[json!("East"), json!(5), json!(2)], &[json!("South"), json!(7), json!(8)]],
            ),
            "result 1: the table differs in row 1, “region”: “North” before, “East” now; \
             row 1, “a”: 1 before, 5 now; row 2, “a”: 3 before, 7 now; and 1 more cell",
        ),
        (
            rows(&["region", "a"], &[&[json!("North"), json!(1)]]),
            rows(&["region", "b"], &[&[json!("North"), json!(1)]]),
            "result 1: the table's columns differ: “region, a” before, “region, b” now",
        ),
        (
            rows(&["region", "a"], &[&[json!("North"), json!(1)]]),
            rows(&["region", "a"], &[]),
            "result 1: the table had 1 row before, and has 0 now",
        ),
        (table(json!(1)), text(""), "result 1: it was a table before, and is not one now"),
        (text(""), table(json!(1)), "result 1: it was not a table before, and is one now"),
        (chart(3.0), chart(4.0), "result 1: the data of the chart differs: 3.0 before, 4.0 now"),
        (form("image/png", "AAAA"), form("image/png", "AAAB"), "result 1: the picture differs"),
        (
            form("text/html", "<b>1</b>"),
            form("text/html", "<b>2</b>"),
            "result 1: its content differs: “<b>1</b>” before, “<b>2</b>” now",
        ),
        (
            form("text/html", "x"),
            form("text/plain", "x"),
            "result 1: it had the forms text/html before, and has text/plain now",
        ),
        (form("text/html", "x"), Outcome::default(), "1 result before, 0 now"),
        (
            failing("'x'"),
            failing("'y'"),
            "it ended with KeyError: 'x' before, and with KeyError: 'y' now",
        ),
        (failing("'x'"), printing(""), "it ended with KeyError before, and succeeded now"),
        (writing("/out/a", 3), writing("/out/a", 4), "/out/a had 3 bytes before, and has 4 now"),
        (writing("/out/a", 3), Outcome::default(), "/out/a was not written again"),
        (Outcome::default(), writing("/out/a", 3), "/out/a was not written before"),
    ] {
        assert_eq!(differences(&before, &after), [found], "{before:?} {after:?}");
    }
}

#[test]
fn rows_at_the_end_of_a_table_have_their_place_in_all_of_it() {
    let long = |last: i32| {
        let mut outcome = table(json!(1));
        let data = outcome.results[0].data.as_mut().unwrap();
        (data.tail, data.total_rows) = (vec![vec![json!(7)], vec![json!(last)]], 500);
        outcome
    };
    let found = "result 1: the table differs in row 500, “amount”: 8 before, 9 now";
    assert_eq!(differences(&long(8), &long(9)), [found]);
}

#[test]
fn the_time_of_the_run_is_not_compared_and_every_other_time_is() {
    for (before, after, same) in [
        // A clock in UTC, one ahead of it, and one behind it by less than whole hours.
        ("at 2026-11-27 05:57:01.25", "at 2026-11-30 18:30:00", true),
        ("at 2026-11-27T07:57:03+02:00", "at 2026-11-30T20:30:01+02:00", true),
        ("at 2026-11-27 00:12:01", "at 2026-11-30 12:45:00", true),
        // The first is that of the run, the second is not, or in another zone.
        ("at 2026-11-27 05:57:01", "at 2026-11-30 18:31:00", false),
        ("at 2026-11-27 05:57:01", "at 2026-11-30 19:30:00", false),
        ("at 2026-11-27 05:58:01", "at 2026-11-30 18:30:00", false),
        // Times of data, dates alone, and what is not a time.
        ("until 2024-05-01 10:00:00", "until 2024-05-02 10:00:00", false),
        ("until 2026-11-27", "until 2026-11-30", false),
        ("at 2026-99-27 05:57:01", "at 2026-99-30 18:30:00", false),
        // Numbers that come from a clock are numbers.
        ("1795759021.25", "1796063400.5", false),
        ("took 0.25 s", "took 0.31 s", false),
        ("2026-11-27 05:57:01 and 5", "2026-11-30 18:30:00 and 6", false),
    ] {
        assert_eq!(
            differences(&printing(before), &printing(after)).is_empty(),
            same,
            "{before} {after}"
        );
        assert_eq!(
            differences(&table(json!(before)), &table(json!(after))).is_empty(),
            same,
            "{before} {after}"
        );
    }
    // Code that ran for an hour has the time anywhere in it.
    let slow = |stdout: &str| Outcome { duration_ms: 3_600_000.0, ..printing(stdout) };
    let (old, new) = (slow("2026-11-27 06:50:00"), slow("2026-11-30 18:40:00"));
    assert_eq!(differences(&old, &new), [""; 0]);
}

#[test]
fn a_difference_says_which_result_it_is_about() {
    for (difference, result) in [
        ("result 1: the table differs in row 1, “amount”: 1 before, 2 now", Some(0)),
        ("result 12: its text differs: “result 3: ” before, “” now", Some(11)),
        // As earlier versions wrote it.
        ("result 2: the table differs", Some(1)),
        ("what it printed differs: “result 1: ” before, “” now", None),
        ("result 0: x", None),
        ("result one: x", None),
        ("1 result before, 2 now", None),
    ] {
        assert_eq!(result_of(difference), result, "{difference}");
    }
}

#[test]
fn looks_do_not_count_where_there_is_data() {
    let with = |picture: &str, cell: f64| {
        let mut outcome = table(json!(cell));
        outcome.results[0].mime.insert("image/png".to_owned(), picture.to_owned());
        outcome
    };
    assert_eq!(differences(&with("AAAA", 1.0), &with("BBBB", 1.0)), [""; 0]);
    let found = "result 1: the table differs in row 1, “amount”: 1.0 before, 2.0 now";
    assert_eq!(differences(&with("AAAA", 1.0), &with("AAAA", 2.0)), [found]);
}

#[test]
fn the_file_with_all_of_the_output_counts_executions_and_is_not_compared() {
    let spilled = |count: u32| {
        let path = format!("/out/.outputs/{count}.txt");
        Outcome {
            files: vec![FileRef { path: path.clone(), bytes: 10, kept: None }],
            output: Some(path.clone()),
            ..printing(&format!("first\n[all of it is in {path}]\nlast"))
        }
    };
    assert_eq!(differences(&spilled(3), &spilled(1)), [""; 0]);
}
