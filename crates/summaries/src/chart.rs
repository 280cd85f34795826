//! A chart's data as text: what it is, its axes, and for each series the numbers that a question could be
//! about.
//!
//! The chart comes from the interpreter as JSON of any shape; whatever does not conform to `docs/results.md`
//! is left out.

use serde_json::Value;

use crate::label;

/// The most charts of one figure, and how deep they may be nested.
const MOST_CHARTS: usize = 6;
const DEEPEST: u32 = 2;
/// The most series that are described, the most points of each, and the most bars.
const MOST_SERIES: usize = 12;
const MOST_POINTS: usize = 24;
const MOST_BARS: usize = 40;
/// The most cells of a heat map.
const MOST_CELLS: usize = 100;

/// Describes a chart in words; returns `None` if there is nothing to say.
pub fn chart(chart: &Value) -> Option<String> {
    let mut lines = Vec::new();
    describe(chart, 0, &mut lines);
    let text = lines.join("\n");
    (!text.is_empty()).then_some(text)
}

fn describe(chart: &Value, depth: u32, lines: &mut Vec<String>) {
    let (kind, count) = (chart["type"].as_str().unwrap_or_default(), elements(chart).len());
    if count == 0 || depth > DEEPEST {
        return;
    }
    if kind == "several" {
        lines.push(format!("{count} charts:"));
        elements(chart).iter().take(MOST_CHARTS).for_each(|inner| describe(inner, depth + 1, lines));
        return;
    }
    let horizontal = if chart["horizontal"] == Value::Bool(true) { "horizontal " } else { "" };
    let polar =
        if chart["polar"] == Value::Bool(true) { " (x is the angle in radians, y the radius)" } else { "" };
    let mut head = format!("Chart data: {horizontal}{kind}{polar}");
    if let Some(title) = label(&chart["title"]) {
        head.push_str(&format!(", {title:?}"));
    }
    for (name, text, unit, scale) in [
        ("x", "xLabel", "xUnit", "xScale"),
        ("y", "yLabel", "yUnit", "yScale"),
        ("z", "zLabel", "zUnit", "zScale"),
    ] {
        let name_of_axis = label(&chart[text]);
        let unit = label(&chart[unit])
            .filter(|unit| name_of_axis.as_ref().is_none_or(|name| !name.contains(unit.as_str())));
        let unit = unit.map(|unit| format!("in {unit}"));
        let parts: Vec<String> = [name_of_axis, unit, label(&chart[scale])].into_iter().flatten().collect();
        if !parts.is_empty() && kind != "pie" {
            head.push_str(&format!("; {name}: {}", parts.join(", ")));
        }
    }
    if let Some(colour) = label(&chart["valueLabel"]) {
        head.push_str(&format!("; colour: {colour}"));
    }
    let mut body = Vec::new();
    match kind {
        "line" | "scatter" | "hexbin" | "contour" | "quiver" | "scatter3d" | "line3d" | "surface" => {
            let describe_element = match kind {
                "line" | "scatter" => series,
                "hexbin" => cells,
                "contour" => level,
                "quiver" => arrows,
                _ => points_3d,
            };
            elements(chart).iter().take(MOST_SERIES).for_each(|element| describe_element(element, &mut body));
            let more = count.saturating_sub(MOST_SERIES);
            if more > 0 {
                body.push(format!("and {more} more {}", if kind == "contour" { "levels" } else { "series" }));
            }
        }
        "bar" | "pie" => bars(elements(chart), kind == "pie", &mut body),
        "box" | "violin" => {
            elements(chart).iter().take(MOST_BARS).for_each(|element| body.push(boxed(element)))
        }
        "heatmap" => elements(chart).iter().take(1).for_each(|element| heat(element, &mut body)),
        _ => return,
    }
    lines.push(head);
    lines.append(&mut body);
}

