//! The golden charts, which the harness produced, and what is read of others.

use std::{fs, path::Path};

use serde_json::{Number, Value, json};

use crate::{Axes, Chart, Coordinate, Series};

/// Returns the golden charts with their names.
fn golden() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden");
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let named = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_owned();
    paths.map(|path| (named(&path), fs::read_to_string(path).unwrap())).collect()
}

/// Returns a line chart with this element.
fn line(element: &Value) -> Value {
    json!({ "type": "line", "elements": [element] })
}

#[test]
fn every_example_comes_back_unchanged() {
    for (name, text) in golden() {
        let expected: Value = serde_json::from_str(&text).unwrap();
        let chart: Chart =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(serde_json::to_value(&chart).unwrap(), expected, "{name}");
        assert_eq!(name.split('-').next(), Some(chart.kind()));
        assert_eq!(expected["elements"].as_array().map(Vec::len), Some(chart.count()), "{name}");
        assert_eq!(expected["title"], chart.axes().title, "{name}");
    }
}

#[test]
fn every_field_comes_back_unchanged() {
    let axes = json!({
        "title": "t", "xLabel": "x (m)", "xUnit": "m", "xScale": "log", "yLabel": "y (s)", "yUnit": "s", "yScale": "linear",
        "xTicks": ["1"], "yTicks": ["2"], "zLabel": "z (K)", "zUnit": "K", "zScale": "datetime", "zTicks": ["3"],
        "polar": true, "zeroAt": 1.5, "clockwise": true, "angles": [[0, "p"], [1.5, "q"]], "over": true,
    });
    let points = json!([[1, "b"], [null, -2.5]]);
    let series = json!({ "label": "a", "points": points, "total": 9, "step": "pre", "xErrors": points, "yErrors": points,
        "values": [1, null], "sizes": [null, 2.5] });
    let places =
        json!({ "label": "a", "points": [[1, "b", null]], "total": 9, "faces": [[0, 1, 2], []] });
    let mut charts: Vec<Value> = Vec::new();
    for (kind, options, element) in [
        ("line", json!({ "stacked": true }), series.clone()),
        ("line", json!({}), json!({ "label": "", "points": [], "step": "mid" })),
        ("line", json!({}), json!({ "label": "", "points": [], "step": "post" })),
        ("scatter", json!({ "valueLabel": "heat (K)", "valueUnit": "K" }), series),
        (
            "bar",
            json!({ "horizontal": true, "stacked": true }),
            json!({ "label": "a", "group": "g", "value": null, "from": 0, "to": 1, "base": null, "error": [0.5, "c"] }),
        ),
        ("bar", json!({}), json!({ "label": "a", "group": "g", "value": 1, "base": "2026-01-03" })),
        ("pie", json!({}), json!({ "label": "a", "angle": 90, "radius": 1, "value": 0.25 })),
        (
            "box",
            json!({ "horizontal": true }),
            json!({ "label": "a", "min": 1, "firstQuartile": 2, "median": 3, "thirdQuartile": 4, "max": 5, "outliers": [9] }),
        ),
        (
            "violin",
            json!({ "horizontal": true }),
            json!({ "label": "a", "min": 1, "firstQuartile": 2, "median": 3, "thirdQuartile": 4, "max": 5, "mean": 6 }),
        ),
        (
            "heatmap",
            json!({ "valueLabel": "n", "valueUnit": "" }),
            json!({ "label": "a", "columns": ["c"], "rows": ["r", "s"], "values": [[1, null], []], "total": 9 }),
        ),
        (
            "hexbin",
            json!({ "valueLabel": "n", "valueUnit": "" }),
            json!({ "label": "a", "points": points, "values": [1, null], "total": 9 }),
        ),
        (
            "contour",
            json!({ "filled": true, "valueLabel": "n", "valueUnit": "" }),
            json!({ "label": "a", "level": 1, "from": 1, "to": null, "points": points, "total": 9 }),
        ),
        (
            "quiver",
            json!({}),
            json!({ "label": "a", "vectors": [[1, "b", null, -2.5]], "total": 9 }),
        ),
        ("scatter3d", json!({}), places.clone()),
        ("line3d", json!({}), places.clone()),
        ("surface", json!({}), places),
    ] {
        let mut chart = json!({ "type": kind, "elements": [element] });
        for fields in [&axes, &options] {
            chart.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        }
        charts.push(chart);
    }
    let mut several = json!({ "type": "several", "elements": charts });
    several.as_object_mut().unwrap().extend(axes.as_object().unwrap().clone());
    for chart in &charts {
        let read: Chart = serde_json::from_value(chart.clone()).unwrap();
        assert_eq!((chart["type"].as_str(), 1), (Some(read.kind()), read.count()));
    }
    let read: Chart = serde_json::from_value(several.clone()).unwrap();
    assert_eq!(serde_json::to_value(&read).unwrap(), several);
}

