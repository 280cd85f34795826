//! The page as a frame of another site's page: begins a session for that site, which
//! `web/embedding` talks with.

use js_sys::{Function, Object};
use wasm_bindgen::{JsValue, closure::Closure};

use crate::foreign::page::page;
use crate::foreign::{self, promise, set};
use crate::stored::{self, Receiver, StoredSession};

/// Offers that to the document's scripts.
pub(crate) fn offer() {
    let begin = Closure::<dyn Fn(Receiver) -> JsValue>::new(|receiver| {
        promise(async move { Ok(begin(receiver).await?.into()) })
    });
    page().set_begin_embedded(&foreign::function(begin));
}

/// Begins a session whose turns are handed out: what is stored from an earlier visit may have the
/// user's own files. Returns `{insitu, notify}`.
async fn begin(receiver: Receiver) -> Result<Object, String> {
    stored::opened().await?;
    let before = stored::shown().ok_or(words::embedding_the_session_could_not())?;
    before.settled().await;
    let mut session = before.clone();
    // If nothing could ever be stored, a page that was just loaded has nothing of an earlier
    // visit.
    if !before.is_blank() && (!before.id().is_empty() || before.why_unstored().is_empty()) {
        stored::list::create().await?;
        session = stored::shown().unwrap_or(session);
        if session.is(&before) {
            // If storing has failed meanwhile, the page loads again to begin one. The site's
            // calls wait for that.
            std::future::pending::<()>().await;
        }
    }
    session.page().hand_out_to(receiver);
    let begun = Object::new();
    set(&begun, "insitu", &session.page().program().insitu());
    set(&begun, "notify", &notifier(session));
    Ok(begun)
}

fn notifier(session: StoredSession) -> Function {
    let notify = Closure::<dyn Fn(String, bool)>::new(move |text, no_problem: bool| {
        session.notify(text, !no_problem);
    });
    foreign::function(notify)
}
