//! The framing of server-sent events without IO: bytes go in as they arrive, events come out when they are complete.
//!
//! The parser is that of `eventsource-stream`; this feeds it from memory, a line at a time, and keeps from it what version
//! 0.2.3 cannot take: a byte order mark, at which it panics; bytes that are no text, which it collects silently; lines in
//! pieces or many at once, which take it time that grows with the square of their length; and events without end.

use std::{
    convert::Infallible,
    task::{Context, Poll, Waker},
};

use eventsource_stream::EventStream;
use futures::{
    StreamExt,
    channel::mpsc::{UnboundedReceiver, UnboundedSender, unbounded},
};
use thiserror::Error;

/// Maximum number of bytes of one event. The last event of OpenAI Responses repeats the whole answer and the tools, a few
/// hundred kilobytes at most.
const MAX_EVENT_BYTES: usize = 8 * 1024 * 1024;

/// One event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Its data.
    pub data: String,
}

/// The reason why bytes are no stream of events. It holds nothing of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum FrameError {
    /// They are not UTF-8.
    #[error("it is not UTF-8")]
    NotUtf8,
    /// They do not have the format.
    #[error("it is no event stream")]
    NotEvents,
    /// An event does not end.
    #[error("one of its events is longer than {} MB", MAX_EVENT_BYTES / 1024 / 1024)]
    TooLong,
}

/// The framing of one stream. What comes after the last complete event is dropped at the end, as the standard demands.
pub struct Frames {
    lines: UnboundedSender<Result<String, Infallible>>,
    events: EventStream<UnboundedReceiver<Result<String, Infallible>>>,
    /// The beginning of a line that the next bytes continue.
    line: Vec<u8>,
    /// Whether a line has come, before which there may be a byte order mark.
    begun: bool,
    /// How many bytes have come since the last event, at most.
    pending: usize,
}

/// The mark that a stream may begin with, which is not part of its text.
const BYTE_ORDER_MARK: char = '\u{feff}';

impl Default for Frames {
    fn default() -> Self {
        let (lines, stream) = unbounded();
        Self { lines, events: EventStream::new(stream), line: Vec::new(), begun: false, pending: 0 }
    }
}

impl std::fmt::Debug for Frames {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Frames").field("pending", &self.pending).finish_non_exhaustive()
    }
}

impl Frames {
    /// Creates the framing at the beginning of a stream.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the next bytes, and returns the events that they complete.
    ///
    /// # Errors
    /// Bytes that are no stream of events, after which nothing more is to be read.
    pub fn push(&mut self, bytes: &[u8]) -> Result<Vec<Frame>, FrameError> {
        self.pending = self.pending.saturating_add(bytes.len());
        let whole = bytes.iter().rposition(|byte| matches!(byte, b'\n' | b'\r')).map_or(0, |end| end + 1);
        let (lines, rest) = bytes.split_at(whole);
        if !lines.is_empty() {
            self.line.extend_from_slice(lines);
            let lines = String::from_utf8(std::mem::take(&mut self.line)).map_err(|_| FrameError::NotUtf8)?;
            self.feed(&lines)?;
        }
        self.line.extend_from_slice(rest);
        let mut frames = Vec::new();
        let mut context = Context::from_waker(Waker::noop());
        loop {
            match self.events.poll_next_unpin(&mut context) {
                Poll::Ready(Some(Ok(event))) => {
                    let name = (!event.event.is_empty() && event.event != "message").then_some(event.event);
                    frames.push(Frame { name, data: event.data });
                }
                Poll::Ready(Some(Err(_))) => return Err(FrameError::NotEvents),
                Poll::Ready(None) | Poll::Pending => break,
            }
        }
        if !frames.is_empty() {
            self.pending = bytes.len();
        }
        if self.pending > MAX_EVENT_BYTES { Err(FrameError::TooLong) } else { Ok(frames) }
    }

    /// Hands lines to the parser.
    fn feed(&mut self, mut lines: &str) -> Result<(), FrameError> {
        let send = |line: String| {
            // It is open as long as its other end in `events`.
            self.lines.unbounded_send(Ok(line)).map_err(|_| FrameError::NotEvents)
        };
        if !self.begun {
            self.begun = true;
            lines = lines.strip_prefix(BYTE_ORDER_MARK).unwrap_or(lines);
            // The parser takes the first character that it sees for a mark of one byte; that of a comment is none.
            send(":\n".to_owned())?;
        }
        lines.split_inclusive('\n').try_for_each(|line| send(line.to_owned()))
    }
}

#[cfg(test)]
mod tests;
