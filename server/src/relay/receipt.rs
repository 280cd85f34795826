//! The receipt of a request: what the relay has received, so that the client can compare it with
//! what it sent.

use axum::{
    http::{HeaderMap, HeaderValue},
    response::Response,
};
use chat::receipt::{BYTES, SHA256};
use sha2::{Digest, Sha256};

/// SHA-256 and size of a request's body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Receipt {
    sha256: String,
    bytes: usize,
}

impl Receipt {
    /// Creates the receipt of `body`.
    pub(super) fn of(body: &[u8]) -> Self {
        let hash = Sha256::digest(body);
        let sha256 = hash.iter().fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"));
        Self { sha256, bytes: body.len() }
    }

    /// Adds the receipt to a response.
    pub(super) fn attach(&self, response: &mut Response) {
        let headers: &mut HeaderMap = response.headers_mut();
        if let Ok(hash) = HeaderValue::from_str(&self.sha256) {
            headers.insert(SHA256, hash);
        }
        headers.insert(BYTES, HeaderValue::from(self.bytes));
    }
}
