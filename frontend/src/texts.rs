//! Code of the conversation, coloured by a module that is loaded after the page has started, and
//! text that is copied.

use app::actions::TextActions;
use app::session::Session;

use crate::highlight::Highlighter;
use crate::{notices, save};

/// The highlighter and the clipboard.
pub(crate) struct Texts {
    session: Session,
    highlighter: Highlighter,
}

impl Texts {
    /// Returns texts whose highlighter is not loaded.
    pub(crate) fn new(session: Session) -> Self {
        Self { session, highlighter: Highlighter::new(session) }
    }
}

impl TextActions for Texts {
    fn highlight(&self, code: &str) -> Vec<(String, String)> {
        self.highlighter.parts(code)
    }

    fn copy(&self, text: String) {
        notices::attempt(self.session, async move { save::copy(&text).await });
    }
}
