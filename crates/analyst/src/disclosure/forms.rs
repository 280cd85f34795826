//! Results that are neither table nor picture, as text: pages, typeset text, and the specifications
//! of interactive charts.

use crate::plain::plain;
use kernel::Shown;

/// The largest specification or page that is summarised, in bytes: the page blocks meanwhile.
const MAX_SUMMARISED_BYTES: usize = 4 << 20;

/// Returns whether this media type is a picture that can be scaled and sent.
pub(super) fn is_picture(kind: &str) -> bool {
    matches!(kind, "image/png" | "image/jpeg" | "image/gif" | "image/webp")
}

/// Returns whether the result is an interactive chart.
pub(super) fn interactive(shown: &Shown) -> bool {
    specification(shown).is_some()
}

/// Returns the library that draws an interactive chart, and the chart's specification.
pub(super) fn specification(shown: &Shown) -> Option<(&'static str, &str)> {
    shown.mime.iter().find_map(|(kind, spec)| match kind.as_str() {
        "application/vnd.plotly.v1+json" => Some(("Plotly", spec.as_str())),
        kind if kind.starts_with("application/vnd.vega") => Some(("Vega", spec.as_str())),
        _ => None,
    })
}

/// Summarises the data of a result's chart, else the specification of an interactive one, else a
/// page of HTML that has no other text.
pub(super) fn summary(shown: &Shown) -> Option<String> {
    if let Some(chart) = &shown.chart {
        return charts::summaries::chart(chart);
    }
    if let Some((_, source)) = specification(shown) {
        let value =
            (source.len() <= MAX_SUMMARISED_BYTES).then(|| serde_json::from_str(source).ok())??;
        return charts::summaries::specification(&value);
    }
    let page = shown
        .mime
        .get("text/html")
        .filter(|page| is_page(shown) && page.len() <= MAX_SUMMARISED_BYTES)?;
    Some(charts::summaries::page(page)).filter(|words| !words.is_empty())
}

/// Returns whether the value has no text of its own.
fn is_nameless(shown: &Shown) -> bool {
    shown.text.trim_start().starts_with('<') || shown.text.trim().is_empty()
}

fn is_page(shown: &Shown) -> bool {
    shown.data.is_none() && is_nameless(shown) && !shown.mime.contains_key("text/markdown")
}

/// Returns the label and the text of a result that is typeset text; a value with a text of its own
/// is not. `words` is the text of a page.
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
