//! The marks of an answer's numbers: where each was found, how it follows, or that no result has it.

use std::ops::Range;

use grounding::{Arithmetic, Claim, Match, Place, Source, Support};
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
        let Some(note) = note(&claim.support) else { return number.into_any() };
        let id = format!("claim-{}-{index}", self.turn);
        let described = id.clone();
        let note = view! { <span class="claim-note" role="tooltip" id=id>{note}</span> };
        match step(&claim.support) {
            Some(step) => view! {
                <a class="claim" data-testid="claim" href=format!("#{}", step_anchor(step)) aria-describedby=described>{number}{note}</a>
            }
            .into_any(),
            None => {
                let missing = claim.support == Support::NotFound;
                view! {
                    <span class="claim" class:is-missing=missing data-testid="claim" tabindex="0" aria-describedby=described>
                        {number}
                        {missing.then(|| view! { <span class="visually-hidden">" (not found in any result)"</span> })}
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
    (missing > 0).then(|| format!("{} {verb} not found in any result.", format::plural(missing as u64, "number")))
}

/// Returns the step whose result has the number.
fn step(support: &Support) -> Option<usize> {
    let (Support::Found { source, .. } | Support::Derived { source, .. } | Support::Typed { source }) = support else {
        return None;
    };
    (source.place != Place::Profile).then_some(source.at)
}

/// Describes what supports a number; `None` where nothing has to be said.
fn note(support: &Support) -> Option<String> {
    Some(match support {
        Support::Question => return None,
        Support::NotFound => "Not found in any result.".to_owned(),
        Support::Typed { .. } => "The code states this number itself; nothing computed it.".to_owned(),
        Support::Found { source, r#match: Match::Exact | Match::Date, .. } => format!("Found in {}.", place(source)),
        Support::Found { source, value, .. } => format!("From {value} in {}.", place(source)),
        Support::Derived { source, how, left, right } => {
            let how = match how {
                Arithmetic::Sum => format!("{left} + {right}"),
                Arithmetic::Difference => format!("{left} − {right}"),
                Arithmetic::Ratio => format!("{left} ÷ {right}"),
                Arithmetic::Share => format!("{left} ÷ {right} × 100"),
                Arithmetic::Change => format!("({left} − {right}) ÷ {right} × 100"),
                Arithmetic::Complement => format!("{right} − {left}"),
                Arithmetic::Total => format!("The sum of {right} values"),
            };
            format!("{how}, from {}.", place(source))
        }
    })
}

fn place(source: &Source) -> &'static str {
    match source.place {
        Place::Output => "what the code printed",
        Place::Result(_) => "a result",
        Place::Profile => "the profile of the file",
    }
}
