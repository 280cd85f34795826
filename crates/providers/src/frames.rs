//! The framing of server-sent events without IO, as the HTML standard defines them, with a bound on
//! the size of one event: bytes go in as they arrive, events come out when they are complete.
//!
//! Our own, since `eventsource-stream` 0.2.3, which the page and the relay used before, panics at a
//! byte order mark, silently collects bytes that are not text, has no bound, and takes a time that
//! grows with the square of a line's length. Knows neither connections nor what an event means.

use std::collections::VecDeque;

use thiserror::Error;

/// The largest event in bytes. A provider's longest, its whole answer repeated at the end of a
/// stream, is a few megabytes.
pub const MAX_EVENT_BYTES: usize = 16 * 1024 * 1024;

/// One event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Its data.
    pub data: String,
}

/// The reason why bytes are not a stream of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum FrameError {
    /// They are not UTF-8.
    #[error("it is not UTF-8")]
    NotUtf8,
    /// An event does not end.
    #[error("one of its events is longer than {} MB", MAX_EVENT_BYTES / 1024 / 1024)]
    TooLong,
}

/// The framing of one stream. What comes after the last complete event is dropped at the end, as
/// the standard demands.
#[derive(Default)]
pub struct Frames {
    /// The line that is not complete yet.
    line: Vec<u8>,
    /// The event that is not complete yet, and whether it has any data.
    event: Frame,
    has_data: bool,
    /// Whether the last byte ended a line with CR, so that LF belongs to it.
    after_cr: bool,
    /// Whether a line was read, before which a byte order mark may stand.
    begun: bool,
    ready: VecDeque<Frame>,
    fault: Option<FrameError>,
}

impl std::fmt::Debug for Frames {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let pending = self.line.len() + self.event.data.len();
        formatter.debug_struct("Frames").field("pending", &pending).finish_non_exhaustive()
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
    /// The bytes are not a stream of events, and nothing more is to be read. The events before
    /// them are lost; see [`Frames::next`].
    pub fn read(&mut self, bytes: &[u8]) -> Result<Vec<Frame>, FrameError> {
        self.push(bytes);
        std::iter::from_fn(|| self.next()).collect()
    }

    /// Returns the next event that is complete, or in the end what is wrong with the bytes that
    /// follow it.
    #[expect(clippy::should_implement_trait, reason = "it goes on after more bytes")]
    pub fn next(&mut self) -> Option<Result<Frame, FrameError>> {
        self.ready.pop_front().map(Ok).or_else(|| self.fault.map(Err))
    }

    /// Adds bytes. An event that is not complete at the stream's end is dropped.
    pub fn push(&mut self, bytes: &[u8]) {
        if self.fault.is_none() {
            self.fault = self.add(bytes).err();
        }
    }

    fn add(&mut self, mut bytes: &[u8]) -> Result<(), FrameError> {
        if self.after_cr && !bytes.is_empty() {
            self.after_cr = false;
            bytes = bytes.strip_prefix(b"\n").unwrap_or(bytes);
        }
        while let Some(end) = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            let (line, rest) = bytes.split_at(end);
            let ended_by_cr = rest.first() == Some(&b'\r');
            let rest = rest.get(1..).unwrap_or_default();
            self.after_cr = ended_by_cr && rest.is_empty();
            bytes = if ended_by_cr { rest.strip_prefix(b"\n").unwrap_or(rest) } else { rest };
            self.bounded(line.len())?;
            if self.line.is_empty() {
                self.end_line(line)?;
            } else {
                let mut whole = std::mem::take(&mut self.line);
                whole.extend_from_slice(line);
                self.end_line(&whole)?;
                whole.clear();
                // A giant line's memory is not kept for the rest of the stream.
                whole.shrink_to(4096);
                self.line = whole;
            }
        }
        self.bounded(bytes.len())?;
        self.line.extend_from_slice(bytes);
        Ok(())
    }

    fn bounded(&self, more: usize) -> Result<(), FrameError> {
        let size = self.line.len().saturating_add(self.event.data.len()).saturating_add(more);
        if size > MAX_EVENT_BYTES { Err(FrameError::TooLong) } else { Ok(()) }
    }

    fn end_line(&mut self, line: &[u8]) -> Result<(), FrameError> {
        let line = std::str::from_utf8(line).map_err(|_| FrameError::NotUtf8)?;
        let line = if self.begun { line } else { line.strip_prefix('\u{feff}').unwrap_or(line) };
        self.begun = true;
        if line.is_empty() {
            let event = std::mem::take(&mut self.event);
            if std::mem::take(&mut self.has_data) {
                self.ready.push_back(event);
            }
            return Ok(());
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "data" => {
                if self.has_data {
                    self.event.data.push('\n');
                }
                self.event.data.push_str(value);
                self.has_data = true;
            }
            "event" => {
                self.event.name =
                    Some(value.to_owned()).filter(|name| !matches!(name.as_str(), "" | "message"))
            }
            // Comments have an empty field; ids and delays for reconnecting mean nothing here.
            _ => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
