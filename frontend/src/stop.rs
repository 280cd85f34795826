//! A stop that can be waited for in many places at once.

use std::cell::RefCell;
use std::rc::Rc;

use futures::FutureExt;
use futures::channel::oneshot;
use futures::future::{FusedFuture, Shared};

/// Pulled once; whoever holds a copy learns of it.
#[derive(Clone)]
pub(crate) struct Stop {
    pull: Rc<RefCell<Option<oneshot::Sender<()>>>>,
    pulled: Shared<oneshot::Receiver<()>>,
}

impl Stop {
    /// One that has not been pulled.
    pub(crate) fn new() -> Self {
        let (pull, pulled) = oneshot::channel();
        Self { pull: Rc::new(RefCell::new(Some(pull))), pulled: pulled.shared() }
    }

    /// Pulls it. A second time does nothing.
    pub(crate) fn pull(&self) {
        let sender = self.pull.borrow_mut().take();
        if let Some(sender) = sender {
            sender.send(()).ok();
        }
    }

    /// Whether it has been pulled.
    pub(crate) fn is_pulled(&self) -> bool {
        self.pull.borrow().is_none()
    }

    /// Waits until it is pulled.
    pub(crate) fn pulled(&self) -> impl FusedFuture<Output = ()> + Unpin + use<> {
        self.pulled.clone().map(|_| ())
    }
}
