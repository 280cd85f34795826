//! The list of stored sessions.

use std::cell::RefCell;
use std::rc::Rc;

use app::actions::SessionListActions;
use app::session::stored::SessionInfo;
use app::session::{ExportForm, ListedSession, Session};
use js_sys::Date;
use leptos::ev;
use leptos::prelude::{GetUntracked, Update, WithUntracked};
use leptos::task::spawn_local;
use serde::Deserialize;
use text::{file_name, format};
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

use crate::foreign::{call, size as size_of, text};
use crate::session_controller::SessionController;
use crate::storage::{self, done, parsed};
use crate::stored::{self, StoredSession};
use crate::{clock, notices, save};

/// What takes sentences to be said besides.
type Notify = Box<dyn Fn(String)>;

/// How often the list asks what its sessions are doing, in milliseconds.
const UPDATE_MS: u32 = 300;

/// What the browser still has after everything was deleted; `Proof` in `web/types/storage.ts`.
#[derive(Deserialize)]
struct Proof {
    left: Left,
    failed: Vec<Failed>,
}

#[derive(Deserialize)]
struct Left {
    databases: Option<Vec<String>>,
    folders: Option<Vec<String>>,
    caches: Option<Vec<String>>,
    keys: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct Failed {
    message: String,
}

impl SessionListActions for SessionController {
    fn show_sessions(&self) {
        let session = self.session;
        session.sessions.update(|list| {
            list.shown = true;
            list.opened += 1;
            list.erased = false;
            list.status.clear();
        });
        let opened = session.sessions.with_untracked(|list| list.opened);
        notices::attempt(session, async move {
            load(session).await?;
            while session.sessions.with_untracked(|list| list.shown && list.opened == opened) {
                update(session);
                clock::sleep(UPDATE_MS).await;
            }
            Ok(())
        });
    }

    fn list_sessions(&self) {
        let session = self.session;
        // Without a storage there are none, which is said where one is needed.
        spawn_local(async move { drop(load(session).await) });
    }

    fn close_sessions(&self) {
        self.session.sessions.update(|list| list.shown = false);
    }

    fn open_session(&self, id: &str) {
        self.call(id, async |id| stored::list::open(&id).await);
    }

    fn new_session(&self) {
        self.call("", async |_| stored::list::create().await);
    }

    fn rename_session(&self, id: &str, title: String) {
        let title = title.trim().into();
        self.call(id, async move |id| stored::list::set(&id, "title", title).await);
    }

    fn pin_session(&self, id: &str) {
        let is = self
            .session
            .sessions
            .with_untracked(|list| list.find(id).is_some_and(|one| one.pinned));
        self.call(id, async move |id| stored::list::set(&id, "pinned", (!is).into()).await);
    }

    fn duplicate_session(&self, id: &str) {
        let name =
            self.session.sessions.with_untracked(|list| list.find(id).map(ListedSession::name));
        let title = format!("Copy of {}", name.unwrap_or_default());
        self.call(id, async move |id| stored::list::duplicate(&id, &title).await);
    }

    fn delete_session(&self, id: &str) {
        self.call(id, async |id| stored::list::remove(&id).await);
    }

    fn restore_session(&self, id: &str) {
        self.call(id, async |id| stored::list::restore(&id).await);
    }

    fn stop_session(&self, id: &str) {
        stored::list::stop(id);
        self.call(id, async |_| Ok(()));
    }

    fn export_session(&self, id: &str, form: ExportForm) {
        let id = id.to_owned();
        self.report("Exporting…", async move |notify| {
            let file = stored::list::exported(&id, form, notify).await?;
            save::blob(&file, &file.name())?;
            let size = format::bytes(size_of(&file));
            Ok(format!("{} was exported, {size}.", file_name(&file.name())))
        });
    }

    fn import_session(&self, event: ev::Event) {
        let chooser = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        let Some(chooser) = chooser else { return };
        let Some(file) = chooser.files().and_then(|files| files.get(0)) else { return };
        // So that the same file can be chosen again.
        chooser.set_value("");
        let session = self.session;
        self.report("Opening the file…", async move |notify| {
            let id = stored::list::imported(&file, notify).await?;
            load(session).await?;
            let name =
                session.sessions.with_untracked(|list| list.find(&id).map(ListedSession::name));
            let name = name.unwrap_or_else(|| ListedSession::default().name());
            Ok(format!(
                "The file is stored as “{name}”. Select it to open it; none of its code has run."
            ))
        });
    }

