//! How far the kernel's start is, and who waits for its end.

use std::cell::RefCell;

use app::session::Progress;
use futures::channel::oneshot;

/// How a start ended: with a kernel that runs code, or why it cannot be started.
pub(super) type Started = Result<(), String>;

/// The status of the latest start.
#[derive(Default)]
pub(super) struct StartStatus {
    progress: RefCell<Progress>,
    waiting: RefCell<Vec<oneshot::Sender<Started>>>,
}

impl StartStatus {
    /// Notes that a start begins; whoever waits continues to wait.
    pub(super) fn begin(&self, restart: bool) {
        self.progress.replace(Progress::begun(restart));
    }

    /// Notes that this many bytes of the files have arrived, of this many.
    pub(super) fn downloaded(&self, arrived: u64, total: u64) {
        self.progress.borrow_mut().downloaded(arrived, total);
    }

    /// Notes that the worker has done this many steps of its start, of this many.
    pub(super) fn worked(&self, stage: String, done: u32, total: u32) {
        self.progress.borrow_mut().worked(stage, done, total);
    }

    /// Returns the progress.
    pub(super) fn progress(&self) -> Progress {
        self.progress.borrow().clone()
    }

    /// Waits for the end.
    pub(super) fn wait(&self) -> oneshot::Receiver<Started> {
        let (sender, receiver) = oneshot::channel();
        self.waiting.borrow_mut().push(sender);
        receiver
    }

    /// Wakes everybody who waits.
    pub(super) fn notify(&self, started: &Started) {
        for waiting in self.waiting.take() {
            waiting.send(started.clone()).ok();
        }
    }
}
