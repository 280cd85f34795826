//! Termination of an interpreter: settles all its requests, then starts the next interpreter or
//! fails.

use super::unanswered::{self, Cause};
use super::{Effect, Flight, Job, Lifecycle, State, Time};
use crate::pending::Kind;
use crate::protocol::Start;
use crate::{Outcome, Reply};

impl Lifecycle {
    /// Terminates the interpreter: settles its requests, then starts a fresh one or enters
    /// [`State::Failed`].
    pub(super) fn terminate(&mut self, cause: Cause, now: Time) {
        let was_starting = matches!(self.state, State::Starting { .. } | State::Failed { .. });
        if !matches!(self.state, State::Failed { .. }) {
            self.effects.push_back(Effect::RemoveFrame);
        } else if !matches!(cause, Cause::Restart) {
            return;
        }
        self.boot = None;
        self.ping = None;
        self.broken = None;
        self.stop_waiting();
        for (flight, failed) in self.pending.fail_all(&unanswered::sentence(&cause)) {
            self.settle_lost(flight, failed, &cause, now);
        }
        if was_starting {
            if let (Cause::Crashed(cause), Start::Snapshot) = (&cause, self.start_kind) {
                self.snapshot_failed = Some(cause.clone());
            } else if let Cause::Crashed(cause) = &cause {
                self.failed_starts += 1;
                if self.failed_starts > 1 {
                    let message = unanswered::start_failed(cause);
                    self.refuse_queue(&message);
                    self.state = State::Failed { message };
                    return;
                }
            }
        } else {
            self.restart = true;
            self.drop_waiting_executions(&cause);
            let asked = matches!(cause, Cause::Restart);
            let variables = std::mem::take(&mut self.retained.variables);
            let why = unanswered::lost(&cause, &variables, self.retained.written.len());
            let cells = std::mem::take(&mut self.retained.cells);
            self.effects.push_back(Effect::Lost { why, asked, cells });
        }
        self.start(now);
    }

    fn settle_lost(&mut self, flight: Flight, failed: Reply, cause: &Cause, now: Time) {
        let id = flight.job.request.id();
        if Kind::of(&flight.job.request) == Kind::Execute {
            let outcome = Outcome {
                stdout: flight.stdout.into_text(),
                stderr: flight.stderr.into_text(),
                execution_count: self.executions + 1,
                duration_ms: now.saturating_sub(flight.posted).as_secs_f64() * 1000.0,
                ..unanswered::killed(cause)
            };
            self.effects.push_back(Effect::Settle(Reply::Executed { id, outcome }));
        } else if flight.job.restores {
            // The files are still retained, so the next interpreter tries again.
        } else if matches!(cause, Cause::Restart) && !Kind::of(&flight.job.request).about_results()
        {
            self.queue.push_front(flight.job);
        } else {
            self.effects.push_back(Effect::Settle(failed));
        }
    }

    /// Drops the waiting executions, which were written for variables that are lost, and requests
    /// about lost results. Everything else can wait for the next interpreter.
    fn drop_waiting_executions(&mut self, cause: &Cause) {
        let lost = |job: &Job| {
            let kind = Kind::of(&job.request);
            kind == Kind::Execute || kind.about_results()
        };
        let (lost, rest): (Vec<Job>, Vec<Job>) = self.queue.drain(..).partition(lost);
        self.queue = rest.into_iter().filter(|job| !job.restores).collect();
        for job in lost {
            let id = job.request.id();
            let reply = match Kind::of(&job.request) {
                Kind::Execute => Reply::Executed { id, outcome: unanswered::dropped(cause) },
                _ => unanswered::gone(id),
            };
            self.effects.push_back(Effect::Settle(reply));
        }
    }

    pub(super) fn refuse_queue(&mut self, message: &str) {
        for job in std::mem::take(&mut self.queue) {
            let id = job.request.id();
            let reply = match Kind::of(&job.request) {
                Kind::Execute => Reply::Executed { id, outcome: unanswered::not_posted(message) },
                _ => Reply::Failed { id, message: message.to_owned() },
            };
            self.effects.push_back(Effect::Settle(reply));
        }
    }
}
