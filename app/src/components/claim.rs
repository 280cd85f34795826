//! The marks of an answer's numbers: where each was found, how it follows, or that no result has
//! it.

use std::ops::Range;

use grounding::{Claim, Support};
use leptos::prelude::*;
use text::format;

use crate::session::Id;

/// What supports the numbers of one answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Claims {
    /// The turn, whose id makes those of the notes unique.
    pub(super) turn: Id,
    /// How many claims of the answer precede these, which is part of the notes' ids.
    pub(super) first: usize,
    /// In the order in which they stand in the answer.
    pub(super) list: Vec<Claim>,
}

impl Claims {
    /// Returns those that stand in a part of the answer.
    pub(super) fn within(&self, part: &Range<usize>) -> Self {
        let from = self.list.partition_point(|claim| claim.span.start < part.start);
        let to = self.list.partition_point(|claim| claim.span.start < part.end).max(from);
        let list = self.list.get(from..to).unwrap_or_default().to_vec();
        Self { turn: self.turn, first: self.first + from, list }
    }

    /// Returns where the numbers stand, in bytes, from `start` of the answer and `before` the text.
    pub(super) fn spans(&self, start: usize, before: usize) -> Vec<Range<usize>> {
        let moved = |at: usize| at.saturating_sub(start) + before;
        self.list.iter().map(|claim| moved(claim.span.start)..moved(claim.span.end)).collect()
    }

    /// Returns the number with its mark. A note appears while it is hovered or focused; a click
    /// leads to the step whose result has it.
    pub(super) fn view(&self, index: usize, number: Vec<AnyView>) -> AnyView {
        let Some(claim) = self.list.get(index) else { return number.into_any() };
        let Some(note) = claim.note() else { return number.into_any() };
        let id = format!("claim-{}-{}", self.turn, self.first + index);
        let described = id.clone();
        let note = view! { <span class="claim-note" role="tooltip" id=id>{note}</span> };
        let doubtful = !claim.doubts.is_empty() && !claim.support.is_marked();
        let missing = claim.support.is_unplaced() || claim.support == Support::UnknownName;
        let warning = missing.then(
            || view! { <span class="visually-hidden">{" (not supported by the results)"}</span> },
        );
        let warning = warning.or_else(|| {
            doubtful.then(|| view! { <span class="visually-hidden">{" (with a doubt)"}</span> })
        });
        match claim.support.execution() {
            Some(step) => view! {
                <a class="claim" class:is-missing=missing class:is-doubtful=doubtful data-testid="claim" href=format!("#{}", step_anchor(step)) aria-describedby=described>
                    {number}{warning}{note}
                </a>
            }
            .into_any(),
            None => view! {
                <span class="claim" class:is-missing=missing class:is-doubtful=doubtful data-testid="claim" tabindex="0" aria-describedby=described>
                    {number}{warning}{note}
                </span>
            }
            .into_any(),
        }
    }
}

/// Returns the id of a step's element.
pub(super) fn step_anchor(step: usize) -> String {
    format!("step-{step}")
}

/// Returns what to be careful about, in sentences: how many numbers the results do not support,
/// data that is not from files, and rows that were left out or guessed, as far as the answer does
/// not say so itself. `None` where there is nothing.
pub(super) fn caution(claims: &[Claim], answer: &str) -> Option<String> {
    let count = |is: fn(&Support) -> bool| claims.iter().filter(|claim| is(&claim.support)).count();
    let missing =
        count(|support| support.is_unplaced() && !matches!(support, Support::Replaced { .. }));
    let verb = if missing == 1 { "was" } else { "were" };
    let how = if count(|support| *support == Support::NotFound) == missing {
        "not found in any result"
    } else {
        "not found where the answer says"
    };
    let unsupported = (missing > 0)
        .then(|| format!("{} {verb} {how}.", format::plural(missing as u64, "number")));
    let names = count(|support| *support == Support::UnknownName);
    let have = if names == 1 { "is" } else { "are" };
    let unknown = (names > 0).then(|| {
        format!("{} {have} in neither results nor files.", format::plural(names as u64, "name"))
    });
    // Random numbers that take part in a result, as a sample does, are said with each number.
    let made = claims
        .iter()
        .filter_map(|claim| claim.lineage.as_deref())
        .find(|lineage| lineage.contains("from "));
    let made = made.map(|lineage| format!("What the code showed is {lineage}."));
    let replaced = count(|support| matches!(support, Support::Replaced { .. }));
    let rely = if replaced == 1 { "relies" } else { "rely" };
    let replaced = (replaced > 0).then(|| {
        format!(
            "{} {rely} on a result that was replaced since.",
            format::plural(replaced as u64, "number")
        )
    });
    // What the answer says itself need not be said again.
    let words = |text: &str| text.replace(|c: char| !c.is_alphanumeric(), "").to_lowercase();
    let answer = words(answer);
    let mut doubts: Vec<String> = Vec::new();
    for doubt in
        claims.iter().filter(|claim| !claim.support.is_marked()).flat_map(|claim| &claim.doubts)
    {
        if !doubts.contains(doubt) && !answer.contains(&words(doubt)) {
            doubts.push(doubt.clone());
        }
    }
    let sentences: Vec<String> =
        unsupported.into_iter().chain(replaced).chain(unknown).chain(made).chain(doubts).collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}
