//! What was added to code is accepted as far as the files' profiles have it, and runs again with
//! the code.

use super::*;
use crate::{Addition, Deviation, Reading};

fn reading() -> Reading {
    Reading {
        path: "/data/a.csv".to_owned(),
        name: "a.csv".to_owned(),
        sheet: None,
        reader: r#"pd.read_csv("a.csv", sep=";")"#.to_owned(),
    }
}

fn addition(text: &str) -> Addition {
    let arguments = vec!["sep".to_owned()];
    Addition { at: 19, text: text.to_owned(), file: "a.csv".to_owned(), arguments }
}

fn deviation(file: &str, name: &str) -> Deviation {
    Deviation { file: file.to_owned(), arguments: vec![name.to_owned()] }
}

/// Returns what is left of an outcome, and the code that would run again.
fn settled(additions: Vec<Addition>, deviations: Vec<Deviation>) -> (Outcome, Vec<String>) {
    let mut lifecycle = ready(true);
    let code = r#"pd.read_csv("a.csv")"#.to_owned();
    let request = |id| Request::Execute {
        id,
        code,
        interactive: false,
        readings: vec![reading()],
        silent: false,
    };
    let id = lifecycle.submit(request, vec![], Duration::from_secs(9), at(10));
    let outcome = Outcome { additions, deviations, ..outcome(Status::Ok, 1) };
    hear(
        &mut lifecycle,
        &crate::protocol::write(&Reply::Executed { id, outcome }).unwrap(),
        at(20),
    );
    let outcome = effects(&mut lifecycle).into_iter().find_map(|effect| match effect {
        Effect::Settle(Reply::Executed { outcome, .. }) => Some(outcome),
        _ => None,
    });
    (outcome.unwrap(), lifecycle.retained.cells.clone())
}

#[test]
fn what_the_profile_has_is_kept_and_runs_again() {
    let right = addition(r#", sep=";""#);
    let (outcome, cells) = settled(vec![right.clone()], vec![deviation("a.csv", "encoding")]);
    assert_eq!(outcome.additions, [right]);
    assert_eq!(outcome.deviations, [deviation("a.csv", "encoding")]);
    assert_eq!(cells, [r#"pd.read_csv("a.csv", sep=";")"#]);
}

#[test]
fn anything_else_is_dropped() {
    let forged = addition(r#", sep="|""#);
    let names = vec![deviation("a.csv", "Ann Smith"), deviation("other.csv", "sep")];
    let (outcome, cells) = settled(vec![forged], names);
    assert_eq!((outcome.additions, outcome.deviations), (vec![], vec![]));
    assert_eq!(cells, [r#"pd.read_csv("a.csv")"#]);
}
