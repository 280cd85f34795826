//! Functions that the views of results call, to read what a result has (`public/results/readers.js`).

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::foreign::plain;

/// Describes a chart, which is given as JSON, in sentences; none if it is not a chart.
#[wasm_bindgen(js_name = describeChart)]
pub fn describe_chart(json: &str) -> Vec<String> {
    serde_json::from_str(json).map(|chart| summaries::description(&chart)).unwrap_or_default()
}

/// Returns the numbers of a chart, which is given as JSON, as a list of [`charts::tables::Titled`]; empty if it is not a chart.
#[wasm_bindgen(js_name = chartTables)]
pub fn chart_tables(json: &str) -> JsValue {
    let tables = serde_json::from_str(json).map(|chart: charts::Chart| chart.tables());
    plain(&tables.unwrap_or_default()).unwrap_or_default()
}

/// Parses Markdown to a list of [`markdown::Node`].
#[wasm_bindgen(js_name = parseMarkdown)]
pub fn parse_markdown(text: &str) -> JsValue {
    plain(&markdown::parse_part(text, &[], &[]).nodes).unwrap_or_default()
}
