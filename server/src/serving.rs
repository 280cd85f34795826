//! The server from its first connection to its end.

use std::{future::Future, net::SocketAddr, time::Duration};

use axum::{
    Router,
    serve::{ListenerExt, TapIo},
};
use tokio::net::{TcpListener, TcpStream};

use crate::Live;

/// How long the last events of ended streams may take to get out.
const FLUSH: Duration = Duration::from_secs(1);

/// Returns the listener, whose connections send what is written at once. Without this, the first
/// words of an answer wait until the client has acknowledged its head: 40 ms on one machine, a
/// round trip elsewhere. If it cannot be set, they wait.
fn at_once(listener: TcpListener) -> TapIo<TcpListener, fn(&mut TcpStream)> {
    listener.tap_io(|socket| drop(socket.set_nodelay(true)))
}

/// Serves until `requested` is done and what was being answered then has ended, or has taken as
/// long as the configuration allows.
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
        drain.begun().await;
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
