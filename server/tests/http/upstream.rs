//! A provider that speaks real HTTP and server-sent events over TCP, follows a script, and records
//! what it is sent.

use std::{
    collections::BTreeSet,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use serde_json::Value;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::Notify,
};

/// One action of the provider.
#[derive(Clone)]
pub(crate) enum Step {
    /// Sends bytes as one chunk.
    Send(String),
    /// Sends each byte as a chunk and a packet of its own.
    Bytewise(String),
    /// Waits until the other side has closed the connection, then notifies [`Provider::closed`].
    AwaitClose,
    /// Waits until the test goes on.
    Await(Arc<Notify>),
    /// Closes the connection without ending the answer.
    Cut,
    /// Sends an event so many times, as fast as the other side takes it; [`Provider::sent`] counts
    /// its bytes.
    Flood(String, usize),
}

/// The provider's response to one request.
#[derive(Clone)]
pub(crate) struct Answer {
    pub(crate) head: &'static str,
    pub(crate) steps: Vec<Step>,
}

impl Answer {
    /// Creates a stream of events that does `steps`.
    pub(crate) fn stream(steps: Vec<Step>) -> Self {
        Self { head: "200 OK\r\ncontent-type: text/event-stream", steps }
    }

    /// Creates a status with a body.
    pub(crate) fn status(head: &'static str, body: &str) -> Self {
        Self { head, steps: vec![Step::Send(body.to_owned())] }
    }
}

/// A request as it arrived.
#[derive(Clone, Debug)]
pub(crate) struct Received {
    pub(crate) head: String,
    pub(crate) body: Value,
}

/// The running provider.
pub(crate) struct Provider {
    pub(crate) base: String,
    pub(crate) received: Arc<Mutex<Vec<Received>>>,
    pub(crate) closed: Arc<Notify>,
    pub(crate) sent: Arc<AtomicUsize>,
}

/// Starts a provider that sends `answers` one after the other.
pub(crate) async fn start(answers: Vec<Answer>) -> Provider {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}/v1", listener.local_addr().unwrap());
    let received = Arc::new(Mutex::new(Vec::new()));
    let closed = Arc::new(Notify::new());
    let sent = Arc::new(AtomicUsize::new(0));
    let provider =
        Provider { base, received: received.clone(), closed: closed.clone(), sent: sent.clone() };
    tokio::spawn(async move {
        for answer in answers {
            let (mut socket, _) = listener.accept().await.unwrap();
            socket.set_nodelay(true).unwrap();
            let request = read(&mut socket).await;
            received.lock().unwrap().push(request);
            respond(socket, answer, &closed, &sent).await;
        }
    });
    provider
}

async fn read(socket: &mut TcpStream) -> Received {
    let mut bytes = Vec::new();
    loop {
        let mut buffer = [0; 4096];
        let count = socket.read(&mut buffer).await.unwrap();
        assert_ne!(count, 0, "the request ended early");
        bytes.extend_from_slice(&buffer[..count]);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let head = head.to_lowercase();
        let length =
            head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap_or("0");
        if body.len() == length.parse::<usize>().unwrap() {
            let body =
                if body.is_empty() { Value::Null } else { serde_json::from_str(body).unwrap() };
            return Received { head, body };
        }
    }
}

async fn respond(mut socket: TcpStream, answer: Answer, closed: &Notify, sent: &AtomicUsize) {
    let head = format!(
        "HTTP/1.1 {}\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n",
        answer.head
    );
    // Some tests are about a relay that has already disconnected.
    let _ = socket.write_all(head.as_bytes()).await;
    for step in answer.steps {
        match step {
            Step::Send(text) => chunk(&mut socket, text.as_bytes()).await,
            Step::Bytewise(text) => {
                for byte in text.as_bytes() {
                    chunk(&mut socket, &[*byte]).await;
                    tokio::task::yield_now().await;
                }
            }
            Step::AwaitClose => {
                let mut rest = Vec::new();
                let _ = socket.read_to_end(&mut rest).await;
                closed.notify_one();
                return;
            }
            Step::Await(go_on) => go_on.notified().await,
            Step::Cut => return,
            Step::Flood(event, times) => {
                for _ in 0..times {
                    chunk(&mut socket, event.as_bytes()).await;
                    sent.fetch_add(event.len(), Ordering::Relaxed);
                }
            }
        }
    }
    let _ = socket.write_all(b"0\r\n\r\n").await;
    let _ = socket.shutdown().await;
}

async fn chunk(socket: &mut TcpStream, bytes: &[u8]) {
    let mut chunk = format!("{:x}\r\n", bytes.len()).into_bytes();
    chunk.extend_from_slice(bytes);
    chunk.extend_from_slice(b"\r\n");
    let _ = socket.write_all(&chunk).await;
}

/// Returns the faults of a conversation: calls that are not answered exactly once, and answers to
/// no call.
pub(crate) fn faults(body: &Value) -> Vec<String> {
    let mut open = BTreeSet::new();
    let mut faults = Vec::new();
    for message in body["messages"].as_array().unwrap() {
        if message["role"] == "tool" {
            let id = message["tool_call_id"].as_str().unwrap();
            if !open.remove(id) {
                faults.push(format!("{id} answered without having been called"));
            }
            continue;
        }
        faults.extend(open.iter().map(|id| format!("{id} not answered")));
        open.clear();
        for call in message["tool_calls"].as_array().into_iter().flatten() {
            open.insert(call["id"].as_str().unwrap().to_owned());
        }
    }
    faults.extend(open.iter().map(|id| format!("{id} not answered")));
    faults
}

impl Provider {
    /// Waits until the relay has closed its connection. The limit is for one that stays open; it is
    /// less than the silence after which the relays of these tests close it anyway.
    pub(crate) async fn was_closed(&self) {
        tokio::time::timeout(Duration::from_secs(60), self.closed.notified())
            .await
            .expect("still connected");
    }
}
