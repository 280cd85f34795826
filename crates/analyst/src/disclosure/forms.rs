//! Results that are neither table nor picture, as text: pages, set text, and the specifications of interactive charts.

use crate::text::plain;
use kernel::Shown;
use serde_json::Value;

/// The largest specification that is put into words, in bytes: the page waits while it is.
const MOST_SPEC: usize = 4 << 20;
/// The types of charts that there are.
const TYPES: [&str; 14] = [
    "line",
    "scatter",
    "bar",
    "pie",
    "box",
    "violin",
    "heatmap",
    "hexbin",
    "contour",
    "quiver",
    "scatter3d",
    "line3d",
    "surface",
    "several",
];

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

/// What of a result there is to put into words, with the name of the function that does it (of the crate `summaries`): the data of its chart,
/// else the specification of an interactive one, both JSON, else a page of HTML that has no other text.
pub fn worth_words(shown: &Shown) -> Option<(&'static str, String)> {
    let drawn = shown.chart.as_ref().map(|chart| ("chart", chart.to_string()));
    drawn
        .or_else(|| specification(shown).map(|(_, spec)| ("specification", spec.to_owned())))
        .or_else(|| shown.mime.get("text/html").filter(|_| is_page(shown)).map(|page| ("page", page.clone())))
        .filter(|(_, source)| source.len() <= MOST_SPEC)
}

/// Whether the value has no text of its own.
fn is_nameless(shown: &Shown) -> bool {
    shown.text.trim_start().starts_with('<') || shown.text.trim().is_empty()
}

fn is_page(shown: &Shown) -> bool {
    shown.data.is_none() && is_nameless(shown) && !shown.mime.contains_key("text/markdown")
}

/// The kind of a result that is set text, as it stands before it, and the text. A value with a text of its own is none. `words` are those of a
/// page.
pub(super) fn text(shown: &Shown, words: Option<String>) -> Option<(&'static str, String)> {
    let form = |kind: &str| shown.mime.get(kind).map(|body| plain(body).trim().to_owned());
    let nameless = is_nameless(shown);
    if let Some(source) = form("text/markdown") {
        return Some(("Text (Markdown), shown to the user:\n", source));
    }
    if let Some(words) = words.filter(|_| is_page(shown)) {
        return Some(("Page (HTML), shown to the user; its text:\n", words));
    }
    let formula = form("text/latex").filter(|_| nameless);
    if let Some(formula) = formula {
        return Some(("Formula (LaTeX), shown to the user: ", formula));
    }
    form("application/json").filter(|_| nameless).map(|json| ("JSON, shown to the user: ", json))
}
