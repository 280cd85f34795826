//! JSON as models write it in the manner of Python: strings in single quotes, a comma after the
//! last item, `True`, `False` and `None`.
//!
//! Nothing is guessed. A string ends at the first quote of its kind that is not escaped, as in both
//! languages; if that is not what was meant, what follows does not parse, and the text is not
//! repaired.

use std::iter::Peekable;

/// Returns the text as JSON, if it can be read in one way only; whether the result is JSON is for
/// its parser to say.
pub(super) fn as_json(text: &str) -> Option<String> {
    // A text that is a string in single quotes, or a list of them, is Python.
    let object = text.trim_start().starts_with('{');
    let mut json = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' => string('"', &mut characters, &mut json)?,
            '\'' if object => string('\'', &mut characters, &mut json)?,
            ',' if closes(characters.clone()) && follows_a_value(&json) => {}
            letter if letter.is_alphabetic() => {
                let mut word = String::from(letter);
                while let Some(more) =
                    characters.next_if(|next| next.is_alphanumeric() || *next == '_')
                {
                    word.push(more);
                }
                json.push_str(match word.as_str() {
                    "True" if object => "true",
                    "False" if object => "false",
                    "None" if object => "null",
                    other => other,
                });
            }
            other => json.push(other),
        }
    }
    Some(json)
}

/// Copies a string that has begun as one in double quotes, or returns `None` if it has no end or an
/// escape that JSON does not have.
fn string(
    quote: char,
    characters: &mut Peekable<impl Iterator<Item = char>>,
    json: &mut String,
) -> Option<()> {
    json.push('"');
    loop {
        match characters.next()? {
            end if end == quote => break,
            '\\' => match characters.next()? {
                '\'' => json.push('\''),
                // In Python this is not a line break, in models' JSON it is one.
                '\n' | '\r' => return None,
                escaped => json.extend(['\\', escaped]),
            },
            '"' => json.push_str("\\\""),
            '\n' => json.push_str("\\n"),
            '\r' => json.push_str("\\r"),
            '\t' => json.push_str("\\t"),
            other => json.push(other),
        }
    }
    json.push('"');
    Some(())
}

/// Returns whether the next thing ends an object or a list.
fn closes(mut rest: impl Iterator<Item = char>) -> bool {
    rest.find(|next| !next.is_whitespace()).is_some_and(|next| matches!(next, '}' | ']'))
}

/// Returns whether the last thing was a value, so that a comma after it separates it from nothing.
fn follows_a_value(json: &str) -> bool {
    json.trim_end().chars().next_back().is_some_and(|last| !matches!(last, '{' | '[' | ',' | ':'))
}
