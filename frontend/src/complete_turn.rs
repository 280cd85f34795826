//! A complete turn as scripts, and the page around this one, read it.

use grounding::Support;
use kernel::automation::{Claim, ClaimSupport, Step, Turn};
use leptos::prelude::{GetUntracked, GetValue, WithUntracked};

use crate::ended::Ended;

/// Returns a complete turn as scripts read it.
pub(crate) fn exported(turn: app::session::Turn, ended: &Ended) -> Turn {
    let steps = turn.steps.with_untracked(|steps| {
        steps
            .iter()
            .map(|step| Step {
                purpose: step.purpose.get_untracked(),
                code: step.code.get_untracked(),
                outcome: step.outcome.get_untracked(),
                refused: step.refused.get_untracked(),
            })
            .collect()
    });
    let answer = turn.answer.get_untracked();
    let ids: Vec<usize> =
        turn.steps.with_untracked(|steps| steps.iter().map(|step| step.id as usize).collect());
    let mut units = Units { text: &answer, bytes: 0, units: 0 };
    let claims = turn.claims.with_untracked(|claims| {
        claims.iter().map(|one| claim(one, &answer, &mut units, &ids)).collect()
    });
    let not_computed = turn.not_computed.get_untracked();
    let choices = turn.choices.get_untracked();
    let (question, stopped, message) =
        (turn.question.get_value(), ended.stopped, ended.message.clone());
    Turn { question, answer, steps, stopped, message, claims, not_computed, choices }
}

/// Positions in a text in UTF-16 code units, which are counted from the one before.
struct Units<'a> {
    text: &'a str,
    bytes: usize,
    units: usize,
}

impl Units<'_> {
    /// Returns the position at `end` bytes; 0 if no character begins there.
    fn at(&mut self, end: usize) -> usize {
        if end < self.bytes {
            (self.bytes, self.units) = (0, 0);
        }
        let Some(more) = self.text.get(self.bytes..end) else { return 0 };
        (self.bytes, self.units) = (end, self.units + more.encode_utf16().count());
        self.units
    }
}

/// Returns the claim as scripts read it; `steps` are the ids of the turn's steps.
fn claim(claim: &grounding::Claim, answer: &str, units: &mut Units<'_>, steps: &[usize]) -> Claim {
    let step = claim.support.execution().and_then(|id| steps.iter().position(|step| *step == id));
    Claim {
        text: answer.get(claim.span.clone()).unwrap_or_default().to_owned(),
        start: units.at(claim.span.start),
        end: units.at(claim.span.end),
        support: match claim.support {
            Support::Found { .. } => ClaimSupport::Found,
            Support::Derived { .. } => ClaimSupport::Derived,
            Support::Question => ClaimSupport::Question,
            Support::Parameter => ClaimSupport::Used,
            Support::Typed { .. } => ClaimSupport::Typed,
            Support::OtherRow { .. } => ClaimSupport::Misplaced,
            Support::ByChance { .. } => ClaimSupport::Chance,
            Support::Replaced { .. } => ClaimSupport::Replaced,
            Support::NotFound | Support::UnknownName => ClaimSupport::Missing,
        },
        step,
        note: claim.note(),
    }
}
