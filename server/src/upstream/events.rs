//! Server-sent events out of bytes, as the HTML standard defines them, with a bound on the size of one event.
//!
//! Pure: it is handed bytes in whatever pieces they come, and knows neither connections nor what an event means.

use std::collections::VecDeque;

use thiserror::Error;

/// The largest event in bytes. A provider's longest, its whole answer repeated at the end of a stream, is a few
/// megabytes.
pub(crate) const MAX_EVENT_BYTES: usize = 16 * 1024 * 1024;

/// One event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ServerEvent {
    /// Its name, where it has one.
    pub(crate) name: Option<String>,
    /// Its data.
    pub(crate) data: String,
}

/// The reason why bytes are no stream of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum EventError {
    #[error("it is not UTF-8")]
    NotUtf8,
    #[error("one of its events is larger than {} MB", MAX_EVENT_BYTES / 1024 / 1024)]
    TooLarge,
}

/// A parser at some place of a stream.
#[derive(Debug, Default)]
pub(crate) struct EventParser {
    /// The line that is not complete yet.
    line: Vec<u8>,
    /// The event that is not complete yet, and whether it has any data.
    event: ServerEvent,
    has_data: bool,
    /// Whether the last byte ended a line with CR, so that LF belongs to it.
    after_cr: bool,
    /// Whether a line was read, before which a byte order mark may stand.
    begun: bool,
    ready: VecDeque<ServerEvent>,
    fault: Option<EventError>,
}

impl EventParser {
    /// Returns the next event that is complete, or in the end what is wrong with the bytes that follow it.
    pub(crate) fn next(&mut self) -> Option<Result<ServerEvent, EventError>> {
        self.ready.pop_front().map(Ok).or_else(|| self.fault.map(Err))
    }

    /// Adds bytes. An event that is not complete at the stream's end is none.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        if self.fault.is_none() {
            self.fault = self.add(bytes).err();
        }
    }

    fn add(&mut self, mut bytes: &[u8]) -> Result<(), EventError> {
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

    fn bounded(&self, more: usize) -> Result<(), EventError> {
        let size = self.line.len().saturating_add(self.event.data.len()).saturating_add(more);
        if size > MAX_EVENT_BYTES { Err(EventError::TooLarge) } else { Ok(()) }
    }

    fn end_line(&mut self, line: &[u8]) -> Result<(), EventError> {
        let line = std::str::from_utf8(line).map_err(|_| EventError::NotUtf8)?;
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
            "event" => self.event.name = Some(value.to_owned()).filter(|name| !name.is_empty()),
            // Comments have an empty field; ids and delays for reconnecting mean nothing here.
            _ => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(pieces: &[&[u8]]) -> Result<Vec<ServerEvent>, EventError> {
        let mut parser = EventParser::default();
        let mut events = Vec::new();
        for piece in pieces {
            parser.push(piece);
            while let Some(event) = parser.next() {
                events.push(event?);
            }
        }
        Ok(events)
    }

    fn event(name: Option<&str>, data: &str) -> ServerEvent {
        ServerEvent { name: name.map(str::to_owned), data: data.to_owned() }
    }

    #[test]
    fn every_line_end_and_every_split_reads_the_same() {
        let text = "\u{feff}: hi\n\nevent: a\ndata: one\ndata:two\nid: 7\n\ndata: größer 🙂\n\nevent: b\n\ndata\n\ndata: cut";
        let wanted = [event(Some("a"), "one\ntwo"), event(None, "größer 🙂"), event(None, "")];
        for line_end in ["\n", "\r", "\r\n"] {
            let bytes = text.replace('\n', line_end).into_bytes();
            assert_eq!(parsed(&[&bytes]).as_deref(), Ok(&wanted[..]), "{line_end:?}");
            for at in 0..bytes.len() {
                let (left, right) = bytes.split_at(at);
                assert_eq!(parsed(&[left, right]).as_deref(), Ok(&wanted[..]), "{line_end:?} split at {at}");
            }
            let single: Vec<&[u8]> = bytes.chunks(1).collect();
            assert_eq!(parsed(&single).as_deref(), Ok(&wanted[..]), "{line_end:?} byte by byte");
        }
    }

    #[test]
    fn an_event_has_a_bound_however_it_comes() {
        let piece = vec![b'x'; 1024 * 1024];
        let one_line: Vec<&[u8]> = std::iter::once(&b"data: "[..]).chain([&piece[..]; 17]).collect();
        assert_eq!(parsed(&one_line), Err(EventError::TooLarge));
        let many_lines: Vec<&[u8]> = [&b"data: "[..], &piece[..], b"\n"].repeat(17);
        assert_eq!(parsed(&many_lines), Err(EventError::TooLarge));
        let many_events: Vec<&[u8]> = [&b"data: "[..], &piece[..], b"\n\n"].repeat(17);
        assert_eq!(parsed(&many_events).map(|events| events.len()), Ok(17));
    }

    #[test]
    fn bytes_that_are_not_utf8_are_refused_after_the_events_before_them() {
        let mut parser = EventParser::default();
        parser.push(b"data: one\n\ndata: \xff\ndata: two\n\n");
        parser.push(b"data: three\n\n");
        assert_eq!(parser.next(), Some(Ok(event(None, "one"))));
        assert_eq!(parser.next(), Some(Err(EventError::NotUtf8)));
        assert_eq!(parser.next(), Some(Err(EventError::NotUtf8)));
    }
}
