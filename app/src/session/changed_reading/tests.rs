use kernel::choices::{ChosenType, ColumnChoice, DecimalMark, TableChoice};
use kernel::{Column, Profile, Table};
use serde_json::{Value, json};

use super::{ReadingChange, TableId, unreadable};

const TABLE: TableId = TableId { file: 1, at: 0 };

fn column(name: &str, more: Value) -> Value {
    let mut column = json!({
        "name": name, "type": "date", "dtype": "str", "missing": 0, "distinct": 3, "bad": 0,
        "examples": ["007", "012"], "min": null, "max": null, "conversion": null, "doubt": null,
    });
    let (Value::Object(all), Value::Object(more)) = (&mut column, more) else { unreachable!() };
    all.extend(more);
    column
}

fn profile(header: &Value, columns: &[Value]) -> Profile {
    let table = json!({
        "sheet": null, "reader": "pd.read_csv(\"a.csv\")", "rows": 3, "rowsExact": true,
        "sampled": false, "duplicates": 0, "columns": columns, "header": header,
    });
    serde_json::from_value(json!({
        "path": "/data/a.csv", "name": "a.csv", "bytes": 1_000, "kind": "csv", "tables": [table],
        "notes": [], "error": null,
    }))
    .expect("a profile")
}

fn header(line: Option<u32>, chosen: bool) -> Value {
    json!({ "line": line, "chosen": chosen, "lines": [{ "line": 1, "text": "day" }] })
}

