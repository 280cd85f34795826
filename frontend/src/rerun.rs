//! Runs the code of an interpreter that was lost again, so that its variables are back.

use std::rc::Rc;

use kernel::Status;
use leptos::prelude::Update;

use crate::desk::Desk;
use crate::stop::Stop;

/// Runs the pieces in order until one fails or the person stops it.
pub(crate) async fn run(desk: &Desk, stop: &Stop) {
    let cells = desk.host.cells();
    let count = cells.len();
    let mut ended = "The earlier code has run again, so that its variables are back.".to_owned();
    for (at, code) in cells.iter().enumerate() {
        desk.session.rerun.update(|rerun| rerun.running = Some(at + 1));
        let outcome = desk.host.execute(code, None, true, Rc::new(|_, _| {})).await;
        if outcome.status != Status::Ok || stop.is_pulled() {
            let why =
                outcome.error.map(|error| format!("{}: {}", error.name, error.value)).unwrap_or_default();
            ended = format!("Piece {} of {count} did not run again ({why}), nor did those after it.", at + 1);
            break;
        }
        if at + 1 == count {
            desk.host.has_forgotten();
        }
    }
    desk.session.rerun.update(|rerun| {
        rerun.running = None;
        rerun.ended = Some(ended);
    });
}
