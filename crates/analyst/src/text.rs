//! Text and numbers prepared for a model: bounded, without control characters, grouped.

/// Removes terminal escapes and other control characters. A lone carriage return starts its line again, as in
/// progress bars.
pub(crate) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars();
    let mut returned = false;
    while let Some(character) = characters.next() {
        if returned && !matches!(character, '\n' | '\r') {
            plain.truncate(plain.rfind('\n').map_or(0, |end| end + 1));
        }
        returned = character == '\r';
        match character {
            '\u{1b}' => {
                if characters.next() == Some('[') {
                    characters.by_ref().find(char::is_ascii_alphabetic);
                }
            }
            '\n' | '\t' => plain.push(character),
            other if other.is_control() => {}
            other => plain.push(other),
        }
    }
    plain
}

/// Returns the text if it has at most `most` characters, otherwise its head and tail with a note of how much
/// was cut.
pub(crate) fn clip(text: &str, most: usize) -> String {
    let length = text.chars().count();
    if length <= most {
        return text.to_owned();
    }
    let room = most.saturating_sub(40);
    let (head, tail) = (room - room / 3, room / 3);
    let start: String = text.chars().take(head).collect();
    let end: String = text.chars().skip(length - tail).collect();
    format!("{start}\n… {} characters cut …\n{end}", thousands((length - head - tail) as u64))
}

/// Returns at most `most` characters on one line, with bars escaped, which would separate cells.
pub(crate) fn line(text: &str, most: usize) -> String {
    let text = plain(text).replace(['\n', '\r'], " ").replace('|', "\\|");
    if text.chars().count() <= most { text } else { text.chars().take(most - 1).chain(['…']).collect() }
}

/// Formats the number with a comma every three digits.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn terminal_text_becomes_what_the_terminal_would_show() {
        for (text, expected) in [
            ("\u{1b}[31mred\u{1b}[0m\u{7}", "red"),
            ("head\n10%\r50%\r100%\ndone\r\n", "head\n100%\ndone\n"),
            ("  0%|\r100%|\r", "100%|"),
        ] {
            assert_eq!(plain(text), expected, "{text:?}");
        }
    }
}
