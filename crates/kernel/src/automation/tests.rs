//! The golden messages of the worker protocol that hold these types, and the documented forms of
//! options.

use std::path::Path;
use std::{fmt::Debug, fs};

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::*;

/// Returns the fields of a golden message.
fn golden(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden").join(name);
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// Checks that a value is read and written unchanged.
#[track_caller]
fn same<T: Serialize + DeserializeOwned>(value: Value) {
    let read: T =
        serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("{value}: {error}"));
    assert_eq!(serde_json::to_value(&read).unwrap(), value);
}

#[track_caller]
fn check<T: DeserializeOwned + Debug + PartialEq>(value: Value, expected: T) {
    assert_eq!(serde_json::from_value::<T>(value.clone()).unwrap(), expected, "{value}");
}

#[test]
fn golden_messages_come_back_unchanged() {
    same::<TableWindow>(golden("reply/tabled.json")["window"].take());
    let mut preview = golden("reply/previewed.json");
    same::<Preview>(
        json!({ "results": preview["results"].take(), "message": preview["message"].take() }),
    );
    let mut request = golden("request/table.json");
    same::<Vec<SortKey>>(request["sort"].take());
    same::<Vec<Condition>>(request["filter"].take());
    let outcome = golden("reply/executed-table.json")["outcome"].take();
    let step = json!({ "purpose": "sum", "code": "1 + 1", "outcome": outcome, "refused": null });
    let claim = json!({ "text": "2", "start": 0, "end": 1, "support": "found", "step": 0, "note": "Found in a result." });
    same::<Turn>(json!({
        "question": "what is 1 + 1?", "answer": "2", "steps": [step], "stopped": "limit", "message": "It took too long.", "claims": [claim], "notComputed": false,
        "choices": ["total `a`"],
    }));
}

#[test]
fn optional_fields_of_a_window_come_back_unchanged() {
    let stats = json!({ "missing": 1, "distinct": 2, "min": "a", "max": 3, "more": true, "bins": [1, 0], "sampled": 9, "top": [["a", 1]] });
    same::<TableWindow>(json!({
        "columns": ["a"], "types": ["text"], "indexColumns": 0, "offset": 7, "rows": [[null]], "totalRows": 8, "allRows": 9,
        "cut": [{ "column": 0, "length": 2_000_000 }], "stats": [stats],
    }));
}

#[test]
fn every_documented_form_of_an_option_is_read() {
    let name = || ColumnName::Name("n".to_owned());
    let key = SortKey { column: name(), descending: Some(true) };
    let sort = |sort| View { sort: Some(sort), ..View::default() };
    let by_position = Sort::Column(ColumnName::Position(1));
    check(json!({ "sort": "n" }), sort(OneOrMany::One(Sort::Column(name()))));
    check(json!({ "sort": 1 }), sort(OneOrMany::One(by_position.clone())));
    check(
        json!({ "sort": { "column": "n", "descending": true } }),
        sort(OneOrMany::One(Sort::Key(key.clone()))),
    );
    let mixed = json!({ "sort": [{ "column": "n", "descending": true }, 1] });
    check(mixed, sort(OneOrMany::Many(vec![Sort::Key(key), by_position])));

    let condition = Condition { column: name(), op: Some(Op::AtLeast), value: Some(json!(3)) };
    let filter = |filter| View { filter: Some(filter), ..View::default() };
    check(json!({ "filter": "we" }), filter(OneOrMany::One(Filter::Text("we".to_owned()))));
    let mixed = json!({ "filter": ["we", { "column": "n", "op": "atLeast", "value": 3 }] });
    check(
        mixed,
        filter(OneOrMany::Many(vec![Filter::Text("we".to_owned()), Filter::Condition(condition)])),
    );

    let whole =
        |whole| WindowOptions { whole: Some(whole), limit: Some(1), ..WindowOptions::default() };
    check(json!({ "limit": 1, "whole": true }), whole(Whole::All(true)));
    check(json!({ "limit": 1, "whole": "n" }), whole(Whole::Column(name())));
    check(
        json!({ "limit": 1, "whole": null }),
        WindowOptions { limit: Some(1), ..WindowOptions::default() },
    );
    let view = View { search: Some("we".to_owned()), ..View::default() };
    check(
        json!({ "search": "we", "format": "xlsx" }),
        SaveOptions { view, format: Some(FileFormat::Xlsx) },
    );
    check(json!({ "timeoutMs": 5000 }), RunOptions { timeout_ms: Some(5000.0), silent: None });
    check(json!({ "silent": true }), RunOptions { timeout_ms: None, silent: Some(true) });
}

#[cfg(feature = "schema")]
#[test]
fn the_schema_is_that_of_the_types() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema.json");
    let wanted = format!("{:#}\n", schema());
    if std::env::var_os("INSITU_BLESS").is_some() {
        fs::write(&path, &wanted).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap();
    assert!(
        found == wanted,
        "schema.json is not that of the types; if that is intended, run the test once with INSITU_BLESS=1"
    );
}
