//! The marks of an answer's numbers: where each was found, how it follows, or that no result has it.

use std::ops::Range;

use grounding::{Claim, Support};
use leptos::prelude::*;
use text::format;

use crate::session::Id;

/// What supports the numbers of one answer.
#[derive(Clone, Debug, Default)]
pub(super) struct Claims {
    /// The turn, whose id makes those of the notes unique.
    pub(super) turn: Id,
    /// In the order in which they stand in the answer.
    pub(super) list: Vec<Claim>,
}

impl Claims {
    /// Returns where the numbers stand, in bytes.
    pub(super) fn spans(&self) -> Vec<Range<usize>> {
        self.list.iter().map(|claim| claim.span.clone()).collect()
    }

    /// Returns the number with its mark. A note appears while it is hovered or focused; a click leads to the step
    /// whose result has it.
    pub(super) fn view(&self, index: usize, number: Vec<AnyView>) -> AnyView {
        let Some(claim) = self.list.get(index) else { return number.into_any() };
        let Some(note) = claim.support.note() else { return number.into_any() };
        let id = format!("claim-{}-{index}", self.turn);
        let described = id.clone();
        let note = view! { <span class="claim-note" role="tooltip" id=id>{note}</span> };
        match claim.support.execution() {
            Some(step) => view! {
                <a class="claim" data-testid="claim" href=format!("#{}", step_anchor(step)) aria-describedby=described>{number}{note}</a>
            }
            .into_any(),
            None => {
                let missing = claim.support == Support::NotFound;
                view! {
                    <span class="claim" class:is-missing=missing data-testid="claim" tabindex="0" aria-describedby=described>
                        {number}
                        {missing.then(|| view! { <span class="visually-hidden">{" (not found in any result)"}</span> })}
                        {note}
                    </span>
                }
                .into_any()
            }
        }
    }
}

/// Returns the id of a step's element.
pub(super) fn step_anchor(step: usize) -> String {
    format!("step-{step}")
}

/// Returns how many numbers no result has, as a sentence; `None` if each was found.
pub(super) fn missing(claims: &[Claim]) -> Option<String> {
    let missing = claims.iter().filter(|claim| claim.support == Support::NotFound).count();
    let verb = if missing == 1 { "was" } else { "were" };
    (missing > 0)
        .then(|| format!("{} {verb} not found in any result.", format::plural(missing as u64, "number")))
}
