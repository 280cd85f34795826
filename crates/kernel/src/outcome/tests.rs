//! The charts of hostile outcomes.

use charts::Chart;
use serde_json::{Value, json};

use super::*;

/// Returns the chart of a result as it is read from a message with this value in its place.
#[track_caller]
fn read(chart: &Value) -> Option<Chart> {
    let shown = json!({ "id": "1-1", "main": true, "text": "Figure", "mime": { "image/png": "AAAA" }, "chart": chart });
    let outcome = json!({
        "status": "ok", "executionCount": 1, "stdout": "text", "stderr": "", "results": [shown, shown],
        "error": null, "files": [], "durationMs": 1.5,
    });
    let mut outcome: Outcome = serde_json::from_str(&outcome.to_string()).unwrap();
    assert_eq!((outcome.stdout.as_str(), outcome.results.len()), ("text", 2));
    let first = outcome.results.remove(0);
    assert_eq!((first.text.as_str(), first.mime.len()), ("Figure", 1));
    assert_eq!(first, outcome.results[0]);
    first.chart
}

#[test]
fn what_is_no_chart_is_none_and_the_rest_of_the_outcome_stays() {
    let element = json!({ "label": "a", "points": [[1, 2]] });
    let mut nested = json!({ "type": "line", "elements": [element] });
    for _ in 0..20 {
        nested = json!({ "type": "several", "elements": [nested, 7] });
    }
    for chart in [
        json!(null),
        json!(true),
        json!(u64::MAX),
        json!(f64::MAX),
        json!("line"),
        json!([]),
        json!(["line", { "elements": [] }]),
        json!({}),
        json!({ "type": "line" }),
        json!({ "type": null, "elements": [] }),
        json!({ "type": ["line"], "elements": [] }),
        json!({ "type": "4929123456789012", "elements": [] }),
        json!({ "type": "Line", "elements": [] }),
        json!({ "type": "line", "elements": "none" }),
        json!({ "type": "line", "elements": { "0": element } }),
        json!({ "type": "line", "elements": vec![Value::Null; 9_999] }),
        json!({ "type": "line", "elements": [element], "title": 7 }),
        json!({ "type": "line", "elements": [element], "xTicks": [1] }),
        json!({ "type": "line", "elements": [element], "stacked": "yes" }),
        json!({ "type": "line", "elements": [element], "zeroAt": "W" }),
        json!({ "type": "bar", "elements": [{ "label": "a", "value": "many" }] }),
        json!({ "type": "pie", "elements": [{ "label": "a", "value": null, "angle": 1, "radius": 1 }] }),
        json!({ "type": "surface", "elements": [{ "points": [[1, 2, 3]], "faces": [[-1]] }] }),
        json!({ "type": "surface", "elements": [{ "points": [[1, 2, 3]], "faces": [[u64::MAX]] }] }),
        nested,
    ] {
        assert_eq!(read(&chart), None, "{chart}");
    }
}

#[test]
fn what_a_chart_does_not_have_is_left_out() {
    let chart = json!({ "type": "line", "elements": [{ "points": [[1e308, u64::MAX]], "x": 1 }], "y": { "z": [] } });
    let expected = json!({ "type": "line", "elements": [{ "points": [[1e308, u64::MAX]] }] });
    assert_eq!(read(&chart), Some(serde_json::from_value(expected).unwrap()));
}

#[test]
fn a_result_without_the_field_has_no_chart() {
    let shown: Shown =
        serde_json::from_value(json!({ "main": true, "text": "2", "mime": {} })).unwrap();
    assert_eq!(shown.chart, None);
}

#[test]
fn what_joins_do_to_rows_is_said_once_of_what_succeeded() {
    let join = |left| Finding::Join {
        how: "inner".to_owned(),
        left,
        right: 18,
        rows: 900,
        left_alone: 100,
        right_alone: 0,
    };
    let outcome = |status, findings: &[Finding]| Outcome {
        status,
        findings: findings.to_vec(),
        ..Outcome::default()
    };
    let outcomes = [
        outcome(Status::Ok, &[join(1_000)]),
        outcome(Status::Ok, &[join(1_000)]),
        outcome(Status::Error, &[join(1_001)]),
    ];
    let notes = join_notes(&outcomes);
    assert_eq!(notes.len(), 1);
    assert!(notes[0].starts_with("A join (inner) of 1,000 and 18 rows has 900 rows."), "{notes:?}");
    // As many as code may forge.
    let many: Vec<Finding> = (1_000..2_000).map(join).collect();
    assert_eq!(join_notes(&[outcome(Status::Ok, &many)]).len(), MAX_JOIN_NOTES);
}
