//! The list of stored sessions, which `public/sessions` stores.

use app::actions::SessionListActions;
use app::session::{Doing, ExportForm, ListedSession, Session};
use js_sys::Function;
use leptos::ev;
use leptos::prelude::{GetUntracked, Update, WithUntracked};
use leptos::task::spawn_local;
use serde::Deserialize;
use text::{file_name, format};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{File, HtmlInputElement};

use crate::clock;
use crate::foreign::run;
use crate::recorder::IMPORT;
use crate::session_controller::SessionController;
use crate::{notices, save};

/// How often the list asks what its sessions are doing, in milliseconds.
const UPDATE_MS: u32 = 300;

/// What is stored; `StoredSessions` in `public/types/page.d.ts`.
#[derive(Deserialize)]
struct Stored {
    sessions: Vec<ListedSession>,
    /// Why they cannot be listed; empty if they can.
    problem: String,
    /// Why nothing is stored at present; empty if it is.
    unstored: String,
    /// Whether the browser has promised to keep them.
    promised: bool,
}

/// A session that is open in this page; `OpenSession` in `public/types/page.d.ts`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Open {
    id: String,
    doing: Doing,
    is_shown: bool,
}

/// What the browser still has after everything was deleted; `Proof` in `public/types/storage.d.ts`.
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
                update(session).await?;
                clock::sleep(UPDATE_MS).await;
            }
            Ok(())
        });
    }

    fn close_sessions(&self) {
        self.session.sessions.update(|list| list.shown = false);
    }

    fn open_session(&self, id: &str) {
        self.call("open", vec![id.into()]);
    }

    fn new_session(&self) {
        self.call("create", Vec::new());
    }

    fn rename_session(&self, id: &str, title: String) {
        self.change(vec![id.into(), "title".into(), title.trim().into()]);
    }

    fn pin_session(&self, id: &str) {
        let is = self
            .session
            .sessions
            .with_untracked(|list| list.find(id).is_some_and(|one| one.pinned));
        self.change(vec![id.into(), "pinned".into(), (!is).into()]);
    }

    fn duplicate_session(&self, id: &str) {
        let name =
            self.session.sessions.with_untracked(|list| list.find(id).map(ListedSession::name));
        let title = format!("Copy of {}", name.unwrap_or_default());
        self.call("duplicate", vec![id.into(), title.into()]);
    }

    fn delete_session(&self, id: &str) {
        self.call("remove", vec![id.into()]);
    }

    fn restore_session(&self, id: &str) {
        self.call("restoreSession", vec![id.into()]);
    }

    fn stop_session(&self, id: &str) {
        self.call("stop", vec![id.into()]);
    }

    fn export_session(&self, id: &str, form: ExportForm) {
        let id = id.to_owned();
        self.report("Exporting…", async move |notify| {
            let file = run(IMPORT, "exported", &[&id.into(), &form.word().into(), &notify]).await?;
            let file: File = file.unchecked_into();
            save::blob(&file, &file.name())?;
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a size is a whole number"
            )]
            let size = format::bytes(file.size() as u64);
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
            let id =
                run(IMPORT, "imported", &[&file, &notify]).await?.as_string().unwrap_or_default();
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
            let erased = async {
                let proof = run(IMPORT, "erase", &[]).await?.as_string().unwrap_or_default();
                let proof: Proof =
                    serde_json::from_str(&proof).map_err(|error| error.to_string())?;
                remaining(proof)
            };
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
    fn call(&self, name: &'static str, arguments: Vec<JsValue>) {
        let session = self.session;
        spawn_local(async move {
            let done = run(IMPORT, name, &arguments.iter().collect::<Vec<_>>()).await.map(drop);
            let done = match load(session).await {
                Ok(()) => done,
                failed => done.and(failed),
            };
            if let Err(why) = done {
                say(session, why);
            }
        });
    }

    fn change(&self, arguments: Vec<JsValue>) {
        self.call("change", arguments);
    }

    /// Does something that takes its time, and says how it went; `act` gets a function that takes
    /// what is to be said besides.
    fn report(
        &self,
        during: &str,
        act: impl AsyncFnOnce(JsValue) -> Result<String, String> + 'static,
    ) {
        let session = self.session;
        say(session, during.to_owned());
        spawn_local(async move {
            let besides = js_sys::Array::new();
            let notices = besides.clone();
            let notify = Closure::<dyn Fn(JsValue)>::new(move |sentence| {
                notices.push(&sentence);
            });
            let notify_function: &Function = notify.as_ref().unchecked_ref();
            let said = act(notify_function.into()).await.unwrap_or_else(|why| why);
            let besides = besides.iter().filter_map(|sentence| sentence.as_string());
            say(session, std::iter::once(said).chain(besides).collect::<Vec<_>>().join(" "));
        });
    }
}

fn say(session: Session, words: String) {
    session.sessions.update(|list| list.status = words);
}

/// Lists what is stored.
async fn load(session: Session) -> Result<(), String> {
    let stored = run(IMPORT, "listed", &[]).await?.as_string().unwrap_or_default();
    let stored: Stored = serde_json::from_str(&stored).map_err(|error| error.to_string())?;
    session.sessions.update(|list| {
        // This was read before everything was deleted.
        if list.erased {
            return;
        }
        list.list(stored.sessions);
        list.status = if !stored.unstored.is_empty() {
            format!("This page stores nothing at present. {}", stored.unstored)
        } else if !stored.problem.is_empty() {
            stored.problem
        } else {
            list.summary(stored.promised)
        };
    });
    update(session).await
}

/// Shows what the sessions do now.
async fn update(session: Session) -> Result<(), String> {
    let open = run(IMPORT, "doing", &[]).await?.as_string().unwrap_or_default();
    let open: Vec<Open> = serde_json::from_str(&open).map_err(|error| error.to_string())?;
    let mut list = session.sessions.get_untracked();
    for one in &mut list.sessions {
        let found = open.iter().find(|open| open.id == one.id);
        one.doing = found.map(|open| open.doing).unwrap_or_default();
        one.is_shown = found.is_some_and(|open| open.is_shown);
    }
    if session.sessions.with_untracked(|before| *before != list) {
        session.sessions.update(|before| *before = list);
    }
    Ok(())
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
