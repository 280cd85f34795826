//! What is disclosed of charts, also of forged ones.

use kernel::{Outcome, Shown};
use serde_json::{Value, json};

use super::{Mode, disclose_outcome};
use crate::fixtures::{golden, silent};

/// Returns a result with this value as its chart, as it is read from a message.
fn figure(chart: &Value) -> Shown {
    let shown =
        json!({ "main": false, "text": "4929", "mime": { "image/png": "AAAA" }, "chart": chart });
    serde_json::from_value(shown).unwrap()
}

#[test]
fn shape_mode_discloses_only_type_and_size_of_any_chart() {
    let elements = |element: Value, count: usize| Value::from(vec![element; count]);
    let points = || json!({ "label": "4929", "points": [[4929, "4929", 4929]] });
    let empty = json!({ "type": "line", "title": "4929", "elements": [] });
    let cases = [
        (
            json!({ "type": "line", "elements": elements(json!({ "points": [] }), 3) }),
            " (line chart, 3 elements)",
        ),
        (
            json!({ "type": "several", "elements": elements(empty, 46) }),
            " (several chart, about 40 elements)",
        ),
        (json!({ "type": "scatter3d", "elements": [points()] }), " (scatter3d chart, 1 elements)"),
        (json!({ "type": "line", "elements": [points()] }), ""),
        (json!({ "type": "4929123456789012", "elements": "4929" }), ""),
        (json!({ "type": ["line", "4929"], "elements": { "4929": 1 } }), ""),
        (json!({ "type": "line", "elements": ["4929", { "4929": 4929 }] }), ""),
        (json!({ "type": "pie", "elements": { "4929": 4929 }, "title": "4929" }), ""),
        (json!({ "type": "Line", "elements": [] }), ""),
        (json!("4929123456789012"), ""),
        (json!(null), ""),
    ];
    for (chart, words) in cases {
        let outcome = Outcome { results: vec![figure(&chart)], ..silent() };
        let disclosed = disclose_outcome(Mode::Shape, &outcome);
        let figure = format!("[1] Figure{words}, shown to the user.");
        assert!(disclosed.text().ends_with(&figure), "{figure} in {}", disclosed.text());
    }
}

#[test]
fn a_hostile_chart_neither_breaks_nor_floods_the_disclosed_text() {
    let mut nested = json!({ "type": "line", "elements": [{ "points": [[1, 2]] }] });
    for _ in 0..50 {
        nested = json!({ "type": "several", "elements": [nested] });
    }
    let (long, place) = ("l".repeat(9_999), "x".repeat(99));
    let points = json!({ "label": long, "points": vec![json!([place, 1e308]); 99], "values": vec![1e308; 99], "total": u64::MAX });
    let places = json!({ "label": long, "points": vec![json!([place, null, 1e308]); 99], "faces": vec![[u32::MAX]; 99] });
    let bar = json!({ "label": long, "group": long, "value": 1e308, "base": long });
    let slice = json!({ "label": long, "value": 1e308, "angle": 1e308, "radius": -1e308 });
    let statistics = json!({ "label": long, "min": 1e308, "firstQuartile": 1e308, "median": 1e308, "thirdQuartile": 1e308,
        "max": 1e308, "mean": 1e308, "outliers": vec![1; 999] });
    let map = json!({ "label": long, "columns": vec![&place; 10], "rows": vec![&place; 10], "values": vec![vec![1e308; 99]; 10] });
    let large = json!({ "columns": vec!["c"; 999], "rows": vec!["r"; 999], "values": [] });
    let arrows = json!({ "label": long, "vectors": vec![json!([place, null, 1e308, -1e308]); 99] });
    let charts = [
        ("line", &points),
        ("scatter", &points),
        ("bar", &bar),
        ("pie", &slice),
        ("box", &statistics),
        ("violin", &statistics),
        ("heatmap", &map),
        ("heatmap", &large),
        ("hexbin", &points),
        ("contour", &points),
        ("quiver", &arrows),
        ("scatter3d", &places),
        ("line3d", &places),
        ("surface", &places),
        ("several", &nested),
    ];
    for (kind, element) in charts {
        let chart = json!({ "type": kind, "title": "t".repeat(9_999), "xLabel": long, "valueLabel": long, "elements": vec![element; 99] });
        let outcome = Outcome { results: vec![figure(&chart)], ..Outcome::default() };
        let text = disclose_outcome(Mode::Printed, &outcome).text().to_owned();
        let words = if kind == "several" { "99 charts:" } else { "Chart data: " };
        assert!(text.contains(words), "{kind}: {text}");
        assert!(text.chars().count() <= 3_000, "{kind}: {} characters", text.chars().count());
    }
}

