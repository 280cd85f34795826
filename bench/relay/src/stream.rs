//! One stream: a request, and the measurement of its answer.

use std::{
    net::{Ipv4Addr, SocketAddr},
    sync::{Mutex, PoisonError},
};

use anyhow::{Result, bail};
use tokio::{net::TcpSocket, sync::oneshot};

use crate::{clock, figures::Times, http::Connection};

/// How many addresses of this machine connections come from: one has 28,000 ports to one address of
/// a relay.
const SOURCES: u8 = 8;

/// How much of a refusal is repeated.
const REPEATED: usize = 300;

/// What was measured of several streams.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// The time that is measured; what arrives before or after is not.
    from: u64,
    until: u64,
    pub(crate) chunks: u64,
    pub(crate) all_chunks: u64,
    pub(crate) streams: u64,
    pub(crate) failed: u64,
    pub(crate) failure: Option<String>,
    pub(crate) first: Times,
    pub(crate) chunk: Times,
    pub(crate) whole: Times,
    /// Learns of the first text.
    begun: Option<oneshot::Sender<()>>,
}

impl Tally {
    pub(crate) fn new(from: u64, until: u64) -> Self {
        Self { from, until, ..Self::default() }
    }

    /// Creates one that says when the first text has come.
    pub(crate) fn telling(begun: oneshot::Sender<()>) -> Mutex<Self> {
        Mutex::new(Self { begun: Some(begun), ..Self::new(0, u64::MAX) })
    }

    fn measures(&self, now: u64) -> bool {
        self.from <= now && now <= self.until
    }
}

/// Connects, from one of several addresses.
pub(crate) async fn connect(address: SocketAddr, index: u32) -> Result<Connection> {
    let socket = TcpSocket::new_v4()?;
    let last = 2 + u8::try_from(index % u32::from(SOURCES))?;
    socket.bind(SocketAddr::from((Ipv4Addr::new(127, 0, 0, last), 0)))?;
    Connection::new(socket.connect(address).await?)
}

/// Sends a request that was due at `start`, and reads its answer.
///
/// # Errors
/// If the answer is a refusal, or ends without its end mark.
pub(crate) async fn stream(
    connection: &mut Connection,
    request: &[u8],
    start: u64,
    tally: &Mutex<Tally>,
) -> Result<()> {
    connection.send(request).await?;
    let head = connection.response().await?;
    let (mut body, mut content) = (head.body, Vec::new());
    let (mut first, mut marked) = (true, false);
    loop {
        let complete = connection.take(&mut body, &mut content)?;
        let now = clock::now();
        if head.status == 200 {
            let events =
                content.windows(2).rposition(|window| window == b"\n\n").map_or(0, |at| at + 2);
            let events: Vec<u8> = content.drain(..events).collect();
            let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
            let measured = tally.measures(now);
            for stamp in clock::stamps(&events) {
                tally.all_chunks += 1;
                if measured {
                    tally.chunks += 1;
                    tally.chunk.add(now.saturating_sub(stamp));
                }
                if std::mem::take(&mut first) {
                    if measured {
                        tally.first.add(now.saturating_sub(start));
                    }
                    // Nobody listens if it is not of interest.
                    let _ = tally.begun.take().map(|begun| begun.send(()));
                }
            }
            marked |= events.windows(6).any(|window| window == b"[DONE]");
            if complete && marked && measured {
                tally.whole.add(now.saturating_sub(start));
            }
        }
        if complete {
            break;
        }
        if !connection.fill().await? {
            bail!("the answer was cut off");
        }
    }
    if head.status != 200 {
        content.truncate(REPEATED);
        bail!("status {}: {}", head.status, String::from_utf8_lossy(&content));
    }
    if !marked {
        bail!("the answer has no end mark");
    }
    Ok(())
}
