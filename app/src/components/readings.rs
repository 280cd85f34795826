//! How code read the session's files: what was added to it from their profiles, and what it read
//! otherwise.

use kernel::{Deviation, Outcome, reading};
use leptos::prelude::*;
use text::visible;

use crate::session::Turn;

/// Says above the results of code how it read its files; `hint` is said after the arguments that
/// were added.
pub(super) fn of_outcome(outcome: &Outcome, hint: &'static str) -> Option<AnyView> {
    let added = reading::added_note(&outcome.additions);
    if added.is_none() && outcome.deviations.is_empty() {
        return None;
    }
    let view = view! {
        {added.map(|note| view! { <p class="step-note" data-testid="read-as-profile">{visible(&note)}{hint}</p> })}
        {otherwise(outcome.deviations.iter(), "step-note")}
    };
    Some(view.into_any())
}

/// Returns which files a turn's steps have read otherwise than their profiles say, as sentences.
pub(super) fn of_turn(turn: Turn) -> Vec<String> {
    let outcomes: Vec<_> =
        turn.steps.with(|steps| steps.iter().filter_map(|step| step.outcome.get()).collect());
    let found = kernel::unresolved_deviations(outcomes.iter().map(AsRef::as_ref));
    found.into_iter().map(Deviation::note).collect()
}

fn otherwise<'a>(
    deviations: impl Iterator<Item = &'a Deviation>,
    class: &'static str,
) -> Vec<AnyView> {
    deviations
        .map(|deviation| {
            let note = visible(&deviation.note());
            view! { <p class=class role="note" data-testid="read-otherwise">{note}</p> }.into_any()
        })
        .collect()
}