/// Writes the count and extremes of a series, and some of its points.
fn series(element: &Value, lines: &mut Vec<String>) {
    let points: Vec<(&Value, &Value)> =
        list(&element["points"]).iter().map(|point| (&point[0], &point[1])).collect();
    let mut text = format!("- {}{} points", named(element), total(element, points.len()));
    let valued = || points.iter().filter_map(|(x, y)| Some((*x, y.as_f64()?)));
    let least = valued().min_by(|a, b| a.1.total_cmp(&b.1));
    let most = valued().max_by(|a, b| a.1.total_cmp(&b.1));
    if let (Some(least), Some(most)) = (least, most) {
        let at = |(x, y): (&Value, f64)| format!("{} at {}", rounded(y), number(x));
        text.push_str(&format!(", min {}, max {}", at(least), at(most)));
    }
    if let Some((least, most)) = extent(list(&element["values"]).iter()) {
        text.push_str(&format!(", colours from {least} to {most}"));
    }
    let some: Vec<String> =
        thinned(&points, MOST_POINTS).map(|(x, y)| format!("({}, {})", number(x), number(y))).collect();
    let word = if (some.len() as u64) < total(element, points.len()) { "some of them" } else { "they are" };
    text.push_str(&format!("; {word}: {}", some.join(" ")));
    lines.push(text);
}

/// Returns an element's label as the beginning of its line.
fn named(element: &Value) -> String {
    label(&element["label"]).map(|label| format!("{label:?}, ")).unwrap_or_default()
}

fn total(element: &Value, here: usize) -> u64 {
    element["total"].as_u64().unwrap_or(here as u64)
}

/// Returns the least and the greatest of the numbers.
fn extent<'a>(values: impl Iterator<Item = &'a Value>) -> Option<(String, String)> {
    let known: Vec<f64> = values.filter_map(Value::as_f64).collect();
    let least = known.iter().copied().reduce(f64::min)?;
    let most = known.iter().copied().reduce(f64::max)?;
    Some((rounded(least), rounded(most)))
}

/// Writes the number of hexagons, and those with the highest values.
fn cells(element: &Value, lines: &mut Vec<String>) {
    let (points, values) = (list(&element["points"]), list(&element["values"]));
    let mut held: Vec<(&Value, f64)> =
        points.iter().zip(values).filter_map(|(point, value)| Some((point, value.as_f64()?))).collect();
    held.sort_by(|a, b| b.1.total_cmp(&a.1));
    let most: Vec<String> = held
        .iter()
        .take(MOST_POINTS)
        .map(|(at, value)| format!("{} at ({}, {})", rounded(*value), number(&at[0]), number(&at[1])))
        .collect();
    let cells = total(element, points.len());
    lines.push(format!("- {}{cells} hexagons; those that hold the most: {}", named(element), most.join(" ")));
}

/// Writes a level, and the extent of its lines.
fn level(element: &Value, lines: &mut Vec<String>) {
    let points = list(&element["points"]);
    let [x, y] = [0, 1].map(|axis| extent(points.iter().map(move |point| &point[axis])));
    let span = |axis: &str, ends: Option<(String, String)>| {
        ends.map(|(least, most)| format!(", {axis} from {least} to {most}")).unwrap_or_default()
    };
    let name = label(&element["label"]).unwrap_or_default();
    lines.push(format!("- level {name}{}{}", span("x", x), span("y", y)));
}

/// Writes the number of arrows, and some of them.
fn arrows(element: &Value, lines: &mut Vec<String>) {
    let vectors = list(&element["vectors"]);
    let some: Vec<String> = thinned(vectors, MOST_POINTS)
        .map(|arrow| {
            let [x, y, u, v] = [0, 1, 2, 3].map(|at| number(&arrow[at]));
            format!("({u}, {v}) at ({x}, {y})")
        })
        .collect();
    let count = total(element, vectors.len());
    let word = if (some.len() as u64) < count { "some of them" } else { "they are" };
    lines.push(format!("- {}{count} arrows; {word}: {}", named(element), some.join(" ")));
}

/// Writes the number of 3D points, their extent, and some of them.
fn points_3d(element: &Value, lines: &mut Vec<String>) {
    let points = list(&element["points"]);
    let mut text = format!("- {}{} points", named(element), total(element, points.len()));
    for (at, axis) in ["x", "y", "z"].into_iter().enumerate() {
        if let Some((least, most)) = extent(points.iter().map(move |point| &point[at])) {
            text.push_str(&format!(", {axis} from {least} to {most}"));
        }
    }
    let some: Vec<String> = thinned(points, MOST_POINTS)
        .map(|point| format!("({}, {}, {})", number(&point[0]), number(&point[1]), number(&point[2])))
        .collect();
    let word = if (some.len() as u64) < total(element, points.len()) { "some of them" } else { "they are" };
    lines.push(format!("{text}; {word}: {}", some.join(" ")));
}

