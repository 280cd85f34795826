//! What a page of HTML says in words.

/// What of a page is read: no tags, no scripts, no styles. It is told, never shown, so that nothing hangs on its being exact.
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