#[test]
fn each_type_of_chart_is_summarised_in_numbers() {
    let mut text = String::new();
    for chart in [
        json!({ "type": "line", "title": "Temperature", "xLabel": "time (s)", "xUnit": "s", "xScale": "linear", "yLabel": "T [K]",
            "yUnit": "K", "yScale": "log", "elements": [{ "label": "probe", "total": 90_000,
            "points": (0..100).map(|at| json!([at, f64::from((at * 37) % 101) / 3.0])).collect::<Vec<_>>() }] }),
        json!({ "type": "bar", "title": "", "horizontal": true, "elements": [{ "label": "West", "group": "2026", "value": 1_234_567.891 },
            { "label": "0–10", "group": "", "from": 0, "to": 10, "value": 3 }] }),
        json!({ "type": "bar", "elements": (0..50).map(|at| json!({ "label": format!("p{at}"), "value": at })).collect::<Vec<_>>() }),
        json!({ "type": "pie", "elements": [{ "label": "a", "angle": 90, "radius": 1, "value": 0.25 },
            { "label": "b", "angle": 270, "radius": 1, "value": 0.75 }] }),
        json!({ "type": "box", "elements": [{ "label": "A", "min": 1, "firstQuartile": 2, "median": 3, "thirdQuartile": 4, "max": 5,
            "outliers": [9, 10] }] }),
        json!({ "type": "heatmap", "elements": [{ "columns": ["a", "b"], "rows": ["a", "b"], "values": [[1, 0.123_456_78], [0.123_456_78, 1]] }] }),
        json!({ "type": "violin", "elements": [{ "label": "A", "min": 1, "firstQuartile": null, "median": 3, "thirdQuartile": null, "max": 5,
            "mean": 2.5 }] }),
        json!({ "type": "hexbin", "valueLabel": "rides (n)", "elements": [{ "label": "", "points": [[0, 0], [1, 2]], "values": [1, 7] }] }),
        json!({ "type": "contour", "filled": true, "elements": [{ "label": "0–1", "from": 0, "to": 1, "points": [[0, 5], [null, null], [2, 6.5]] },
            { "label": "above 1", "from": 1, "to": null, "points": [] }] }),
        json!({ "type": "quiver", "elements": [{ "label": "", "vectors": [[0, 0, 1, 0], [1, 1, 0, 2.5]] }] }),
        json!({ "type": "scatter3d", "zLabel": "height (m)", "zUnit": "m", "zScale": "linear", "elements": [{ "label": "p", "points": [[1, 3, 5], [2, 4, 6]] }] }),
        json!({ "type": "surface", "elements": [{ "label": "", "total": 2500, "points": [[0, 0, 1], [1, 1, 4]] }] }),
        json!({ "type": "line", "polar": true, "elements": [{ "label": "", "points": [[0, 2], [1.5, 3]] }] }),
        json!({ "type": "scatter", "valueLabel": "heat (K)", "elements": [{ "label": "", "points": [[1, 3], [2, 4]], "values": [10, 20] }] }),
        json!({ "type": "bar", "horizontal": true, "elements": [{ "label": "task", "group": "", "value": 5, "base": "2026-01-03" }] }),
        json!({ "type": "several", "elements": [{ "type": "scatter", "elements": [{ "label": "", "points": [["2026-01-01T00:00:00", 1]] }] },
            { "type": "line", "elements": [] }] }),
    ] {
        let chart = serde_json::from_value(chart).unwrap();
        text.push_str(&format!("{}\n\n", charts::summaries::chart(&chart).unwrap_or_default()));
    }
    golden("disclosed/charts.txt", &text);
}
