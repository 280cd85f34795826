//! What ran in the console, as the page shows it.

use serde_json::{Value, json};
use session_log::{Execution, Id, Origin, State};

use super::reruns;

/// Returns what ran in the console along the turns that are shown, in the order of the turns: `{earlier, entries}`, of which the
/// last `most` are listed and `earlier` counts the others. An entry is `{execution, after, code, outcome, cutOff, reran}`:
/// `after` is the last turn that was shown then, or null; `outcome` is the stored one, or null while the code runs and where the
/// kernel was lost; `reran` is what running the code again has shown, see [`reruns::reran`].
pub(crate) fn list(state: &State, most: usize) -> Value {
    let path: Vec<Id> = state.path().iter().map(|turn| turn.id).collect();
    let mut shown: Vec<(Option<usize>, &Execution)> = state
        .executions()
        .iter()
        .filter_map(|execution| Some((place(execution, &path)?, execution)))
        .collect();
    // An undone turn may be shown again after more code has run.
    shown.sort_by_key(|(place, execution)| (*place, execution.seq));
    let earlier = shown.len().saturating_sub(most);
    let entries: Vec<_> =
        shown.into_iter().skip(earlier).map(|(_, execution)| entry(state, execution)).collect();
    json!({ "earlier": earlier, "entries": entries })
}

/// Returns the place of the turn after which code ran in the console, which is none before the first; none at all for other
/// executions, and after a turn that is not shown.
fn place(execution: &Execution, path: &[Id]) -> Option<Option<usize>> {
    match execution.origin {
        Origin::Console { after: None } => Some(None),
        Origin::Console { after: Some(turn) } => path.iter().position(|shown| *shown == turn).map(Some),
        Origin::Step { .. } => None,
    }
}

fn entry(state: &State, execution: &Execution) -> Value {
    let after = match execution.origin {
        Origin::Console { after } => after,
        Origin::Step { .. } => None,
    };
    json!({
        "execution": execution.id,
        "after": after,
        "code": execution.code,
        "outcome": execution.outcome,
        "cutOff": execution.cut_off,
        "reran": reruns::reran(state, execution),
    })
}
