//! Results that are neither table nor picture, as text: pages, set text, and the specifications of interactive charts.

use kernel::Shown;
use serde_json::Value;

use crate::text::{line, plain};

/// The largest specification that is read, in bytes: the page waits while it is.
const MOST_SPEC: usize = 4 << 20;
/// The most traces of a chart that are named.
const MOST_TRACES: usize = 12;
/// The most characters of a name.
const MOST_NAME: usize = 60;

/// Whether this type is a picture that can be scaled and sent.
pub(super) fn is_picture(kind: &str) -> bool {
    matches!(kind, "image/png" | "image/jpeg" | "image/gif" | "image/webp")
}

/// Whether the result is an interactive chart.
pub(super) fn interactive(shown: &Shown) -> bool {
    specification(shown).is_some()
}

/// What draws an interactive chart, and its specification.
fn specification(shown: &Shown) -> Option<(&'static str, &str)> {
    shown.mime.iter().find_map(|(kind, spec)| match kind.as_str() {
        "application/vnd.plotly.v1+json" => Some(("Plotly", spec.as_str())),
        kind if kind.starts_with("application/vnd.vega") => Some(("Vega", spec.as_str())),
        _ => None,
    })
}

/// What draws an interactive chart, and what its specification says, where the result is one.
pub(super) fn specified(shown: &Shown) -> Option<(&'static str, Option<String>)> {
    let (kind, spec) = specification(shown)?;
    let spec = Some(spec).filter(|spec| spec.len() <= MOST_SPEC);
    Some((kind, spec.and_then(|spec| serde_json::from_str(spec).ok()).and_then(|spec| told(&spec))))
}

/// Title and traces (Plotly), or mark and fields (Vega-Lite).
fn told(spec: &Value) -> Option<String> {
    let mut lines = Vec::new();
    let title =
        [&spec["layout"]["title"]["text"], &spec["layout"]["title"], &spec["title"]["text"], &spec["title"]];
    if let Some(title) = title.into_iter().find_map(Value::as_str) {
        lines.push(format!("title: {}", line(title, MOST_NAME)));
    }
    for trace in spec["data"].as_array().into_iter().flatten().take(MOST_TRACES) {
        let [kind, name] =
            ["type", "name"].map(|key| line(trace[key].as_str().unwrap_or_default(), MOST_NAME));
        let points = ["y", "x", "values", "z"].iter().find_map(|key| Some(trace[*key].as_array()?.len()));
        let points = points.map(|points| format!(", {points} points")).unwrap_or_default();
        lines.push(format!("- {kind} {name:?}{points}"));
    }
    if let Some(mark) = spec["mark"].as_str().or(spec["mark"]["type"].as_str()) {
        lines.push(format!("mark: {}", line(mark, MOST_NAME)));
    }
    for (channel, how) in spec["encoding"].as_object().into_iter().flatten().take(MOST_TRACES) {
        if let Some(field) = how["field"].as_str() {
            lines.push(format!("- {}: {}", line(channel, MOST_NAME), line(field, MOST_NAME)));
        }
    }
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// The kind of a result that is set text, as it stands before it, and the text. A value with a text of its own is none.
pub(super) fn text(shown: &Shown) -> Option<(&'static str, String)> {
    let form = |kind: &str| shown.mime.get(kind).map(|body| plain(body).trim().to_owned());
    let nameless = shown.text.trim_start().starts_with('<') || shown.text.trim().is_empty();
    if let Some(source) = form("text/markdown") {
        return Some(("Text (Markdown), shown to the person:\n", source));
    }
    let page = form("text/html").filter(|_| nameless);
    if let Some(page) = page {
        return Some(("Page (HTML), shown to the person; its text:\n", without_tags(&page)));
    }
    let formula = form("text/latex").filter(|_| nameless);
    if let Some(formula) = formula {
        return Some(("Formula (LaTeX), shown to the person: ", formula));
    }
    form("application/json").filter(|_| nameless).map(|json| ("JSON, shown to the person: ", json))
}

/// What of a page is read: no tags, no scripts, no styles. It is told, never shown, so that nothing hangs on its being exact.
fn without_tags(page: &str) -> String {
    let mut text = String::new();
    let mut rest = page;
    while let Some((before, tag)) = rest.split_once('<') {
        text.push_str(before);
        let lower: String = tag.chars().take(6).flat_map(char::to_lowercase).collect();
        let end = if lower.starts_with("style") {
            "</style>"
        } else if lower.starts_with("script") {
            "</script>"
        } else {
            ">"
        };
        text.push(' ');
        rest = tag.split_once(end).map_or("", |(_, rest)| rest);
    }
    text.push_str(rest);
    for (entity, character) in
        [("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", " "), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
    {
        text = text.replace(entity, character);
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
