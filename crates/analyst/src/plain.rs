//! Text made by Python, as a model reads it: without terminal escapes and control characters.

/// Returns what a terminal would show, without control characters other than line breaks and tabs.
pub(crate) fn plain(text: &str) -> String {
    let mut plain = text::terminal::plain(text);
    plain.retain(|character| matches!(character, '\n' | '\t') || !character.is_control());
    plain
}

/// Returns such text in at most `most` characters on one line, with bars escaped, which would
/// separate cells.
pub(crate) fn line(text: &str, most: usize) -> String {
    text::cell(&plain(text), most)
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn plain_text_has_no_control_characters() {
        for (text, expected) in [
            ("\u{1b}[31mred\u{1b}[0m\u{7}\tand\u{9b} blue", "red\tand blue"),
            ("head\n10%\r50%\r100%\ndone\r\n", "head\n100%\ndone\n"),
            ("\u{1b}]8;;https://a.b\u{7}link", "link"),
        ] {
            assert_eq!(plain(text), expected, "{text:?}");
        }
    }
}
