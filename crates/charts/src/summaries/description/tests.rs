use serde_json::{Value, json};

use crate::Chart;

use super::description;

fn described(chart: Value) -> Vec<String> {
    description(&serde_json::from_value::<Chart>(chart).unwrap())
}

#[test]
fn a_chart_is_described_in_sentences() {
    let line = |elements: Value| json!({ "type": "line", "elements": elements });
    let bars = json!({ "type": "bar", "elements": [
        { "label": "p", "group": "x", "value": 1 }, { "label": "q", "group": "x", "value": 2 }, { "label": "p", "group": "y", "value": 3 },
        { "label": "q", "group": "y", "value": null }] });
    let pie = json!({ "type": "pie", "elements": [
        { "label": "r", "angle": 90, "radius": 1, "value": 0.25 }, { "label": "s", "angle": 270, "radius": 1, "value": 0.75 }] });
    let cases: &[(Value, &[&str])] = &[
        (
            json!({ "type": "line", "title": "Revenue", "xLabel": "month", "xScale": "datetime", "yLabel": "revenue (EUR)", "yScale": "log",
                "elements": [
                    { "label": "a", "points": [["2024-01-01T00:00:00", 10], ["2024-02-01T12:30:00", 40], ["2024-03-01T00:00:00", 1000]] },
                    { "label": "b", "points": [["2024-01-01T00:00:00", 7], ["2024-02-01T00:00:00", null], ["2024-03-01T00:00:00", 7]] }] }),
            &[
                "Line chart “Revenue”.",
                "Horizontal axis: month, from 2024-01-01 to 2024-03-01.",
                "Vertical axis: revenue (EUR), from 7 to 1,000, logarithmic.",
                "“a”, 3 points: highest 1,000 at 2024-03-01, lowest 10 at 2024-01-01; rising overall, 10 at first, 1,000 at last.",
                "“b”, 3 points: always 7.",
            ],
        ),
        (
            line(
                json!([{ "label": "", "points": [["Tuesday", 3], ["2024-02-01T12:30:00", 1], ["Total", 3]] }]),
            ),
            &[
                "Line chart.",
                "Horizontal axis, from Tuesday to Total.",
                "Vertical axis, from 1 to 3.",
                "The line, 3 points: highest 3 at Tuesday, lowest 1 at 2024-02-01 12:30:00; no clear trend, 3 at first, 3 at last.",
            ],
        ),
        (
            line(
                json!([{ "label": "", "points": [[1, null]] }, { "label": "d", "points": [[1, 2], [2, 1], [3, 0.5]] }]),
            ),
            &[
                "Line chart.",
                "Horizontal axis, from 1 to 3.",
                "Vertical axis, from 0.5 to 2.",
                "The line has no values.",
                "“d”, 3 points: highest 2 at 1, lowest 0.5 at 3; falling overall, 2 at first, 0.5 at last.",
            ],
        ),
        (
            line(json!([
                { "label": "newest first", "points": [["2024-03-01T00:00:00", 1], ["2024-02-01T00:00:00", 5], ["2024-01-01T00:00:00", 9]] },
                { "label": "up, and down at the end", "points": [[1, 5], [2, 6], [3, 7], [4, 8], [5, 9], [6, 10], [7, 4]] }])),
            &[
                "Line chart.",
                "Horizontal axis, from 2024-03-01 to 7.",
                "Vertical axis, from 1 to 10.",
                "“newest first”, 3 points: highest 9 at 2024-01-01, lowest 1 at 2024-03-01; falling overall, 9 at first, 1 at last.",
                "“up, and down at the end”, 7 points: highest 10 at 6, lowest 4 at 7; no clear trend, 5 at first, 4 at last.",
            ],
        ),
        (line(json!([])), &["Line chart."]),
        (bars.clone(), &["Bar chart.", "p (x): 1; q (x): 2; p (y): 3."]),
        (pie.clone(), &["Pie chart.", "s 75 %, r 25 %."]),
        (
            json!({ "type": "box", "elements": [
                { "label": "1", "min": 1, "firstQuartile": 2, "median": 3, "thirdQuartile": 4, "max": 5, "outliers": [9, 10] },
                { "label": "", "min": 1, "firstQuartile": 2, "median": null, "thirdQuartile": 4, "max": 5, "outliers": [] }] }),
            &[
                "Box plot.",
                "1: median 3, half of it between 2 and 4, whiskers from 1 to 5, 2 outliers.",
                "The box: half of it between 2 and 4, whiskers from 1 to 5.",
            ],
        ),
        (
            json!({ "type": "violin", "elements": [{ "label": "a", "min": 1, "median": 3, "max": 5, "mean": 2.5 }] }),
            &["Violin plot.", "a: median 3, mean 2.5, ends at 1 and 5."],
        ),
        (
            json!({ "type": "heatmap", "yLabel": "city",
                "elements": [{ "label": "", "columns": ["u", "v"], "rows": ["k"], "values": [[1, 2], [3, null]] }] }),
            &[
                "Heat map.",
                "Vertical axis: city.",
                "2 rows and 2 columns; highest 3 at 1, u; lowest 1 at k, u.",
            ],
        ),
        (
            json!({ "type": "scatter", "elements": [{ "label": "", "points": [[1, 2], [2, 4], [3, 6], [4, 8]], "total": 9000 },
                { "label": "d", "points": [[1, 3], [2, 0], [3, 2], ["x", 9]] }] }),
            &[
                "Scatter plot.",
                "Horizontal axis, from 1 to x.",
                "Vertical axis, from 0 to 9.",
                "9,000 points; strongly related, rising together (correlation 1).",
                "“d”, 4 points; weakly related, one falling as the other rises (correlation -0.33).",
            ],
        ),
        (
            json!({ "type": "several", "title": "Both", "elements": [pie, bars] }),
            &[
                "“Both”: 2 charts in one figure.",
                "Pie chart.",
                "s 75 %, r 25 %.",
                "Bar chart.",
                "p (x): 1; q (x): 2; p (y): 3.",
            ],
        ),
        (
            json!({ "type": "hexbin", "valueLabel": "rides", "elements": [{ "label": "", "points": [[0, 0], [1, 2]], "values": [1, 7] }] }),
            &[
                "Hexagons.",
                "Horizontal axis, from 0 to 1.",
                "Vertical axis, from 0 to 2.",
                "Colours: rides.",
                "2 hexagons; the highest, 7, at 1, 2.",
            ],
        ),
        (
            json!({ "type": "contour", "elements": [{ "label": "0.5", "level": 0.5, "points": [[0, 1], [null, null], [2, 3.5]] }] }),
            &[
                "Contours.",
                "Horizontal axis, from 0 to 2.",
                "Vertical axis, from 1 to 3.5.",
                "1 level: 0.5.",
            ],
        ),
        (
            json!({ "type": "contour", "filled": true, "elements": [{ "label": "0–1", "points": [] }, { "label": "above 1", "points": [] }] }),
            &["Contours.", "2 areas: 0–1, above 1."],
        ),
        (
            json!({ "type": "quiver", "elements": [{ "label": "", "vectors": [[0, 0, 1, 0], [1, 1, 0, 2]] }] }),
            &[
                "Vector field.",
                "Horizontal axis, from 0 to 1.",
                "Vertical axis, from 0 to 1.",
                "2 arrows; the longest, (0, 2), at 1, 1.",
            ],
        ),
        (
            json!({ "type": "scatter3d", "zLabel": "height (m)", "zUnit": "m", "zScale": "linear",
                "elements": [{ "label": "p", "points": [[1, 3, 5], [2, 4, 6.5]] }] }),
            &[
                "3D scatter plot.",
                "First axis, from 1 to 2.",
                "Second axis, from 3 to 4.",
                "Third axis: height (m), from 5 to 6.5.",
                "“p”, 2 points.",
            ],
        ),
        (
            json!({ "type": "line", "polar": true, "elements": [{ "label": "", "points": [[0, 2], [1, 2]] }] }),
            &[
                "Line chart.",
                "Angle (in radians), from 0 to 1.",
                "Radius, 2.",
                "The line, 2 points: always 2.",
            ],
        ),
    ];
    for (chart, expected) in cases {
        assert_eq!(described(chart.clone()), *expected, "{chart}");
    }
}

