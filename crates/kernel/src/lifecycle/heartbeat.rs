//! Whether an idle worker still lives: it is asked four times a second, and one that does not answer is dead.
//!
//! Judges by what was heard after the question. Timers of a tab in the background come late, and after a late wake-up the answer
//! may not have been delivered yet, so that a late look gives it one more chance.

use std::time::Duration;

use super::Time;
use crate::RequestId;

/// How long the worker is left alone between two questions. With the patience it stays below two seconds: no browser tells that the
/// other end of a port is gone, so that this is how a cause is noticed.
const REST: Duration = Duration::from_millis(250);
/// How long an answer may take. An idle worker answers within a millisecond.
const PATIENCE: Duration = Duration::from_millis(1_500);
/// How much later than asked for a timer may strike and still count as punctual. On a machine that is short of time, both ends
/// are late.
const LATE: Duration = Duration::from_millis(100);

/// What is known of an idle worker.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Heartbeat {
    until: Time,
    /// The question that has not been answered yet.
    asked: Option<RequestId>,
    /// Whether its answer has been given another chance.
    again: bool,
}

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beat {
    /// Nothing yet.
    Wait,
    /// Ask.
    Ask,
    /// It is dead.
    Dead,
}

impl Heartbeat {
    /// One that was just heard.
    pub(super) fn heard(now: Time) -> Self {
        Self { until: now + REST, asked: None, again: false }
    }

    /// One that was just asked.
    pub(super) fn asked(id: RequestId, now: Time) -> Self {
        Self { until: now + PATIENCE, asked: Some(id), again: false }
    }

    /// When to look again.
    pub(super) fn deadline(&self) -> Time {
        self.until
    }

    /// Looks, at a time at which the deadline has come.
    pub(super) fn look(&mut self, now: Time) -> Beat {
        match self.asked {
            None => Beat::Ask,
            Some(_) if now > self.until + LATE && !self.again => {
                self.again = true;
                self.until = now + PATIENCE;
                Beat::Wait
            }
            Some(_) => Beat::Dead,
        }
    }
}
