//! The kernel's lifecycle, from the first start through interrupts, kills and fresh starts.
//!
//! A state machine without IO: its owner calls the inputs with the time as a value, executes every
//! [`Effect`] that [`Lifecycle::next_effect`] yields, and calls [`Lifecycle::tick`] when
//! [`Lifecycle::deadline`] has come. The worker has one request at a time, so a request's time
//! limit starts when it is posted and does not count its wait. Knows neither frames nor ports nor
//! `File`s: files are identified by a key that the owner understands.

mod attachments;
mod bounded_text;
mod effect;
mod heartbeat;
mod interrupts;
mod notices;
mod replies;
mod restore;
mod retained;
mod start;
mod termination;
mod unanswered;

use std::collections::VecDeque;
use std::time::Duration;

use crate::pending::{Kind, Pending};
use crate::protocol::{self, FrameNotice, Start};
use crate::{Reply, Request, RequestId};
pub use attachments::Attachment;
use bounded_text::BoundedText;
pub use effect::{Effect, Phase};
use heartbeat::{Beat, Heartbeat};
use retained::Retained;
use unanswered::Cause;

/// A moment, as the time since some fixed one.
pub type Time = Duration;

/// Identifies a file of the owner.
pub type FileKey = u32;

/// Time limit of requests other than executions: the profile of a large workbook is the slowest.
pub const REQUEST_LIMIT: Duration = Duration::from_secs(180);
/// How long an interrupt may remain without effect before the worker is killed.
pub const GRACE: Duration = Duration::from_secs(2);
/// The longest message that is read. An outcome within its limits (streams, figures) stays well
/// below.
pub const MAX_MESSAGE_BYTES: usize = 64 << 20;
/// How much of each stream of a killed execution is kept, half at the head and half at the tail.
const KEPT_STREAM_BYTES: usize = 1 << 20;

#[derive(Clone, Debug)]
enum State {
    /// `fetched`: whether all files have been received.
    Starting {
        heard: Time,
        fetched: bool,
    },
    Ready(Heartbeat),
    Busy {
        deadline: Time,
        limit: Duration,
    },
    /// `repeats`: how often the interrupt is still to be sent again, first at `until`.
    Interrupting {
        until: Time,
        timeout: Option<Duration>,
        repeats: u32,
    },
    Failed {
        message: String,
    },
}

#[derive(Clone, Debug)]
struct Job {
    request: Request,
    files: Vec<FileKey>,
    limit: Duration,
    /// Whether this restores files of an earlier interpreter, so that nobody waits for the reply.
    restores: bool,
}

#[derive(Clone, Debug)]
struct Flight {
    job: Job,
    posted: Time,
    stdout: BoundedText,
    stderr: BoundedText,
}

/// The state machine of a kernel's lifecycle.
#[derive(Debug)]
pub struct Lifecycle {
    state: State,
    next_id: RequestId,
    queue: VecDeque<Job>,
    pending: Pending<Flight>,
    boot: Option<RequestId>,
    retained: Retained,
    /// The latest ping.
    ping: Option<RequestId>,
    /// Why the interpreter is unusable, once it has reported so.
    broken: Option<String>,
    /// Since when an execution waits for a line from the user.
    asking: Option<Time>,
    /// Since when what runs waits for the archive of a package.
    fetching: Option<Time>,
    /// How the interpreter is started, or was.
    start_kind: Start,
    /// Why the snapshot could not be used.
    snapshot_failed: Option<String>,
    /// Whether the user has been warned that memory runs out.
    warned: bool,
    effects: VecDeque<Effect>,
    interruptible: bool,
    executions: u32,
    failed_starts: u32,
    /// Whether a start was silent for too long and was repeated.
    hung: bool,
    restart: bool,
    unreadable: u64,
}

impl Lifecycle {
    /// Creates the lifecycle and begins the first start.
    pub fn new(now: Time) -> Self {
        let mut lifecycle = Self {
            state: State::Starting { heard: now, fetched: false },
            next_id: 1,
            queue: VecDeque::new(),
            pending: Pending::default(),
            boot: None,
            retained: Retained::default(),
            ping: None,
            broken: None,
            asking: None,
            fetching: None,
            start_kind: Start::Snapshot,
            snapshot_failed: None,
            warned: false,
            effects: VecDeque::new(),
            interruptible: false,
            executions: 0,
            failed_starts: 0,
            hung: false,
            restart: false,
            unreadable: 0,
        };
        lifecycle.start(now);
        lifecycle
    }

    /// Returns the next effect to execute, oldest first.
    pub fn next_effect(&mut self) -> Option<Effect> {
        self.effects.pop_front()
    }

    /// Returns when [`Lifecycle::tick`] is to be called if nothing happens before.
    pub fn deadline(&self) -> Option<Time> {
        match self.state {
            State::Starting { heard, fetched } => Some(heard + self.silence(fetched)),
            // Waiting for the user or the network does not count.
            State::Busy { .. } if self.asking.is_some() || self.fetching.is_some() => None,
            State::Busy { deadline, .. } => Some(deadline),
            State::Interrupting { until, .. } => Some(until),
            State::Ready(heartbeat) => Some(heartbeat.deadline()),
            State::Failed { .. } => None,
        }
    }

