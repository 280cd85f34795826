//! Stored turns as signals: what the page shows of them.

use grounding::Claim;
use leptos::prelude::{GetUntracked, RwSignal, Set, WithUntracked};
use serde_json::Value;
use session::log::End;

use super::{RestoredStep, RestoredTurn};
use crate::session::{Phase, Reading, Step, Turn};

impl RestoredTurn {
    /// Returns the turn as it is stored: one of `before`, if it is there already. Its signals live
    /// as long as the current owner. It has no outcomes yet, except those that were there.
    pub fn turn(&self, before: &[Turn]) -> Turn {
        let stored = &self.turn;
        let known = before.iter().find(|turn| turn.id == stored.id).copied();
        let turn = known
            .unwrap_or_else(|| Turn::new(stored.id, stored.question.clone(), stored.model.clone()));
        set_changed(turn.is_former, self.is_former);
        let changed = self.steps.iter().any(|step| step.changed);
        if turn.phase.get_untracked() == Phase::Done && !changed {
            self.show_reran(&turn);
            return turn;
        }
        let steps = turn.steps.get_untracked();
        turn.steps.set(self.steps.iter().map(|step| step.step(&steps)).collect());
        turn.answer.set(stored.answer.clone());
        self.show_claims(&turn);
        turn.reading.set(reading(&stored.reading));
        turn.choices.set(stored.choices.clone());
        turn.not_computed.set(stored.not_computed);
        turn.cut_off.set(matches!(stored.end, Some(End::CutOff | End::Error)));
        turn.stopped.set(stored.message.clone());
        turn.fallback.set(stored.fallback.clone());
        turn.fitted.set(stored.fitted.clone());
        turn.thoughts.set(stored.thoughts.clone());
        turn.phase.set(if stored.end.is_some() { Phase::Done } else { Phase::Thinking });
        turn
    }

    /// Shows at each step how its outcome differed when its code ran again.
    pub fn show_reran(&self, turn: &Turn) {
        let steps = turn.steps.get_untracked();
        for stored in &self.steps {
            if let Some(step) = steps.iter().find(|step| step.id == stored.step.id) {
                stored.show_reran(step);
            }
        }
        self.show_claims(turn);
    }

    /// Shows what supports the answer's numbers, which changes with the code and the outcomes that
    /// it relies on.
    fn show_claims(&self, turn: &Turn) {
        set_changed(turn.claims, self.claims.clone());
    }
}

impl RestoredStep {
    fn step(&self, before: &[Step]) -> Step {
        let stored = &self.step;
        let known = before.iter().find(|step| step.id == stored.id).copied();
        let step = known.unwrap_or_else(|| Step::new(stored.id, stored.remark.clone()));
        step.purpose.set(stored.purpose.clone());
        step.code.set(stored.code.clone());
        step.refused.set(stored.refused.clone());
        self.show_reran(&step);
        if self.changed {
            step.outcome.set(None);
            step.former.set(None);
        }
        step
    }

    /// Shows how the outcome differed when the code ran again, and what supports the remark.
    fn show_reran(&self, step: &Step) {
        set_changed(step.reran, self.reran.clone());
        set_changed::<Vec<Claim>>(step.claims, self.claims.clone());
    }
}

/// Shows at the steps of these turns how their outcomes differed when their code ran again.
pub fn show_reran(turns: &[Turn], reran: &[RestoredTurn]) {
    for stored in reran {
        if let Some(turn) = turns.iter().find(|turn| turn.id == stored.turn.id) {
            stored.show_reran(turn);
        }
    }
}

/// Returns a stored reading.
fn reading(json: &str) -> Option<Reading> {
    serde_json::from_str(json).ok().filter(|reading: &Reading| reading.query != Value::Null)
}

/// Sets a signal if its value is another one, so that nothing is drawn again otherwise: the user
/// may be about to click.
pub(crate) fn set_changed<T: PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, now: T) {
    if signal.with_untracked(|before| *before != now) {
        signal.set(now);
    }
}
