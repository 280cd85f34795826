//! Which forms a result has, the best first, and under which name each is saved. Knows types and
//! texts, nothing of views.

use charts::Chart;
use kernel::Shown;
use text::visible;
use words::Message;

/// A kind of view. The order is the order of preference: interactive forms, then laid-out ones,
/// then text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A figure of Plotly.
    Plotly,
    /// A specification of Vega-Lite.
    VegaLite,
    /// A specification of Vega.
    Vega,
    /// A picture, with its chart if that is known.
    Figure,
    /// A table.
    Table,
    /// A document.
    Html,
    /// Markdown.
    Markdown,
    /// Vector graphics.
    Svg,
    /// A formula.
    MathMl,
    /// A formula, or text with formulas.
    Latex,
    /// A picture beside a form that says more.
    Picture,
    /// Code; the first line names its language.
    Code,
    /// JSON.
    Json,
    /// Text as a terminal shows it.
    Text,
}

/// Each kind with its name, its label, and the media types that it shows, the better version first.
const KINDS: [(Kind, &str, Message, &[&str]); 14] = [
    (Kind::Plotly, "plotly", words::forms_interactive_chart, &["application/vnd.plotly.v1+json"]),
    (
        Kind::VegaLite,
        "vegalite",
        words::forms_interactive_chart,
        &[
            "application/vnd.vegalite.v6+json",
            "application/vnd.vegalite.v5+json",
            "application/vnd.vegalite.v4+json",
        ],
    ),
    (
        Kind::Vega,
        "vega",
        words::forms_interactive_chart,
        &["application/vnd.vega.v6+json", "application/vnd.vega.v5+json"],
    ),
    (Kind::Figure, "figure", words::forms_figure, &[]),
    (Kind::Table, "table", words::forms_table, &[]),
    (Kind::Html, "html", words::forms_html, &["text/html"]),
    (Kind::Markdown, "markdown", words::forms_markdown, &["text/markdown"]),
    (Kind::Svg, "svg", words::forms_drawing, &["image/svg+xml"]),
    (Kind::MathMl, "mathml", words::forms_formula, &["application/mathml+xml"]),
    (Kind::Latex, "latex", words::forms_latex, &["text/latex"]),
    (Kind::Picture, "picture", words::forms_picture, &[]),
    (Kind::Code, "code", words::forms_code, &["text/x-code"]),
    (Kind::Json, "json", words::forms_json, &["application/json"]),
    (Kind::Text, "text", words::forms_text, &["text/plain"]),
];

/// The types of pictures that a browser draws without running anything, the best first.
const PICTURES: [&str; 4] = ["image/png", "image/jpeg", "image/webp", "image/gif"];

/// The file extension of each type, and its name.
const FILES: [(&str, &str, &str); 12] = [
    ("application/vnd.plotly.v1+json", "json", "Plotly JSON"),
    ("application/json", "json", "JSON"),
    ("application/mathml+xml", "mml", "MathML"),
    ("image/png", "png", "PNG"),
    ("image/jpeg", "jpg", "JPEG"),
    ("image/gif", "gif", "GIF"),
    ("image/webp", "webp", "WebP"),
    ("image/svg+xml", "svg", "SVG"),
    ("text/html", "html", "HTML"),
    ("text/markdown", "md", "Markdown"),
    ("text/latex", "tex", "LaTeX"),
    ("text/plain", "txt", "text"),
];

/// A form in which a result can be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// How it is shown.
    pub kind: Kind,
    /// The media type of its text; `None` if the view is not made from the text of one type.
    pub media_type: Option<&'static str>,
}

/// A picture as Python showed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Its media type.
    pub media_type: &'static str,
    /// Its bytes in base64, without line breaks.
    pub base64: String,
}

impl Kind {
    fn row(self) -> &'static (Kind, &'static str, Message, &'static [&'static str]) {
        KINDS.iter().find(|(kind, ..)| *kind == self).unwrap_or(&KINDS[13])
    }

    /// Returns its name, as the frames of rendered results have it too.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// Returns its label for the user.
    #[must_use]
    pub fn label(self) -> &'static str {
        self.row().2()
    }
}

impl Form {
    /// Returns its text.
    #[must_use]
    pub fn content<'a>(&self, shown: &'a Shown) -> &'a str {
        let content = self.media_type.and_then(|media_type| shown.mime.get(media_type));
        content.map(String::as_str).filter(|text| !text.is_empty()).unwrap_or(&shown.text)
    }

    /// Returns its label among others: with its type if another has the same one.
    #[must_use]
    pub fn title(&self, all: &[Form]) -> String {
        let label = self.kind.label();
        let is_shared = all.iter().filter(|other| other.kind.label() == label).count() > 1;
        match self.media_type.filter(|_| is_shared) {
            Some(media_type) => format!("{label} ({})", file_of(media_type).1),
            None => label.to_owned(),
        }
    }
}

/// Returns the forms in which a result can be shown, the best first.
#[must_use]
pub fn forms(shown: &Shown) -> Vec<Form> {
    let has =
        |media_type: &str| shown.mime.get(media_type).is_some_and(|content| !content.is_empty());
    let mut found: Vec<Form> = KINDS
        .iter()
        .filter_map(|(kind, _, _, types)| {
            let media_type = types.iter().copied().find(|media_type| has(media_type));
            let is_there = match kind {
                Kind::Figure => is_figure(shown),
                Kind::Table => shown.data.is_some(),
                Kind::Picture => picture(shown).is_some() && !is_figure(shown),
                _ => media_type.is_some(),
            };
            is_there.then_some(Form { kind: *kind, media_type })
        })
        .collect();
    if !found.iter().any(|form| form.kind == Kind::Text) && !shown.text.is_empty() {
        found.push(Form { kind: Kind::Text, media_type: None });
    }
    if shown.mime.get("text/html").is_some_and(|html| is_styled_table(html)) {
        // Its HTML is preferred to its cells, since the colours are its purpose.
        found.sort_by_key(|form| form.kind != Kind::Html);
    }
    found
}

