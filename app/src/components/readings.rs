//! How code read the session's files: what was added to it from their profiles, what it read
//! otherwise, and what its joins did to their rows.

use std::sync::Arc;

use kernel::{Deviation, Outcome, reading};
use leptos::prelude::*;
use text::visible;

use crate::session::Turn;

/// Says above the results of code how it read its files; `hint` is said after the arguments that
/// were added.
pub(super) fn of_outcome(outcome: &Outcome, hint: &'static str) -> Option<AnyView> {
    let added = reading::added_note(&outcome.additions);
    let joins = kernel::join_notes([outcome]);
    if added.is_none() && outcome.deviations.is_empty() && joins.is_empty() {
        return None;
    }
    let joins: Vec<_> = joins
        .into_iter()
        .map(|note| view! { <p class="step-note" role="note" data-testid="joined">{note}</p> })
        .collect();
    let view = view! {
        {added.map(|note| view! { <p class="step-note" data-testid="read-as-profile">{visible(&note)}{hint}</p> })}
        {otherwise(outcome.deviations.iter(), "step-note")}
        {joins}
    };
    Some(view.into_any())
}

/// Returns the outcomes of a turn's steps.
pub(super) fn outcomes(turn: Turn) -> Vec<Arc<Outcome>> {
    turn.steps.with(|steps| steps.iter().filter_map(|step| step.outcome.get()).collect())
}

/// Returns which files executions have read otherwise than their profiles say, as sentences.
pub(super) fn deviations(outcomes: &[Arc<Outcome>]) -> Vec<String> {
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
