//! The heartbeat of an idle worker: it is pinged four times a second, and one that does not answer
//! is dead.
//!
//! Only what was heard after the ping counts. Timers of a tab in the background are late, and after
//! a late wake-up the answer may not have been delivered yet, so a late check extends the wait
//! once.

use std::time::Duration;

use super::Time;
use crate::RequestId;

/// How long the worker is left alone between two pings. Together with `PATIENCE` it stays below two
/// seconds: no browser reports that the other end of a port is gone, so only the heartbeat detects
/// it.
const INTERVAL: Duration = Duration::from_millis(250);
/// How long an answer may take. An idle worker answers within a millisecond.
const PATIENCE: Duration = Duration::from_millis(1_500);
/// How much later than requested a timer may fire and still count as punctual. On an overloaded
/// machine, both ends are late.
const LATE: Duration = Duration::from_millis(100);

/// The state of an idle worker.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Heartbeat {
    until: Time,
    /// The ping that has not been answered yet.
    ping: Option<RequestId>,
    /// Whether the wait for its answer has been extended.
    extended: bool,
}

/// The result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beat {
    /// Nothing to do yet.
    Wait,
    /// Ping the worker.
    Ping,
    /// The worker is dead.
    Dead,
}

impl Heartbeat {
    /// Creates the heartbeat of a worker that has just sent a message.
    pub(super) fn heard(now: Time) -> Self {
        Self { until: now + INTERVAL, ping: None, extended: false }
    }

    /// Creates the heartbeat of a worker that has just been pinged.
    pub(super) fn pinged(id: RequestId, now: Time) -> Self {
        Self { until: now + PATIENCE, ping: Some(id), extended: false }
    }

    /// Returns when to check again.
    pub(super) fn deadline(&self) -> Time {
        self.until
    }

    /// Checks the worker, at a time at which the deadline has come.
    pub(super) fn check(&mut self, now: Time) -> Beat {
        match self.ping {
            None => Beat::Ping,
            Some(_) if now > self.until + LATE && !self.extended => {
                self.extended = true;
                self.until = now + PATIENCE;
                Beat::Wait
            }
            Some(_) => Beat::Dead,
        }
    }
}
