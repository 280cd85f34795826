//! A cancellation token: cancelled once, awaited in many places at once.

use std::cell::RefCell;
use std::rc::Rc;

use futures::FutureExt;
use futures::channel::oneshot;
use futures::future::{FusedFuture, Shared};

/// A handle to one cancellation. Clones share it.
#[derive(Clone)]
pub(crate) struct CancellationToken {
    sender: Rc<RefCell<Option<oneshot::Sender<()>>>>,
    cancelled: Shared<oneshot::Receiver<()>>,
}

impl CancellationToken {
    /// Returns a token that is not cancelled.
    pub(crate) fn new() -> Self {
        let (sender, cancelled) = oneshot::channel();
        Self { sender: Rc::new(RefCell::new(Some(sender))), cancelled: cancelled.shared() }
    }

    /// Cancels the token. Further calls do nothing.
    pub(crate) fn cancel(&self) {
        let sender = self.sender.borrow_mut().take();
        if let Some(sender) = sender {
            sender.send(()).ok();
        }
    }

    /// Returns whether the token is cancelled.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.sender.borrow().is_none()
    }

    /// Resolves when the token is cancelled.
    pub(crate) fn cancelled(&self) -> impl FusedFuture<Output = ()> + Unpin + use<> {
        self.cancelled.clone().map(|_| ())
    }
}
