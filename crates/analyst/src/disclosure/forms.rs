//! Results that are neither table nor picture, as text: pages, set text, and the specifications of interactive charts.

use crate::text::plain;
use kernel::Shown;
use serde_json::Value;

/// The largest specification that is put into words, in bytes: the page waits while it is.
const MOST_SPEC: usize = 4 << 20;
/// The types of charts that there are.
const TYPES: [&str; 7] = ["line", "scatter", "bar", "pie", "box", "heatmap", "several"];

/// Whether this type is a picture that can be scaled and sent.
pub(super) fn is_picture(kind: &str) -> bool {
    matches!(kind, "image/png" | "image/jpeg" | "image/gif" | "image/webp")
}

/// Whether the result is an interactive chart.
pub(super) fn interactive(shown: &Shown) -> bool {
    specification(shown).is_some()
}

/// What draws an interactive chart, and its specification.
pub(super) fn specification(shown: &Shown) -> Option<(&'static str, &str)> {
    shown.mime.iter().find_map(|(kind, spec)| match kind.as_str() {
        "application/vnd.plotly.v1+json" => Some(("Plotly", spec.as_str())),
        kind if kind.starts_with("application/vnd.vega") => Some(("Vega", spec.as_str())),
        _ => None,
    })
}

/// A chart's type (of the fixed list, else "other") and number of elements: what may be said without a word of the chart's own.
pub(super) fn outline(chart: &Value) -> (&'static str, usize) {
    let name = chart["type"].as_str();
    let kind = TYPES.into_iter().find(|kind| name == Some(*kind)).unwrap_or("other");
    (kind, chart["elements"].as_array().map_or(0, Vec::len))
}

/// What of a result there is to put into words, as JSON: the data of its chart, else the specification of an interactive one, with the name of
/// the function that does it (of the crate `captions`).
pub fn worth_words(shown: &Shown) -> Option<(&'static str, String)> {
    let drawn = shown.chart.as_ref().map(|chart| ("chart", chart.to_string()));
    drawn
        .or_else(|| specification(shown).map(|(_, spec)| ("specification", spec.to_owned())))
        .filter(|(_, json)| json.len() <= MOST_SPEC)
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
