//! The beginning of an interpreter: how it is started, and for how long it may be silent meanwhile.

use std::time::Duration;

use super::unanswered::Cause;
use super::{Effect, Heartbeat, Lifecycle, State, Time};
use crate::Reply;
use crate::protocol::Start;

/// How long a start may go without any progress while its files come: a slow line shows progress with every chunk.
const FETCH_SILENCE: Duration = Duration::from_secs(180);
/// How long a start from the snapshot may go without any progress after its files have come: some thirty times what it takes.
const SNAPSHOT_SILENCE: Duration = Duration::from_secs(30);
/// How long an ordinary start may, which shows progress with every stage.
const ORDINARY_SILENCE: Duration = Duration::from_secs(90);
/// How much later than asked for a look at a silent start may come and still count: where a tab is frozen, nothing in it goes on.
const LATE: Duration = Duration::from_secs(2);

impl Lifecycle {
    /// Notes that a chunk of the runtime has come, and how many bytes are still to come.
    pub fn bytes_came(&mut self, bytes_left: u64, now: Time) {
        if let State::Starting { fetched, .. } = &mut self.state {
            *fetched = bytes_left == 0;
        }
        self.progress(now);
    }

    /// Notes that the start goes on, so that its silence begins anew.
    pub(super) fn progress(&mut self, now: Time) {
        if let State::Starting { heard, .. } = &mut self.state {
            *heard = now;
        }
    }

    /// The owner could not carry out [`Effect::Start`]; why, as a sentence.
    pub fn start_failed(&mut self, message: &str, now: Time) {
        if matches!(self.state, State::Starting { .. }) {
            self.terminate(Cause::Crashed(message.to_owned()), now);
        }
    }

    pub(super) fn start(&mut self, now: Time) {
        let boot = self.name();
        self.boot = Some(boot);
        self.executions = 0;
        self.warned = false;
        self.start_kind = if self.snapshot_failed.is_some() { Start::Ordinary } else { Start::Snapshot };
        self.state = State::Starting { heard: now, fetched: false };
        self.effects.push_back(Effect::Start { boot, restart: self.restart, kind: self.start_kind });
    }

    pub(super) fn booted(&mut self, reply: Reply, now: Time) {
        match reply {
            Reply::Booted { interruptible, .. } => {
                self.boot = None;
                self.interruptible = interruptible;
                self.failed_starts = 0;
                self.hung = false;
                self.state = State::Ready(Heartbeat::heard(now));
                self.restore_files();
                self.pump(now);
            }
            Reply::Failed { message, .. } => self.terminate(Cause::Crashed(message), now),
            _ => self.unreadable += 1,
        }
    }

    /// How long a start of this kind may be silent.
    pub(super) fn silence(&self, fetched: bool) -> Duration {
        match self.start_kind {
            _ if !fetched => FETCH_SILENCE,
            Start::Snapshot => SNAPSHOT_SILENCE,
            Start::Ordinary => ORDINARY_SILENCE,
        }
    }

    /// A start has been silent for as long as it may.
    pub(super) fn start_is_silent(&mut self, heard: Time, fetched: bool, now: Time) {
        let silence = self.silence(fetched);
        if now > heard + silence + LATE {
            // Who wakes up late was asleep, and so was the worker.
            self.progress(now);
        } else if fetched && !self.hung {
            // Browsers hang now and then while they start a worker. That says nothing about the snapshot.
            self.hung = true;
            self.broken = None;
            self.effects.push_back(Effect::RemoveFrame);
            self.start(now);
        } else {
            let seconds = silence.as_secs();
            self.terminate(Cause::Crashed(format!("Nothing was heard of it for {seconds} s.")), now);
        }
    }
}
