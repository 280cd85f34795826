//! Strings of Python that go over several lines.

/// Which string is open at the end of the lines so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Strings {
    /// Its quotes.
    open: Option<&'static str>,
}

impl Strings {
    /// Returns whether the next line begins inside a string.
    pub(super) fn inside(&self) -> bool {
        self.open.is_some()
    }

    /// Reads the next line, without its end.
    pub(super) fn read(&mut self, line: &str) {
        let mut rest = line;
        while let Some(next) = rest.chars().next() {
            if let Some(quotes) = self.open {
                let Some(end) = end_of_string(rest, quotes) else { return };
                self.open = None;
                rest = &rest[end..];
            } else if next == '#' {
                return;
            } else if let Some(quotes) =
                ["\"\"\"", "'''"].into_iter().find(|quotes| rest.starts_with(quotes))
            {
                self.open = Some(quotes);
                rest = &rest[quotes.len()..];
            } else if matches!(next, '"' | '\'') {
                // One that has no end here goes on after a backslash or is not Python, and contains
                // no fence.
                let Some(end) = end_of_string(&rest[1..], &rest[..1]) else { return };
                rest = &rest[1 + end..];
            } else {
                rest = &rest[next.len_utf8()..];
            }
        }
    }
}

/// Returns where the quotes of a string end, in bytes, from inside it.
fn end_of_string(text: &str, quotes: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, character) in text.char_indices() {
        if !escaped && text[at..].starts_with(quotes) {
            return Some(at + quotes.len());
        }
        escaped = character == '\\' && !escaped;
    }
    None
}
