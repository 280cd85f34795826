//! Python literals and templates: how names and values from a file enter code without becoming
//! code.

/// Returns a Python string literal. Whatever the text contains, Python reads back exactly that
/// text.
pub(crate) fn text(value: &str) -> String {
    let mut out = String::from("\"");
    for c in value.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '"' => out.push_str("\\\""),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            // Control characters, and characters that reorder or hide text in an editor: the code
            // must read as it runs.
            c if c.is_control()
                || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}') =>
            {
                out.push_str(&format!("\\u{:04x}", c as u32));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Returns a Python number.
pub(crate) fn number(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        format!("{value:.0}")
    } else {
        format!("{value}")
    }
}

/// Returns a Python list of strings.
pub(crate) fn list<S: AsRef<str>>(values: impl IntoIterator<Item = S>) -> String {
    let items: Vec<String> = values.into_iter().map(|value| text(value.as_ref())).collect();
    format!("[{}]", items.join(", "))
}

/// Names and values of a template, by its placeholders.
pub(crate) type Pieces = Vec<(&'static str, String)>;

/// Fills a template: replaces each `$name` with its piece of code. A line that begins with `?name `
/// is kept, without that, if the piece is not empty, and one that begins with `?!name ` if it is. A
/// line that only holds an empty piece is removed.
pub(crate) fn fill(template: &str, pieces: &[(&str, String)]) -> String {
    let find =
        |name: &str| pieces.iter().find(|(key, _)| *key == name).map(|(_, piece)| piece.as_str());
    let mut out = String::new();
    for line in template.lines() {
        let condition = line.strip_prefix('?').and_then(|line| line.split_once(' '));
        let (kept, mut rest) = match condition {
            Some((name, rest)) => match name.strip_prefix('!') {
                Some(name) => (find(name).is_none_or(str::is_empty), rest),
                None => (find(name).is_some_and(|piece| !piece.is_empty()), rest),
            },
            None => (true, line),
        };
        let mut filled = String::new();
        while let Some((before, after)) = rest.split_once('$') {
            let length =
                after.find(|c: char| !c.is_ascii_lowercase() && c != '_').unwrap_or(after.len());
            let (name, tail) = after.split_at(length);
            filled.push_str(before);
            match find(name) {
                Some(piece) => filled.push_str(piece),
                None => filled.extend(["$", name]),
            }
            rest = tail;
        }
        filled.push_str(rest);
        if kept && (!filled.trim().is_empty() || line.trim().is_empty()) {
            out.push_str(&filled);
            out.push('\n');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_column_name_stays_one_string() {
        let cases = [
            ("a\"]; import os #", r#""a\"]; import os #""#),
            ("back\\slash\n", r#""back\\slash\n""#),
            ("Größe €", "\"Größe €\""),
            ("\u{202e}evil\0", r#""\u202eevil\u0000""#),
        ];
        for (value, literal) in cases {
            assert_eq!(text(value), literal);
        }
    }

    #[test]
    fn pieces_are_inserted_once_and_never_read_as_templates() {
        let pieces = [("a", "\"$b\"".to_owned()), ("b", "2".to_owned()), ("none", String::new())];
        assert_eq!(fill("x[$a] = $b$c\n$none\n\ny", &pieces), "x[\"$b\"] = 2$c\n\ny\n");
        assert_eq!(
            fill("?a if $b:\n?!a no\n?none no\n?!none     yes", &pieces),
            "if 2:\n    yes\n"
        );
    }
}
