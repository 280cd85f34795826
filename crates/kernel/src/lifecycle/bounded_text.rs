//! The text of a stream so far, limited in length.

/// Text of limited length: its beginning and end are kept, and the bytes dropped in between are
/// counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct BoundedText {
    half: usize,
    head: String,
    tail: String,
    dropped: usize,
}

impl BoundedText {
    /// Creates a text that keeps about `limit` bytes.
    pub(super) fn new(limit: usize) -> Self {
        Self { half: limit / 2, ..Self::default() }
    }

    /// Appends `text`.
    pub(super) fn push(&mut self, text: &str) {
        let mut rest = text;
        if self.tail.is_empty() && self.head.len() < self.half {
            let at = rest.floor_char_boundary(self.half - self.head.len());
            self.head.push_str(&rest[..at]);
            rest = &rest[at..];
        }
        self.tail.push_str(rest);
        // Trimmed only when the tail is twice as long as allowed, so that many small pieces stay
        // cheap.
        if self.tail.len() > 2 * self.half {
            self.trim();
        }
    }

    fn trim(&mut self) {
        let surplus = self.tail.ceil_char_boundary(self.tail.len().saturating_sub(self.half));
        self.tail.drain(..surplus);
        self.dropped += surplus;
    }

    /// Returns the text, with a line in place of dropped bytes.
    pub(super) fn into_text(mut self) -> String {
        if self.tail.len() > self.half {
            self.trim();
        }
        match self.dropped {
            0 => self.head + &self.tail,
            dropped => format!("{}\n… {dropped} bytes cut …\n{}", self.head, self.tail),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pieces: &[&str], text: &str) {
        let mut kept = BoundedText::new(8);
        pieces.iter().for_each(|piece| kept.push(piece));
        assert_eq!(kept.into_text(), text, "{pieces:?}");
    }

    #[test]
    fn text_that_fits_is_unchanged() {
        check(&[], "");
        check(&["ab", "cd", "efgh"], "abcdefgh");
    }

    #[test]
    fn long_text_keeps_its_beginning_and_end() {
        check(&["abcdefghij"], "abcd\n… 2 bytes cut …\nghij");
        check(&["ab", "cdef", "ghij", "klmn", "opqr"], "abcd\n… 10 bytes cut …\nopqr");
    }

    #[test]
    fn characters_are_not_split() {
        check(&["äöüäöü"], "äö\n… 4 bytes cut …\nöü");
    }
}