/// Returns whether a picture belongs to a chart, or is the result's only visual form.
fn is_figure(shown: &Shown) -> bool {
    let laid_out = ["text/html", "text/latex", "text/markdown"];
    let only = || {
        let has = |media_type: &&str| {
            shown.mime.get(*media_type).is_some_and(|content| !content.is_empty())
        };
        !laid_out.iter().any(has)
    };
    picture(shown).is_some() && (shown.chart.is_some() || only())
}

/// Returns whether HTML is a styled table of pandas.
fn is_styled_table(html: &str) -> bool {
    let after = || {
        let style = html.trim_start().strip_prefix("<style")?;
        let (_, rules) = style.split_once('>')?;
        Some(rules.trim_start())
    };
    after().is_some_and(|rules| {
        let table = rules.strip_prefix("</style>").map(str::trim_start);
        rules.starts_with("#T_") || table.is_some_and(|table| table.starts_with("<table id=\"T_"))
    })
}

/// Returns the types that cannot be shown.
#[must_use]
pub fn unshown(shown: &Shown) -> Vec<&str> {
    let is_known = |media_type: &str| {
        PICTURES.contains(&media_type) || KINDS.iter().any(|row| row.3.contains(&media_type))
    };
    shown.mime.keys().map(String::as_str).filter(|media_type| !is_known(media_type)).collect()
}

/// Returns the picture of a result.
#[must_use]
pub fn picture(shown: &Shown) -> Option<Picture> {
    PICTURES.into_iter().find_map(|media_type| {
        let base64 = shown.mime.get(media_type)?;
        Some(Picture { media_type, base64: base64.split_whitespace().collect() })
    })
}

/// Returns whether any part of a chart can be drawn interactively: only some kinds can be polar.
#[must_use]
pub fn is_drawable(chart: &Chart) -> bool {
    match chart {
        Chart::Several { elements, .. } => elements.iter().any(is_drawable),
        Chart::Line { .. } | Chart::Scatter { .. } | Chart::Bar { .. } => true,
        other => !other.axes().polar,
    }
}

/// Returns the file extension of a type, and its name.
#[must_use]
pub fn file_of(media_type: &str) -> (String, String) {
    if let Some((_, extension, name)) = FILES.iter().find(|(known, ..)| *known == media_type) {
        return ((*extension).to_owned(), (*name).to_owned());
    }
    if media_type.contains("vegalite") || media_type.contains("vega-lite") {
        return ("vl.json".to_owned(), "Vega-Lite JSON".to_owned());
    }
    if media_type.contains("vega") {
        return ("vg.json".to_owned(), "Vega JSON".to_owned());
    }
    let subtype = media_type.split_once('/').filter(|(kind, _)| {
        !kind.is_empty() && kind.chars().all(|letter| letter.is_ascii_alphabetic())
    });
    let extension: String = subtype
        .map(|(_, subtype)| {
            subtype.strip_prefix("x-").or(subtype.strip_prefix("vnd.")).unwrap_or(subtype)
        })
        .map(|name| name.chars().take_while(char::is_ascii_alphanumeric).take(8).collect())
        .unwrap_or_default();
    let extension =
        if extension.is_empty() { "bin".to_owned() } else { extension.to_ascii_lowercase() };
    (extension, visible(media_type))
}

/// Returns whether the text of a type is base64.
#[must_use]
pub fn is_base64(media_type: &str) -> bool {
    let is_picture = media_type.starts_with("image/") && !media_type.starts_with("image/svg");
    let prefixes =
        ["audio/", "video/", "application/pdf", "application/octet-stream", "application/zip"];
    is_picture || prefixes.iter().any(|prefix| media_type.starts_with(prefix))
}

/// Returns a file name from the first words of a description: `revenue-by-month.png`.
///
/// * `fallback` - the name if the description has no words
#[must_use]
pub fn file_name(description: &str, fallback: &str, extension: &str) -> String {
    let first = description.lines().next().unwrap_or_default();
    let words =
        first.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<String> = words.take(8).map(str::to_lowercase).collect();
    let stem = if words.is_empty() { fallback.to_owned() } else { words.join("-") };
    let stem: String = stem.chars().take(80).collect();
    format!("{stem}.{extension}")
}

/// Returns the name of a file for a result of a session: the first words of the result's own title,
/// else those of the session's title and the kind of the result, `sales-2024-figure.png`.
///
/// * `session` - the title of the session; empty if it has none
#[must_use]
pub fn result_file_name(shown: &Shown, session: &str, kind: &str, extension: &str) -> String {
    let stem = file_name(session, "", kind).replace('.', "-");
    file_name(own_title(shown), stem.trim_start_matches('-'), extension)
}

/// Returns the title of a result: that of its chart, or its text if that reads as a title rather
/// than as a representation of an object; empty if it has none.
fn own_title(shown: &Shown) -> &str {
    let title = shown.chart.as_ref().map_or("", |chart| chart.axes().title.as_str());
    if !title.is_empty() {
        return title;
    }
    let first = shown.text.lines().next().unwrap_or_default();
    let first = first.strip_prefix("Figure: ").unwrap_or(first);
    let is_word = |letter: char| {
        letter.is_alphanumeric() || letter.is_whitespace() || "._-,:".contains(letter)
    };
    if first != "Figure" && first.chars().all(is_word) { first } else { "" }
}

#[cfg(test)]
mod tests;