/// Returns at most `most` items, evenly spaced, with both ends.
fn thinned<T>(all: &[T], most: usize) -> impl Iterator<Item = &T> {
    let count = all.len().min(most);
    let step = move |at: usize| if count < 2 { 0 } else { at * (all.len() - 1) / (count - 1) };
    (0..count).filter_map(move |at| all.get(step(at)))
}

fn bars(elements: &[Value], shares: bool, lines: &mut Vec<String>) {
    let bar = |element: &Value| {
        let group = label(&element["group"]).map(|group| format!(" ({group})")).unwrap_or_default();
        let name = label(&element["label"]).unwrap_or_default();
        let from = element.get("base").map(|base| format!(" from {}", number(base))).unwrap_or_default();
        match element["value"].as_f64() {
            Some(share) if shares => format!("{name}{group}: {} %", rounded(share * 100.0)),
            _ => format!("{name}{group}: {}{from}", number(&element["value"])),
        }
    };
    let shown: Vec<String> = elements.iter().take(MOST_BARS).map(bar).collect();
    lines.push(shown.join("; "));
    if elements.len() > MOST_BARS {
        lines.push(format!("and {} more", elements.len() - MOST_BARS));
    }
}

fn boxed(element: &Value) -> String {
    let parts: Vec<String> = [
        ("min", "min"),
        ("first quartile", "firstQuartile"),
        ("median", "median"),
        ("third quartile", "thirdQuartile"),
        ("max", "max"),
        ("mean", "mean"),
    ]
    .into_iter()
    // Values that are not drawn are unknown; a box has no mean.
    .filter(|(_, key)| !element[*key].is_null())
    .map(|(name, key)| format!("{name} {}", number(&element[key])))
    .collect();
    let name = label(&element["label"]).unwrap_or_default();
    let outliers = element["outliers"].as_array().map(|outliers| format!(", {} outliers", outliers.len()));
    format!("- {name:?}: {}{}", parts.join(", "), outliers.unwrap_or_default())
}

fn heat(element: &Value, lines: &mut Vec<String>) {
    let names = |key: &str| {
        list(&element[key]).iter().map(|name| label(name).unwrap_or_default()).collect::<Vec<_>>()
    };
    let (columns, rows, values) = (names("columns"), names("rows"), list(&element["values"]));
    lines.push(format!("{} rows and {} columns", rows.len(), columns.len()));
    if rows.len() * columns.len() <= MOST_CELLS {
        lines.push(format!("columns: {}", columns.join(", ")));
        for (name, row) in rows.iter().zip(values) {
            lines.push(format!("- {name}: {}", list(row).iter().map(number).collect::<Vec<_>>().join(", ")));
        }
    }
}

fn elements(chart: &Value) -> &[Value] {
    list(&chart["elements"])
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// Formats a number or a place on an axis.
fn number(value: &Value) -> String {
    match value {
        Value::Number(number) if number.is_f64() => rounded(number.as_f64().unwrap_or_default()),
        Value::String(text) => crate::line(text.trim_end_matches("T00:00:00")),
        Value::Null => "none".to_owned(),
        Value::Array(_) | Value::Object(_) => "?".to_owned(),
        other => other.to_string(),
    }
}

/// Rounds to six digits for a small number and two decimals for a large one: enough to answer with, without
/// floating-point noise.
fn rounded(number: f64) -> String {
    const WHOLE: f64 = 9_007_199_254_740_992.0;
    let size = number.abs();
    let mut scale = if size >= 1000.0 { 100.0 } else { 1.0 };
    while size > 0.0 && size * scale < 1e5 && scale < 1e300 {
        scale *= 10.0;
    }
    let value = if size < WHOLE { (number * scale).round() / scale } else { number };
    if value.trunc() == value && size < WHOLE {
        return (value as i64).to_string();
    }
    serde_json::Number::from_f64(value).map_or_else(String::new, |number| number.to_string())
}
