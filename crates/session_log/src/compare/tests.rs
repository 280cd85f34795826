use std::collections::BTreeMap;

use kernel::{FileRef, Outcome, PythonError, Shown, Status, TableData};
use serde_json::{Value, json};

use super::differences;

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
    };
    showing(Shown { data: Some(data), ..Shown::default() })
}

fn form(media_type: &str, content: &str) -> Outcome {
    let mime = BTreeMap::from([(media_type.to_owned(), content.to_owned())]);
    showing(Shown { mime, ..Shown::default() })
}

fn failing(value: &str) -> Outcome {
    let error =
        PythonError { name: "KeyError".to_owned(), value: value.to_owned(), traceback: String::new() };
    Outcome { status: Status::Error, error: Some(error), ..Outcome::default() }
}

fn writing(path: &str, bytes: u64) -> Outcome {
    Outcome { files: vec![FileRef { path: path.to_owned(), bytes, kept: None }], ..Outcome::default() }
}

#[test]
fn what_only_differs_by_rounding_or_by_an_address_is_the_same() {
    for (before, after) in [
        (printing("mean 3.3333333333333335\n"), printing("mean 3.3333333333333330\n")),
        (printing("1e-300 and -2.5e+10"), printing("1.0000000000001e-300 and -2.5000000000001e10")),
        (printing("<object at 0x7f1>"), printing("<object at 0x81ab>")),
        (table(json!(0.1)), table(json!(0.100_000_000_000_000_02))),
        (table(json!(2.0)), table(json!(2))),
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
fn what_means_something_else_differs() {
    for (before, after, found) in [
        (printing("41 rows"), printing("42 rows"), "what it printed differs"),
        (printing("0.1"), printing("0.2"), "what it printed differs"),
        (printing("10000000000 rows"), printing("10000000001 rows"), "what it printed differs"),
        (printing("1"), printing("-1"), "what it printed differs"),
        (printing("a 1"), printing("a 1 2"), "what it printed differs"),
        (printing("v1.2.3"), printing("v1.2.4"), "what it printed differs"),
        (table(json!(0.1)), table(json!(0.100_001)), "result 1: the table differs"),
        (table(json!("1")), table(json!(1)), "result 1: the table differs"),
        (table(json!(null)), table(json!(0)), "result 1: the table differs"),
        (form("image/png", "AAAA"), form("image/png", "AAAB"), "result 1: the picture differs"),
        (form("text/html", "<b>1</b>"), form("text/html", "<b>2</b>"), "result 1: its content differs"),
        (form("text/html", "x"), form("text/plain", "x"), "result 1: it has other forms"),
        (form("text/html", "x"), Outcome::default(), "1 results before, 0 now"),
        (failing("'x'"), failing("'y'"), "it ended with KeyError: 'x' before, and with KeyError: 'y' now"),
        (failing("'x'"), printing(""), "it ended with KeyError before, and succeeded now"),
        (writing("/out/a", 3), writing("/out/a", 4), "/out/a had 3 bytes before, and has 4 now"),
        (writing("/out/a", 3), Outcome::default(), "/out/a was not written again"),
        (Outcome::default(), writing("/out/a", 3), "/out/a was not written before"),
    ] {
        assert_eq!(differences(&before, &after), [found], "{before:?} {after:?}");
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
    assert_eq!(differences(&with("AAAA", 1.0), &with("AAAA", 2.0)), ["result 1: the table differs"]);
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
