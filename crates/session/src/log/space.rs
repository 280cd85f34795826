//! Which outputs to drop when the browser runs out of space.

use std::collections::BTreeMap;

use kernel::Outcome;

use crate::log::{
    Body, DroppedOutput, Execution, Id, Origin, Place, SCHEMA, State, StoredPart, WriteError,
    Writer, read,
};

/// An output that can be dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Droppable {
    /// The sessions that refer to it: the event [`crate::log::Body::OutputsDropped`] belongs into
    /// each.
    pub sessions: Vec<String>,
    /// The event's entry.
    pub output: DroppedOutput,
    /// The bytes that dropping it frees.
    pub bytes: u64,
}

/// A stored session.
#[derive(Clone, Debug)]
pub struct StoredSession<'a> {
    /// Its id in the storage. That in its log can be the id of the session that it is a copy of.
    pub id: &'a str,
    /// Its records.
    pub log: &'a str,
    /// Whether the user has pinned it.
    pub pinned: bool,
}

/// What to drop to make room, and what to store of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drops {
    /// The outputs.
    pub dropped: Vec<Droppable>,
    /// The records to append to each session's log, by its id.
    pub records: BTreeMap<String, String>,
}

/// Returns what to drop of stored sessions and of the one that is open, see [`to_drop`], with the
/// records for the stored ones. A session is left as it is if its log is damaged, or of another
/// version: its records could not follow.
///
/// # Errors
/// If a record exceeds a bound.
pub fn drops(
    open: Option<State>,
    stored: &[StoredSession<'_>],
    bytes: u64,
    ms: u64,
) -> Result<Drops, WriteError> {
    let mut states: Vec<State> = open.into_iter().collect();
    let mut writers = BTreeMap::new();
    for session in stored {
        let Ok(log) = read(session.log.as_bytes()) else { continue };
        let sound = log.schema == SCHEMA && log.damage.is_empty() && log.torn_at.is_none();
        let last = log.events.last().map_or(0, |event| event.seq);
        states.push(State::of(&log.events).stored_as(session.id, session.pinned || !sound));
        writers.insert(session.id, Writer::after(last));
    }
    let dropped = to_drop(&states.iter().collect::<Vec<_>>(), bytes);
    let mut records = BTreeMap::new();
    for (id, mut writer) in writers {
        let of_session =
            dropped.iter().filter(|drop| drop.sessions.iter().any(|session| session == id));
        let of_session: Vec<DroppedOutput> = of_session.map(|drop| drop.output.clone()).collect();
        if !of_session.is_empty() {
            let (_, record) = writer.append(ms, Body::OutputsDropped { dropped: of_session })?;
            records.insert(id.to_owned(), record);
        }
    }
    Ok(Drops { dropped, records })
}

/// Returns the stored parts of an execution's outcome whose digest is wanted, with their names.
pub fn outputs(
    session: &State,
    execution: Id,
    wanted: impl Fn(&str) -> bool,
) -> Vec<DroppedOutput> {
    let Some(execution) = session.execution(execution) else { return Vec::new() };
    let Some(outcome) = &execution.outcome else { return Vec::new() };
    let output = |part: &StoredPart| DroppedOutput {
        sha256: part.blob.sha256.clone(),
        name: name(&part.place, &outcome.inline, session, execution),
    };
    outcome.parts.iter().filter(|part| wanted(&part.blob.sha256)).map(output).collect()
}

/// One blob over all sessions.
struct Blob {
    sessions: Vec<String>,
    name: String,
    bytes: u64,
    /// When it was produced last.
    ms: u64,
    /// Whether any reference forbids to drop it.
    kept: bool,
}

/// Returns which outputs to drop so that this many bytes become free, or as many as possible: the
/// oldest first, none of a pinned session, and none of a session's newest turn or of the last one
/// that it shows. A blob that several executions refer to counts once, by the newest of them. Files
/// of the user, code and answers are never dropped.
pub fn to_drop(sessions: &[&State], bytes: u64) -> Vec<Droppable> {
    let mut blobs: BTreeMap<&str, Blob> = BTreeMap::new();
    for session in sessions {
        let newest = [session.turns().last().map(|turn| turn.id), session.leaf()];
        for execution in session.executions() {
            let Some(outcome) = &execution.outcome else { continue };
            let turn = match execution.origin {
                Origin::Step { turn, .. } => Some(turn),
                Origin::Console { after } => after,
            };
            let kept = session.is_pinned() || newest.contains(&turn);
            for part in outcome.parts.iter().filter(|part| !session.is_dropped(&part.blob.sha256)) {
                let blob = blobs.entry(&part.blob.sha256).or_insert_with(|| Blob {
                    sessions: Vec::new(),
                    name: name(&part.place, &outcome.inline, session, execution),
                    bytes: part.blob.bytes,
                    ms: 0,
                    kept: false,
                });
                blob.ms = blob.ms.max(execution.ms);
                blob.kept |= kept;
                if !blob.sessions.iter().any(|id| id == session.id()) {
                    blob.sessions.push(session.id().to_owned());
                }
            }
        }
    }
    let mut free: Vec<(&str, Blob)> = blobs.into_iter().filter(|(_, blob)| !blob.kept).collect();
    // Of those from one moment the largest first, so that fewer are lost.
    free.sort_by(|(_, left), (_, right)| left.ms.cmp(&right.ms).then(right.bytes.cmp(&left.bytes)));
    let mut freed = 0;
    free.into_iter()
        .take_while(|(_, blob)| {
            let wanted = freed < bytes;
            freed += blob.bytes;
            wanted
        })
        .map(|(sha256, Blob { sessions, name, bytes, .. })| Droppable {
            sessions,
            output: DroppedOutput { sha256: sha256.to_owned(), name },
            bytes,
        })
        .collect()
}

/// Names an output for the user.
fn name(place: &Place, outcome: &Outcome, session: &State, execution: &Execution) -> String {
    let what = match place {
        Place::Stdout => "printed output".to_owned(),
        Place::Stderr => "printed errors".to_owned(),
        Place::Form { result, form, .. } => format!("result {} ({form})", result + 1),
        Place::Table { result } => format!("table {}", result + 1),
        Place::Chart { result } => format!("data of chart {}", result + 1),
        Place::File { path } if outcome.output.as_deref() == Some(path) => {
            "all of the printed output".to_owned()
        }
        Place::File { path } => return path.clone(),
    };
    let step = match execution.origin {
        Origin::Step { turn, step } => session.turn(turn).and_then(|turn| turn.step(step)),
        Origin::Console { .. } => None,
    };
    match step.map(|step| step.purpose.as_str()).filter(|purpose| !purpose.is_empty()) {
        Some(purpose) => format!("{what} of “{purpose}”"),
        None => what,
    }
}

#[cfg(test)]
mod tests;
