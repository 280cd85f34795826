//! A chart's data as text: what it is, its axes, and for each series the numbers that a question could be about.
//!
//! The chart comes from the interpreter as JSON of any shape; what is not as `docs/results.md` has it is left out.

use serde_json::Value;

use crate::label;

/// The most charts of one figure, and how deep they may be nested.
const MOST_CHARTS: usize = 6;
const DEEPEST: u32 = 2;
/// The most series that are told of, the most points of each, and the most bars.
const MOST_SERIES: usize = 12;
const MOST_POINTS: usize = 24;
const MOST_BARS: usize = 40;
/// The most cells of a heat map.
const MOST_CELLS: usize = 100;

/// The types that there are.
const TYPES: [&str; 7] = ["line", "scatter", "bar", "pie", "box", "heatmap", "several"];

/// Type (of the fixed list, else "other") and number of elements.
fn outline(chart: &Value) -> (&'static str, usize) {
    let name = chart["type"].as_str();
    let kind = TYPES.into_iter().find(|kind| name == Some(*kind)).unwrap_or("other");
    (kind, elements(chart).len())
}

/// The chart in words; nothing where it says nothing.
pub fn chart(chart: &Value) -> Option<String> {
    let mut lines = Vec::new();
    describe(chart, 0, &mut lines);
    let text = lines.join("\n");
    (!text.is_empty()).then_some(text)
}

fn describe(chart: &Value, depth: u32, lines: &mut Vec<String>) {
    let (kind, count) = outline(chart);
    if count == 0 || kind == "other" || depth > DEEPEST {
        return;
    }
    if kind == "several" {
        lines.push(format!("{count} charts:"));
        elements(chart).iter().take(MOST_CHARTS).for_each(|inner| describe(inner, depth + 1, lines));
        return;
    }
    let horizontal = if chart["horizontal"] == Value::Bool(true) { "horizontal " } else { "" };
    let mut head = format!("Chart data: {horizontal}{kind}");
    if let Some(title) = label(&chart["title"]) {
        head.push_str(&format!(", {title:?}"));
    }
    for (name, text, unit, scale) in [("x", "xLabel", "xUnit", "xScale"), ("y", "yLabel", "yUnit", "yScale")]
    {
        let name_of_axis = label(&chart[text]);
        let unit = label(&chart[unit])
            .filter(|unit| name_of_axis.as_ref().is_none_or(|name| !name.contains(unit.as_str())));
        let unit = unit.map(|unit| format!("in {unit}"));
        let parts: Vec<String> = [name_of_axis, unit, label(&chart[scale])].into_iter().flatten().collect();
        if !parts.is_empty() && kind != "pie" {
            head.push_str(&format!("; {name}: {}", parts.join(", ")));
        }
    }
    lines.push(head);
    match kind {
        "line" | "scatter" => {
            elements(chart).iter().take(MOST_SERIES).for_each(|element| series(element, lines));
            let more = count.saturating_sub(MOST_SERIES);
            if more > 0 {
                lines.push(format!("and {more} more series"));
            }
        }
        "bar" | "pie" => bars(elements(chart), kind == "pie", lines),
        "box" => elements(chart).iter().take(MOST_BARS).for_each(|element| lines.push(boxed(element))),
        _ => elements(chart).iter().take(1).for_each(|element| heat(element, lines)),
    }
}

/// Count, ends and extremes of a series, and points of it.
fn series(element: &Value, lines: &mut Vec<String>) {
    let points: Vec<(&Value, &Value)> =
        list(&element["points"]).iter().map(|point| (&point[0], &point[1])).collect();
    let count = element["total"].as_u64().unwrap_or(points.len() as u64);
    let name = label(&element["label"]).map(|label| format!("{label:?}, ")).unwrap_or_default();
    let mut text = format!("- {name}{count} points");
    let valued = || points.iter().filter_map(|(x, y)| Some((*x, y.as_f64()?)));
    let least = valued().min_by(|a, b| a.1.total_cmp(&b.1));
    let most = valued().max_by(|a, b| a.1.total_cmp(&b.1));
    if let (Some(least), Some(most)) = (least, most) {
        let at = |(x, y): (&Value, f64)| format!("{} at {}", rounded(y), number(x));
        text.push_str(&format!(", min {}, max {}", at(least), at(most)));
    }
    let some: Vec<String> =
        thinned(&points, MOST_POINTS).map(|(x, y)| format!("({}, {})", number(x), number(y))).collect();
    let word = if some.len() < points.len() { "some of them" } else { "they are" };
    text.push_str(&format!("; {word}: {}", some.join(" ")));
    lines.push(text);
}

/// As many as may be, evenly chosen, with both ends.
fn thinned<T>(all: &[T], most: usize) -> impl Iterator<Item = &T> {
    let count = all.len().min(most);
    let step = move |at: usize| if count < 2 { 0 } else { at * (all.len() - 1) / (count - 1) };
    (0..count).filter_map(move |at| all.get(step(at)))
}

fn bars(elements: &[Value], shares: bool, lines: &mut Vec<String>) {
    let bar = |element: &Value| {
        let group = label(&element["group"]).map(|group| format!(" ({group})")).unwrap_or_default();
        let name = label(&element["label"]).unwrap_or_default();
        match element["value"].as_f64() {
            Some(share) if shares => format!("{name}{group}: {} %", rounded(share * 100.0)),
            _ => format!("{name}{group}: {}", number(&element["value"])),
        }
    };
    let told: Vec<String> = elements.iter().take(MOST_BARS).map(bar).collect();
    lines.push(told.join("; "));
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
    ]
    .into_iter()
    .map(|(name, key)| format!("{name} {}", number(&element[key])))
    .collect();
    let name = label(&element["label"]).unwrap_or_default();
    format!("- {name:?}: {}, {} outliers", parts.join(", "), list(&element["outliers"]).len())
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

/// A number or a place on an axis.
fn number(value: &Value) -> String {
    match value {
        Value::Number(number) if number.is_f64() => rounded(number.as_f64().unwrap_or_default()),
        Value::String(text) => crate::line(text.trim_end_matches("T00:00:00")),
        Value::Null => "none".to_owned(),
        Value::Array(_) | Value::Object(_) => "?".to_owned(),
        other => other.to_string(),
    }
}

/// Six digits of a small number and two decimals of a large one: enough to answer with, and no noise of floating point.
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
