//! Which outputs to drop when the browser runs out of space.

use std::collections::BTreeMap;

use kernel::Outcome;

use crate::{DroppedOutput, Execution, Origin, Place, State};

/// An output that can be dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Droppable {
    /// The sessions that refer to it: the event [`crate::Body::OutputsDropped`] belongs into each.
    pub sessions: Vec<String>,
    /// The event's entry.
    pub output: DroppedOutput,
    /// The bytes that dropping it frees.
    pub bytes: u64,
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

/// Returns which outputs to drop so that this many bytes become free, or as many as possible: the oldest first, none of a
/// pinned session, and none of a session's newest turn or of the last one that it shows. A blob that several executions refer to counts once, by the
/// newest of them. Files of the user, code and answers are never dropped.
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
