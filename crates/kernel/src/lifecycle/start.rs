//! The start of an interpreter: how it is started, and how long it may be silent meanwhile.

use std::time::Duration;

use super::unanswered::Cause;
use super::{Effect, Heartbeat, Lifecycle, State, Time};
use crate::Reply;
use crate::protocol::Start;

/// How long a start may go without progress while its files are fetched: a slow connection shows
/// progress with every chunk.
const FETCH_SILENCE: Duration = Duration::from_secs(180);
/// How long a start from the snapshot may go without progress once its files are fetched: about
/// thirty times its duration.
const SNAPSHOT_SILENCE: Duration = Duration::from_secs(30);
/// The same for an ordinary start, which shows progress with every stage.
const ORDINARY_SILENCE: Duration = Duration::from_secs(90);
/// How late a check of a silent start may be and still count: nothing runs in a frozen tab.
const LATE: Duration = Duration::from_secs(2);

impl Lifecycle {
    /// Records that a chunk of the runtime has been received, and how many bytes are left.
    pub fn bytes_came(&mut self, bytes_left: u64, now: Time) {
        if let State::Starting { fetched, .. } = &mut self.state {
            *fetched = bytes_left == 0;
        }
        self.progress(now);
    }

    /// Records progress of the start, which resets the time that it may be silent.
    pub(super) fn progress(&mut self, now: Time) {
        if let State::Starting { heard, .. } = &mut self.state {
            *heard = now;
        }
    }

    /// Reports that the owner could not carry out [`Effect::Start`]; `message` is a sentence.
    pub fn start_failed(&mut self, message: &str, now: Time) {
        if matches!(self.state, State::Starting { .. }) {
            self.terminate(Cause::Crashed(message.to_owned()), now);
        }
    }

    pub(super) fn start(&mut self, now: Time) {
        let boot = self.new_id();
        self.boot = Some(boot);
        self.executions = 0;
        self.warned = false;
        self.start_kind =
            if self.snapshot_failed.is_some() { Start::Ordinary } else { Start::Snapshot };
        self.state = State::Starting { heard: now, fetched: false };
        self.effects.push_back(Effect::Start {
            boot,
            restart: self.restart,
            kind: self.start_kind,
        });
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
                self.post_next(now);
            }
            Reply::Failed { message, .. } => self.terminate(Cause::Crashed(message), now),
            _ => self.unreadable += 1,
        }
    }

    /// Returns how long a start of this kind may be silent.
    pub(super) fn silence(&self, fetched: bool) -> Duration {
        match self.start_kind {
            _ if !fetched => FETCH_SILENCE,
            Start::Snapshot => SNAPSHOT_SILENCE,
            Start::Ordinary => ORDINARY_SILENCE,
        }
    }

    /// Handles a start that has been silent for its limit.
    pub(super) fn start_is_silent(&mut self, heard: Time, fetched: bool, now: Time) {
        let silence = self.silence(fetched);
        if now > heard + silence + LATE {
            // A late check means that the tab was frozen, and so was the worker.
            self.progress(now);
        } else if fetched && !self.hung {
            // Browsers sometimes hang while they start a worker. That is no reason to distrust the
            // snapshot.
            self.hung = true;
            self.broken = None;
            self.effects.push_back(Effect::RemoveFrame);
            self.start(now);
        } else {
            let seconds = silence.as_secs();
            self.terminate(
                Cause::Crashed(format!("Nothing was heard of it for {seconds} s.")),
                now,
            );
        }
    }
}
