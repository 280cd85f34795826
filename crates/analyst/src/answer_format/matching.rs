//! Compares a line with the pieces of a format.

use super::Item;

/// Returns the pieces as the line has them: the format's texts and the line's values. With `loose`,
/// marks after the first value may be missing, such as a closing bracket.
pub(super) fn matched(pieces: &[Item], line: &str, loose: bool) -> Option<String> {
    let begins_with_text = matches!(pieces.first()?, Item::Text(text) if !text.trim().is_empty());
    // Each place where the first text may begin is tried, the last one first: code often prints a
    // label before.
    let begins = line.char_indices().map(|(at, _)| at).filter(|at| *at == 0 || begins_with_text);
    begins.rev().find_map(|at| from(pieces, line.get(at..)?, loose))
}

fn from(pieces: &[Item], mut rest: &str, loose: bool) -> Option<String> {
    let mut line = String::new();
    for (at, piece) in pieces.iter().enumerate() {
        match piece {
            Item::Text(text) => {
                rest = after(rest, text, loose && at > 0)?;
                line.push_str(text);
            }
            Item::Value(value) => {
                let end = match pieces.get(at + 1) {
                    Some(Item::Text(text)) => end(rest, text, loose)?,
                    _ => rest.len(),
                };
                line.push_str(&value.taken(&rest[..end])?);
                rest = &rest[end..];
            }
        }
    }
    Some(line)
}

/// Returns where the text that follows a value begins.
fn end(rest: &str, text: &str, loose: bool) -> Option<usize> {
    let find = |loose: bool| {
        let mut ends = rest.char_indices().map(|(end, _)| end).skip(1);
        ends.find(|end| after(&rest[*end..], text, loose).is_some())
    };
    find(false).or_else(|| match (loose, text.contains(char::is_alphanumeric)) {
        (false, _) => None,
        (true, true) => find(true),
        (true, false) => Some(rest.len()),
    })
}

/// Returns what follows `literal` at the beginning of the text. White space and case do not count,
/// and with `loose` marks may be missing.
fn after<'a>(text: &'a str, literal: &str, loose: bool) -> Option<&'a str> {
    let mut rest = text;
    for wanted in literal.chars().filter(|c| !c.is_whitespace()) {
        let ahead = rest.trim_start();
        match ahead.chars().next() {
            Some(found) if found.to_lowercase().eq(wanted.to_lowercase()) => {
                rest = &ahead[found.len_utf8()..];
            }
            _ if loose && !wanted.is_alphanumeric() && wanted != '_' => {}
            _ => return None,
        }
    }
    Some(rest)
}