#[test]
fn what_is_too_much_to_list_is_summarised() {
    let many =
        |count: usize, element: fn(usize) -> Value| (0..count).map(element).collect::<Vec<Value>>();
    let series = |at| json!({ "label": format!("s{at}"), "points": [[0, 1], [1, 2]] });
    for (kind, elements, last) in [
        (
            "bar",
            many(
                30,
                |at| json!({ "label": format!("b{at}"), "group": "", "value": (at * 7) % 30 }),
            ),
            "30 bars: highest b17 with 29, lowest b0 with 0.",
        ),
        ("line", many(10, series), "And 2 more series."),
        ("scatter", many(9, series), "And 1 more group."),
        (
            "pie",
            many(
                10,
                |at| json!({ "label": at.to_string(), "angle": 0, "radius": 1, "value": if at < 9 { 0.11 } else { 0.01 } }),
            ),
            "0 11 %, 1 11 %, 2 11 %, 3 11 %, 4 11 %, 5 11 %, 6 11 %, 7 11 %, 2 others 12 %.",
        ),
        (
            "contour",
            many(17, |at| json!({ "label": at.to_string(), "points": [] })),
            "17 levels: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 and more.",
        ),
    ] {
        let lines = described(json!({ "type": kind, "elements": elements }));
        assert_eq!(lines.last().map(String::as_str), Some(last), "{kind}");
    }
}
