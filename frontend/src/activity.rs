//! What the page has done lately, and what its sessions have begun and not ended: for
//! `insitu.events`, `insitu.idle` and the diagnostics. The crate `activity` keeps both.
//!
//! What is reported here are types, ids, counts and states; the types of `automation` have no place
//! for text.

use std::cell::{Cell, RefCell};

use app::session::{Id, KernelState, Notice, Session};
use futures::channel::oneshot;
use js_sys::Array;
use kernel::activity::{Pending, Ring, Task, Ticket};
use kernel::automation::{Happening, KernelWord, PageEvent};
use leptos::prelude::{Effect, Get};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};

use crate::foreign::page::page;
use crate::{clock, save};

thread_local! {
    static RING: RefCell<Ring> = RefCell::default();
    static PENDING: RefCell<Pending> = RefCell::default();
    /// Callers that wait until something happens.
    static WAITING: RefCell<Vec<oneshot::Sender<()>>> = RefCell::default();
    /// The number of the session that is shown.
    static SHOWN: Cell<u32> = const { Cell::new(1) };
}

/// Something that a session has begun, until it is dropped.
pub(crate) struct Doing(Ticket);

impl Drop for Doing {
    fn drop(&mut self) {
        if PENDING.with_borrow_mut(|pending| pending.end(self.0)) {
            wake();
        }
    }
}

/// Notes that a session begins something; it has ended once the result is dropped.
pub(crate) fn begin(session: Session, task: Task) -> Doing {
    Doing(PENDING.with_borrow_mut(|pending| pending.begin(session.number, task)))
}

/// Returns whether a session has ended all that it has begun.
pub(crate) fn is_idle(session: Session) -> bool {
    PENDING.with_borrow(|pending| pending.is_idle(session.number))
}

/// Notes what has happened in a session, or to the thing in it that has this id.
pub(crate) fn happened(session: Session, id: impl Into<Option<Id>>, what: Happening) {
    push(Some(session.number), id.into(), what);
}

/// Notes a kernel's state if it is another one than before.
pub(crate) fn kernel(session: Session, before: &KernelState, now: &KernelState) {
    let state = kernel_word(now);
    if kernel_word(before) != state {
        happened(session, None, Happening::Kernel { state });
    }
}

fn kernel_word(state: &KernelState) -> KernelWord {
    match state {
        KernelState::Loading(progress) if progress.restart => KernelWord::Restarting,
        KernelState::Loading(_) => KernelWord::Loading,
        KernelState::Idle => KernelWord::Idle,
        KernelState::Busy => KernelWord::Busy,
        KernelState::Fetching(_) => KernelWord::Fetching,
        KernelState::Failed(_) => KernelWord::Failed,
    }
}

/// Notes the notices that are dismissed from now on, by whomever.
pub(crate) fn follow_notices(session: Session) {
    Effect::new(move |before: Option<Vec<Id>>| {
        let now: Vec<Id> = session.notices.get().iter().map(|Notice { id, .. }| *id).collect();
        for gone in before.into_iter().flatten().filter(|id| !now.contains(id)) {
            happened(session, gone, Happening::NoticeDismissed {});
        }
        now
    });
}

/// Sets which session is shown.
pub(crate) fn set_shown(session: Session) {
    SHOWN.set(session.number);
}

/// Lets the page's scripts report what happens in the session that is shown: type, id and
/// state. What is not known to [`Happening::reported`] is dropped.
pub(crate) fn listen() {
    let report = move |kind: String, id: JsValue, state: JsValue| {
        let state = state.as_string().unwrap_or_default();
        if let Some(what) = Happening::reported(&kind, &state) {
            let of_page = matches!(what, Happening::Offline { .. });
            push((!of_page).then(|| SHOWN.get()), number(&id), what);
        }
    };
    let report = Closure::<dyn Fn(String, JsValue, JsValue)>::new(report);
    page().set_happened(report.into_js_value().unchecked_ref());
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "ids and counts are whole"
)]
fn number(value: &JsValue) -> Option<u32> {
    value.as_f64().map(|value| value as u32)
}

fn push(session: Option<u32>, id: Option<Id>, what: Happening) {
    RING.with_borrow_mut(|ring| ring.push(clock::now_ms(), session, id, what));
    wake();
}

fn wake() {
    for waiting in WAITING.take() {
        waiting.send(()).ok();
    }
}

/// Waits until something happens, or a session has ended all that it has begun.
pub(crate) async fn changed() {
    let (sender, receiver) = oneshot::channel();
    WAITING.with_borrow_mut(|waiting| waiting.push(sender));
    receiver.await.ok();
}

/// Returns the events after this number as JSON.
pub(crate) fn events(since: &JsValue) -> Result<String, String> {
    let since = number(since).unwrap_or_default();
    RING.with_borrow(|ring| serde_json::to_string(&ring.since(since).collect::<Vec<&PageEvent>>()))
        .map_err(|error| error.to_string())
}

/// Saves what the page has done lately, and what it has begun and not ended, as a file.
///
/// # Errors
/// The message of the browser.
pub(crate) fn download() -> Result<(), String> {
    let pending: Vec<_> = PENDING.with_borrow(|pending| pending.open().collect());
    let pending = serde_json::to_string(&pending).map_err(|error| error.to_string())?;
    let events = events(&JsValue::UNDEFINED)?;
    let now = clock::now_ms();
    let text = format!("{{\"at\":{now},\"pending\":{pending},\"events\":{events}}}\n");
    let name = format!("insitu-diagnostics-{}.json", clock::timestamp().replace([':', '.'], "-"));
    save::file(&Array::of1(&text.into()), &name, "application/json")
}
