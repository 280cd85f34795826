//! Files whose cells are easily read as something else, from the file to the answer: the cases of
//! the harness' tests that have a question. What the planner's code computes is compared with
//! values that were worked out by hand.
#![allow(clippy::expect_used, missing_docs, unreachable_pub, dead_code)]

mod native_pandas {
    pub mod python;
}

use std::path::{Path, PathBuf};

use native_pandas::python::Python;
use serde::Deserialize;
use serde_json::json;

/// One line of `cases.jsonl`, as far as this test needs it.
#[derive(Deserialize)]
struct Case {
    file: String,
    /// The file's content, if it is not a file of the folder.
    text: Option<String>,
    /// The content's encoding; UTF-8 if there is none.
    codec: Option<String>,
    question: Option<String>,
    /// Parts of the answer.
    #[serde(default)]
    answer: Vec<String>,
}

fn folder() -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/kernel/harness/tests/reading"))
        .to_owned()
}

#[test]
fn the_answers_have_the_values_that_the_files_state() {
    let cases = std::fs::read_to_string(folder().join("cases.jsonl")).expect("the cases");
    let mut python = Python::without_files();
    let (mut wrong, mut asked) = (Vec::new(), 0);
    for line in cases.lines() {
        let case: Case = serde_json::from_str(line).expect("a case");
        let Some(question) = case.question.filter(|_| case.codec.is_none()) else { continue };
        let file = match &case.text {
            Some(text) => python.take_content(&case.file, text.as_bytes()),
            None => python.take(&folder().join(&case.file)),
        };
        asked += 1;
        let turn = python.turn(&question, &[], &[file]);
        let missing: Vec<&String> =
            case.answer.iter().filter(|part| !turn.answer.contains(*part)).collect();
        if !missing.is_empty() || case.answer.is_empty() {
            let code: Vec<&str> =
                turn.attempts.iter().map(|attempt| attempt.call.arguments.as_str()).collect();
            wrong.push(format!(
                "{}: {question}\n  lacks {missing:?}\n  {}\n  {code:?}",
                case.file, turn.answer
            ));
        }
    }
    assert!(asked >= 50, "{asked} cases have a question");
    assert!(wrong.is_empty(), "{} of {asked} wrong:\n\n{}", wrong.len(), wrong.join("\n\n"));
}

#[test]
fn an_assumed_order_of_day_and_month_is_exchanged_by_one_choice() {
    let mut python = Python::without_files();
    let files = [python.take(&folder().join("visits_ambiguous.csv"))];
    let turn = python.turn("total guests by month", &[], &files);
    assert!(turn.answer.contains("read with the day first"), "{}", turn.answer);
    let reading = turn.reading.expect("a reading");
    let other = reading.second.expect("the other order");
    assert_eq!(other.label, "The same, with the month first in dates");
    // By hand: 02/01/2025 to 02/12/2025 are in February if the month is first.
    let changed = python.query(&other.query, &files);
    let february = python.value(
        "pd.read_csv('visits_ambiguous.csv', dtype=str).pipe(lambda d: d[d.visit_date.str[:2] == '02'].guests.astype(int).sum())",
    );
    assert!(changed.answer.contains(&format!("2025-02 | {february} |")), "{}", changed.answer);
    assert!(changed.answer.contains("read with the month first"), "{}", changed.answer);
    let ran = changed.reading.expect("a reading");
    assert_eq!(ran.second.expect("the first order").query.day_first, Some(true));
    // What follows keeps it.
    let history = [planner::Exchange {
        question: "total guests by month".to_owned(),
        answer: changed.answer,
        query: Some(ran.query),
        explained: Vec::new(),
    }];
    let next = python.turn("total guests by day", &history, &files);
    assert!(next.answer.contains("read with the month first"), "{}", next.answer);
    // If the values show the order there is nothing to choose.
    let files = [python.take(&folder().join("visits_dayfirst.csv"))];
    let reading = python.turn("total guests by month", &[], &files).reading.expect("a reading");
    assert_eq!(reading.second, None);
}

#[test]
fn what_the_user_has_chosen_at_the_table_is_the_reading_of_the_answer() {
    let mut python = Python::without_files();
    let chosen = json!([{ "sheet": null, "columns": { "visit_date": { "dayFirst": false } } }]);
    let files = [python.take_as(&folder().join("visits_ambiguous.csv"), &chosen)];
    let turn = python.turn("total guests by month", &[], &files);
    let february = python.value(
        "pd.read_csv('visits_ambiguous.csv', dtype=str).pipe(lambda d: d[d.visit_date.str[:2] == '02'].guests.astype(int).sum())",
    );
    assert!(turn.answer.contains(&format!("2025-02 | {february} |")), "{}", turn.answer);
    // Nothing is assumed any more.
    assert!(!turn.answer.contains("no value shows it"), "{}", turn.answer);
    assert_eq!(turn.reading.expect("a reading").second, None);
    // Values that cannot be read so are counted in the answer.
    let text = b"day,amount\n03/04/2024,1.234\n25/12/2024,2.500\n05/06/2024,none\n";
    python.take_content("marks.csv", text);
    let path = python.path("original").join("marks.csv");
    let columns = json!({ "amount": { "type": "number", "decimal": "comma" } });
    let files = [python.take_as(&path, &json!([{ "sheet": null, "columns": columns }]))];
    let answer = python.turn("total amount", &[], &files).answer;
    assert!(answer.contains("3,734") && answer.contains("1 of 3 rows have no usable"), "{answer}");
}

#[test]
fn amounts_in_several_currencies_are_separated_by_one_choice() {
    let mut python = Python::without_files();
    let table = b"amount,currency,region\n100.5,EUR,North\n200.25,USD,North\n50.25,EUR,South\n75,GBP,South\n";
    let files = [python.take_content("invoices.csv", table)];
    let turn = python.turn("total amount", &[], &files);
    let other = turn.reading.expect("a reading").second.expect("the same for each currency");
    assert_eq!(other.label, "The same by `currency`, since the amounts are in several currencies");
    let apart = python.query(&other.query, &files);
    assert!(apart.answer.contains("EUR | 150.75"), "{}", apart.answer);
    // If they are separated there is nothing to say; another grouping adds them.
    let cases = [
        ("total amount by currency", false),
        ("total amount where currency is EUR", false),
        ("total amount by region", true),
        ("average amount", true),
    ];
    for (question, said) in cases {
        let turn = python.turn(question, &[], &files);
        assert_eq!(turn.answer.contains("several currencies"), said, "{question}: {}", turn.answer);
    }
}
