//! Which markup an export may contain: elements and attributes of a list, and no address that is
//! loaded.

use pulldown_cmark::{Event, Options, Parser, Tag};

const ELEMENTS: &[&str] = &[
    "a",
    "b",
    "blockquote",
    "body",
    "br",
    "code",
    "dd",
    "del",
    "details",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "head",
    "header",
    "hr",
    "html",
    "img",
    "li",
    "main",
    "mark",
    "meta",
    "ol",
    "p",
    "pre",
    "section",
    "span",
    "strong",
    "style",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "title",
    "tr",
    "ul",
];

const ATTRIBUTES: &[&str] = &[
    "alt",
    "aria-label",
    "charset",
    "class",
    "colspan",
    "content",
    "data-figure",
    "data-kind",
    "href",
    "http-equiv",
    "lang",
    "name",
    "rel",
    "role",
    "scope",
    "src",
    "start",
    "tabindex",
    "target",
];

/// Checks that each `<` begins a known element with known attributes, each in double quotes.
pub(crate) fn check_html(html: &str) {
    let mut rest = html.strip_prefix("<!DOCTYPE html>").unwrap_or(html);
    assert!(rest.matches("<style>").count() <= 1, "one style");
    while let Some(start) = rest.find('<') {
        let (tag, after) = rest[start + 1..].split_once('>').expect("a tag ends");
        rest = after;
        let (name, mut attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        let name = name.strip_prefix('/').unwrap_or(name);
        assert!(ELEMENTS.contains(&name), "<{tag}>");
        while !attributes.is_empty() {
            let (attribute, value) = attributes.split_once("=\"").expect(tag);
            let (value, others) = value.split_once('"').expect(tag);
            assert!(ATTRIBUTES.contains(&attribute.trim()), "<{tag}>");
            match attribute.trim() {
                "src" => assert!(value.starts_with("data:image/"), "<{tag}>"),
                "href" => {
                    let known = ["https://", "http://", "mailto:"]
                        .iter()
                        .any(|scheme| value.starts_with(scheme));
                    assert!(known, "<{tag}>");
                }
                _ => {}
            }
            attributes = others.trim_start();
        }
        if name == "style" && !tag.starts_with('/') {
            let (style, after) = rest.split_once("</style>").expect("the style ends");
            assert!(
                !style.contains("url(") && !style.contains("@import"),
                "the style loads something"
            );
            rest = after;
        }
    }
}

/// Checks that Markdown has no raw HTML, no formulas, and no images from elsewhere.
pub(crate) fn check_markdown(source: &str) {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_MATH;
    for event in Parser::new_ext(source, options) {
        match event {
            Event::Html(_)
            | Event::InlineHtml(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_) => {
                unreachable!("{event:?} in\n{source}")
            }
            Event::Start(Tag::Image { dest_url, .. }) => {
                assert!(dest_url.starts_with("data:image/"), "{dest_url}")
            }
            Event::Start(Tag::Link { dest_url, .. }) => {
                assert!(
                    ["http", "mail"].iter().any(|scheme| dest_url.starts_with(scheme)),
                    "{dest_url}"
                );
            }
            _ => {}
        }
    }
}
