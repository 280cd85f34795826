use std::sync::Arc;

use kernel::Profile;
use serde_json::{Value, json};

use super::complete_sql;

fn profile(name: &str, columns: &[(&str, &str)]) -> Profile {
    let columns: Vec<Value> = columns
        .iter()
        .map(|(name, kind)| {
            json!({
                "name": name, "type": kind, "dtype": "str", "missing": 0, "distinct": 1, "bad": 0,
                "examples": [], "min": null, "max": null, "conversion": null, "doubt": null,
                "reading": {},
            })
        })
        .collect();
    let table = json!({
        "sheet": null, "reader": "", "rows": 3, "rowsExact": true, "sampled": false,
        "duplicates": 0, "columns": columns,
    });
    let file = json!({
        "path": format!("/data/{name}"), "name": name, "bytes": 1, "kind": "csv",
        "tables": [table], "notes": [], "error": null,
    });
    serde_json::from_value(file).expect("a profile")
}

fn files() -> [Arc<Profile>; 2] {
    [
        profile(
            "orders.csv",
            &[("amount", "number"), ("order", "integer"), ("Total due", "number")],
        ),
        profile("it's.csv", &[("country", "category"), ("amount", "number")]),
    ]
    .map(Arc::new)
}

/// Returns what is replaced at the mark `|`, and the labels that may replace it.
fn labels(marked: &str) -> Option<(String, Vec<String>)> {
    let at = marked.chars().position(|sign| sign == '|').expect("a mark");
    let written = marked.replace('|', "");
    let cursor = u32::try_from(at).expect("a short text");
    let answer = complete_sql(&written, cursor, &files())?;
    let from = usize::try_from(answer["from"].as_u64()?).ok()?;
    let typed = written.chars().skip(from).take(at - from).collect();
    let candidates = answer["candidates"].as_array()?;
    let label = |one: &Value| one["label"].as_str().map(str::to_owned);
    Some((typed, candidates.iter().filter_map(label).collect()))
}

#[test]
fn tables_and_columns_are_completed_where_they_can_stand() {
    for (marked, typed, expected) in [
        ("%%sql\nselect * from |", "", vec!["'orders.csv'", "'it''s.csv'"]),
        ("%%sql\nselect * from or|", "or", vec!["'orders.csv'"]),
        ("%%sql\nselect * from 'o|", "o", vec!["orders.csv"]),
        ("%%sql\nselect * from 'it|", "it", vec!["it''s.csv"]),
        ("%%sql\nfrom \"o|", "o", vec!["orders.csv"]),
        ("%%sql\nselect am| from 'orders.csv'", "am", vec!["amount"]),
        ("%%sql\nselect \"T| from 'orders.csv'", "T", vec!["Total due"]),
        ("%%sql\nselect tot| from 'orders.csv'", "tot", vec!["\"Total due\""]),
        ("%%sql\nselect ord| from 'orders.csv'", "ord", vec!["\"order\"", "orders", "order"]),
        ("%%sql\nselect cou| from 'orders.csv'", "cou", vec!["count"]),
        (
            "%%sql\nselect o.| from 'orders.csv' as o join 'it''s.csv' c on true",
            "",
            vec!["amount", "\"order\"", "\"Total due\""],
        ),
        (
            "%%sql\nselect c.cou| from 'orders.csv' o join 'it''s.csv' c on true",
            "cou",
            vec!["country"],
        ),
        ("%%sql\nselect orders.am| from 'orders.csv' where true", "am", vec!["amount"]),
        ("%%sql\nselect x.| from 'orders.csv' o", "", vec![]),
        ("%%sql\nselect 'ü', 🎉, am| from 'orders.csv'", "am", vec!["amount"]),
        ("%%sql sele|", "sele", vec!["select"]),
        ("\n%%sql\nwhe|", "whe", vec!["when", "where"]),
    ] {
        let expected = expected.into_iter().map(str::to_owned).collect();
        assert_eq!(labels(marked), Some((typed.to_owned(), expected)), "{marked}");
    }
}

#[test]
fn other_code_is_left_to_python() {
    for marked in ["sel|", "%%sqlite\nsel|", "%%sq|l\nselect 1", "a = '%%sql'\nsel|"] {
        assert_eq!(labels(marked), None, "{marked}");
    }
}
