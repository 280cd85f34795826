//! Runs the code of a lost interpreter again, so that its variables are back.

use std::rc::Rc;

use kernel::Status;
use leptos::prelude::Update;

use crate::cancellation::CancellationToken;
use crate::host::Author;
use crate::session_state::SessionState;

/// Runs the pieces in order until one fails or the user stops it, once Python has the files that
/// are being added. Asks before, if wheels are missing.
pub(crate) async fn run(state: &SessionState, cancellation: &CancellationToken) {
    state.store.settled().await;
    if !state.store.expect_wheels().await {
        return;
    }
    let cells = state.host.lost_cells();
    let count = cells.len();
    let mut ended = words::rerun_the_earlier_code_has().to_owned();
    for (at, code) in cells.iter().enumerate() {
        state.session.rerun.update(|rerun| rerun.running = Some(at + 1));
        let outcome = state.host.execute(code, None, Author::User, Rc::new(|_, _| {})).await;
        state.comparer.compare(code, &outcome);
        if outcome.status != Status::Ok || cancellation.is_cancelled() {
            let why = outcome
                .error
                .map(|error| format!("{}: {}", error.name, error.value))
                .unwrap_or_default();
            ended = words::rerun_piece_of_did_not(&(at + 1), &count, &why);
            break;
        }
        if at + 1 == count {
            state.host.take_unreported_loss();
        }
    }
    state.session.rerun.update(|rerun| {
        rerun.running = None;
        rerun.ended = Some(ended);
    });
}
