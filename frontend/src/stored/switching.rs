//! Shows another session in the page.

use std::rc::Rc;

use app::session::Doing;
use app::session::stored::refusal;
use futures::lock::Mutex;
use wasm_bindgen::JsCast;
use web_sys::{HtmlDialogElement, HtmlElement};

use super::choice::{choose, mark_stored};
use super::page::{expect_session, open_sessions, set_shown, settled, shown};
use super::session::StoredSession;
use crate::foreign::window;
use crate::{runtime, storage};

thread_local! {
    /// Switches, one after the other.
    static SWITCHING: Rc<Mutex<()>> = Rc::default();
}

/// Shows a session in this tab: that of an id, or "new".
///
/// # Errors
/// A sentence, where that is not possible at present.
pub(crate) async fn leave_for(id: &str) -> Result<(), String> {
    let switching = SWITCHING.with(Clone::clone);
    let _alone = switching.lock().await;
    settled().await?;
    let Some(before) = shown().filter(|_| storage::current().is_some()) else {
        // Nothing is stored, so nothing else can be shown, and the page begins anew.
        choose(id);
        window().location().reload().ok();
        return Ok(());
    };
    // A session of which nothing is stored yet is as good as a new one.
    let is = |session: &StoredSession| {
        if id == "new" { session.is_blank() } else { session.id() == id }
    };
    let open = open_sessions().into_iter().find(is);
    if open.as_ref().is_some_and(|open| open.is(&before)) {
        close_dialogs();
        return Ok(());
    }
    if let Some(why) = refused(&before, open.as_ref()) {
        return Err(why);
    }
    let next = match open {
        Some(open) => open,
        None => begun(&before, id).await?,
    };
    // What happened meanwhile is stored.
    before.settled().await;
    close_dialogs();
    set_shown(&next);
    let id = next.id();
    choose(if id.is_empty() { "new" } else { &id });
    next.program().show();
    next.seen();
    before.idle_at_once();
    focus();
    next.awake().await;
    next.stored().await;
    Ok(())
}

/// Begins a session that is not open.
async fn begun(before: &StoredSession, id: &str) -> Result<StoredSession, String> {
    let expected = expect_session(id);
    if id != "new" {
        mark_stored();
    }
    before.program().begin_another();
    expected.await.map_err(|_| "The session could not be opened. Try again.".to_owned())
}

/// Returns why another session cannot be shown at present, if that is so.
fn refused(before: &StoredSession, next: Option<&StoredSession>) -> Option<String> {
    let computes = |session: &StoredSession| {
        next.is_none_or(|next| !next.is(session)) && session.doing() != Doing::Nothing
    };
    let computing: Vec<String> = open_sessions()
        .iter()
        .filter(|session| computes(session))
        .map(StoredSession::title)
        .collect();
    refusal(before.held_by().as_deref(), &computing, runtime::little_memory().is_some())
}

/// Closes dialogs of the session that is left. A question that one of them asks is asked again when
/// the session is shown.
fn close_dialogs() {
    let found = window().document().and_then(|page| page.query_selector_all("dialog[open]").ok());
    let Some(found) = found else { return };
    for at in 0..found.length() {
        if let Some(Ok(dialog)) = found.get(at).map(JsCast::dyn_into::<HtmlDialogElement>) {
            dialog.close();
        }
    }
}

/// Moves the focus to where a question is asked; on touch devices to the conversation, since a
/// keyboard on the screen would hide it.
fn focus() {
    let on_page = |selector| {
        let element = window().document()?.query_selector(selector).ok()??;
        element.dyn_into::<HtmlElement>().ok()
    };
    let field = if runtime::touch() {
        let main = on_page("main");
        if let Some(main) = &main {
            main.set_attribute("tabindex", "-1").ok();
        }
        main
    } else {
        on_page("#question")
    };
    if let Some(field) = field {
        field.focus().ok();
    }
}
