//! The text of a page of HTML.

/// Returns the text of a page without tags, scripts and styles. It need not be exact: a model reads
/// it, and no browser renders it.
pub fn page(page: &str) -> String {
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
        let same = |found: &[u8]| found.eq_ignore_ascii_case(end.as_bytes());
        rest = tag
            .as_bytes()
            .windows(end.len())
            .position(same)
            .map_or("", |at| &tag[at + end.len()..]);
    }
    text.push_str(rest);
    for (entity, character) in [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&nbsp;", " "),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&amp;", "&"),
    ] {
        text = text.replace(entity, character);
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::page;

    #[test]
    fn scripts_and_styles_are_omitted_in_any_case() {
        for (html, text) in [
            ("<h1>Total</h1><STYLE>h1 { color: red }</Style>10 &amp; 20", "Total 10 & 20"),
            ("a<script>if (1 < 2) x()</SCRIPT >b</p>c", "a"),
            ("a<script>if (1 < 2) x()</SCRIPT>b</p>c", "a b c"),
            ("<style>never closed", ""),
            ("é<b>ü", "é ü"),
        ] {
            assert_eq!(page(html), text, "{html}");
        }
    }
}
