//! Text of the conversation: rendered by modules that are loaded after the page has started, and copied.

use std::ops::Range;

use ::activity::Task;
use app::actions::TextActions;
use app::session::Session;
use leptos::task::spawn_local;
use markdown::Parsed;

use crate::highlight::Highlighter;
use crate::lazy_module::Reader;
use crate::{activity, notices, save};

/// The renderers of text.
pub(crate) struct Texts {
    session: Session,
    highlighter: Highlighter,
    reader: Reader,
}

impl Texts {
    /// Returns renderers whose modules are not loaded.
    pub(crate) fn new(session: Session, reader: Reader) -> Self {
        Self { session, highlighter: Highlighter::new(session), reader }
    }

    /// Waits for the lazy module in the background.
    pub(crate) fn await_module(&self) {
        let (reader, doing) = (self.reader, activity::begin(self.session, Task::Text));
        spawn_local(async move {
            reader.await_module().await;
            drop(doing);
        });
    }
}

impl TextActions for Texts {
    fn highlight(&self, code: &str) -> Vec<(String, String)> {
        self.highlighter.parts(code)
    }

    fn markdown(&self, source: &str, spans: &[Range<usize>], above: &[u8]) -> Option<Parsed> {
        self.reader.tree(source, spans, above)
    }

    fn copy(&self, text: String) {
        notices::attempt(self.session, async move { save::copy(&text).await });
    }
}
