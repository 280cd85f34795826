//! What a stream has printed so far, head and tail of it where it is too much.

/// A text that never grows beyond a bound: the beginning and the end are kept, and what fell out is said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct BoundedText {
    half: usize,
    head: String,
    tail: String,
    cut: usize,
}

impl BoundedText {
    /// Keeps about `most` bytes.
    pub(super) fn new(most: usize) -> Self {
        Self { half: most / 2, ..Self::default() }
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
        // Cut only when the tail is twice as long as it may be, so that many small pieces stay cheap.
        if self.tail.len() > 2 * self.half {
            self.trim();
        }
    }

    fn trim(&mut self) {
        let surplus = self.tail.ceil_char_boundary(self.tail.len().saturating_sub(self.half));
        self.tail.drain(..surplus);
        self.cut += surplus;
    }

    /// The text, with a line where something is missing.
    pub(super) fn into_text(mut self) -> String {
        if self.tail.len() > self.half {
            self.trim();
        }
        match self.cut {
            0 => self.head + &self.tail,
            cut => format!("{}\n… {cut} bytes cut …\n{}", self.head, self.tail),
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
    fn what_fits_is_kept_as_it_is() {
        check(&[], "");
        check(&["ab", "cd", "efgh"], "abcdefgh");
    }

    #[test]
    fn of_too_much_the_head_and_the_tail_remain() {
        check(&["abcdefghij"], "abcd\n… 2 bytes cut …\nghij");
        check(&["ab", "cdef", "ghij", "klmn", "opqr"], "abcd\n… 10 bytes cut …\nopqr");
    }

    #[test]
    fn characters_are_not_torn() {
        check(&["äöüäöü"], "äö\n… 4 bytes cut …\nöü");
    }
}
