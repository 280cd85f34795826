//! The earlier code that the arrow keys bring back: older at the editor's first line, newer at its
//! last one. Knows no editor.

/// Chooses among earlier code. What was being written comes back after the newest one.
#[derive(Clone, Debug, Default)]
pub struct Recall {
    /// How far back what is shown is: 1 for the newest, 0 for what was being written.
    back: usize,
    draft: String,
    /// What was brought back last.
    shown: String,
}

impl Recall {
    /// Returns the code before (`older`) or after what is `written` in the editor; none if there is
    /// no such code. `earlier` is the code that ran, oldest first.
    pub fn bring(&mut self, older: bool, written: &str, earlier: &[String]) -> Option<String> {
        let mut all: Vec<&String> = earlier.iter().collect();
        all.dedup();
        // Once it was changed, it is what is being written.
        if written != self.shown {
            self.back = 0;
        }
        if self.back == 0 {
            written.clone_into(&mut self.draft);
        }
        let back = if older { self.back + 1 } else { self.back.checked_sub(1)? };
        let shown = match back {
            0 => &self.draft,
            _ => *all.get(all.len().checked_sub(back)?)?,
        };
        self.shown.clone_from(shown);
        self.back = back;
        Some(self.shown.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::Recall;

    #[test]
    fn the_arrow_keys_bring_back_older_and_newer_code_each_once_and_what_was_being_written() {
        let earlier = ["a = 1", "b = 2", "b = 2", "c = 3"].map(str::to_owned);
        let mut recall = Recall::default();
        for (older, written, brought) in [
            (false, "draft", None),
            (true, "draft", Some("c = 3")),
            (true, "c = 3", Some("b = 2")),
            (true, "b = 2", Some("a = 1")),
            (true, "a = 1", None),
            (false, "a = 1", Some("b = 2")),
            // Changed code is what is being written.
            (true, "b = 22", Some("c = 3")),
            (false, "c = 3", Some("b = 22")),
        ] {
            assert_eq!(
                recall.bring(older, written, &earlier).as_deref(),
                brought,
                "{older} {written}"
            );
        }
    }
}
