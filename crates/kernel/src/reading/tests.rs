use super::*;
use crate::{Outcome, Status, unresolved_deviations};

fn reading(name: &str, reader: &str) -> Reading {
    let (path, name, reader) = (format!("/data/{name}"), name.to_owned(), reader.to_owned());
    Reading { path, name, sheet: None, reader }
}

fn addition(at: u32, text: &str, file: &str) -> Addition {
    let arguments = names_of(text).map(str::to_owned).collect();
    Addition { at, text: text.to_owned(), file: file.to_owned(), arguments }
}

#[test]
fn only_arguments_of_the_named_files_reader_are_accepted() {
    let readings = [
        reading(
            "a.csv",
            r#"pd.read_csv("a.csv", sep=";", names=["x, y", "z)"], skiprows=[0, 1], dtype={"id": str})"#,
        ),
        reading("b.csv", r#"pd.read_csv("b.csv")"#),
        reading(
            "c.csv",
            r#"pd.read_csv("c.csv", encoding="cp1252").dropna(subset=["x"], how="all")"#,
        ),
    ];
    let cases = [
        (r#", sep=";""#, "a.csv", true),
        (r#"sep=";""#, "a.csv", true),
        (r#", sep=";", skiprows=[0, 1]"#, "a.csv", true),
        (r#", names=["x, y", "z)"], dtype={"id": str}"#, "a.csv", true),
        (r#", sep=",""#, "b.csv", true),
        (r#", sep=",""#, "a.csv", false),
        (r#", sep=";""#, "b.csv", false),
        (r#", sep=";""#, "none.csv", false),
        (r#", sep="|""#, "a.csv", false),
        (r#", sep=";", nrows=1"#, "a.csv", false),
        (r#", sep=";"); import os; (1"#, "a.csv", false),
        (r#", how="all""#, "c.csv", false),
        (", ", "a.csv", false),
        ("", "a.csv", false),
    ];
    for (text, file, expected) in cases {
        assert_eq!(
            are_of(&[addition(3, text, file)], "f(1)", &readings),
            expected,
            "{text} {file}"
        );
    }
}

#[test]
fn places_follow_each_other_within_the_code() {
    let readings = [reading("a.csv", r#"pd.read_csv("a.csv", sep=";")"#)];
    let at = |places: &[u32]| -> Vec<Addition> {
        places.iter().map(|at| addition(*at, r#", sep=";""#, "a.csv")).collect()
    };
    let cases: [(&[u32], bool); 6] = [
        (&[], true),
        (&[2], true),
        (&[1, 3], true),
        (&[3, 1], false),
        (&[99], false),
        (&[4], false),
    ];
    for (places, expected) in cases {
        assert_eq!(are_of(&at(places), "aaa\u{e4}", &readings), expected, "{places:?}");
    }
}

#[test]
fn what_was_added_is_put_where_it_belongs() {
    let added = [addition(3, ", b", "a.csv"), addition(8, ", c", "a.csv")];
    let cases = [
        ("f(\u{e4})", &added[..0], "f(\u{e4})"),
        ("f(1) g(2)", &added[..1], "f(1, b) g(2)"),
        ("f(1) g(2)", &added[..], "f(1, b) g(2, c)"),
        ("f(1)", &added[..], "f(1)"),
        ("f(\u{e4})", &added[..1], "f(\u{e4})"),
    ];
    for (code, additions, expected) in cases {
        assert_eq!(completed(code, additions), expected, "{code}");
    }
}

#[test]
fn what_was_added_and_what_differs_is_said_by_name_alone() {
    let additions = [
        addition(1, r#", sep=";", names=["secret"]"#, "a.csv"),
        addition(2, r#", sep=";", decimal=",""#, "a.csv"),
        addition(3, "skiprows=2", "b.csv"),
    ];
    let note = "Read as in the profile: a.csv (sep, names, decimal); b.csv (skiprows).";
    assert_eq!(added_note(&additions).as_deref(), Some(note));
    assert_eq!(added_note(&[]), None);
    let arguments = ["skiprows", "sep", "Ann Smith", FURTHER_STEPS].map(str::to_owned).to_vec();
    let mut deviation = Deviation { file: "a.csv".to_owned(), arguments };
    assert!(deviation.keep_known());
    assert_eq!(
        deviation.note(),
        "a.csv was read otherwise than its profile says (skiprows, sep, further steps): columns, types or rows may differ."
    );
    let nothing = Deviation { file: "a.csv".to_owned(), arguments: vec!["Ann Smith".to_owned()] };
    assert!(!nothing.clone().keep_known());
}

#[test]
fn arguments_of_other_names_than_the_text_has_are_refused() {
    let readings = [reading("a.csv", r#"pd.read_csv("a.csv", sep=";")"#)];
    let right = addition(1, r#", sep=";""#, "a.csv");
    let wrong = Addition { arguments: vec!["Ann Smith".to_owned()], ..right.clone() };
    assert!(are_of(&[right], "f(1)", &readings));
    assert!(!are_of(&[wrong], "f(1)", &readings));
}

#[test]
fn a_deviation_stands_until_the_file_is_read_with_its_profiles_arguments() {
    let deviation = |file: &str, name: &str| Deviation {
        file: file.to_owned(),
        arguments: vec![name.to_owned()],
    };
    let outcome = |status, files: &[&str], deviations: &[Deviation]| Outcome {
        status,
        additions: files.iter().map(|file| addition(1, r#", sep=";""#, file)).collect(),
        deviations: deviations.to_vec(),
        ..Outcome::default()
    };
    let [a, b] = [deviation("a.csv", "sep"), deviation("b.csv", "header")];
    let both = [a.clone(), b.clone()];
    let cases = [
        (vec![outcome(Status::Ok, &[], &both), outcome(Status::Ok, &[], &both)], vec![&a, &b]),
        (vec![outcome(Status::Ok, &[], &both), outcome(Status::Ok, &["a.csv"], &[])], vec![&b]),
        (vec![outcome(Status::Ok, &["a.csv"], &both)], vec![&a, &b]),
        (vec![outcome(Status::Error, &[], &both)], vec![]),
        (
            vec![outcome(Status::Ok, &[], &both), outcome(Status::Error, &["a.csv"], &[])],
            vec![&a, &b],
        ),
        (vec![], vec![]),
    ];
    for (outcomes, expected) in &cases {
        assert_eq!(unresolved_deviations(outcomes), *expected, "{outcomes:?}");
    }
}
