//! Actions of a session, one after the other.

use futures::FutureExt;
use futures::StreamExt;
use futures::channel::{mpsc, oneshot};
use futures::future::LocalBoxFuture;

use super::Page;

/// What runs them.
pub(super) struct Queue(mpsc::UnboundedSender<LocalBoxFuture<'static, ()>>);

impl Queue {
    /// Returns an empty queue.
    pub(super) fn new(page: &impl Page) -> Self {
        let (sender, mut actions) = mpsc::unbounded::<LocalBoxFuture<'static, ()>>();
        page.spawn(async move {
            while let Some(act) = actions.next().await {
                act.await;
            }
        });
        Self(sender)
    }

    /// Runs an action after those before it. The result resolves with what it returns.
    pub(super) fn push<T: 'static>(
        &self,
        act: impl Future<Output = T> + 'static,
    ) -> oneshot::Receiver<T> {
        let (sender, done) = oneshot::channel();
        let act = async move {
            sender.send(act.await).ok();
        };
        // The other end lives as long as the page.
        self.0.unbounded_send(act.boxed_local()).ok();
        done
    }

    /// Waits until the actions so far have run.
    pub(super) async fn done(&self) {
        self.push(async {}).await.ok();
    }
}
