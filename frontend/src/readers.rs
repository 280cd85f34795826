//! Functions that the views of results call, to read what a result has (`public/results/readers.js`).

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::foreign::plain;

/// Describes a chart, which is given as JSON, in sentences; none if it is not a chart.
#[wasm_bindgen(js_name = describeChart)]
pub fn describe_chart(json: &str) -> Vec<String> {
    serde_json::from_str(json).map(|chart| summaries::description(&chart)).unwrap_or_default()
}

/// Parses Markdown to a list of [`markdown::Node`].
#[wasm_bindgen(js_name = parseMarkdown)]
pub fn parse_markdown(text: &str) -> JsValue {
    plain(&markdown::parse_part(text, &[], &[]).nodes).unwrap_or_default()
}
