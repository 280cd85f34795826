//! The sessions that are open in this page, which of them is shown, and the storage that they
//! share. Restores a session when the page opens, and when another one is shown.

use std::cell::RefCell;
use std::rc::Rc;

use app::session::Session;
use app::session::stored::{SessionLog, Sessions, StorageError, first};
use futures::FutureExt;
use futures::channel::oneshot;
use futures::future::{LocalBoxFuture, Shared};
use js_sys::Promise;
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};

use super::{Browser, Program, Restored, StoredSession, choice, room, runtime};
use crate::clock;
use crate::foreign::promise;
use crate::storage::{self, done, session_infos};

/// A result that several wait for.
type Later<T> = Shared<LocalBoxFuture<'static, T>>;

/// How the storage was opened, or why its module cannot be loaded.
type Opening = Result<Result<(), StorageError>, String>;

/// The end of a session's restoring, which several wait for.
type Restoring = (Option<oneshot::Sender<Result<(), String>>>, Later<Result<(), String>>);

thread_local! {
    /// The sessions, and which of them is shown.
    static SESSIONS: Rc<Sessions<Browser>> = Rc::default();
    /// The storage being opened, once.
    static OPENING: RefCell<Option<Later<Opening>>> = const { RefCell::new(None) };
    /// Room being made in it.
    static MAKING: RefCell<Option<Later<bool>>> = const { RefCell::new(None) };
    /// Whether the first session was restored, or could not be.
    static RESTORING: RefCell<Restoring> = RefCell::new(restoring());
}

fn restoring() -> Restoring {
    let (sender, restored) = oneshot::channel();
    (Some(sender), restored.map(|restored| restored.unwrap_or(Ok(()))).boxed_local().shared())
}

/// Returns the sessions that are open.
pub(super) fn sessions() -> Rc<Sessions<Browser>> {
    SESSIONS.with(Clone::clone)
}

/// Returns the session that the page shows; none until one was restored.
pub(crate) fn shown() -> Option<StoredSession> {
    sessions().shown()
}

/// Returns the sessions that are open.
pub(crate) fn open_sessions() -> Vec<StoredSession> {
    sessions().all()
}

/// Returns the id of the session that is shown; empty while it is not stored yet.
pub(crate) fn shown_id() -> String {
    shown().map(|shown| shown.id()).unwrap_or_default()
}

/// Waits until the storage was opened, or could not be.
///
/// # Errors
/// Why its module cannot be loaded.
pub(crate) async fn opened() -> Result<(), String> {
    let restored = RESTORING.with_borrow(|(_, restored)| restored.clone());
    restored.await
}

/// Waits until everything that happened in the page's sessions is on the disk. Returns why
/// something is not, as a sentence.
///
/// # Errors
/// Why the storage's module cannot be loaded.
pub(crate) async fn settled() -> Result<Option<String>, String> {
    opened().await?;
    Ok(sessions().settled().await)
}

/// Restores the session that this tab had, else the one that was changed last; or, where another
/// session is to be shown, that one. Returns the session, and what of it is shown.
///
/// # Errors
/// Why the storage's module cannot be loaded.
pub(crate) async fn restore(
    session: Session,
    log: SessionLog,
    program: Box<dyn Program>,
) -> Result<(StoredSession, Option<Restored>), String> {
    let expected = sessions().take_expected();
    let stored = StoredSession::new(Browser::new(session, program), log.0);
    sessions().add(&stored);
    let opened = open_storage().await;
    let restored = match &opened {
        Ok(Ok(())) => {
            let id = expected.as_ref().map(|(id, _)| id.clone()).or_else(choice::chosen);
            read(&stored, id.as_deref(), expected.is_some()).await
        }
        Ok(Err(error)) => {
            stored.fail(error.message.clone());
            None
        }
        Err(_) => None,
    };
    if let Some(sender) = RESTORING.with_borrow_mut(|(sender, _)| sender.take()) {
        sender.send(opened.clone().map(drop)).ok();
    }
    opened?.ok();
    spawn_local(runtime::read());
    if let Some((_, arrived)) = expected {
        let stored = stored.clone();
        spawn_local(async move {
            // Afterwards, so that the page has what is shown.
            clock::sleep(0).await;
            arrived.send(stored).ok();
        });
    }
    stored.turns_shown();
    Ok((stored, restored))
}

/// Opens the stored session of an id, "new" for none; `only` says whether no other one will do.
async fn read(stored: &StoredSession, id: Option<&str>, only: bool) -> Option<Restored> {
    let storage = storage::current().filter(|_| id != Some("new"))?;
    match done(storage.sessions().list()).await {
        Ok(listed) => {
            let listed = session_infos(&listed);
            let info = first(&listed, id, only)?;
            stored.open(info, Some(info.id.as_str()) == id).await
        }
        Err(error) => {
            stored.fail(error.message);
            None
        }
    }
}

/// Opens the storage, once.
async fn open_storage() -> Opening {
    let known = OPENING.with_borrow(Clone::clone);
    let opening = known.unwrap_or_else(|| {
        let fail = |message: String| {
            for session in open_sessions() {
                session.fail(message.clone());
            }
        };
        let opening = storage::open(fail, make_room).boxed_local().shared();
        OPENING.set(Some(opening.clone()));
        opening
    });
    opening.await
}

/// Makes room in the storage, once for all writes that fail meanwhile.
fn make_room(needed: f64) -> Promise {
    let known = MAKING.with_borrow(Clone::clone);
    let making = known.or_else(|| {
        let (storage, shown) = (storage::current()?, shown()?);
        let making = async move {
            let made = room::make(storage, needed, shown).await;
            MAKING.take();
            made
        };
        let making = making.boxed_local().shared();
        MAKING.set(Some(making.clone()));
        Some(making)
    });
    let made = async move {
        match making {
            Some(making) => Ok(JsValue::from(making.await)),
            None => Ok(JsValue::FALSE),
        }
    };
    promise(made).unchecked_into()
}
