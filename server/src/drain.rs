//! The end of the server: what is being answered goes on for a while, then ends in order.

use tokio::sync::watch;

/// How far the server's end has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    Serving,
    /// Nothing new begins, and what is open goes on.
    Draining,
    /// What is still open ends now.
    Over,
}

/// The server's end, shared by all who have to know of it.
#[derive(Clone, Debug)]
pub struct Drain(watch::Sender<Phase>);

impl Default for Drain {
    fn default() -> Self {
        Self(watch::Sender::new(Phase::Serving))
    }
}

impl Drain {
    /// Begins the end: the server is not ready any more.
    pub fn begin(&self) {
        self.advance(Phase::Draining);
    }

    /// Ends what is still open.
    pub fn end(&self) {
        self.advance(Phase::Over);
    }

    /// Returns whether the end has begun.
    pub fn has_begun(&self) -> bool {
        *self.0.borrow() >= Phase::Draining
    }

    /// Returns whether what is open has to end.
    pub(crate) fn is_over(&self) -> bool {
        *self.0.borrow() == Phase::Over
    }

    /// Waits until what is open has to end.
    pub(crate) async fn over(&self) {
        self.reaches(Phase::Over).await;
    }

    fn advance(&self, to: Phase) {
        self.0.send_if_modified(|phase| std::mem::replace(phase, to.max(*phase)) < to);
    }

    /// Waits until the end has begun.
    pub(crate) async fn begun(&self) {
        self.reaches(Phase::Draining).await;
    }

    async fn reaches(&self, wanted: Phase) {
        // The sender is in `self`, so that it cannot be gone.
        let _ = self.0.subscribe().wait_for(|phase| *phase >= wanted).await;
    }
}
