//! What has to run before code of a session: what seeds its random numbers, and the saved functions
//! that it calls. Both are executions of their own in the log, so that whatever runs the session
//! again runs them too.

use std::rc::Rc;

use app::session::{headings, mentioned, seed};
use js_sys::Math;

use crate::foreign::nfkc;
use crate::functions;
use crate::host::Author;
use crate::session_state::SessionState;

impl SessionState {
    /// Returns a line for each saved function, for a model. None until the session has its storage.
    pub(crate) async fn function_headings(&self) -> Vec<String> {
        if self.recorder.id().is_none() {
            return Vec::new();
        }
        headings(&functions::load().await.unwrap_or_default())
    }

    /// Returns what has to run before this code; empty if nothing has to, or the session has no
    /// storage.
    pub(crate) async fn definitions(&self, code: &str) -> String {
        if self.recorder.id().is_none() {
            return String::new();
        }
        let needs_seed = seed::needs_seed(code) && !self.recorder.sets_seed();
        let seed = if needs_seed { self.seeding().await } else { String::new() };
        let parts = [seed, self.missing_functions(code).await];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
    }

    /// Returns source that defines the saved functions which code uses and the interpreter does not
    /// have. Asks the interpreter only if code mentions one of them.
    async fn missing_functions(&self, code: &str) -> String {
        let saved = functions::known().await.unwrap_or_default();
        let mentioned = mentioned(&saved, code, nfkc);
        if mentioned.is_empty() {
            return String::new();
        }
        let (names, variables) = functions::used(self, code, mentioned).await;
        self.recorder.definers().missing(&saved, &names, &variables)
    }

    /// Returns what seeds the interpreter; empty if it has a seed.
    async fn seeding(&self) -> String {
        let asked = self.host.execute(seed::SEED, None, Author::Page, Rc::new(|_, _| {})).await;
        // If it cannot be asked, for instance since it was stopped, nothing is seeded.
        if asked.error.is_none_or(|error| error.name != "NameError") {
            return String::new();
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a fraction of 2^32"
        )]
        let seed = (Math::random() * f64::from(u32::MAX)) as u32;
        seed::seeding(seed)
    }
}
