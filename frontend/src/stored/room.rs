//! Makes room when the browser's storage is full: deletes sessions that were deleted already, then
//! drops the oldest outputs of all sessions, and says which. `session::log` decides what goes.

use app::session::stored::{SessionInfo, number_of, records_from, room_made};
use futures::future::LocalBoxFuture;
use js_sys::Date;
use leptos::task::spawn_local;
use session::log::{Body, Droppable, DroppedOutput, Drops, StoredSession as Log, drops};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

use super::{StoredSession, contents, time};
use crate::clock;
use crate::foreign::{get, number, window};
use crate::storage::{OpenSession, SessionStorage, done, object, session_infos};

/// What is freed beyond what is needed, in bytes.
const MARGIN: f64 = 1_048_576.0;

/// How long the browser gets to give space back, and how often it is asked whether it has, in
/// milliseconds.
const FREED_MS: f64 = 3_000.0;
const ASKED_MS: u32 = 100;

/// A stored session that this tab has opened to drop outputs of it.
struct Opened {
    id: String,
    session: OpenSession,
    records: String,
    pinned: bool,
    /// Whether all of its records can be read.
    sound: bool,
}

/// Frees space for a write that failed; returns whether there may be some now. `shown` is the
/// session that is shown.
pub(super) async fn make(storage: SessionStorage, needed: f64, shown: StoredSession) -> bool {
    let before = usage().await;
    let purged = done(storage.sessions().purge(0.0)).await.unwrap_or_default();
    let has_deleted =
        number(&purged, "blobs") > 0.0 || number(&get(&purged, "sessions"), "length") > 0.0;
    if has_deleted {
        freed(before).await;
        return true;
    }
    let Ok(listed) = done(storage.sessions().list()).await else { return false };
    let listed = session_infos(&listed);
    let (own_id, mut own) = (shown.id(), None);
    let mut opened = Vec::new();
    for info in listed.into_iter().filter(|info| info.deleted.is_none() && info.last.is_some()) {
        if info.id == own_id {
            own = Some(info.pinned);
        } else if let Some(session) = open(&shown, &storage, info).await {
            opened.push(session);
        }
    }
    let stored: Vec<Log<'_>> = opened
        .iter()
        .filter(|opened| opened.sound)
        .map(|Opened { id, records, pinned, .. }| Log { id, log: records, pinned: *pinned })
        .collect();
    let own = own.and_then(|pinned| {
        Some(shown.own_log()?.borrow().state().clone().stored_as(&own_id, pinned))
    });
    let dropping = drops(own, &stored, time(needed + MARGIN), time(Date::now()));
    let Drops { dropped, mut records } = dropping.unwrap_or_default();
    for Droppable { sessions, output, .. } in &dropped {
        for session in sessions {
            done(storage.blobs().drop(session, &output.sha256)).await.ok();
        }
    }
    let own: Vec<DroppedOutput> = dropped
        .iter()
        .filter(|drop| drop.sessions.contains(&own_id))
        .map(|drop| drop.output.clone())
        .collect();
    if !own.is_empty() {
        shown.record(Body::OutputsDropped { dropped: own });
    }
    for Opened { id, session, .. } in opened {
        spawn_local(end(session, records.remove(&id)));
    }
    if dropped.is_empty() {
        return false;
    }
    shown.notify(room_made(&dropped), true);
    freed(before).await;
    true
}

/// Opens a session; none if another tab has it open, which is left as it is.
async fn open(
    shown: &StoredSession,
    storage: &SessionStorage,
    info: SessionInfo,
) -> Option<Opened> {
    let SessionInfo { id, pinned, .. } = info;
    let session: OpenSession = done(storage.open(&id, &object(&[]))).await.ok()?.unchecked_into();
    if session.writer().is_none() {
        done(session.close_promise()).await.ok();
        return None;
    }
    let (records, damage) =
        records_from(shown.page(), &id, Some(contents::part(&session.first_part()))).await;
    Some(Opened { id, session, records, pinned, sound: damage.is_none() })
}

/// Stores what was dropped of a session that is not shown, and closes it. Not waited for: the
/// record may have to wait for the space itself.
fn end(session: OpenSession, record: Option<String>) -> LocalBoxFuture<'static, ()> {
    Box::pin(async move {
        if let (Some(record), Some(writer)) = (record, session.writer()) {
            done(writer.append(number_of(&record), &record)).await.ok();
        }
        done(session.close_promise()).await.ok();
    })
}

/// Waits until the browser uses less than it did, but not for long.
async fn freed(before: f64) {
    let until = Date::now() + FREED_MS;
    while Date::now() < until && usage().await >= before {
        clock::sleep(ASKED_MS).await;
    }
}

/// Returns how many bytes the browser uses, as it estimates; 0 if it does not say.
async fn usage() -> f64 {
    let Ok(estimate) = window().navigator().storage().estimate() else { return 0.0 };
    JsFuture::from(estimate).await.map(|estimate| number(&estimate, "usage")).unwrap_or_default()
}
