//! The code that restores the variables.

use kernel::Status;

use super::{Execution, State};
use crate::{Id, Origin};

/// An execution to run again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rerun<'a> {
    /// The execution that ran first.
    pub execution: Id,
    /// What it belongs to.
    pub origin: Origin,
    /// The code that ran then, which may not be what a step shows since.
    pub code: &'a str,
}

impl State {
    /// Returns what to run, in order, so that the variables of what is shown are back: for each step its last success,
    /// and what succeeded in the console after each turn. What ran before the variables were deleted is left out.
    pub fn replay(&self) -> Vec<Rerun<'_>> {
        let mut consoles: Vec<&Execution> = self
            .executions
            .iter()
            .filter(|execution| matches!(execution.origin, Origin::Console { .. }) && self.counts(execution))
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
                let executions = step.executions.iter().rev().filter_map(|id| self.execution(*id));
                list.extend(executions.filter(|execution| self.counts(execution)).take(1));
            }
            list.extend(after(Some(turn.id)));
        }
        list.into_iter()
            .map(|execution| Rerun {
                execution: execution.id,
                origin: execution.origin,
                code: &execution.code,
            })
            .collect()
    }

    /// Returns whether the kernel's variables are those of what is shown: since it started, exactly the executions of
    /// [`State::replay`] have succeeded in it, in that order.
    pub fn is_kernel_current(&self) -> bool {
        let replay = self.replay();
        self.kernel.ran.iter().eq(replay.iter().map(|rerun| &rerun.execution))
    }

    fn counts(&self, execution: &Execution) -> bool {
        execution.seq > self.kernel.deleted
            && execution.outcome.as_ref().is_some_and(|outcome| outcome.inline.status == Status::Ok)
    }
}
