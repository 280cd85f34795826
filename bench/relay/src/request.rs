//! The request that is sent, and the answer that it asks the fake upstream for.
//!
//! What it asks for is in the last message, since that is what every relay passes on.

use std::net::SocketAddr;

use serde::Deserialize;
use serde_json::json;

/// The characters of the system message: those of Insitu's own.
const INSTRUCTIONS: usize = 4000;

/// Where requests go.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Target {
    pub(crate) address: SocketAddr,
    path: String,
    key: String,
}

/// The answer that a request asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Shape {
    /// The chunks that have text.
    pub(crate) chunks: u64,
    /// The milliseconds between them.
    pub(crate) interval: u64,
    /// The seconds after the first.
    pub(crate) hold: u64,
}

impl Shape {
    fn words(self) -> String {
        let Self { chunks, interval, hold } = self;
        format!("shape chunks={chunks} interval={interval} hold={hold} ")
    }

    /// Finds the shape in a request's body.
    pub(crate) fn find(body: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(body).ok()?;
        let (_, words) = text.split_once("shape chunks=")?;
        let (chunks, words) = words.split_once(" interval=")?;
        let (interval, words) = words.split_once(" hold=")?;
        let (hold, _) = words.split_once(' ')?;
        Some(Self {
            chunks: chunks.parse().ok()?,
            interval: interval.parse().ok()?,
            hold: hold.parse().ok()?,
        })
    }
}

/// Returns the bytes of a request.
pub(crate) fn bytes(target: &Target, shape: Shape) -> Vec<u8> {
    let instructions = "You answer questions on data. ".repeat(INSTRUCTIONS / 30);
    let body = json!({
        "model": "bench", "stream": true,
        "messages": [
            { "role": "system", "content": instructions },
            { "role": "user", "content": shape.words() },
        ],
        "tools": [{ "type": "function", "function": {
            "name": "run_python", "description": "Runs Python code.",
            "parameters": { "type": "object", "properties": { "code": { "type": "string" } }, "required": ["code"] },
        } }],
    });
    let body = body.to_string();
    let Target { address, path, key } = target;
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {key}\r\ncontent-type: application/json\r\n\
         accept: text/event-stream\r\ncontent-length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_upstream_finds_the_shape_that_a_request_asks_for() {
        let target = Target {
            address: ([127, 0, 0, 1], 1).into(),
            path: "/".to_owned(),
            key: "key".to_owned(),
        };
        let shape = Shape { chunks: 20, interval: 100, hold: 7 };
        assert_eq!(Shape::find(&bytes(&target, shape)), Some(shape));
        assert_eq!(Shape::find(b"{\"model\":\"bench\"}"), None);
    }
}