#[test]
fn missing_texts_are_read_as_empty_ones() {
    let found: Chart =
        serde_json::from_value(line(&json!({ "points": [[1, "a"], [null, 2.5]] }))).unwrap();
    let points = vec![
        [Coordinate::Number(1.into()), Coordinate::Text("a".into())],
        [Coordinate::Missing, Coordinate::Number(Number::from_f64(2.5).unwrap())],
    ];
    let (label, total, step) = (String::new(), None, None);
    let series = Series {
        label,
        points,
        total,
        step,
        dash: None,
        x_errors: None,
        y_errors: None,
        values: None,
        sizes: None,
    };
    assert_eq!(
        found,
        Chart::Line { axes: Axes::default(), stacked: false, elements: vec![series] }
    );
}

#[test]
fn an_element_of_another_shape_is_an_error() {
    for element in [
        json!(null),
        json!(7),
        json!([]),
        json!({}),
        json!({ "points": "4" }),
        json!({ "points": [[1]] }),
        json!({ "points": [[1, 2, 3]] }),
        json!({ "points": [[1, [2]]] }),
        json!({ "points": [[1, true]] }),
        json!({ "points": [], "total": -1 }),
        json!({ "points": [], "total": 1.5 }),
        json!({ "points": [], "label": 7 }),
        json!({ "points": [], "step": "up" }),
        json!({ "points": [], "values": ["red"] }),
    ] {
        let read = serde_json::from_value::<Chart>(line(&element));
        assert!(read.is_err(), "{element} is read as {read:?}");
    }
    assert!(serde_json::from_value::<Chart>(line(&json!({ "points": [] }))).is_ok());
}

#[test]
fn without_its_view_a_chart_has_its_data() {
    let charts = json!({ "type": "several", "complete": true, "elements": [
        { "type": "bar", "xReversed": true, "elements": [{ "label": "a", "value": 1, "text": "1" }] },
        { "type": "pie", "zeroAt": 1.5, "clockwise": true, "elements": [
            { "label": "a", "angle": 360.0, "radius": 1.0, "value": 1.0 },
        ] },
        { "type": "line", "polar": true, "zeroAt": 1.5, "elements": [{ "label": "l", "points": [] }] },
    ] });
    let plain = json!({ "type": "several", "elements": [
        { "type": "bar", "elements": [{ "label": "a", "value": 1 }] },
        { "type": "pie", "elements": [
            { "label": "a", "angle": 360.0, "radius": 1.0, "value": 1.0 },
        ] },
        { "type": "line", "polar": true, "zeroAt": 1.5, "elements": [{ "label": "l", "points": [] }] },
    ] });
    let [charts, plain]: [Chart; 2] =
        [charts, plain].map(|chart| serde_json::from_value(chart).unwrap());
    assert_eq!(charts.without_view(), plain);
}

#[test]
fn numbers_stay_as_they_were_written() {
    for text in ["1", "1.0", "-0.0", "18446744073709551615", "1e308", "5e-324"] {
        let chart = format!(r#"{{"type":"line","elements":[{{"points":[[{text},null]]}}]}}"#);
        let read: Chart = serde_json::from_str(&chart).unwrap();
        let expected: Value = serde_json::from_str(text).unwrap();
        assert_eq!(
            serde_json::to_value(&read).unwrap()["elements"][0]["points"],
            json!([[expected, null]]),
            "{text}"
        );
    }
}

#[cfg(feature = "schema")]
#[test]
fn the_schema_is_that_of_the_types() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema.json");
    let wanted = format!("{:#}\n", crate::schema().as_value());
    if std::env::var_os("INSITU_BLESS").is_some() {
        fs::write(&path, &wanted).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap();
    assert!(
        found == wanted,
        "schema.json is not that of the types; if that is intended, run the test once with INSITU_BLESS=1"
    );
}
