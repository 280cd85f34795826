//! The code that restores the variables.

use std::borrow::Cow;

use kernel::Status;

use super::{Execution, State};
use crate::log::{Cause, Id, Origin};

/// An execution to run again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rerun<'a> {
    /// The execution that ran first.
    pub execution: Id,
    /// What it belongs to.
    pub origin: Origin,
    /// The code that ran then, with what was added to it: a profile may say something else by now.
    /// A step may show other code since.
    pub code: Cow<'a, str>,
}

/// What running all code again in a clean kernel has shown, of what is shown now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Check {
    /// When the last of it ran again, in milliseconds since 1970.
    pub ms: u64,
    /// How many outcomes were compared.
    pub compared: usize,
    /// How many were not, for instance since they are newer.
    pub left_out: usize,
    /// How many of those that were compared differ.
    pub different: usize,
    /// How many of those that differ were first produced in another runtime.
    pub other_runtime: usize,
}

impl State {
    /// Returns what to run, in order, so that the variables of what is shown are back: for each
    /// step its last success, and what succeeded in the console after each turn. What ran before
    /// the variables were deleted is left out.
    pub fn replay(&self) -> Vec<Rerun<'_>> {
        let succeeded = |execution: &Execution| {
            execution.seq > self.kernel.deleted && has_status(execution, &[Status::Ok])
        };
        self.in_order(succeeded).into_iter().map(Rerun::of).collect()
    }

    /// Returns what to run, in order, to compare what is shown with what the code produces in a
    /// clean kernel: also what ended with an exception, and what ran before the variables were
    /// deleted.
    pub fn comparable(&self) -> Vec<Rerun<'_>> {
        let ended = |execution: &Execution| has_status(execution, &[Status::Ok, Status::Error]);
        self.in_order(ended).into_iter().map(Rerun::of).collect()
    }

    /// Returns what has run before a step of what is shown, and what has run after it with the code
    /// that it has now: also what ended with an exception. None if the step is not shown.
    pub fn around(&self, turn: Id, step: Id) -> Option<(Vec<Rerun<'_>>, Vec<Rerun<'_>>)> {
        let path = self.path();
        let place = |turn: Id| path.iter().position(|shown| shown.id == turn);
        // What ran in the console after a turn comes after all of its steps.
        let key = |origin: Origin| match origin {
            Origin::Console { after: None } => None,
            Origin::Console { after: Some(turn) } => Some((place(turn), usize::MAX)),
            Origin::Step { turn, step } => {
                let steps = self.turn(turn).map_or(&[][..], |turn| &turn.steps);
                Some((
                    place(turn),
                    steps.iter().position(|known| known.id == step).unwrap_or(usize::MAX),
                ))
            }
        };
        place(turn)?;
        self.turn(turn)?.step(step)?;
        let wanted = key(Origin::Step { turn, step });
        let (before, mut rest): (Vec<_>, Vec<_>) =
            self.comparable().into_iter().partition(|rerun| key(rerun.origin) < wanted);
        rest.retain(|rerun| key(rerun.origin) != wanted);
        for rerun in &mut rest {
            if let Origin::Step { turn, step } = rerun.origin
                && let Some(step) = self.turn(turn).and_then(|turn| turn.step(step))
            {
                rerun.code = Cow::Borrowed(&step.code);
            }
        }
        Some((before, rest))
    }

    /// Returns what the last comparisons have shown; none if nothing of what is shown was compared.
    pub fn check(&self) -> Option<Check> {
        let mut check = Check::default();
        for execution in self.in_order(|execution| execution.outcome.is_some()) {
            match &execution.compared {
                Some(compared) => {
                    check.ms = check.ms.max(compared.ms);
                    check.compared += 1;
                    let cause = self.cause(execution);
                    check.different += usize::from(cause.is_some());
                    let other = matches!(cause, Some(Cause::Changed(_) | Cause::ChangedUnknown));
                    check.other_runtime += usize::from(other);
                }
                None => check.left_out += 1,
            }
        }
        (check.compared > 0).then_some(check)
    }

    /// Returns the code that produced what is shown, in the order in which it has to run, to run it
    /// with other files: of steps as it was written, since what was added to it is that of the
    /// files as they were.
    pub fn renewable(&self) -> Vec<Rerun<'_>> {
        let mut list = self.comparable();
        for rerun in &mut list {
            if let Origin::Step { turn, step } = rerun.origin
                && let Some(step) = self.turn(turn).and_then(|turn| turn.step(step))
            {
                rerun.code = Cow::Borrowed(&step.code);
            }
        }
        list
    }

    /// Returns the executions of what is shown in the order in which they have to run: for each
    /// step the last that `counts`, of those that read the files as they are if there are any, and
    /// those of the console after each turn.
    fn in_order(&self, counts: impl Fn(&Execution) -> bool) -> Vec<&Execution> {
        let mut consoles: Vec<&Execution> = self
            .executions
            .iter()
            .filter(|execution| {
                matches!(execution.origin, Origin::Console { .. }) && counts(execution)
            })
            .collect();
        let mut after = |turn: Option<Id>| -> Vec<&Execution> {
            let here = |execution: &&Execution| execution.origin == Origin::Console { after: turn };
            let (found, others) = consoles.iter().partition(|execution| here(execution));
            consoles = others;
            found
        };
        let mut list = after(None);
        for turn in self.path() {
            for step in &turn.steps {
                let counting = || {
                    let newest = step.executions.iter().rev();
                    newest.filter_map(|id| self.execution(*id)).filter(|one| counts(one))
                };
                let current = counting().find(|one| one.data == self.data);
                list.extend(current.or_else(|| counting().next()));
            }
            list.extend(after(Some(turn.id)));
        }
        list
    }

    /// Returns whether the kernel's variables are those of what is shown: since it started, exactly
    /// the executions of [`State::replay`] have succeeded in it, in that order.
    pub fn is_kernel_current(&self) -> bool {
        let replay = self.replay();
        self.kernel.ran.iter().eq(replay.iter().map(|rerun| &rerun.execution))
    }
}

/// Returns which of these is the next one with this code: the first from `next` on, else the first
/// of all.
pub fn next_rerun(list: &[Rerun<'_>], next: usize, code: &str) -> Option<usize> {
    let is_it = |rerun: &Rerun<'_>| rerun.code == code;
    let following = list.iter().skip(next).position(is_it).map(|at| at + next);
    following.or_else(|| list.iter().position(is_it))
}

impl<'a> Rerun<'a> {
    fn of(execution: &'a Execution) -> Self {
        Self { execution: execution.id, origin: execution.origin, code: execution.as_run() }
    }
}

fn has_status(execution: &Execution, status: &[Status]) -> bool {
    execution.outcome.as_ref().is_some_and(|outcome| status.contains(&outcome.inline.status))
}
