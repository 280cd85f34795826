//! Stopping executions: those that wait, and the one that runs.

use std::time::Duration;

use super::{Cause, Effect, GRACE, Job, Kind, Lifecycle, State, Time, unanswered};
use crate::RequestId;

/// How often an interrupt without effect is sent again, in the second half of the grace period: in
/// the first, code that cleans up is left alone.
const REPEATS: u32 = 4;

impl Lifecycle {
    /// Stops the execution `id`: immediately while it waits, by interrupt while it runs.
    pub fn cancel(&mut self, id: RequestId, now: Time) {
        if let Some(at) = self.queue.iter().position(|job| job.request.id() == id) {
            if let Some(job) = self.queue.remove(at) {
                self.effects.push_back(Effect::Settle(unanswered::before_it_ran(&job.request)));
            }
        } else if self
            .pending
            .peek(id)
            .is_some_and(|flight| Kind::of(&flight.job.request) == Kind::Execute)
        {
            self.interrupt_running(None, now);
        }
    }

    /// Stops the running execution and drops those that wait.
    pub fn interrupt(&mut self, now: Time) {
        let is_execution = |job: &Job| Kind::of(&job.request) == Kind::Execute;
        let ids: Vec<RequestId> = self
            .queue
            .iter()
            .chain(self.pending.notes().map(|flight| &flight.job))
            .filter(|job| is_execution(job))
            .map(|job| job.request.id())
            .collect();
        ids.into_iter().for_each(|id| self.cancel(id, now));
    }

    fn send_interrupt(&mut self, until: Time, timeout: Option<Duration>, repeats: u32) {
        self.state = State::Interrupting { until, timeout, repeats };
        self.effects
            .extend(self.pending.notes().map(|flight| Effect::Interrupt(flight.job.request.id())));
    }

    /// Sends the interrupt again; `repeats` times more after that.
    pub(super) fn repeat_interrupt(&mut self, timeout: Option<Duration>, repeats: u32, now: Time) {
        self.send_interrupt(now + GRACE / 2 / REPEATS, timeout, repeats);
    }

    pub(super) fn interrupt_running(&mut self, timeout: Option<Duration>, now: Time) {
        match self.state {
            State::Busy { .. } if self.interruptible => {
                self.stop_waiting();
                self.send_interrupt(now + GRACE / 2, timeout, REPEATS);
            }
            State::Busy { .. } => {
                self.terminate(timeout.map_or(Cause::Ignored, Cause::TimedOut), now)
            }
            _ => {}
        }
    }
}
