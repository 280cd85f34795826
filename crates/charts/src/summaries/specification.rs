//! The summary of an interactive chart's specification.

use serde_json::Value;

use crate::summaries::line;

/// The most traces and channels that are named.
const MAX_TRACES: usize = 12;

/// Describes title and traces (Plotly), or mark and fields (Vega-Lite).
pub fn specification(spec: &Value) -> Option<String> {
    let mut lines = Vec::new();
    let title = [
        &spec["layout"]["title"]["text"],
        &spec["layout"]["title"],
        &spec["title"]["text"],
        &spec["title"],
    ];
    if let Some(title) = title.into_iter().find_map(Value::as_str) {
        lines.push(format!("title: {}", line(title)));
    }
    for trace in spec["data"].as_array().into_iter().flatten().take(MAX_TRACES) {
        let [kind, name] =
            ["type", "name"].map(|key| line(trace[key].as_str().unwrap_or_default()));
        let points =
            ["y", "x", "values", "z"].iter().find_map(|key| Some(trace[*key].as_array()?.len()));
        let points = points.map(|points| format!(", {points} points")).unwrap_or_default();
        lines.push(format!("- {kind} {name:?}{points}"));
    }
    if let Some(mark) = spec["mark"].as_str().or(spec["mark"]["type"].as_str()) {
        lines.push(format!("mark: {}", line(mark)));
    }
    for (channel, how) in spec["encoding"].as_object().into_iter().flatten().take(MAX_TRACES) {
        if let Some(field) = how["field"].as_str() {
            lines.push(format!("- {}: {}", line(channel), line(field)));
        }
    }
    (!lines.is_empty()).then(|| lines.join("\n"))
}
