use kernel::Profile;
use serde_json::{Value, json};

use super::{FileDifference, RanAgain, former_words, numbered, value_words};

/// Returns the profile of a file with these tables: sheet, rows, and columns with their types.
/// A table's name, its rows, and the name and type of each column.
type Written<'a> = (Option<&'a str>, u64, &'a [(&'a str, &'a str)]);

fn profile(tables: &[Written]) -> Profile {
    let table = |(sheet, rows, columns): &(Option<&str>, u64, &[(&str, &str)])| {
        let column = |(name, kind): &(&str, &str)| {
            json!({
                "name": name, "type": kind, "dtype": "str", "missing": 0, "distinct": 3, "bad": 0,
                "examples": [], "min": null, "max": null,
            })
        };
        json!({
            "sheet": sheet, "reader": "", "rows": rows, "rowsExact": true, "sampled": false,
            "duplicates": 0, "columns": columns.iter().map(column).collect::<Vec<_>>(),
        })
    };
    serde_json::from_value(json!({
        "path": "/data/a.csv", "name": "a.csv", "bytes": 1_000, "kind": "csv",
        "tables": tables.iter().map(table).collect::<Vec<Value>>(), "notes": [], "error": null,
    }))
    .expect("a profile")
}

const COLUMNS: &[(&str, &str)] = &[("region", "category"), ("amount", "integer")];

#[test]
fn a_new_file_says_what_is_other_about_it_and_what_code_may_fail_at() {
    let before = profile(&[(None, 1_180, COLUMNS)]);
    let table = |rows, columns| profile(&[(None, rows, columns)]);
    let cases: [(&str, Profile, &str, &[&str]); 5] = [
        ("other rows", table(1_204, COLUMNS), "1,204 rows instead of 1,180", &[]),
        ("other values", table(1_180, COLUMNS), "1,180 rows as before", &[]),
        (
            "kinds of text and of numbers",
            table(1_180, &[("region", "text"), ("amount", "number")]),
            "1,180 rows as before",
            &[],
        ),
        (
            "columns",
            table(1, &[("region", "category"), ("price", "integer")]),
            "1 row instead of 1,180, a new column: “price”",
            &["The column “amount” is missing."],
        ),
        (
            "types",
            table(5, &[("region", "category"), ("amount", "text")]),
            "5 rows instead of 1,180",
            &["The column “amount” has text; before, it had numbers."],
        ),
    ];
    for (name, now, facts, warnings) in cases {
        let found = FileDifference::between(Some(&before), &now);
        assert_eq!(
            (found.facts.as_str(), found.warnings.as_slice()),
            (facts, &warnings.iter().map(|&text| text.to_owned()).collect::<Vec<_>>()[..]),
            "{name}"
        );
    }
    let unread = Profile { error: Some("It is encrypted.".to_owned()), ..profile(&[]) };
    let found = FileDifference::between(Some(&before), &unread);
    assert_eq!(found.warnings, ["It cannot be read: It is encrypted."]);
    let unknown = FileDifference::between(None, &table(5, COLUMNS));
    assert_eq!((unknown.facts.as_str(), unknown.warnings.len()), ("5 rows", 0));
}

#[test]
fn the_sheets_of_workbooks_are_compared_by_their_names() {
    let before = profile(&[(Some("Q1"), 5, COLUMNS), (Some("Q2"), 6, COLUMNS)]);
    let now = profile(&[(Some("Q1"), 7, COLUMNS), (Some("Q3"), 1, COLUMNS)]);
    let found = FileDifference::between(Some(&before), &now);
    assert_eq!(found.facts, "Q1: 7 rows instead of 5; Q3: 1 row");
    assert_eq!(found.warnings, ["It no longer has the tables “Q2”."]);
}

#[test]
fn the_end_says_how_much_has_changed_and_what_did_not_run() {
    let ran = |pieces, failed, changed| RanAgain { pieces, failed, changed }.sentence("a.csv");
    for (found, expected) in [
        (ran((0, 0), 0, 0), "Questions use the new a.csv from now on."),
        (ran((2, 2), 0, 0), "Ran again with the new a.csv: nothing has changed."),
        (ran((2, 2), 0, 1), "Ran again with the new a.csv: the result of 1 step has changed."),
        (
            ran((3, 3), 1, 2),
            "Ran again with the new a.csv: the results of 2 steps have changed. 1 step ended with an error.",
        ),
        (ran((1, 1), 1, 0), "Ran again with the new a.csv. 1 step ended with an error."),
        (
            ran((1, 3), 0, 1),
            "Stopped: 1 of 3 pieces ran with the new a.csv. The others show results of the former one.",
        ),
    ] {
        assert_eq!(found, expected);
    }
}

#[test]
fn a_further_file_of_a_name_gets_a_number_before_its_ending() {
    let taken = ["a (2).csv", "b.2024.csv"];
    for (name, expected) in [
        ("a.csv", "a (3).csv"),
        ("in/a.csv", "in/a (2).csv"),
        ("b.2024.csv", "b.2024 (2).csv"),
        (".hidden", ".hidden (2)"),
        ("x.y/plain", "x.y/plain (2)"),
    ] {
        assert_eq!(numbered(name, |name| taken.contains(&name)), expected);
    }
}

#[test]
fn files_and_values_are_described_as_users_read_them() {
    assert_eq!(
        former_words(12_000, Some(&profile(&[(None, 1_180, COLUMNS)]))),
        "1,180 rows, 12 KB"
    );
    assert_eq!(former_words(12_000, None), "12 KB");
    for (value, expected) in [
        (json!(12_345.5), "12,345.5"),
        (json!(null), "missing"),
        (json!("a\u{202e}b"), "a⟨U+202E⟩b"),
        (json!(true), "yes"),
    ] {
        assert_eq!(value_words(&value), expected);
    }
}
