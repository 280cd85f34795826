//! The report of the answers: what is left out of it, and what never is.

use exports::{Claim, Entry, Step, Transcript, Turn};
use kernel::{Deviation, Outcome, PythonError, Shown, Status, TableData};
use serde_json::json;

/// Returns the report of one turn without its style, and what of it is shown while all folds are
/// closed.
fn report(turn: Turn) -> (String, String) {
    let entries = vec![Entry::Turn(turn)];
    let report = exports::report(&Transcript { entries, ..Transcript::default() });
    let body = report.split_once("<body>").unwrap().1.to_owned();
    let mut shown = String::new();
    for (at, part) in body.split("<details").enumerate() {
        match part.split_once("</details>") {
            Some((_, after)) if at > 0 => shown.push_str(after),
            _ => shown.push_str(part),
        }
    }
    (body, shown)
}

fn table(name: &str) -> Shown {
    let data = TableData {
        columns: vec!["region".to_owned(), name.to_owned()],
        types: vec!["text".to_owned(), "integer".to_owned()],
        index_columns: 0,
        rows: vec![vec![json!("North"), json!(3)], vec![json!("South"), json!(4)]],
        tail: Vec::new(),
        total_rows: 2,
        all_columns: None,
    };
    Shown { data: Some(data), main: true, ..Shown::default() }
}

fn step(code: &str, outcome: Outcome) -> Step {
    Step { code: code.to_owned(), outcome, ..Step::default() }
}

fn failed(name: &str) -> Outcome {
    let error = PythonError {
        name: name.to_owned(),
        value: "no such column".to_owned(),
        traceback: format!("Traceback of {name}"),
    };
    Outcome { status: Status::Error, error: Some(error), ..Outcome::default() }
}

fn with(results: Vec<Shown>) -> Outcome {
    Outcome { results, ..Outcome::default() }
}

#[test]
fn code_is_folded_and_what_failed_or_was_corrected_is_counted() {
    let steps = vec![
        step("first = 1", failed("KeyError")),
        Step { superseded: vec![0], ..step("second = 2", with(vec![table("wrong")])) },
        step("third = 3", with(vec![table("right")])),
    ];
    let (body, shown) = report(Turn { answer: "Done.".to_owned(), steps, ..Turn::default() });
    for absent in ["first = 1", "second = 2", "wrong", "KeyError", "Traceback"] {
        assert!(!body.contains(absent), "{absent}");
    }
    assert!(body.contains("third = 3") && !shown.contains("third = 3"));
    assert!(shown.contains("right") && body.matches("<table>").count() == 1);
    let line =
        "How this was computed: 1 step, 1 step left out: failed, 1 step left out: corrected later";
    assert!(body.contains(line), "{body}");
}

#[test]
fn what_makes_a_number_doubtful_stands_outside_of_the_folds() {
    let claim = |span, note: &str, marked, doubts: &[&str]| Claim {
        span,
        note: note.to_owned(),
        marked,
        doubts: doubts.iter().map(|doubt| (*doubt).to_owned()).collect(),
        is_name: false,
    };
    let read = Outcome {
        stderr: "a warning".to_owned(),
        deviations: vec![Deviation { file: "a.csv".to_owned(), arguments: vec!["sep".to_owned()] }],
        ..Outcome::default()
    };
    let steps =
        vec![Step { outdated: true, ..step("x", read) }, step("y", failed("ZeroDivisionError"))];
    let turn = Turn {
        answer: "10, 20 and 30".to_owned(),
        claims: vec![
            claim(
                0..2,
                "Found in the result of step 1. 2 rows were left out.",
                false,
                &["2 rows were left out."],
            ),
            claim(4..6, "Not found in any result.", true, &[]),
            claim(11..13, "Found. 2 rows were left out.", false, &["2 rows were left out."]),
        ],
        steps,
        not_computed: true,
        ..Turn::default()
    };
    let (body, shown) = report(turn.clone());
    for doubt in [
        "<mark>20</mark><sup>1</sup>",
        "Not found in any result.",
        "2 numbers: 2 rows were left out.",
        "3 numbers checked, 1 could not be verified",
        "Not computed:",
        "was read otherwise than its profile says (sep)",
        "or gave something else when it ran again (step 1)",
        "Python printed warnings in step 1",
        "The last step did not succeed. ZeroDivisionError: no such column",
    ] {
        assert!(shown.contains(doubt), "{doubt}: {shown}");
    }
    assert!(body.contains("Found in the result of step 1.") && !shown.contains("Found in the"));
    // Without doubts nothing is said.
    let steps = vec![step("x", Outcome::default())];
    let (_, shown) = report(Turn { claims: Vec::new(), not_computed: false, steps, ..turn });
    assert!(!shown.contains("class=\"notice\"") && !shown.contains("<mark>"), "{shown}");
}

#[test]
fn a_table_that_the_answer_states_is_not_shown_twice() {
    let turn = |north: &str| Turn {
        answer: format!("| region | sum |\n| --- | ---: |\n| {north} | 3 |\n| South | 4 |\n"),
        steps: vec![step("x", with(vec![table("sum")]))],
        ..Turn::default()
    };
    for (north, beside) in [("North", 0), ("East", 1)] {
        let (body, shown) = report(turn(north));
        assert_eq!(shown.matches("<b>Table").count(), beside, "{north}");
        assert_eq!(body.matches("<b>Table").count(), 1, "{north}");
    }
}
