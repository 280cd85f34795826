//! Text and numbers made fit for a model: bounded, without control characters, grouped.

/// Text without terminal escapes and other control characters.
pub(crate) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
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

/// The text if it has at most so many characters, otherwise its head and tail with a note of what was cut between.
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

/// The number with a comma every three digits.
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
