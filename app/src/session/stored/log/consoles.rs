//! What ran in the console, as the page shows it.

use session::log::{Execution, Id, Origin, State};

use super::super::reran;
use crate::session::Reran;

/// What ran in the console along the turns that are shown, in the order of the turns.
#[derive(Clone, Debug, PartialEq)]
pub struct Consoles {
    /// How many earlier entries are left out.
    pub earlier: usize,
    /// The newest entries.
    pub entries: Vec<StoredEntry>,
}

/// Code that ran in the console.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredEntry {
    /// Its execution.
    pub execution: Id,
    /// The last turn that was shown then.
    pub after: Option<Id>,
    /// The code.
    pub code: String,
    /// Whether its outcome is stored: not while the code runs, and not if the kernel was lost.
    pub has_outcome: bool,
    /// Whether the kernel was lost before it ended.
    pub cut_off: bool,
    /// What running it again has shown.
    pub reran: Option<Reran>,
}

/// Returns what ran in the console, of the entries the newest `most`.
pub(super) fn list(state: &State, most: usize) -> Consoles {
    let path: Vec<Id> = state.path().iter().map(|turn| turn.id).collect();
    let mut shown: Vec<_> = state
        .executions()
        .iter()
        .filter_map(|execution| Some((place(execution, &path)?, execution)))
        .collect();
    // An undone turn may be shown again after more code has run.
    shown.sort_by_key(|((place, _), execution)| (*place, execution.seq));
    let earlier = shown.len().saturating_sub(most);
    let entry = |((_, after), execution): ((_, Option<Id>), &Execution)| StoredEntry {
        execution: execution.id,
        after,
        code: execution.code.clone(),
        has_outcome: execution.outcome.is_some(),
        cut_off: execution.cut_off,
        reran: reran(state, execution),
    };
    Consoles { earlier, entries: shown.into_iter().skip(earlier).map(entry).collect() }
}

/// Returns the place of the turn after which code ran in the console, and the turn; both are `None`
/// before the first. Returns `None` for other executions, and after a turn that is not shown.
fn place(execution: &Execution, path: &[Id]) -> Option<(Option<usize>, Option<Id>)> {
    match execution.origin {
        Origin::Console { after: None } => Some((None, None)),
        Origin::Console { after: Some(turn) } => {
            path.iter().position(|shown| *shown == turn).map(|place| (Some(place), Some(turn)))
        }
        Origin::Step { .. } => None,
    }
}
