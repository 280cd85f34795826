//! What the page does by itself in a session, during which nothing can be asked, or no other
//! session be shown.

/// What holds one session, as sentences.
#[derive(Clone, Debug, Default)]
pub struct Hold {
    /// What the page does while it runs code by itself.
    alone: Option<String>,
    /// What the page does while another session cannot be shown.
    during: Option<String>,
}

impl Hold {
    /// Begins something during which no other session can be shown and, if it is done `alone`,
    /// nothing can be asked.
    ///
    /// # Errors
    /// What is done alone already, and what the user can do.
    pub fn begin(&mut self, alone: bool, sentence: &str) -> Result<(), String> {
        if alone {
            self.busy_with().map_or(Ok(()), Err)?;
            self.alone = Some(sentence.to_owned());
        } else {
            self.during = Some(sentence.to_owned());
        }
        Ok(())
    }

    /// Ends that.
    pub fn end(&mut self, alone: bool) {
        if alone {
            self.alone = None;
        } else {
            self.during = None;
        }
    }

    /// Returns what the page does while it runs code by itself, and what the user can do.
    pub fn busy_with(&self) -> Option<String> {
        let sentence = self.alone.as_ref()?;
        Some(words::stored_hold_ask_when_that_is(&sentence))
    }

    /// Returns why another session cannot be shown at present, if that is so.
    pub fn held_by(&self) -> Option<&str> {
        self.alone.as_deref().or(self.during.as_deref())
    }
}

#[cfg(test)]
mod tests {
    use super::Hold;

    #[test]
    fn while_code_runs_by_itself_no_question_is_answered_and_no_other_session_is_shown() {
        let mut hold = Hold::default();
        hold.begin(true, "It runs again.").unwrap();
        let busy = "It runs again. Ask when that is done, or stop it.";
        assert_eq!(hold.busy_with().as_deref(), Some(busy));
        assert_eq!(hold.held_by(), Some("It runs again."));
        assert_eq!(hold.begin(true, "Another."), Err(busy.to_owned()));
        hold.end(true);
        assert_eq!((hold.busy_with(), hold.held_by()), (None, None));
    }

    #[test]
    fn while_python_restarts_questions_are_answered() {
        let mut hold = Hold::default();
        hold.begin(false, "It restarts.").unwrap();
        assert_eq!((hold.busy_with(), hold.held_by()), (None, Some("It restarts.")));
        hold.end(false);
        assert_eq!(hold.held_by(), None);
    }
}