    fn erase_everything(&self) {
        let session = self.session;
        session.sessions.update(|list| {
            list.erased = true;
            list.sessions.clear();
        });
        self.report("Deleting…", async move |_| {
            let erased = async { remaining(parsed(&stored::list::erase().await?)?) };
            let erased = erased.await;
            if erased.is_err() {
                // It can be tried again.
                session.sessions.update(|list| list.erased = false);
            }
            erased
        });
    }
}

impl SessionController {
    /// Does something with a session, and lists them again; the list says why it fails.
    fn call(&self, id: &str, act: impl AsyncFnOnce(String) -> Result<(), String> + 'static) {
        let (session, id) = (self.session, id.to_owned());
        spawn_local(async move {
            let done = act(id).await;
            let done = match load(session).await {
                Ok(()) => done,
                failed => done.and(failed),
            };
            if let Err(why) = done {
                say(session, why);
            }
        });
    }

    /// Does something that takes its time, and says how it went; `act` gets a function that takes
    /// what is to be said besides.
    fn report(
        &self,
        during: &str,
        act: impl AsyncFnOnce(Notify) -> Result<String, String> + 'static,
    ) {
        let session = self.session;
        say(session, during.to_owned());
        spawn_local(async move {
            let besides = Rc::new(RefCell::new(Vec::new()));
            let notices = besides.clone();
            let notify: Notify = Box::new(move |sentence| notices.borrow_mut().push(sentence));
            let said = act(notify).await.unwrap_or_else(|why| why);
            say(session, std::iter::once(said).chain(besides.take()).collect::<Vec<_>>().join(" "));
        });
    }
}

fn say(session: Session, words: String) {
    session.sessions.update(|list| list.status = words);
}

/// Lists what is stored.
async fn load(session: Session) -> Result<(), String> {
    stored::settled().await?;
    let (mut sessions, mut problem, mut promised) = (Vec::new(), String::new(), false);
    if let Some(storage) = storage::current() {
        match done(storage.sessions().list()).await {
            Ok(listed) => sessions = parsed(&listed)?,
            Err(error) => problem = error.message,
        }
        let space = done(storage.space()).await.unwrap_or_default();
        promised = text(&space, "persistence") == "persisted";
    }
    let unstored = stored::shown().map(|shown| shown.why_unstored()).unwrap_or_default();
    session.sessions.update(|list| {
        // This was read before everything was deleted.
        if list.erased {
            return;
        }
        list.list(sessions.into_iter().map(listed).collect());
        list.status = if !unstored.is_empty() {
            format!("This page stores nothing at present. {unstored}")
        } else if !problem.is_empty() {
            problem
        } else {
            list.summary(promised)
        };
    });
    update(session);
    Ok(())
}

fn listed(info: SessionInfo) -> ListedSession {
    let SessionInfo { id, title, changed, pinned, deleted, bytes, .. } = info;
    let when = call(&Date::new(&changed.into()), "toLocaleString").as_string().unwrap_or_default();
    let deleted = deleted.is_some();
    ListedSession { id, title, changed, when, pinned, deleted, bytes, ..ListedSession::default() }
}

/// Shows what the sessions do now.
fn update(session: Session) {
    let open = stored::open_sessions();
    let mut list = session.sessions.get_untracked();
    for one in &mut list.sessions {
        let found = open.iter().find(|open| open.id() == one.id);
        one.doing = found.map(StoredSession::listed_doing).unwrap_or_default();
        one.is_shown = found.is_some_and(StoredSession::is_shown);
    }
    if session.sessions.with_untracked(|before| *before != list) {
        session.sessions.update(|before| *before = list);
    }
}

/// Says what is left after everything was deleted.
///
/// # Errors
/// What could not be deleted.
fn remaining(Proof { left, failed }: Proof) -> Result<String, String> {
    if !failed.is_empty() {
        return Err(failed.into_iter().map(|failed| failed.message).collect::<Vec<_>>().join(" "));
    }
    let listed: Vec<String> =
        [left.databases, left.folders, left.keys].into_iter().flatten().flatten().collect();
    if !listed.is_empty() {
        return Ok(format!("Deleted. The browser still lists: {}.", listed.join(", ")));
    }
    let keeps = if left.caches.is_some_and(|caches| !caches.is_empty()) {
        "the page itself, so that it starts when its server is away"
    } else {
        "nothing of this site"
    };
    Ok(format!("Everything of yours is deleted. The browser keeps {keeps}."))
}
