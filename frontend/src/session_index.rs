//! What the page lists of the stored sessions, the same for all sessions of the page: read from the
//! storage, and kept as the open ones change while the list is at the side.

use app::session::stored::SessionInfo;
use app::session::{Doing, ListOrder, ListedSession, SessionList, SessionSide};
use js_sys::{Date, Function};
use leptos::prelude::{ArcRwSignal, GetUntracked, RwSignal, Set, Update, WithUntracked};
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};

use crate::foreign::storage::{browser, read, remove, write};
use crate::foreign::{get, is_within_another_page, text, window};
use crate::storage::{self, done, object, parsed};
use crate::stored::{self, StoredSession};
use crate::{activity, clock};

/// The name under which the browser stores that the list at the side is folded.
const FOLDED: &str = "insitu-sessions-folded";

/// What the list at the side leaves room for: the files, and an answer of full width. The header
/// keeps a place for its button by the same query.
const WIDE: &str = "(min-width: 90rem)";

/// How often the list follows what the open sessions do, in milliseconds.
pub(crate) const UPDATE_MS: u32 = 300;

thread_local! {
    static LIST: ArcRwSignal<SessionList> = ArcRwSignal::new(SessionList::default());
    static SIDE: ArcRwSignal<SessionSide> = ArcRwSignal::new(SessionSide::default());
}

/// Returns the list, for the views of a session.
pub(crate) fn list() -> RwSignal<SessionList> {
    LIST.with(Clone::clone).into()
}

/// Returns what is known of the list at the side, for the views of a session.
pub(crate) fn side() -> RwSignal<SessionSide> {
    SIDE.with(Clone::clone).into()
}

/// Returns what `read` makes of the list.
pub(crate) fn with<T>(read: impl FnOnce(&SessionList) -> T) -> T {
    LIST.with(|list| list.with_untracked(read))
}

/// Changes the list.
pub(crate) fn change(change: impl FnOnce(&mut SessionList)) {
    LIST.with(|list| list.update(change));
}

/// Says how what was done last went.
pub(crate) fn say(words: String) {
    change(|list| list.status = words);
}

/// Has the list at the side where there is room for it, from now on. Not before the page is
/// hydrated, which has to show what the server has rendered.
pub(crate) fn begin() {
    let query = window().match_media(WIDE).ok().flatten();
    let Some(query) = query.filter(|_| !is_within_another_page()) else { return };
    let folded = read(browser(), FOLDED).is_some();
    change_side(|side| (side.fits, side.folded) = (query.matches(), folded));
    view_begins();
    let resized = {
        let query = query.clone();
        move || {
            change_side(|side| side.fits = query.matches());
            load_if_open();
        }
    };
    query.set_onchange(Some(Closure::<dyn Fn()>::new(resized).into_js_value().unchecked_ref()));
    spawn_local(follow());
}

/// Notes that the page begins to show a session: the list is beside it if there is anything to
/// list by now.
pub(crate) fn view_begins() {
    change_side(|side| side.is_due = stored::is_stored());
    change(|list| list.erased = false);
}

/// Folds the list at the side, or unfolds it.
pub(crate) fn fold(folded: bool) {
    // Where nothing can be stored, it holds until the page is closed.
    if folded {
        write(browser(), FOLDED, "yes").unwrap_or_default();
    } else {
        remove(browser(), FOLDED);
    }
    change_side(|side| side.folded = folded);
    load_if_open();
}

fn change_side(change: impl FnOnce(&mut SessionSide)) {
    let mut side = SIDE.with(GetUntracked::get_untracked);
    change(&mut side);
    if SIDE.with(|before| before.with_untracked(|before| *before != side)) {
        SIDE.with(|before| before.set(side));
    }
}

fn is_open() -> bool {
    SIDE.with(|side| side.with_untracked(SessionSide::is_open))
}

/// Lists the sessions if they are at the side. Without a storage there are none, which is said
/// where one is needed.
fn load_if_open() {
    if is_open() {
        spawn_local(async { drop(load(ListOrder::Kept).await) });
    }
}

/// Lists the sessions at the side, and again whenever one that is open is stored, has another title
/// or does something else.
async fn follow() {
    let mut before = None;
    loop {
        if is_open() {
            update();
            let now = Some(open_ones());
            if now != before {
                before = now;
                load(ListOrder::Kept).await.unwrap_or_default();
            }
        }
        activity::changed().await;
        clock::sleep(UPDATE_MS).await;
    }
}

/// Returns ids and titles of the sessions that are open, and what they do.
fn open_ones() -> Vec<(String, String, Doing)> {
    let of = |one: &StoredSession| (one.id(), one.title(), one.listed_doing());
    stored::open_sessions().iter().map(of).collect()
}

/// Lists what is stored.
///
/// # Errors
/// Why the storage's module cannot be loaded.
pub(crate) async fn load(order: ListOrder) -> Result<(), String> {
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
    change(|list| {
        // This was read before everything was deleted.
        if list.erased {
            return;
        }
        list.list(sessions.into_iter().map(listed).collect(), order);
        list.summary = if !unstored.is_empty() {
            words::session_index_this_page_stores_nothing(&unstored)
        } else if !problem.is_empty() {
            problem
        } else {
            list.count(promised)
        };
    });
    with(|list| change_side(|side| side.listed(list)));
    update();
    Ok(())
}

fn listed(info: SessionInfo) -> ListedSession {
    let SessionInfo { id, title, changed, pinned, deleted, bytes, .. } = info;
    let (when, deleted) = (local_time(changed), deleted.is_some());
    ListedSession { id, title, changed, when, pinned, deleted, bytes, ..ListedSession::default() }
}

/// Returns a time in the user's language: day and minute.
fn local_time(time: f64) -> String {
    let date = Date::new(&time.into());
    let options = object(&[("dateStyle", &"medium".into()), ("timeStyle", &"short".into())]);
    let written = get(&date, "toLocaleString")
        .dyn_into::<Function>()
        .and_then(|method| method.call2(&date, &JsValue::UNDEFINED, &options));
    written.ok().and_then(|written| written.as_string()).unwrap_or_default()
}

/// Shows what the sessions do now.
pub(crate) fn update() {
    let open = stored::open_sessions();
    let mut list = LIST.with(GetUntracked::get_untracked);
    for one in &mut list.sessions {
        let found = open.iter().find(|open| open.id() == one.id);
        one.doing = found.map(StoredSession::listed_doing).unwrap_or_default();
        one.is_shown = found.is_some_and(StoredSession::is_shown);
    }
    if with(|before| *before != list) {
        change(|before| *before = list);
    }
}

/// Forgets all sessions, which are being deleted, or were.
pub(crate) fn clear() {
    change(|list| list.sessions.clear());
    with(|list| change_side(|side| side.listed(list)));
}
