//! As much of HTTP/1.1 as the fake upstream and the load speak: heads, and bodies of a length or in
//! chunks.

use anyhow::{Context, Result, bail};
use httparse::{EMPTY_HEADER, Header, Request, Response, Status};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// How many headers a head may have.
const HEADERS: usize = 64;

/// How much is read at a time. Idle streams keep it, 20,000 at a time.
const READ: usize = 4096;

/// A connection, with what was read of it and not used yet.
#[derive(Debug)]
pub(crate) struct Connection {
    socket: TcpStream,
    unread: Vec<u8>,
}

/// The head of a request or a response.
#[derive(Debug)]
pub(crate) struct Head {
    /// The status of a response.
    pub(crate) status: u16,
    /// The path of a request.
    pub(crate) path: String,
    pub(crate) body: Body,
}

/// How a body ends, and how far it has been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Body {
    /// So many bytes are missing.
    Length(usize),
    /// A line with the size of a chunk comes next.
    Size,
    /// So many bytes of a chunk are missing, its line break included.
    Chunk(usize),
    /// Lines come until an empty one.
    Trailer,
    /// It ends with its connection.
    Connection,
}

impl Connection {
    pub(crate) fn new(socket: TcpStream) -> Result<Self> {
        // Each event is sent when it is written, as providers do.
        socket.set_nodelay(true)?;
        Ok(Self { socket, unread: Vec::new() })
    }

    pub(crate) async fn send(&mut self, bytes: &[u8]) -> Result<()> {
        Ok(self.socket.write_all(bytes).await?)
    }

    /// Reads more; returns whether there was any.
    pub(crate) async fn fill(&mut self) -> Result<bool> {
        self.unread.reserve(READ);
        Ok(self.socket.read_buf(&mut self.unread).await? > 0)
    }

    /// Returns the head of the next request, or `None` if the connection ends instead.
    pub(crate) async fn request(&mut self) -> Result<Option<Head>> {
        loop {
            let mut headers = [EMPTY_HEADER; HEADERS];
            let mut request = Request::new(&mut headers);
            if let Status::Complete(used) = request.parse(&self.unread)? {
                let path = request.path.unwrap_or_default().to_owned();
                // A request without a length has no body.
                let body = body(request.headers)?.unwrap_or(Body::Length(0));
                self.unread.drain(..used);
                return Ok(Some(Head { status: 0, path, body }));
            }
            if !self.fill().await? {
                return Ok(None);
            }
        }
    }

    /// Returns the head of the response.
    pub(crate) async fn response(&mut self) -> Result<Head> {
        loop {
            let mut headers = [EMPTY_HEADER; HEADERS];
            let mut response = Response::new(&mut headers);
            if let Status::Complete(used) = response.parse(&self.unread)? {
                let status = response.code.unwrap_or_default();
                let body = body(response.headers)?.unwrap_or(Body::Connection);
                self.unread.drain(..used);
                return Ok(Head { status, path: String::new(), body });
            }
            if !self.fill().await? {
                bail!("the connection ended before a response");
            }
        }
    }

    /// Moves what was read of the body to `content`; returns whether the body is complete.
    pub(crate) fn take(&mut self, body: &mut Body, content: &mut Vec<u8>) -> Result<bool> {
        let mut rest = self.unread.as_slice();
        let complete = body.take(&mut rest, content)?;
        let used = self.unread.len() - rest.len();
        self.unread.drain(..used);
        Ok(complete)
    }
}

