//! What the user does with the list of stored sessions; [`session_index`] has the list.

use std::cell::RefCell;
use std::rc::Rc;

use app::actions::SessionListActions;
use app::session::{ExportForm, ListOrder, ListedSession};
use leptos::ev;
use leptos::task::spawn_local;
use serde::Deserialize;
use text::{file_name, format};
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

use crate::foreign::size as size_of;
use crate::session_controller::SessionController;
use crate::session_index::{self, UPDATE_MS, load, say};
use crate::storage::parsed;
use crate::stored;
use crate::{clock, notices, save};

/// What takes sentences to be said besides.
type Notify = Box<dyn Fn(String)>;

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
        session_index::change(|list| {
            list.shown = true;
            list.opened += 1;
            list.erased = false;
            list.status.clear();
        });
        let opened = session_index::with(|list| list.opened);
        notices::attempt(self.session, async move {
            load(ListOrder::Changed).await?;
            while session_index::with(|list| list.shown && list.opened == opened) {
                session_index::update();
                clock::sleep(UPDATE_MS).await;
            }
            Ok(())
        });
    }

    fn list_sessions(&self) {
        // Without a storage there are none, which is said where one is needed.
        spawn_local(async move { drop(load(ListOrder::Kept).await) });
    }

    fn close_sessions(&self) {
        session_index::change(|list| list.shown = false);
    }

    fn fold_sessions(&self, folded: bool) {
        session_index::fold(folded);
    }

    fn open_session(&self, id: &str) {
        call(id, async |id| stored::list::open(&id).await);
    }

    fn new_session(&self) {
        call("", async |_| stored::list::create().await);
    }

    fn rename_session(&self, id: &str, title: String) {
        let title = title.trim().into();
        call(id, async move |id| stored::list::set(&id, "title", title).await);
    }

    fn pin_session(&self, id: &str) {
        let is = session_index::with(|list| list.find(id).is_some_and(|one| one.pinned));
        call(id, async move |id| stored::list::set(&id, "pinned", (!is).into()).await);
    }

    fn duplicate_session(&self, id: &str) {
        let name = session_index::with(|list| list.find(id).map(ListedSession::name));
        let title = words::session_list_copy_of(&name.unwrap_or_default());
        call(id, async move |id| stored::list::duplicate(&id, &title).await);
    }

    fn delete_session(&self, id: &str) {
        call(id, async |id| stored::list::remove(&id).await);
    }

    fn restore_session(&self, id: &str) {
        call(id, async |id| stored::list::restore(&id).await);
    }

    fn stop_session(&self, id: &str) {
        stored::list::stop(id);
        call(id, async |_| Ok(()));
    }

    fn export_session(&self, id: &str, form: ExportForm) {
        let id = id.to_owned();
        report(words::session_list_exporting(), async move |notify| {
            let file = stored::list::exported(&id, form, notify).await?;
            save::blob(&file, &file.name())?;
            let size = format::bytes(size_of(&file));
            Ok(words::session_list_was_exported(&file_name(&file.name()), &size))
        });
    }

    fn import_session(&self, event: ev::Event) {
        let chooser = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        let Some(chooser) = chooser else { return };
        let Some(file) = chooser.files().and_then(|files| files.get(0)) else { return };
        // So that the same file can be chosen again.
        chooser.set_value("");
        report(words::session_list_opening_the_file(), async move |notify| {
            let id = stored::list::imported(&file, notify).await?;
            load(ListOrder::Kept).await?;
            let name = session_index::with(|list| list.find(&id).map(ListedSession::name));
            let name = name.unwrap_or_else(|| ListedSession::default().name());
            Ok(words::session_list_the_file_is_stored(&name))
        });
    }

    fn erase_everything(&self) {
        session_index::change(|list| list.erased = true);
        session_index::clear();
        report(words::session_list_deleting(), async move |_| {
            let erased = async { remaining(parsed(&stored::list::erase().await?)?) };
            let erased = erased.await;
            if erased.is_err() {
                // It can be tried again.
                session_index::change(|list| list.erased = false);
            }
            erased
        });
    }
}

/// Does something with a session, and lists them again; the list says why it fails.
fn call(id: &str, act: impl AsyncFnOnce(String) -> Result<(), String> + 'static) {
    let id = id.to_owned();
    say(String::new());
    spawn_local(async move {
        let done = act(id).await;
        let done = match load(ListOrder::Kept).await {
            Ok(()) => done,
            failed => done.and(failed),
        };
        if let Err(why) = done {
            say(why);
        }
    });
}

/// Does something that takes its time, and says how it went; `act` gets a function that takes what
/// is to be said besides.
fn report(during: &str, act: impl AsyncFnOnce(Notify) -> Result<String, String> + 'static) {
    say(during.to_owned());
    spawn_local(async move {
        let besides = Rc::new(RefCell::new(Vec::new()));
        let notices = besides.clone();
        let notify: Notify = Box::new(move |sentence| notices.borrow_mut().push(sentence));
        let said = act(notify).await.unwrap_or_else(|why| why);
        say(std::iter::once(said).chain(besides.take()).collect::<Vec<_>>().join(" "));
    });
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
        return Ok(words::session_list_deleted_the_browser_still(&listed.join(", ")));
    }
    let keeps = if left.caches.is_some_and(|caches| !caches.is_empty()) {
        words::session_list_the_page_itself_so()
    } else {
        words::session_list_nothing_of_this_site()
    };
    Ok(words::session_list_everything_of_yours_is(&keeps))
}
