//! Whether what is shown still belongs to the code before it.
//!
//! An execution stores a hash of the code that had run before it on its path. When code there is
//! edited, the hash of the code as it is now differs; when the edit is taken back, it is the same
//! again.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use grounding::Claim;

use super::{Execution, State, Step, Turn};
use crate::log::Id;

/// How a step's outcome relates to the code that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freshness {
    /// It has no outcome: it was refused, has not run yet, or its kernel was lost.
    NotRun,
    /// It runs.
    Running,
    /// The outcome is that of the code.
    Current,
    /// The code was edited since it ran.
    Edited,
    /// Code before it was edited, added or run differently since it ran.
    Stale,
    /// It was made from a file that another one has replaced since, or has replaced before.
    Former,
}

/// Returns the hash of a piece of code.
pub(super) fn hash(code: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    code.hash(&mut hasher);
    hasher.finish()
}

impl State {
    /// Returns how each step of a turn relates to the code as it is now.
    pub fn freshness(&self, turn: Id) -> Vec<(Id, Freshness)> {
        let lineage = self.lineage(turn);
        let Some((last, before)) = lineage.split_last() else { return Vec::new() };
        let now = before.iter().fold(0, |now, turn| chain(now, turn, as_it_is));
        self.freshness_after(now, last)
    }

    /// Returns the same for each step of the turns that are shown.
    pub fn path_freshness(&self) -> Vec<(Id, Freshness)> {
        let mut now = 0;
        let mut steps = Vec::new();
        for turn in self.path() {
            steps.extend(self.freshness_after(now, turn));
            now = chain(now, turn, as_it_is);
        }
        steps
    }

    /// Returns whether a complete answer was written before code that it relies on was edited.
    pub fn is_answer_stale(&self, turn: Id) -> bool {
        let Some(last) = self.turn(turn).filter(|turn| turn.answered) else { return false };
        let now = self.lineage(turn).iter().fold(0, |now, turn| chain(now, turn, as_it_is));
        now != last.basis
    }

    /// Returns the steps of the turns that are shown whose results no longer stand: their code, or
    /// code before them, was changed since they ran, or they were different when they ran again.
    pub fn outdated_steps(&self) -> HashSet<Id> {
        let differs = |execution: &Execution| {
            let compared = execution.compared.as_ref();
            compared.is_some_and(|compared| !compared.differences.is_empty())
        };
        let changed = self
            .path_freshness()
            .into_iter()
            .filter(|(_, freshness)| {
                matches!(freshness, Freshness::Edited | Freshness::Stale | Freshness::Former)
            })
            .map(|(step, _)| step);
        let steps = self.path().into_iter().flat_map(|turn| &turn.steps);
        let different =
            steps.filter(|step| self.latest(step).is_some_and(differs)).map(|step| step.id);
        changed.chain(different).collect()
    }

    /// Returns claims as they are now: those that rely on one of the `outdated` steps say so, and
    /// so do those that rely on a step whose code has run again since the answer was written, and
    /// those of an answer that was made from other files.
    pub fn claims_now(&self, turn: &Turn, claims: &[Claim], outdated: &HashSet<Id>) -> Vec<Claim> {
        let stale = self.is_answer_stale(turn.id);
        let since: HashSet<Id> = if stale {
            let lineage = self.lineage(turn.id);
            let steps = lineage.iter().flat_map(|turn| &turn.steps);
            let ran = |step: &&Step| {
                let last = step.executions.last().and_then(|id| self.execution(*id));
                last.is_some_and(|last| last.seq > turn.answered_at)
            };
            steps.filter(ran).map(|step| step.id).collect()
        } else {
            HashSet::new()
        };
        let former = self.is_former(turn.id);
        let mut claims = claims.to_vec();
        for claim in &mut claims {
            let step = claim.support.execution().and_then(|at| Id::try_from(at).ok());
            if step.is_some_and(|step| former || outdated.contains(&step) || since.contains(&step))
            {
                claim.outdate();
            }
        }
        claims
    }

    /// Returns the hash of what has run on the path before a step.
    pub(super) fn ran_before(&self, turn: Id, step: Id) -> u64 {
        let Some(turn) = self.turn(turn) else { return 0 };
        let earlier = turn.steps.iter().take_while(|other| other.id != step);
        earlier.fold(self.ran_above(turn), |ran, step| link(ran, step, as_it_ran))
    }

    /// Updates the hash of what has run to the end of a turn, and of those that follow it.
    pub(super) fn chain_from(&mut self, turn: Id) {
        let mut pending = vec![turn];
        while let Some(id) = pending.pop() {
            let Some(turn) = self.turn(id) else { continue };
            let ran = chain(self.ran_above(turn), turn, as_it_ran);
            if let Some(turn) = self.turn_mut(id) {
                turn.ran = ran;
                pending.extend(&turn.children);
            }
        }
    }

    /// Returns the hash of what has run before a turn.
    fn ran_above(&self, turn: &Turn) -> u64 {
        turn.parent.and_then(|parent| self.turn(parent)).map_or(0, |parent| parent.ran)
    }

    fn freshness_after(&self, mut now: u64, turn: &Turn) -> Vec<(Id, Freshness)> {
        let mut steps = Vec::with_capacity(turn.steps.len());
        for step in &turn.steps {
            let freshness = match self.latest(step) {
                None => Freshness::NotRun,
                Some(last) if last.cut_off => {
                    let shown = self.shown_execution(step);
                    let is_former = shown.is_some_and(|shown| shown.data != self.data);
                    if is_former { Freshness::Former } else { Freshness::NotRun }
                }
                Some(last) if last.outcome.is_none() => Freshness::Running,
                Some(last) if last.data != self.data => Freshness::Former,
                Some(_) if step.ran != Some(step.hash) => Freshness::Edited,
                Some(last) if last.basis != now => Freshness::Stale,
                Some(_) => Freshness::Current,
            };
            steps.push((step.id, freshness));
            now = link(now, step, as_it_is);
        }
        steps
    }
}

/// Returns the code of a step as it ran, if it did.
fn as_it_ran(step: &Step) -> Option<u64> {
    step.ran
}

/// Returns the code of a step as it is now, if it has an effect: it ran, or the user edited it.
fn as_it_is(step: &Step) -> Option<u64> {
    (step.ran.is_some() || step.code != step.called).then_some(step.hash)
}

fn chain(before: u64, turn: &Turn, of: fn(&Step) -> Option<u64>) -> u64 {
    turn.steps.iter().fold(before, |before, step| link(before, step, of))
}

fn link(before: u64, step: &Step, of: fn(&Step) -> Option<u64>) -> u64 {
    let Some(code) = of(step) else { return before };
    let mut hasher = DefaultHasher::new();
    (before, step.id, code).hash(&mut hasher);
    hasher.finish()
}
