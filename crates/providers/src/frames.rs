//! The framing of server-sent events without IO: bytes go in as they arrive, events come out when they are complete.
//!
//! The parser is that of `eventsource-stream`; this feeds it from memory, and bounds what it may hold.

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
    bytes: UnboundedSender<Result<String, Infallible>>,
    events: EventStream<UnboundedReceiver<Result<String, Infallible>>>,
    /// The beginning of a character that the next bytes complete.
    character: Vec<u8>,
    /// How many bytes have come since the last event, at most.
    pending: usize,
}

impl Default for Frames {
    fn default() -> Self {
        let (bytes, stream) = unbounded();
        Self { bytes, events: EventStream::new(stream), character: Vec::new(), pending: 0 }
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
        let text = self.text(bytes)?;
        self.pending = self.pending.saturating_add(bytes.len());
        // It is open as long as its other end in `events`.
        self.bytes.unbounded_send(Ok(text)).map_err(|_| FrameError::NotEvents)?;
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

    /// Returns the bytes up to the last whole character.
    fn text(&mut self, bytes: &[u8]) -> Result<String, FrameError> {
        self.character.extend_from_slice(bytes);
        let whole = match std::str::from_utf8(&self.character) {
            Ok(text) => text.len(),
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            Err(_) => return Err(FrameError::NotUtf8),
        };
        let rest = self.character.split_off(whole);
        let text = std::mem::replace(&mut self.character, rest);
        String::from_utf8(text).map_err(|_| FrameError::NotUtf8)
    }
}

#[cfg(test)]
mod tests;