#[test]
fn a_change_adds_to_the_choices_and_another_type_replaces_what_was_chosen_for_the_last() {
    let chosen = |choice: Value| {
        profile(
            &header(Some(1), false),
            &[column("day", json!({ "reading": { "chosen": choice } }))],
        )
    };
    let day = || "day".to_owned();
    let order = ColumnChoice { day_first: Some(true), ..ColumnChoice::default() };
    let date = ColumnChoice { r#type: Some(ChosenType::Date), ..order };
    let cases = [
        (json!(null), ReadingChange::DayFirst(day(), true), Some(order)),
        (json!({ "dayFirst": true }), ReadingChange::Type(day(), ChosenType::Date), Some(date)),
        (
            json!({ "dayFirst": true }),
            ReadingChange::Type(day(), ChosenType::Text),
            Some(ColumnChoice { r#type: Some(ChosenType::Text), ..ColumnChoice::default() }),
        ),
        (
            json!({ "type": "number" }),
            ReadingChange::Decimal(day(), DecimalMark::Comma),
            Some(ColumnChoice {
                r#type: Some(ChosenType::Number),
                decimal: Some(DecimalMark::Comma),
                day_first: None,
            }),
        ),
        (json!({ "dayFirst": true }), ReadingChange::AsFound(day()), None),
    ];
    for (before, change, expected) in cases {
        let choices = change.choices(&chosen(before.clone()), 0);
        let found = choices.first().and_then(|choice| choice.columns.get("day").copied());
        assert_eq!((found, choices.len()), (expected, usize::from(expected.is_some())), "{before}");
    }
    let with_header = ReadingChange::Header(0).choices(&chosen(json!({ "dayFirst": true })), 0);
    assert_eq!((with_header[0].header, with_header[0].columns.len()), (Some(0), 1));
    let before = vec![TableChoice { header: Some(3), ..TableChoice::default() }];
    assert_eq!(ReadingChange::Undo(None, before.clone()).choices(&chosen(json!(null)), 0), before);
}

#[test]
fn the_code_reads_the_table_as_the_profile_does_and_binds_no_name() {
    let of = |change: ReadingChange, header: &Value, more: Value, name: &str| {
        let after = profile(header, &[column(name, more)]);
        let code = change.code(&after.tables[0], &after);
        code.strip_prefix("import pandas as pd\n\n").expect("an import").to_owned()
    };
    let header_of = header(Some(1), false);
    let cases = [
        (
            ReadingChange::DayFirst("day".to_owned(), true),
            header_of.clone(),
            json!({ "reading": { "dayFirst": true } }),
            "day",
            "# Set at the table of a.csv: `day`: dates, day first\npd.read_csv(\"a.csv\")[\"day\"].describe()",
        ),
        (
            ReadingChange::Decimal("x".to_owned(), DecimalMark::Comma),
            header_of.clone(),
            json!({ "type": "numbertext", "conversion": "f(df[\"x\"])", "reading": { "decimal": "comma" } }),
            "x",
            "# Set at the table of a.csv: `x`: numbers, decimal commas\npd.read_csv(\"a.csv\").pipe(lambda df: f(df[\"x\"])).describe()",
        ),
        (
            ReadingChange::Type("a\nb\u{202e}".to_owned(), ChosenType::Text),
            header_of,
            json!({ "type": "text" }),
            "a\nb\u{202e}",
            "# Set at the table of a.csv: `a b⟨U+202E⟩`: text\npd.read_csv(\"a.csv\")[\"a\\nb\u{202e}\"].describe()",
        ),
        (
            ReadingChange::Header(0),
            header(None, true),
            json!({}),
            "0",
            "# Set at the table of a.csv: header row\npd.read_csv(\"a.csv\").dtypes",
        ),
        (
            ReadingChange::Type("0".to_owned(), ChosenType::Text),
            header(None, false),
            json!({ "type": "text" }),
            "0",
            "# Set at the table of a.csv: `0`: text\npd.read_csv(\"a.csv\")[0].describe()",
        ),
    ];
    for (change, header, more, name, expected) in cases {
        assert_eq!(of(change, &header, more, name), expected);
    }
}

#[test]
fn of_a_table_of_many_rows_the_code_reads_the_first() {
    let cases = [
        ("pd.read_csv(\"a.csv\")", true, "pd.read_csv(\"a.csv\", nrows=50_000)"),
        ("pd.read_csv(\"a.csv\")", false, "pd.read_csv(\"a.csv\")"),
        ("pd.read_csv(\"a.csv\", nrows=9)", true, "pd.read_csv(\"a.csv\", nrows=9)"),
        ("pd.read_parquet(\"a\")", true, "pd.read_parquet(\"a\")"),
        ("pd.read_csv(\"a\").dropna(how=\"all\")", true, "pd.read_csv(\"a\").dropna(how=\"all\")"),
    ];
    for (reader, sampled, expected) in cases {
        assert_eq!(super::bounded(reader, sampled), expected);
    }
}

#[test]
fn a_change_is_undone_only_if_the_file_is_read_as_before_it() {
    let chosen = json!({ "reading": { "chosen": { "type": "date" } } });
    let [changed, plain] =
        [chosen, json!({})].map(|more| profile(&header(Some(1), false), &[column("code", more)]));
    let undo = ReadingChange::Undo(Some("code".to_owned()), Vec::new());
    let outcome = undo.outcome(TABLE, &changed, &plain);
    assert_eq!((outcome.said.as_str(), outcome.refused), ("The change is undone.", false));
    let still = undo.outcome(TABLE, &changed, &changed);
    let said = "The change cannot be undone. It is read as before.";
    assert_eq!((still.said.as_str(), still.refused, still.code.as_str()), (said, true, ""));
    let waiting = undo.not_made(TABLE, "Wait.");
    assert_eq!((waiting.column.as_deref(), waiting.refused), (Some("code"), true));
}

#[test]
fn what_cannot_be_read_so_is_said_with_its_number_and_an_example() {
    let found = |more: Value| profile(&header(Some(1), false), &[column("code", more)]);
    let before = found(json!({}));
    let date = ReadingChange::Type("code".to_owned(), ChosenType::Date);
    let cases = [
        (
            json!({ "bad": 2, "reading": { "unreadable": ["soon"], "chosen": { "type": "date" } } }),
            "“code” is read as dates. 2 values are not dates, such as “soon”, and count as missing.",
            false,
        ),
        (json!({ "reading": { "chosen": { "type": "date" } } }), "“code” is read as dates.", false),
        (
            json!({ "type": "text", "reading": { "refused": true } }),
            "No value of “code” can be read as a date, such as “007”. It is read as before.",
            true,
        ),
    ];
    for (after, said, refused) in cases {
        let outcome = date.outcome(TABLE, &before, &found(after));
        assert_eq!((outcome.said.as_str(), outcome.refused), (said, refused));
        // Only what was done can be undone, and only that is code.
        assert_eq!((outcome.undo.is_none(), outcome.code.is_empty()), (refused, refused));
    }
    let undo = date.outcome(
        TABLE,
        &before,
        &found(json!({ "reading": { "chosen": { "type": "date" } } })),
    );
    assert_eq!(undo.undo, Some(ReadingChange::Undo(Some("code".to_owned()), Vec::new())));
    let lost = json!({ "reading": { "chosen": { "type": "date" } } });
    let chosen = profile(
        &header(Some(1), false),
        &["a", "b", "c", "d"].map(|name| column(name, lost.clone())),
    );
    let other = |names: &[&str]| {
        profile(
            &header(Some(2), true),
            &names.iter().map(|name| column(name, lost.clone())).collect::<Vec<_>>(),
        )
    };
    for (names, said) in [
        (&["a", "b", "c", "d"][..], "Line 2 is the header row."),
        (
            &["a", "b", "c"],
            "Line 2 is the header row. What you chose for “d” does not fit the table any more.",
        ),
        (
            &[],
            "Line 2 is the header row. What you chose for “a”, “b”, “c” and 1 more column does not fit the table any more.",
        ),
    ] {
        let outcome = ReadingChange::Header(2).outcome(TABLE, &chosen, &other(names));
        assert_eq!(outcome.said, said);
        assert_eq!(outcome.undo, Some(ReadingChange::Undo(None, chosen.choices())));
    }
    let header_elsewhere = ReadingChange::Header(4).outcome(TABLE, &before, &before);
    assert_eq!(header_elsewhere.said, "The table cannot be read so. It is read as before.");
    let one: Column =
        serde_json::from_value(column("x", json!({ "type": "numbertext", "bad": 1 })))
            .expect("a column");
    assert_eq!(unreadable(&one).as_deref(), Some("1 value is not a number and counts as missing."));
    assert_eq!(
        date.outcome(TABLE, &before, &before).said,
        "“code” cannot be read so. It is read as before."
    );
    let lost = Profile { tables: Vec::<Table>::new(), ..before.clone() };
    assert!(date.outcome(TABLE, &before, &lost).refused);
}
