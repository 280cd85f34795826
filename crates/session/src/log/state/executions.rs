//! Events of steps, executions and the kernel.

use std::borrow::Cow;

use kernel::{Status, reading};

use super::freshness::hash;
use super::{Change, Comparison, Execution, State, Step};
use crate::log::{Body, Compared, Event, Id, Origin};

impl Execution {
    /// Returns the code that ran: as it was written, with the arguments that were added from the
    /// files' profiles.
    pub fn as_run(&self) -> Cow<'_, str> {
        match self.outcome.as_deref().map(|outcome| outcome.inline.additions.as_slice()) {
            None | Some([]) => Cow::Borrowed(&self.code),
            Some(additions) => Cow::Owned(reading::completed(&self.code, additions)),
        }
    }
}

impl State {
    pub(super) fn apply_execution(&mut self, event: &Event) {
        match &event.body {
            Body::StepCalled { turn, step, reply, call, remark, purpose, code } => {
                self.seen(*step);
                let known =
                    self.existing(*turn, event).is_some_and(|turn| turn.step(*step).is_some());
                if known {
                    return self.problem(event.seq, format!("Step {step} was called twice."));
                }
                let (call, remark, purpose) = (call.clone(), remark.clone(), purpose.clone());
                let step = Step { reply: *reply, call, remark, purpose, ..new_step(*step, code) };
                if let Some(turn) = self.turn_mut(*turn) {
                    turn.steps.push(step);
                    // It was the step's remark, unless an answer is complete already.
                    if !turn.answered {
                        turn.answer.clear();
                    }
                }
            }
            Body::StepRefused { turn, step, why } => {
                self.existing_step(*turn, *step, "", event).into_iter().for_each(|step| {
                    step.refused = Some(why.clone());
                });
            }
            Body::CodeEdited { turn, step, code } => {
                self.existing_step(*turn, *step, code, event).into_iter().for_each(|step| {
                    step.code.clone_from(code);
                    step.hash = hash(code);
                });
            }
            Body::ExecutionBegan { execution, origin, code, runtime } => {
                self.begin(*execution, *origin, code, event);
                let manifest = self.ran_by(runtime.as_ref());
                if let Some(known) =
                    self.execution_mut(*execution).filter(|known| known.seq == event.seq)
                {
                    known.runtime = manifest;
                }
            }
            Body::ExecutionEnded { execution, outcome } => {
                let Some(known) = self.execution_mut(*execution) else {
                    return self.unknown("execution", *execution, event);
                };
                known.outcome = Some(outcome.clone());
                known.cut_off = false;
                // The same bytes may be stored again after they were dropped.
                outcome.parts.iter().for_each(|part| {
                    self.dropped.remove(&part.blob.sha256);
                });
                if outcome.inline.status == Status::Ok {
                    self.kernel.ran.push(*execution);
                }
            }
            Body::KernelStarted { .. } => self.lose_kernel(),
            Body::VariablesDeleted => {
                self.kernel.ran.clear();
                self.kernel.deleted = event.seq;
                self.note(event.seq, Change::VariablesDeleted);
            }
            Body::Replayed { executions, compared, runtime, .. } => {
                self.kernel.ran.extend(executions);
                let manifest = self.ran_by(runtime.as_ref());
                for Compared { execution, differences } in compared {
                    if let Some(known) = self.execution_mut(*execution) {
                        let (runtime, differences) = (manifest.clone(), differences.clone());
                        known.compared = Some(Comparison { ms: event.ms, runtime, differences });
                    }
                }
            }
            _ => {}
        }
    }

    fn begin(&mut self, id: Id, origin: Origin, code: &str, event: &Event) {
        self.seen(id);
        if self.execution(id).is_some() {
            return self.problem(event.seq, format!("Execution {id} began twice."));
        }
        let basis = match origin {
            Origin::Step { turn, step } => {
                self.existing_step(turn, step, code, event);
                let basis = self.ran_before(turn, step);
                if let Some(step) = self.turn_mut(turn).and_then(|turn| turn.step_mut(step)) {
                    step.executions.push(id);
                    step.ran = Some(hash(code));
                    step.refused = None;
                }
                self.chain_from(turn);
                basis
            }
            Origin::Console { .. } => {
                self.note(event.seq, Change::Console { code: code.to_owned() });
                0
            }
        };
        self.execution_at.insert(id, self.executions.len());
        self.executions.push(Execution {
            id,
            origin,
            code: code.to_owned(),
            seq: event.seq,
            ms: event.ms,
            runtime: None,
            outcome: None,
            cut_off: false,
            disclosed: None,
            compared: None,
            basis,
            data: self.data,
        });
    }

    /// Records that the kernel is gone, with the execution that ran in it.
    fn lose_kernel(&mut self) {
        self.kernel.ran.clear();
        // One runs at a time, so the running one is among the last.
        let running =
            self.executions.iter_mut().rev().take_while(|execution| execution.outcome.is_none());
        running.for_each(|execution| execution.cut_off = true);
    }

    /// Returns a step; if the record of its call is lost, adds it with this code.
    fn existing_step(
        &mut self,
        turn: Id,
        step: Id,
        code: &str,
        event: &Event,
    ) -> Option<&mut Step> {
        self.seen(step);
        let known = self.existing(turn, event)?.step(step).is_some();
        if !known {
            self.problem(event.seq, format!("The call of step {step} is lost."));
            self.turn_mut(turn)?.steps.push(new_step(step, code));
        }
        self.turn_mut(turn)?.step_mut(step)
    }

    pub(super) fn execution_mut(&mut self, id: Id) -> Option<&mut Execution> {
        self.executions.get_mut(*self.execution_at.get(&id)?)
    }
}

fn new_step(id: Id, code: &str) -> Step {
    Step {
        id,
        reply: 0,
        call: format!("call_{id}"),
        remark: String::new(),
        claims: Vec::new(),
        purpose: String::new(),
        called: code.to_owned(),
        code: code.to_owned(),
        refused: None,
        executions: Vec::new(),
        hash: hash(code),
        ran: None,
    }
}
