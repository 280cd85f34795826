//! Syntax highlighting for Python, by a module that is loaded with the first code that is shown.
//!
//! WebAssembly cannot write `import()`, and the page's policy lets no text become code, so the
//! shell's script has `insituPage.highlighter`, which imports the module and leaves its function in
//! `insituPage.highlight`: source → `[class, text, class, text, …]`.

use app::session::Session;
use kernel::activity::Task;
use leptos::prelude::{Get, RwSignal, Set, StoredValue, UpdateValue};
use leptos::task::spawn_local;

use crate::activity;
use crate::foreign::page::page;

/// The highlighter, once its module is loaded. Without it code stays plain.
#[derive(Clone, Copy)]
pub(crate) struct Highlighter {
    session: Session,
    loaded: RwSignal<bool>,
    asked: StoredValue<bool>,
}

impl Highlighter {
    /// Returns a highlighter without its module.
    pub(crate) fn new(session: Session) -> Self {
        Self { session, loaded: RwSignal::new(false), asked: StoredValue::new(false) }
    }

    /// Loads the module in the background, once.
    fn load(self) {
        if self.asked.try_update_value(|asked| std::mem::replace(asked, true)) != Some(false) {
            return;
        }
        let doing = activity::begin(self.session, Task::Text);
        spawn_local(async move {
            let _doing = doing;
            if page().highlighter().await.is_ok() {
                self.loaded.set(true);
            }
        });
    }

    /// Returns the parts of `code` as `(class, text)`. Tracks a signal, so that plain code is
    /// rendered again in colour.
    pub(crate) fn parts(self, code: &str) -> Vec<(String, String)> {
        self.load();
        let coloured = self.loaded.get().then(|| colour(code)).flatten();
        coloured
            .filter(|parts| parts.iter().map(|(_, text)| text.len()).sum::<usize>() == code.len())
            .unwrap_or_else(|| vec![(String::new(), code.to_owned())])
    }
}

fn colour(code: &str) -> Option<Vec<(String, String)>> {
    let texts: Vec<String> = page().highlight(code).ok()?.iter().map(String::from).collect();
    Some(texts.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect())
}
