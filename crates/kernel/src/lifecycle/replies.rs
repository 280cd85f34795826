//! The worker's replies: the end of each request, and what they leave for later interpreters.

use super::{
    Attachment, Cause, Effect, Heartbeat, Job, Kind, Lifecycle, State, Time, attachments,
    unanswered,
};
use crate::{Reply, Request, RequestId};

impl Lifecycle {
    pub(super) fn reply(&mut self, reply: Reply, now: Time) {
        if self.boot == Some(reply.id()) {
            return self.booted(reply, now);
        }
        if self.ping == Some(reply.id()) {
            // Any reply shows that the worker is alive.
            self.ping = None;
            if let State::Ready(heartbeat) = &mut self.state {
                *heartbeat = Heartbeat::heard(now);
            }
            return;
        }
        let Some(flight) = self.pending.settle(&reply) else { return };
        let timeout = match self.state {
            State::Interrupting { timeout, .. } => timeout,
            _ => None,
        };
        self.stop_waiting();
        self.state = State::Ready(Heartbeat::heard(now));
        if flight.job.restores {
            self.restored(&flight.job, reply);
        } else {
            let reply = self.remember(&flight.job, reply);
            self.effects.push_back(Effect::Settle(unanswered::with_limit(reply, timeout)));
        }
        match self.broken.take() {
            Some(cause) => self.terminate(Cause::Crashed(cause), now),
            None => self.post_next(now),
        }
    }

    /// Handles text that cannot be parsed. The request that it may have been meant to answer ends
    /// now rather than at its time limit.
    pub(super) fn reject_message(&mut self, id: Option<RequestId>, why: &str, now: Time) {
        self.unreadable += 1;
        let asked =
            id.and_then(|id| self.pending.peek(id)).map(|flight| flight.job.request.clone());
        if let Some(request) = asked {
            self.reply(unanswered::without_answer(&request, why), now);
        }
    }

    /// Returns the reply, without the parts whose attachments are missing or of the wrong kind.
    pub(super) fn checked(&mut self, reply: Reply, attachments: &[Attachment]) -> Reply {
        if attachments::fit(&reply, attachments) {
            return reply;
        }
        self.unreadable += 1;
        unanswered::without_attachments(reply)
    }

    /// Retains what later interpreters need.
    fn remember(&mut self, job: &Job, mut reply: Reply) -> Reply {
        match &mut reply {
            Reply::Mounted { files, .. } => {
                self.retained.mounted.extend(job.files.iter().copied().zip(files.iter().cloned()));
            }
            Reply::Installed { .. } => {
                if let (Request::Install { wheel, .. }, [key]) = (&job.request, &job.files[..]) {
                    self.retained.wheels.push((*key, wheel.clone()));
                }
            }
            Reply::Unmounted { .. } => {
                if let Request::Unmount { path, .. } = &job.request {
                    self.retained.mounted.retain(|(_, file)| &file.path != path);
                }
            }
            Reply::Executed { outcome, .. } => {
                self.executions = outcome.execution_count;
                let keys = self.retained.executed(&job.request, outcome);
                if !keys.is_empty() {
                    self.effects.push_back(Effect::Keep(keys));
                }
            }
            Reply::Failed { id, message } if Kind::of(&job.request) == Kind::Execute => {
                let outcome = unanswered::refused(message);
                return Reply::Executed { id: *id, outcome };
            }
            _ => {}
        }
        reply
    }
}
