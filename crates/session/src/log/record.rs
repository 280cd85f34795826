//! Records: one event as one line of JSON, with a checksum over everything that follows it.
//!
//! ```text
//! {"crc":"3e177d32","v":3,"seq":7,"after":6,"ms":1764000000000,"body":{"kind":"pinned","pinned":true}}
//! ```
//!
//! This frame is the same in every version of the schema, so that a log can be listed and checked
//! by a page that does not know its events. Knows how lines are cut and checked; nothing of what
//! events mean.

#[cfg(test)]
mod tests;

use std::ops::Range;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::log::{Body, Damage, Event, SCHEMA};

/// What each record begins with. JSON text never has these bytes within a string, where quotes are
/// escaped.
const START: &[u8] = b"{\"crc\":\"";
/// Where the checksummed bytes begin: after the start, eight digits and `",`.
const CHECKED: usize = START.len() + 8 + 2;

/// A record that was read: its frame, and its event as plain JSON.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The version of the schema in which the event is written.
    pub schema: u32,
    /// The event's sequence number.
    pub seq: u64,
    /// The sequence number of the record before it; 0 for the first.
    pub after: u64,
    /// When it happened, in milliseconds since 1970.
    pub ms: u64,
    /// The event, as its version writes it.
    pub body: Value,
}

impl Frame {
    /// Returns the kind of the event, which may be one that this version does not know.
    pub fn kind(&self) -> &str {
        self.body.get("kind").and_then(Value::as_str).unwrap_or_default()
    }
}

/// The records of a text, and what is wrong with it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frames {
    /// The records that can be read, in the order of their sequence numbers.
    pub frames: Vec<Frame>,
    /// What cannot be read, and what is missing.
    pub damage: Vec<Damage>,
    /// How many bytes to keep if the last record was not written completely; the rest is to be cut
    /// off.
    pub torn_at: Option<usize>,
}

#[derive(Serialize)]
struct Written<'a> {
    v: u32,
    seq: u64,
    after: u64,
    ms: u64,
    body: &'a Body,
}

#[derive(Deserialize)]
struct Read {
    v: u32,
    seq: u64,
    after: u64,
    ms: u64,
    body: Value,
}

/// Returns the record of an event, with its line break. `after` is the sequence number of the
/// record before it, 0 for the first.
///
/// # Errors
/// If the event cannot be written as JSON, which no event of this schema causes.
pub fn encode(event: &Event, after: u64) -> Result<String, serde_json::Error> {
    let Event { seq, ms, body } = event;
    let rest = serde_json::to_string(&Written { v: SCHEMA, seq: *seq, after, ms: *ms, body })?;
    // Without its brace, which the checksum's field opens.
    let rest = rest.get(1..).unwrap_or_default();
    Ok(format!("{{\"crc\":\"{:08x}\",{rest}\n", crc32fast::hash(rest.as_bytes())))
}

/// Reads the records of a text, whatever its state: damaged ones are named, and all others are
/// kept.
pub fn frames(bytes: &[u8]) -> Frames {
    let mut reader = Reader::default();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let (line, whole) = match rest.iter().position(|byte| *byte == b'\n') {
            Some(end) => (&rest[..end], true),
            None => (rest, false),
        };
        reader.line(line, at, whole);
        at += line.len() + usize::from(whole);
    }
    reader.close(None);
    reader.read
}

#[derive(Default)]
struct Reader {
    read: Frames,
    /// Adjacent bytes that are not a record.
    bad: Option<Range<usize>>,
}

impl Reader {
    fn line(&mut self, line: &[u8], at: usize, whole: bool) {
        if whole && let Some(frame) = parse(line) {
            return self.take(frame);
        }
        // A damaged line break joins records: each is looked for by its start.
        let starts: Vec<usize> =
            (0..line.len()).filter(|start| line[*start..].starts_with(START)).collect();
        let mut done = 0;
        for (at_start, &start) in starts.iter().enumerate() {
            // The byte before the next record is where the line break was.
            let end = match starts.get(at_start + 1) {
                Some(next) => next - 1,
                None if whole => line.len(),
                None => break,
            };
            if let Some(frame) = line.get(start..end).and_then(parse) {
                self.spoil(at + done..at + start);
                self.take(frame);
                done = end;
            }
        }
        if whole && (done < line.len() || line.is_empty()) {
            self.spoil(at + done..at + line.len() + 1);
        } else if !whole {
            let torn = starts.last().copied().unwrap_or_default();
            self.spoil(at + done..at + torn);
            self.read.torn_at = Some(at + torn);
        }
    }

    fn spoil(&mut self, bytes: Range<usize>) {
        if !bytes.is_empty() {
            let start = self.bad.take().map_or(bytes.start, |bad| bad.start);
            self.bad = Some(start..bytes.end);
        }
    }

    fn take(&mut self, frame: Frame) {
        let last = self.last();
        let spoiled = self.bad.is_some();
        self.close(Some(frame.seq));
        if frame.seq <= last {
            return self.read.damage.push(Damage::Repeated { seq: frame.seq });
        }
        if frame.after != last && !spoiled {
            self.read.damage.push(Damage::Missing { after: last, before: frame.seq });
        }
        self.read.frames.push(frame);
    }

    /// Names the bytes that are not a record, before the one with this number.
    fn close(&mut self, before: Option<u64>) {
        if let Some(bytes) = self.bad.take() {
            let after = self.last();
            self.read.damage.push(Damage::Corrupt { bytes, after, before });
        }
    }

    fn last(&self) -> u64 {
        self.read.frames.last().map_or(0, |frame| frame.seq)
    }
}

/// Returns the record that a line is, without its line break.
fn parse(line: &[u8]) -> Option<Frame> {
    let rest = line.get(CHECKED..)?;
    let head = format!("{{\"crc\":\"{:08x}\",", crc32fast::hash(rest));
    if !line.starts_with(head.as_bytes()) {
        return None;
    }
    let mut json = Vec::with_capacity(rest.len() + 1);
    json.push(b'{');
    json.extend_from_slice(rest);
    let Read { v, seq, after, ms, body } = serde_json::from_slice(&json).ok()?;
    Some(Frame { schema: v, seq, after, ms, body })
}
