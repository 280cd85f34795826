//! The end of the server: what is being answered goes on for a while, then ends in order.

use std::{future::Future, net::SocketAddr, time::Duration};

use axum::{
    Router,
    serve::{ListenerExt, TapIo},
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
};

use crate::Live;

/// How long the last events of ended streams may take to get out.
const FLUSH: Duration = Duration::from_secs(1);

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

    async fn reaches(&self, wanted: Phase) {
        // The sender is in `self`, so that it cannot be gone.
        let _ = self.0.subscribe().wait_for(|phase| *phase >= wanted).await;
    }
}

/// Returns the listener, whose connections send what is written at once. Without this, the first words of an answer wait
/// until the client has acknowledged its head: 40 ms on one machine, a round trip elsewhere. Where it cannot be set, they
/// wait.
fn at_once(listener: TcpListener) -> TapIo<TcpListener, fn(&mut TcpStream)> {
    listener.tap_io(|socket| drop(socket.set_nodelay(true)))
}

/// Serves until `requested` is done and what was being answered then has ended, or has taken as long as the
/// configuration allows.
///
/// # Errors
/// The listener fails.
pub async fn serve(
    live: &Live,
    listener: TcpListener,
    router: Router,
    requested: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let (drain, begun) = (live.drain().clone(), live.drain().clone());
    let service = router.into_make_service_with_connect_info::<SocketAddr>();
    let serving = axum::serve(at_once(listener), service).with_graceful_shutdown(async move {
        requested.await;
        begun.begin();
    });
    let most = live.current().config.server.drain;
    let ending = async {
        drain.reaches(Phase::Draining).await;
        tracing::info!(seconds = most.as_secs(), "the server is ending, and open answers go on");
        tokio::time::sleep(most).await;
        drain.end();
        tokio::time::sleep(FLUSH).await;
    };
    tokio::select! {
        result = async { serving.await } => result,
        () = ending => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use axum::serve::Listener;

    use super::*;

    #[tokio::test]
    async fn accepted_connections_send_at_once() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let mut listener = at_once(listener);
        let (client, (accepted, _)) = tokio::join!(TcpStream::connect(address), listener.accept());
        assert!(accepted.nodelay().unwrap());
        // It is not what every connection does.
        assert!(!client.unwrap().nodelay().unwrap());
    }
}
