//! The numbers of each kind of chart.

use serde_json::{Value, json};

use crate::Chart;

/// Returns the tables of a chart as JSON.
fn tables(chart: Value) -> Value {
    let chart: Chart = serde_json::from_value(chart).unwrap();
    serde_json::to_value(chart.tables()).unwrap()
}

fn pie() -> Value {
    json!({ "type": "pie", "elements": [
        { "label": "r", "angle": 90, "radius": 1, "value": 0.25 },
        { "label": "s", "angle": 270, "radius": 1, "value": 0.75 },
    ] })
}

fn bars() -> Value {
    json!({ "type": "bar", "elements": [
        { "label": "p", "group": "x", "value": 1 },
        { "label": "q", "group": "x", "value": 2 },
        { "label": "p", "group": "y", "value": 3 },
    ] })
}

fn places(elements: &Value) -> Value {
    json!({ "type": "scatter3d", "zLabel": "height (m)", "zUnit": "m", "zScale": "linear", "elements": elements })
}

#[test]
fn series_with_the_same_x_values_are_columns() {
    let lines = json!({
        "type": "line", "title": "Revenue", "xLabel": "month", "xScale": "datetime", "yLabel": "revenue (EUR)",
        "elements": [
            { "label": "a", "points": [["2024-01-01", 10], ["2024-02-01", 40], ["2024-03-01", 1000]] },
            { "label": "b", "points": [["2024-01-01", 7], ["2024-02-01", null], ["2024-03-01", 7]] },
        ],
    });
    let expected = json!([{ "title": "Revenue", "data": {
        "columns": ["month", "a", "b"], "types": ["datetime", "integer", "integer"], "indexColumns": 1,
        "rows": [["2024-01-01", 10, 7], ["2024-02-01", 40, null], ["2024-03-01", 1000, 7]], "totalRows": 3,
    } }]);
    assert_eq!(tables(lines), expected);
}

#[test]
fn other_series_are_rows() {
    let apart = json!({ "type": "line", "elements": [
        { "label": "a", "points": [[0, 1]] },
        { "points": [[0, 2], [1, 2.5]] },
    ] });
    let data = &tables(apart)[0]["data"];
    assert_eq!(data["columns"], json!(["series", "x", "y"]));
    assert_eq!(data["types"], json!(["text", "integer", "number"]));
    assert_eq!(data["rows"], json!([["a", 0, 1], ["y 2", 0, 2], ["y 2", 1, 2.5]]));
}

#[test]
fn each_kind_of_chart_has_its_numbers() {
    let named = json!([{ "label": "p", "points": [[1, 3, 5], [2, 4, 6.5]] }]);
    let cases = [
        (bars(), json!(["label", "x", "y"]), json!([["p", 1, 3], ["q", 2, null]])),
        (
            json!({ "type": "bar", "xLabel": "sum", "yLabel": "fruit", "horizontal": true, "elements": [
                { "label": "p", "group": "x", "value": 1 }, { "label": "q", "group": "x", "value": 2 },
            ] }),
            json!(["fruit", "sum"]),
            json!([["p", 1], ["q", 2]]),
        ),
        (pie(), json!(["label", "share in %"]), json!([["r", 25.0], ["s", 75.0]])),
        (
            json!({ "type": "box", "elements": [
                { "label": "1", "min": 1, "firstQuartile": 2, "median": 3, "thirdQuartile": 4, "max": 5, "outliers": [9, 10] },
            ] }),
            json!([
                "label",
                "minimum",
                "first quartile",
                "median",
                "third quartile",
                "maximum",
                "outliers"
            ]),
            json!([["1", 1, 2, 3, 4, 5, 2]]),
        ),
        (
            json!({ "type": "heatmap", "yLabel": "city", "elements": [
                { "columns": ["u", "v"], "rows": ["k", "l"], "values": [[1, 2], [3, null]] },
            ] }),
            json!(["city", "u", "v"]),
            json!([["k", 1, 2], ["l", 3, null]]),
        ),
        (
            json!({ "type": "violin", "elements": [
                { "label": "a", "min": 1, "firstQuartile": null, "median": 3, "thirdQuartile": null, "max": 5, "mean": null },
            ] }),
            json!(["label", "minimum", "median", "maximum"]),
            json!([["a", 1, 3, 5]]),
        ),
        (
            json!({ "type": "hexbin", "valueLabel": "rides", "elements": [
                { "points": [[0, 0], [1, 2]], "values": [1, 7] },
            ] }),
            json!(["series", "x", "y", "rides"]),
            json!([["y", 0, 0, 1], ["y", 1, 2, 7]]),
        ),
        (
            json!({ "type": "contour", "elements": [
                { "label": "0.5", "level": 0.5, "points": [[0, 1], [null, null], [2, 3.5]] },
            ] }),
            json!(["level", "x", "y"]),
            json!([["0.5", 0, 1], ["0.5", 2, 3.5]]),
        ),
        (
            json!({ "type": "quiver", "elements": [{ "vectors": [[0, 0, 1, 0], [1, 1, 0, 2]] }] }),
            json!(["x", "y", "along x", "along y"]),
            json!([[0, 0, 1, 0], [1, 1, 0, 2]]),
        ),
        (
            places(&named),
            json!(["series", "x", "y", "height (m)"]),
            json!([["p", 1, 3, 5], ["p", 2, 4, 6.5]]),
        ),
        (
            places(&json!([{ "points": [[1, 3, 5]] }])),
            json!(["x", "y", "height (m)"]),
            json!([[1, 3, 5]]),
        ),
        (
            places(&json!([{ "points": [[1, 3, 5]] }, { "points": [[1, 3, 5]] }])),
            json!(["series", "x", "y", "height (m)"]),
            json!([["1", 1, 3, 5], ["2", 1, 3, 5]]),
        ),
        (
            json!({ "type": "scatter", "valueLabel": "heat (K)", "elements": [
                { "label": "p", "points": [[1, 3], [2, 4]], "values": [10, 20] },
            ] }),
            json!(["series", "x", "y", "heat (K)"]),
            json!([["p", 1, 3, 10], ["p", 2, 4, 20]]),
        ),
        (
            json!({ "type": "bar", "horizontal": true, "elements": [{ "label": "task", "value": 5, "base": 2 }] }),
            json!(["label", "group", "from", "value"]),
            json!([["task", "", 2, 5]]),
        ),
    ];
    for (chart, columns, rows) in cases {
        let data = tables(chart.clone())[0]["data"].clone();
        let count = rows.as_array().map(Vec::len);
        assert_eq!((&data["columns"], &data["rows"]), (&columns, &rows), "{chart}");
        assert_eq!(data["totalRows"], json!(count), "{chart}");
        assert_eq!(
            data["types"].as_array().map(Vec::len),
            columns.as_array().map(Vec::len),
            "{chart}"
        );
    }
}

#[test]
fn a_part_without_a_title_has_that_of_the_figure() {
    let titles = |chart: Value| {
        let tables = tables(chart);
        tables.as_array().unwrap().iter().map(|one| one["title"].clone()).collect::<Vec<_>>()
    };
    let parts = json!([pie(), bars()]);
    assert_eq!(
        titles(json!({ "type": "several", "title": "Both", "elements": parts })),
        ["Both", "Both"]
    );
    assert_eq!(titles(json!({ "type": "several", "elements": parts })), ["Part 1", "Part 2"]);
}
