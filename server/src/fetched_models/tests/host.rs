//! A host of models that speaks TLS, answers as a test says, and records what it is asked.

use std::sync::{Arc, Mutex};

use reqwest::{Certificate, Client, ClientBuilder};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        ServerConfig,
        pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer},
    },
};

/// What the host does after what it has sent.
#[derive(Clone, Copy)]
pub(super) enum End {
    /// Closes the connection.
    Close,
    /// Sends nothing more, and keeps the connection open.
    Silence,
}

/// The answer to one request.
#[derive(Clone)]
pub(super) struct Reply {
    /// The status line without its version, and the headers.
    pub(super) head: String,
    pub(super) body: Vec<u8>,
    pub(super) end: End,
}

impl Reply {
    /// Creates an answer that ends where `body` does.
    pub(super) fn new(head: impl Into<String>, body: impl Into<Vec<u8>>) -> Self {
        Self { head: head.into(), body: body.into(), end: End::Close }
    }

    /// Creates an answer with the whole of `body`.
    pub(super) fn whole(body: &[u8]) -> Self {
        Self::new(format!("200 OK\r\ncontent-length: {}", body.len()), body)
    }

    /// Creates a redirect.
    pub(super) fn redirect(to: &str) -> Self {
        Self::new(
            format!("302 Found\r\nlocation: {to}\r\nset-cookie: a=b\r\ncontent-length: 0"),
            "",
        )
    }
}

/// The running host.
pub(super) struct Host {
    /// Its name and port.
    pub(super) authority: String,
    certificate: Certificate,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Host {
    /// Starts a host that answers one request after the other; one without an answer left hangs up.
    pub(super) async fn start(replies: Vec<Reply>) -> Self {
        let made = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
        let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(made.signing_key.serialize_der()));
        let config = ServerConfig::builder().with_no_client_auth();
        let config = config.with_single_cert(vec![made.cert.der().clone()], key).unwrap();
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let authority = format!("localhost:{}", listener.local_addr().unwrap().port());
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (heard, mut replies) = (asked.clone(), replies.into_iter());
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                // A client that does not trust the certificate goes here.
                let Ok(mut stream) = acceptor.accept(stream).await else { continue };
                let mut head = Vec::new();
                while !head.ends_with(b"\r\n\r\n") {
                    match stream.read_u8().await {
                        Ok(byte) => head.push(byte),
                        Err(_) => break,
                    }
                }
                if head.is_empty() {
                    continue;
                }
                heard.lock().unwrap().push(String::from_utf8(head).unwrap().to_lowercase());
                let Some(Reply { head, body, end }) = replies.next() else { continue };
                let head = format!("HTTP/1.1 {head}\r\nconnection: close\r\n\r\n");
                // One that refuses what it is sent hangs up.
                let _ = stream.write_all(head.as_bytes()).await;
                let _ = stream.write_all(&body).await;
                let _ = stream.flush().await;
                if matches!(end, End::Silence) {
                    tokio::spawn(async move {
                        let _ = stream.read_u8().await;
                    });
                }
            }
        });
        Self { authority, certificate: Certificate::from_der(made.cert.der()).unwrap(), asked }
    }

    /// Returns a builder of clients that trust this host alone.
    pub(super) fn client(&self) -> ClientBuilder {
        Client::builder().tls_certs_only([self.certificate.clone()]).no_proxy()
    }

    /// Returns the heads of the requests, in lower case.
    pub(super) fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }

    /// Returns the values of a header over all requests, empty for one without it.
    pub(super) fn headers(&self, name: &str) -> Vec<String> {
        let value = |head: &String| {
            let mut lines = head.lines().filter_map(|line| line.split_once(": "));
            lines
                .find(|(key, _)| *key == name)
                .map(|(_, value)| value.to_owned())
                .unwrap_or_default()
        };
        self.asked().iter().map(value).collect()
    }
}
