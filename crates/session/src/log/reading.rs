//! Reading a stored log: records, version, migration, events.

#[cfg(test)]
mod tests;

use serde::Deserialize;
use thiserror::Error;

use crate::log::record::{self, Frame};
use crate::log::{Body, Damage, Event, SCHEMA, migrate};

/// A log as it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Log {
    /// The version of the schema in which it is stored. If it is older than [`SCHEMA`], the
    /// events are migrated, and the log has to be rewritten before anything is appended.
    pub schema: u32,
    /// Its events, in the current schema.
    pub events: Vec<Event>,
    /// What could not be read, and what is missing. Everything else is in `events`.
    pub damage: Vec<Damage>,
    /// How many bytes to keep if the last record was not written completely.
    pub torn_at: Option<usize>,
}

/// What is known of a record without its event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Its sequence number.
    pub seq: u64,
    /// When it was written, in milliseconds since 1970.
    pub ms: u64,
    /// Its event's kind.
    pub kind: String,
}

/// Why a log cannot be opened.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ReadError {
    /// There is no record.
    #[error("the log has no record that can be read")]
    Empty,
    /// A newer version of the page wrote it. It has to be left as it is.
    #[error(
        "the session was saved by a newer version of this page (schema {schema}, known up to {SCHEMA}). Reload the page to \
         open it; nothing of it was changed"
    )]
    Newer {
        /// The version of its schema.
        schema: u32,
        /// Its records, as far as any version can read them.
        headers: Vec<Header>,
    },
    /// No version of the page wrote this.
    #[error("the log has schema {schema}, which never existed")]
    Unknown {
        /// The version that it claims.
        schema: u32,
    },
}

/// Reads a stored log and migrates it to the current schema. Changes nothing that is stored.
///
/// # Errors
/// A [`ReadError`] if the log is empty, or written by a newer version.
pub fn read(bytes: &[u8]) -> Result<Log, ReadError> {
    let record::Frames { frames, mut damage, torn_at } = record::frames(bytes);
    let schema = frames.iter().map(|frame| frame.schema).max().ok_or(ReadError::Empty)?;
    if schema > SCHEMA {
        return Err(ReadError::Newer { schema, headers: frames.iter().map(header).collect() });
    }
    if schema == 0 {
        return Err(ReadError::Unknown { schema });
    }
    // One log has one version: a migration rewrites all of it.
    let (frames, strays): (Vec<Frame>, Vec<Frame>) =
        frames.into_iter().partition(|frame| frame.schema == schema);
    damage.extend(strays.iter().map(|frame| {
        unreadable(frame, format!("it has schema {} in a log of schema {schema}", frame.schema))
    }));
    let mut events = Vec::with_capacity(frames.len());
    for frame in migrate::to_current(schema, frames) {
        match Body::deserialize(&frame.body) {
            Ok(body) => events.push(Event { seq: frame.seq, ms: frame.ms, body }),
            Err(error) => damage.push(unreadable(&frame, error.to_string())),
        }
    }
    Ok(Log { schema, events, damage, torn_at })
}

fn header(frame: &Frame) -> Header {
    Header { seq: frame.seq, ms: frame.ms, kind: frame.kind().to_owned() }
}

fn unreadable(frame: &Frame, why: String) -> Damage {
    Damage::Unreadable { seq: frame.seq, kind: frame.kind().to_owned(), why }
}
