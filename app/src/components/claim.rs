//! The marks of an answer's numbers: where each was found, how it follows, or that no result has
//! it.

use std::ops::Range;
use std::sync::Arc;

use grounding::{Claim, Support};
use leptos::{ev, prelude::*};

use crate::session::{Id, Reveal, Step, Turn, spot};

/// What supports the numbers of one answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Claims {
    /// The turn, whose id makes those of the notes unique.
    pub(super) turn: Id,
    /// How many claims of the answer precede these, which is part of the notes' ids.
    pub(super) first: usize,
    /// In the order in which they stand in the answer.
    pub(super) list: Vec<Claim>,
    /// The text that states them, in which their spans are.
    pub(super) source: Arc<str>,
}

impl Claims {
    /// Returns those of a text.
    pub(super) fn of(turn: Id, list: Vec<Claim>, text: &str) -> Self {
        // A text that grows has none; what depends on them then stays the same.
        let source = if list.is_empty() { Arc::default() } else { Arc::from(text) };
        Self { turn, first: 0, list, source }
    }

    /// Returns those that stand in a part of the answer.
    pub(super) fn within(&self, part: &Range<usize>) -> Self {
        let from = self.list.partition_point(|claim| claim.span.start < part.start);
        let to = self.list.partition_point(|claim| claim.span.start < part.end).max(from);
        let list = self.list.get(from..to).unwrap_or_default().to_vec();
        Self { turn: self.turn, first: self.first + from, list, source: self.source.clone() }
    }

    /// Returns where the numbers stand, in bytes, from `start` of the answer and `before` the text.
    pub(super) fn spans(&self, start: usize, before: usize) -> Vec<Range<usize>> {
        let moved = |at: usize| at.saturating_sub(start) + before;
        self.list.iter().map(|claim| moved(claim.span.start)..moved(claim.span.end)).collect()
    }

    /// Returns the number with its mark: always, if nothing supports it, and otherwise while the
    /// user wants to see all marks. A note appears while it is hovered or focused; a click leads to
    /// the place in the step that has the number.
    pub(super) fn view(&self, index: usize, number: Vec<AnyView>) -> AnyView {
        let Some(claim) = self.list.get(index) else { return number.into_any() };
        let Some(note) = claim.note() else { return number.into_any() };
        let marks = use_context::<Marks>();
        let doubtful = !claim.doubts.is_empty() && !claim.support.is_marked();
        let missing = claim.support.is_unplaced() || claim.support == Support::UnknownName;
        let always = claim.support.is_marked();
        let shown = Memo::new(move |_| always || marks.is_none_or(|marks| marks.shown.get()));
        let id = format!("claim-{}-{}", self.turn, self.first + index);
        let described = {
            let id = id.clone();
            move || shown.get().then(|| id.clone())
        };
        let warning = match (missing, doubtful) {
            (true, _) => Some(words::claim_not_supported_by_the()),
            (_, true) => Some(words::claim_with_a_doubt()),
            _ => None,
        };
        let inside = move || {
            shown.get().then(|| {
                view! {
                    {warning.map(|words| view! { <span class="visually-hidden">{words}</span> })}
                    <span class="claim-note" role="tooltip" id=id.clone()>{note.clone()}</span>
                }
            })
        };
        let testid = move || shown.get().then_some("claim");
        match claim.support.execution() {
            Some(step) => {
                let claim = claim.clone();
                let source = self.source.clone();
                let lead = move |event: ev::MouseEvent| {
                    let Some(marks) = marks.filter(|_| shown.get_untracked()) else { return };
                    if marks.lead(step, &claim, &source) {
                        event.prevent_default();
                    }
                };
                view! {
                    <a
                        class="claim"
                        class:is-shown=shown
                        class:is-missing=missing
                        class:is-doubtful=doubtful
                        data-testid=testid
                        href=move || shown.get().then(|| format!("#{}", step_anchor(step)))
                        aria-describedby=described
                        on:click=lead
                    >
                        {number}{inside}
                    </a>
                }
                .into_any()
            }
            None => view! {
                <span
                    class="claim"
                    class:is-shown=shown
                    class:is-missing=missing
                    class:is-doubtful=doubtful
                    data-testid=testid
                    tabindex=move || shown.get().then_some("0")
                    aria-describedby=described
                >
                    {number}{inside}
                </span>
            }
            .into_any(),
        }
    }
}

/// The marks of one turn: whether all are shown, and where the last one that was pressed leads.
#[derive(Clone, Copy)]
pub(super) struct Marks {
    /// Whether also the numbers are marked that were verified.
    pub(super) shown: RwSignal<bool>,
    /// The place that the user wants to see.
    pub(super) reveal: RwSignal<Option<Reveal>>,
    steps: RwSignal<Vec<Step>>,
}

impl Marks {
    /// Returns those of a turn, with only the doubtful numbers marked.
    pub(super) fn of(turn: Turn) -> Self {
        Self { shown: RwSignal::new(false), reveal: RwSignal::new(None), steps: turn.steps }
    }

    /// Shows the place that a mark points to; returns false if it is not in this turn.
    fn lead(self, step: usize, claim: &Claim, source: &str) -> bool {
        let outcome = self.steps.with_untracked(|steps| {
            let step = steps.iter().find(|known| known.id as usize == step)?;
            Some((step.id, step.outcome.get_untracked()?))
        });
        let Some((step, outcome)) = outcome else { return false };
        let spot = spot(claim, source, &outcome);
        self.reveal.set(Some(Reveal { step, outcome, spot }));
        true
    }
}

/// Returns the id of a step's element.
pub(super) fn step_anchor(step: usize) -> String {
    format!("step-{step}")
}
