//! Which form comes first, and what each is saved as.

use kernel::Shown;
use serde_json::{Value, json};

use super::{Kind, file_name, file_of, forms, is_base64, is_drawable, result_file_name, unshown};

/// Returns a result with these fields.
fn result(fields: &Value) -> Shown {
    let mut whole = json!({ "main": true, "text": "", "mime": {} });
    for (name, value) in fields.as_object().unwrap() {
        whole[name] = value.clone();
    }
    serde_json::from_value(whole).unwrap()
}

#[test]
fn the_best_form_comes_first_and_the_others_follow() {
    let data = json!({ "columns": [], "types": [], "indexColumns": 0, "rows": [], "totalRows": 0 });
    let line = json!({ "type": "line", "elements": [] });
    let styled = "<style type=\"text/css\">\n#T_1a { color: red }</style><table id=\"T_1a\">";
    let without_rules = "<style type=\"text/css\">\n</style>\n<table id=\"T_1a\">";
    let cases: [(&str, Value, &[&str]); 16] = [
        ("a value", json!({ "text": "42", "mime": { "text/plain": "42" } }), &["text"]),
        ("a value without types", json!({ "text": "42" }), &["text"]),
        (
            "a table",
            json!({ "data": data, "mime": { "text/plain": "a", "text/html": "<div><style scoped></style><table>" } }),
            &["table", "html", "text"],
        ),
        (
            "a styled table",
            json!({ "data": data, "mime": { "text/plain": "a", "text/html": styled } }),
            &["html", "table", "text"],
        ),
        (
            "a styled table without rules",
            json!({ "data": data, "mime": { "text/html": without_rules } }),
            &["html", "table"],
        ),
        (
            "a figure",
            json!({ "chart": line, "mime": { "image/png": "AA", "text/plain": "<Figure>" } }),
            &["figure", "text"],
        ),
        (
            "a picture",
            json!({ "mime": { "image/jpeg": "AA", "text/plain": "<Image>" } }),
            &["figure", "text"],
        ),
        (
            "plotly",
            json!({ "mime": { "text/html": "<div>", "application/vnd.plotly.v1+json": "{}" } }),
            &["plotly", "html"],
        ),
        (
            "altair",
            json!({ "mime": { "application/vnd.vegalite.v5+json": "{}", "text/plain": "alt.Chart" } }),
            &["vegalite", "text"],
        ),
        (
            "sympy",
            json!({ "mime": {
                "image/png": "AA", "text/latex": "$x$", "application/mathml+xml": "<math>", "text/plain": "x",
            } }),
            &["mathml", "latex", "picture", "text"],
        ),
        (
            "a graph",
            json!({ "mime": { "image/svg+xml": "<svg>", "text/plain": "<G>" } }),
            &["svg", "text"],
        ),
        (
            "Markdown",
            json!({ "mime": { "text/markdown": "# a", "text/plain": "<M>" } }),
            &["markdown", "text"],
        ),
        (
            "code",
            json!({ "mime": { "text/x-code": "python\n1", "text/plain": "1" } }),
            &["code", "text"],
        ),
        (
            "JSON",
            json!({ "mime": { "application/json": "{}", "text/plain": "<JSON>" } }),
            &["json", "text"],
        ),
        ("an empty form", json!({ "text": "x", "mime": { "text/html": "" } }), &["text"]),
        ("nothing", json!({}), &[]),
    ];
    for (what, fields, expected) in cases {
        let found: Vec<&str> =
            forms(&result(&fields)).iter().map(|form| form.kind.name()).collect();
        assert_eq!(found, expected, "{what}");
    }
}

#[test]
fn forms_of_one_label_are_told_apart() {
    let sympy = result(
        &json!({ "mime": { "application/mathml+xml": "<math>", "text/html": "<b>", "text/plain": "x" } }),
    );
    let found = forms(&sympy);
    let titles: Vec<String> = found.iter().map(|form| form.title(&found)).collect();
    assert_eq!(titles, ["HTML", "Formula", "Text"]);
    let two = result(
        &json!({ "mime": { "application/vnd.vega.v5+json": "{}", "application/vnd.plotly.v1+json": "{}" } }),
    );
    let found = forms(&two);
    let titles: Vec<String> = found.iter().map(|form| form.title(&found)).collect();
    assert_eq!(titles, ["Interactive chart (Plotly JSON)", "Interactive chart (Vega JSON)"]);
}

#[test]
fn types_that_cannot_be_shown_are_listed() {
    let strange = result(&json!({ "mime": {
        "text/plain": "", "audio/wav": "", "application/javascript": "", "image/png": "",
    } }));
    assert_eq!(unshown(&strange), ["application/javascript", "audio/wav"]);
}

#[test]
fn a_file_is_named_after_its_type_also_if_the_type_is_hostile() {
    let cases = [
        ("image/jpeg", "jpg", "JPEG"),
        ("application/vnd.vegalite.v5+json", "vl.json", "Vega-Lite JSON"),
        ("audio/x-wav", "wav", "audio/x-wav"),
        ("../../etc/\u{202E}passwd", "bin", "../../etc/⟨U+202E⟩passwd"),
    ];
    for (media_type, extension, name) in cases {
        assert_eq!(file_of(media_type), (extension.to_owned(), name.to_owned()));
    }
}

#[test]
fn pictures_and_audio_are_base64_and_svg_and_text_are_not() {
    let cases = [
        ("image/png", true),
        ("audio/wav", true),
        ("application/pdf", true),
        ("image/svg+xml", false),
        ("text/html", false),
        ("application/json", false),
    ];
    for (media_type, expected) in cases {
        assert_eq!(is_base64(media_type), expected, "{media_type}");
    }
}

#[test]
fn a_file_has_the_first_words_of_its_description() {
    assert_eq!(file_name("Revenue by month\nx: month", "figure", "png"), "revenue-by-month.png");
    assert_eq!(file_name("", "figure", "png"), "figure.png");
    assert_eq!(file_name("../ÄÖ\u{202E}", "figure", "png"), "äö.png");
}

#[test]
fn a_result_without_a_title_is_saved_under_that_of_the_session() {
    for (text, session, name) in [
        ("Figure: Revenue by month\nx: month", "Sales of 2024", "revenue-by-month.png"),
        ("Figure", "Sales of 2024?", "sales-of-2024-figure.png"),
        ("Figure({'data': []})", "Übersicht ../..", "übersicht-figure.png"),
        ("", " ", "figure.png"),
    ] {
        let shown = result(&json!({ "text": text }));
        assert_eq!(result_file_name(&shown, session, "figure", "png"), name);
    }
}

#[test]
fn only_some_charts_are_drawn_in_polar_coordinates() {
    let cases = [
        (json!({ "type": "pie", "elements": [] }), true),
        (json!({ "type": "line", "polar": true, "elements": [] }), true),
        (json!({ "type": "heatmap", "polar": true, "elements": [] }), false),
        (
            json!({ "type": "several", "elements": [{ "type": "contour", "polar": true, "elements": [] }] }),
            false,
        ),
        (json!({ "type": "several", "elements": [{ "type": "bar", "elements": [] }] }), true),
    ];
    for (chart, expected) in cases {
        let chart = serde_json::from_value(chart).unwrap();
        assert_eq!(is_drawable(&chart), expected, "{chart:?}");
    }
    assert_eq!(Kind::Latex.label(), "LaTeX");
}
