//! Names in Python source, found without its grammar.

/// Returns whether a name may begin with this character.
fn begins(character: char) -> bool {
    character.is_alphabetic() || character == '_'
}

/// Returns whether a name may go on with this character. Beyond ASCII, Rust does not tell combining
/// marks from signs, so both count: code has such signs in texts and comments only.
fn goes_on(character: char) -> bool {
    let is_mark = |other: char| {
        !other.is_ascii()
            && !other.is_whitespace()
            && !other.is_control()
            && !matches!(other, '\u{2000}'..='\u{206F}' | '\u{FEFF}' | '\u{E0000}'..='\u{E007F}')
    };
    character.is_alphanumeric() || character == '_' || is_mark(character)
}

/// Returns the name with which a text begins; empty if it begins with none.
fn first(text: &str) -> &str {
    let end = text.find(|character| !goes_on(character)).unwrap_or(text.len());
    if text.starts_with(begins) { &text[..end] } else { "" }
}

/// Returns whether a text is a name.
pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty() && first(text).len() == text.len()
}

/// Returns whether a text is an import on one line, and nothing else.
pub(super) fn is_import(text: &str) -> bool {
    let names = text.strip_prefix("import ").or_else(|| text.strip_prefix("from "));
    let fits = |character: char| goes_on(character) || matches!(character, '.' | ',' | ' ');
    names.is_some_and(|names| !names.is_empty() && names.chars().all(fits))
}

/// Returns the names in a text, and what is between them.
pub(super) fn split(text: &str) -> (Vec<&str>, String) {
    let (mut names, mut between, mut rest) = (Vec::new(), String::new(), text);
    while let Some(character) = rest.chars().next() {
        let name = first(rest);
        if name.is_empty() {
            between.push(character);
            rest = &rest[character.len_utf8()..];
        } else {
            names.push(name);
            rest = &rest[name.len()..];
        }
    }
    (names, between)
}

/// Returns the name of the function whose definition begins with this line.
pub(super) fn defined(line: &str) -> Option<&str> {
    let line = after(line, "async").unwrap_or(line);
    Some(first(after(line, "def")?)).filter(|name| !name.is_empty())
}

/// Returns what follows a word and blanks.
fn after<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let rest = line.strip_prefix(word)?;
    Some(rest.trim_start_matches([' ', '\t'])).filter(|text| text.len() < rest.len())
}

#[cfg(test)]
mod tests {
    use super::{defined, is_import, is_name, split};

    #[test]
    fn a_name_may_have_letters_and_marks_of_any_language() {
        for (text, is) in [
            ("net", true),
            ("_net2", true),
            ("größe", true),
            ("नमस्ते", true),
            ("ชื่อ", true),
            ("", false),
            ("2net", false),
            ("net()", false),
            ("<b>", false),
            ("net\u{202e}", false),
        ] {
            assert_eq!(is_name(text), is, "{text:?}");
        }
    }

    #[test]
    fn names_are_found_between_other_characters() {
        assert_eq!(split("net(a, *b2)=1x"), (vec!["net", "a", "b2", "x"], "(, *)=1".to_owned()));
    }

    #[test]
    fn an_import_does_nothing_else() {
        for (text, is) in [
            ("import numpy as np", true),
            ("from math import tau as turn, pi", true),
            ("import os; os.remove('a')", false),
            ("import os\nx", false),
            ("import ", false),
            ("x", false),
        ] {
            assert_eq!(is_import(text), is, "{text:?}");
        }
    }

    #[test]
    fn a_definition_begins_at_the_margin() {
        for (line, name) in [
            ("def net(a):", Some("net")),
            ("async \tdef  net(a):", Some("net")),
            ("    def net(a):", None),
            ("default = 1", None),
            ("asyncdef net():", None),
            ("def (a)", None),
        ] {
            assert_eq!(defined(line), name, "{line:?}");
        }
    }
}
