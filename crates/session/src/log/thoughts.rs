//! What models think in a turn, as it is shown and stored: parts are paragraphs, and there is a
//! bound.

/// The most that is kept of a turn's thoughts, in bytes, without the note that follows: less than
/// [`crate::log::MAX_THOUGHTS`].
const MAX_KEPT_BYTES: usize = 60_000;

/// What takes the place of the rest.
const LEFT_OUT: &str = "\n… (What it thought after that is left out.)";

/// The thoughts of one turn, which come in pieces.
#[derive(Clone, Debug, Default)]
pub struct Thoughts {
    /// Their length in bytes.
    length: usize,
    /// The part of the reply that came last.
    part: Option<usize>,
    full: bool,
}

impl Thoughts {
    /// Begins with the parts of another reply.
    pub fn next_reply(&mut self) {
        self.part = None;
    }

    /// Adds more of the part at `index` of a reply; returns the text to append, which may be empty.
    pub fn add(&mut self, index: usize, text: &str) -> String {
        if self.full || text.is_empty() {
            return String::new();
        }
        let between = if self.length > 0 && self.part != Some(index) { "\n\n" } else { "" };
        let mut more = format!("{between}{text}");
        if self.length + more.len() > MAX_KEPT_BYTES {
            self.full = true;
            more.truncate(more.floor_char_boundary(MAX_KEPT_BYTES - self.length));
            more.push_str(LEFT_OUT);
        }
        self.part = Some(index);
        self.length += more.len();
        more
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_and_replies_are_paragraphs() {
        let mut thoughts = Thoughts::default();
        let mut text = String::new();
        for (index, more) in [(0, "Let "), (0, "me see."), (1, ""), (1, "So.")] {
            text.push_str(&thoughts.add(index, more));
        }
        thoughts.next_reply();
        text.push_str(&thoughts.add(0, "Once "));
        text.push_str(&thoughts.add(0, "more."));
        assert_eq!(text, "Let me see.\n\nSo.\n\nOnce more.");
    }

    #[test]
    fn what_exceeds_the_bound_is_left_out_at_a_character() {
        let mut thoughts = Thoughts::default();
        let whole = "ü".repeat(MAX_KEPT_BYTES / 2 - 1);
        assert_eq!(thoughts.add(0, &whole), whole);
        assert_eq!(thoughts.add(0, "a🙂b"), format!("a{LEFT_OUT}"));
        assert_eq!(thoughts.add(1, "More."), "");
        assert!(thoughts.length <= crate::log::MAX_THOUGHTS);
    }
}
