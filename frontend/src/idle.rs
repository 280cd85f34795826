//! When a session does nothing any more, and all of it is on the page and in the browser's storage.

use app::session::KernelState;
use leptos::prelude::WithUntracked;
use wasm_bindgen_futures::JsFuture;

use crate::foreign::window;
use crate::session_controller::SessionController;
use crate::{activity, clock};

/// The frames in which something is being drawn, see `web/render/host.ts`.
const DRAWING: &str = "iframe.rendered[aria-busy='true']";

impl SessionController {
    /// Waits until nothing is under way in the session, everything on the page has its fonts and
    /// its height, and all that has happened is stored.
    ///
    /// # Errors
    /// A sentence that says what it waits for, if something cannot be stored.
    pub(crate) async fn idle(&self) -> Result<(), String> {
        loop {
            while !self.is_idle() {
                activity::changed().await;
            }
            fonts().await;
            // A result that has come onto the page gets its frame between two frames of the
            // browser.
            clock::next_frame().await;
            clock::next_frame().await;
            if self.is_idle() {
                self.recorder.settled().await?;
                if self.is_idle() {
                    return Ok(());
                }
            }
        }
    }

    fn is_idle(&self) -> bool {
        let starts = |state: &KernelState| matches!(state, KernelState::Loading(_));
        activity::is_idle(self.session)
            && (self.host.is_asleep() || !self.session.kernel.with_untracked(starts))
            && !self.recorder.is_held()
            && !is_drawing()
    }
}

fn is_drawing() -> bool {
    window()
        .document()
        .is_some_and(|document| matches!(document.query_selector(DRAWING), Ok(Some(_))))
}

/// Waits until the fonts are loaded that the page needs.
async fn fonts() {
    if let Some(Ok(ready)) = window().document().map(|document| document.fonts().ready()) {
        JsFuture::from(ready).await.ok();
    }
}