impl Body {
    /// Moves the content at the beginning of `rest` to `content`; returns whether the body is
    /// complete.
    fn take(&mut self, rest: &mut &[u8], content: &mut Vec<u8>) -> Result<bool> {
        loop {
            match *self {
                Self::Length(0) => return Ok(true),
                Self::Length(_) | Self::Chunk(_) | Self::Connection if rest.is_empty() => {
                    return Ok(false);
                }
                Self::Connection => content.extend_from_slice(std::mem::take(rest)),
                Self::Length(missing) => {
                    let taken = cut(rest, missing);
                    content.extend_from_slice(taken);
                    *self = Self::Length(missing - taken.len());
                }
                Self::Chunk(missing) => {
                    let taken = cut(rest, missing);
                    let after = missing - taken.len();
                    // The last two bytes are the line break.
                    let data = taken.len() - 2_usize.saturating_sub(after).min(taken.len());
                    content.extend_from_slice(taken.get(..data).unwrap_or_default());
                    *self = if after == 0 { Self::Size } else { Self::Chunk(after) };
                }
                Self::Size => {
                    let Some(line) = line(rest) else { return Ok(false) };
                    let digits =
                        std::str::from_utf8(line)?.split(';').next().unwrap_or_default().trim();
                    let size =
                        usize::from_str_radix(digits, 16).context("not the size of a chunk")?;
                    *self = if size == 0 { Self::Trailer } else { Self::Chunk(size + 2) };
                }
                Self::Trailer => match line(rest) {
                    Some([]) => {
                        *self = Self::Length(0);
                        return Ok(true);
                    }
                    Some(_) => {}
                    None => return Ok(false),
                },
            }
        }
    }
}

/// Cuts off at most `length` bytes at the beginning.
fn cut<'a>(rest: &mut &'a [u8], length: usize) -> &'a [u8] {
    let (taken, after) = rest.split_at(length.min(rest.len()));
    *rest = after;
    taken
}

/// Cuts off a line, without its line break.
fn line<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let end = rest.windows(2).position(|window| window == b"\r\n")?;
    let line = cut(rest, end);
    cut(rest, 2);
    Some(line)
}

fn body(headers: &[Header<'_>]) -> Result<Option<Body>> {
    let value = |name: &str| {
        let header = headers.iter().find(|header| header.name.eq_ignore_ascii_case(name));
        header.map(|header| std::str::from_utf8(header.value)).transpose()
    };
    if value("transfer-encoding")?.is_some_and(|coding| coding.eq_ignore_ascii_case("chunked")) {
        return Ok(Some(Body::Size));
    }
    Ok(value("content-length")?.map(|length| length.trim().parse()).transpose()?.map(Body::Length))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes a body that arrives in two parts; returns its content, and what follows it, once it is
    /// complete.
    fn taken(mut body: Body, wire: &[u8], split: usize) -> Option<(Vec<u8>, Vec<u8>)> {
        let (mut content, mut unread, mut complete) = (Vec::new(), Vec::new(), false);
        for part in [&wire[..split], &wire[split..]] {
            unread.extend_from_slice(part);
            let mut rest = unread.as_slice();
            complete = body.take(&mut rest, &mut content).unwrap();
            unread = rest.to_vec();
        }
        complete.then_some((content, unread))
    }

    #[test]
    fn a_body_is_the_same_wherever_it_is_split() {
        let cases: [(Body, &[u8], &[u8]); 3] = [
            (
                Body::Size,
                b"5\r\nab\r\nc\r\nA;x=y\r\n0123456789\r\n0\r\nX: y\r\n\r\nHTTP",
                b"ab\r\nc0123456789",
            ),
            (Body::Length(6), b"ab\r\ncdHTTP", b"ab\r\ncd"),
            (Body::Length(0), b"HTTP", b""),
        ];
        for (body, wire, content) in cases {
            for split in 0..=wire.len() {
                let expected = (content.to_vec(), b"HTTP".to_vec());
                assert_eq!(taken(body, wire, split), Some(expected), "{body:?} split at {split}");
            }
        }
    }

    #[test]
    fn a_body_that_was_cut_off_is_not_complete() {
        for wire in ["5\r\nabc", "5\r\nabcde\r\n", "5\r\nabcde\r\n0\r\n", "5"] {
            assert_eq!(taken(Body::Size, wire.as_bytes(), 0), None, "{wire:?}");
        }
        assert_eq!(taken(Body::Connection, b"abc", 1), None);
    }
}
