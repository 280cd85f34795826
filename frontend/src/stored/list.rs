//! The stored sessions, for their list and for scripts, and what is done with one of them.

use app::session::stored::{SessionInfo, unused};
use app::session::{Doing, ExportForm};
use js_sys::{Date, Promise};
use wasm_bindgen::JsValue;
use web_sys::{Blob, File};

use super::choice::choose;
use super::handover;
use super::page::{open_sessions, settled, shown, shown_id};
use super::switching::leave_for;
use crate::foreign::device::new_id;
use crate::storage::{self, SessionStorage, done, object, session_infos};

/// Returns the stored sessions, also those whose deletion can be undone.
///
/// # Errors
/// A sentence, if they cannot be listed.
pub(crate) async fn all() -> Result<Vec<SessionInfo>, String> {
    settled().await?;
    Ok(session_infos(&done(storage::expect()?.sessions().list()).await?))
}

/// Deletes the copies of files in sessions in which nothing has happened for long, and returns how
/// many there were.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a number of files is a whole number"
)]
pub(crate) async fn release_unused() -> u64 {
    let (Some(storage), Ok(sessions)) = (storage::current(), all().await) else { return 0 };
    let mut count = 0.0;
    for one in unused(&sessions, Date::now()).filter(|one| one.id != shown_id()) {
        let released = done(storage.files().release(&one.id, None)).await;
        count += released.ok().and_then(|released| released.as_f64()).unwrap_or_default();
    }
    count as u64
}

/// Returns the stored sessions without those, the one that was changed last first.
///
/// # Errors
/// A sentence, if they cannot be listed.
pub(crate) async fn listed() -> Result<Vec<SessionInfo>, String> {
    let mut listed = all().await?;
    listed.retain(|info| info.deleted.is_none());
    listed.sort_by(|one, other| other.changed.total_cmp(&one.changed));
    Ok(listed)
}

/// Returns whether a session does something in this page, or waits in it for the user.
pub(crate) fn is_computing(id: &str) -> bool {
    open_sessions().iter().any(|one| one.id() == id && one.doing() != Doing::Nothing)
}

/// Shows a stored session.
///
/// # Errors
/// A sentence, if that is not possible at present.
pub(crate) async fn open(id: &str) -> Result<(), String> {
    expect(id).await?;
    leave_for(id).await
}

/// Shows a new session. It is stored with the first that happens in it.
///
/// # Errors
/// A sentence, if that is not possible at present.
pub(crate) async fn create() -> Result<(), String> {
    leave_for("new").await
}

/// Deletes a session; the list of sessions offers to undo that.
///
/// # Errors
/// A sentence for the user.
pub(crate) async fn remove(id: &str) -> Result<(), String> {
    expect(id).await?;
    if id != shown_id() && is_computing(id) {
        return Err(words::stored_list_this_session_is_computing().to_owned());
    }
    change(|storage| storage.sessions().remove(id)).await
}

/// Takes a deletion back.
///
/// # Errors
/// A sentence for the user.
pub(crate) async fn restore(id: &str) -> Result<(), String> {
    change(|storage| storage.sessions().restore(id)).await
}

/// Changes the title of a session, or whether it is pinned.
///
/// # Errors
/// A sentence for the user.
pub(crate) async fn set(id: &str, what: &str, value: JsValue) -> Result<(), String> {
    change(|storage| storage.sessions().change(id, &object(&[(what, &value)]))).await?;
    let open = open_sessions().into_iter().find(|session| session.id() == id);
    if let Some((session, title)) = open.zip(value.as_string()).filter(|_| what == "title") {
        session.show_title(&title);
    }
    Ok(())
}

/// Stores a copy of a session.
///
/// # Errors
/// A sentence for the user.
pub(crate) async fn duplicate(id: &str, title: &str) -> Result<(), String> {
    let copy = object(&[("id", &new_id()?.into()), ("title", &title.into())]);
    change(|storage| storage.sessions().duplicate(id, &copy)).await
}

async fn change(act: impl FnOnce(&SessionStorage) -> Promise) -> Result<(), String> {
    done(act(&storage::expect()?)).await?;
    Ok(())
}

/// Stops what a session does.
pub(crate) fn stop(id: &str) {
    if let Some(session) = open_sessions().into_iter().find(|session| session.id() == id) {
        session.page().program().stop();
    }
}

/// Returns a session as a file. `notify` gets what is left out.
///
/// # Errors
/// A sentence for the user.
pub(crate) async fn exported(
    id: &str,
    form: ExportForm,
    notify: impl Fn(String),
) -> Result<File, String> {
    settled().await?;
    handover::export(&storage::expect()?, id, form, &notify).await
}

/// Stores a session file as a session, and returns its id. `notify` gets what could not be read.
///
/// # Errors
/// A sentence for the user; nothing is left of the session then.
pub(crate) async fn imported(file: &Blob, notify: impl Fn(String)) -> Result<String, String> {
    settled().await?;
    handover::import(&storage::expect()?, file, &notify).await
}

/// Stores a session file that the user has dropped or picked, and shows it. Nothing of it runs.
pub(crate) async fn open_file(file: &File) {
    let notices = std::cell::RefCell::new(Vec::new());
    let notify = |text| notices.borrow_mut().push(text);
    let opened = async { open(&imported(file, notify).await?).await };
    if let Err(why) = opened.await {
        notify(words::stored_list_was_not_opened(&file.name(), &why));
    }
    if let Some(shown) = shown() {
        for text in notices.take() {
            shown.notify(text, true);
        }
    }
}

/// Deletes everything of the site, and returns what is left.
///
/// # Errors
/// A sentence for the user.
pub(crate) async fn erase() -> Result<JsValue, String> {
    let proof = storage::erase_everything().await?;
    choose("new");
    Ok(proof)
}

/// Checks that there is such a session.
///
/// # Errors
/// A sentence, if there is none.
pub(crate) async fn expect(id: &str) -> Result<(), String> {
    let known = listed().await?.iter().any(|info| info.id == id);
    if known { Ok(()) } else { Err(words::stored_list_there_is_no_session().to_owned()) }
}