    /// Returns the current phase.
    pub fn phase(&self) -> Phase<'_> {
        match &self.state {
            State::Starting { .. } => Phase::Starting { restart: self.restart },
            State::Ready(_) => Phase::Ready,
            // The page's own code and requests about results do not count as running.
            State::Busy { .. }
                if self.pending.notes().all(|flight| is_quiet(&flight.job.request)) =>
            {
                Phase::Ready
            }
            State::Busy { .. } | State::Interrupting { .. } => Phase::Busy,
            State::Failed { message } => Phase::Failed(message),
        }
    }

    /// Returns whether code can be interrupted without losing the variables.
    pub fn interruptible(&self) -> bool {
        self.interruptible
    }

    /// Returns how the interpreter was started and, if ordinarily, why the snapshot could not be
    /// used, as the worker or the browser reported.
    pub fn start_kind(&self) -> (Start, Option<&str>) {
        (self.start_kind, self.snapshot_failed.as_deref())
    }

    /// Returns the number of messages of the worker that were not read or answered nothing.
    pub fn dropped(&self) -> u64 {
        self.unreadable + self.pending.strays()
    }

    /// Queues a request (any but [`Request::Boot`]) and returns its id. `limit` counts from when it
    /// is posted.
    pub fn submit(
        &mut self,
        request: impl FnOnce(RequestId) -> Request,
        files: Vec<FileKey>,
        limit: Duration,
        now: Time,
    ) -> RequestId {
        let id = self.new_id();
        self.enqueue(Job { request: request(id), files, limit, restores: false }, now);
        id
    }

    fn enqueue(&mut self, job: Job, now: Time) {
        if matches!(self.state, State::Starting { .. }) && Kind::of(&job.request).about_results() {
            self.effects.push_back(Effect::Settle(unanswered::gone(job.request.id())));
            return;
        }
        self.queue.push_back(job);
        if let State::Failed { message } = &self.state {
            let message = message.clone();
            self.refuse_queue(&message);
        }
        self.post_next(now);
    }

    /// Forgets a wheel: the next interpreter does not have it. The present one keeps it.
    pub fn forget_wheel(&mut self, key: FileKey) {
        self.retained.wheels.retain(|(known, _)| *known != key);
    }

    /// Discards the interpreter and starts a fresh one; also the way out of [`Phase::Failed`]. The
    /// snapshot is tried again: the reason for its failure may have been a limit that has changed.
    pub fn restart(&mut self, now: Time) {
        self.failed_starts = 0;
        self.hung = false;
        self.snapshot_failed = None;
        self.terminate(Cause::Restart, now);
    }

    /// Reports that the owner could not post a request; `message` is a sentence.
    pub fn post_failed(&mut self, id: RequestId, message: String, now: Time) {
        self.reply(Reply::Failed { id, message }, now);
    }

    /// Handles a message of the worker. One that is too long or cannot be parsed is dropped and
    /// counted.
    pub fn hear(&mut self, message: &str, attachments: &[Attachment], now: Time) {
        if message.len() > MAX_MESSAGE_BYTES {
            let posted = self.pending.notes().next().map(|flight| flight.job.request.id());
            return self.reject_message(posted, unanswered::TOO_LONG, now);
        }
        // Replies first: they are the long ones.
        if let Ok(reply) = protocol::read(message) {
            let reply = self.checked(reply, attachments);
            self.reply(reply, now);
        } else if let Ok(notice) = protocol::read(message) {
            self.notice(notice, now);
        } else {
            self.reject_message(protocol::id(message), unanswered::UNREADABLE, now);
        }
    }

    /// Handles a message of the frame.
    pub fn hear_frame(&mut self, notice: FrameNotice, now: Time) {
        match notice {
            FrameNotice::Started { .. } => self.progress(now),
            // The owner, which asked the frame for it, handles it before.
            FrameNotice::SelfTested { .. } => self.unreadable += 1,
            FrameNotice::Died { message } => self.terminate(Cause::Crashed(message), now),
        }
    }

    /// Advances the time to `now` and handles a deadline that has come.
    pub fn tick(&mut self, now: Time) {
        if self.deadline().is_none_or(|deadline| now < deadline) {
            return;
        }
        match self.state {
            State::Busy { limit, .. } => self.interrupt_running(Some(limit), now),
            // An interrupt can have no effect, in a callback of the event loop for instance.
            State::Interrupting { timeout, repeats: repeats @ 1.., .. } => {
                self.repeat_interrupt(timeout, repeats - 1, now);
            }
            State::Interrupting { timeout, .. } => {
                self.terminate(timeout.map_or(Cause::Ignored, Cause::TimedOut), now);
            }
            State::Starting { heard, fetched } => self.start_is_silent(heard, fetched, now),
            State::Ready(ref mut heartbeat) => match heartbeat.check(now) {
                Beat::Wait => {}
                Beat::Ping => self.send_ping(now),
                Beat::Dead => {
                    self.terminate(Cause::Crashed("it no longer answers".to_owned()), now)
                }
            },
            State::Failed { .. } => {}
        }
    }

    fn new_id(&mut self) -> RequestId {
        self.next_id += 1;
        self.next_id - 1
    }

    fn post_next(&mut self, now: Time) {
        if !matches!(self.state, State::Ready(_)) {
            return;
        }
        if let Some(job) = self.queue.pop_front() {
            self.state = State::Busy { deadline: now.saturating_add(job.limit), limit: job.limit };
            self.effects
                .push_back(Effect::Post { request: job.request.clone(), files: job.files.clone() });
            let request = job.request.clone();
            let kept = BoundedText::new(KEPT_STREAM_BYTES);
            self.pending
                .insert(&request, Flight { job, posted: now, stdout: kept.clone(), stderr: kept });
        }
    }

    fn send_ping(&mut self, now: Time) {
        let id = self.new_id();
        self.ping = Some(id);
        self.state = State::Ready(Heartbeat::pinged(id, now));
        self.effects.push_back(Effect::Post { request: Request::Ping { id }, files: Vec::new() });
    }
}

/// Returns whether a request runs no code of the session.
fn is_quiet(request: &Request) -> bool {
    matches!(request, Request::Execute { silent: true, .. }) || Kind::of(request).about_results()
}

#[cfg(test)]
mod tests;
