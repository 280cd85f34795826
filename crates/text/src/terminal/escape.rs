//! Where an escape ends, and which of them set a style.

use crate::terminal::ESCAPE;

/// An escape.
pub(crate) enum Escape<'a> {
    /// It sets the style, with these parameters.
    Style(&'a str),
    /// Anything else, or cut off.
    Other,
}

/// Reads an escape from the text after its first character; returns it and what follows.
pub(crate) fn read(text: &str) -> (Escape<'_>, &str) {
    if let Some(sequence) = text.strip_prefix('[') {
        let after = sequence.trim_start_matches(|next| ('0'..='?').contains(&next));
        let parameters = &sequence[..sequence.len() - after.len()];
        let after = after.trim_start_matches(|next| (' '..='/').contains(&next));
        return match after.strip_prefix('m') {
            Some(after) => (Escape::Style(parameters), after),
            None => (
                Escape::Other,
                after.strip_prefix(|last| ('@'..='~').contains(&last)).unwrap_or(after),
            ),
        };
    }
    if let Some(command) = text.strip_prefix(']') {
        // It ends with a bell or "ESC \"; another escape cuts it off.
        let (_, end) = command.split_at(command.find(['\u{7}', ESCAPE]).unwrap_or(command.len()));
        let after =
            end.strip_prefix('\u{7}').or_else(|| end.strip_prefix("\u{1b}\\")).unwrap_or(end);
        return (Escape::Other, after);
    }
    let mut characters = text.chars();
    characters.next();
    (Escape::Other, characters.as_str())
}
