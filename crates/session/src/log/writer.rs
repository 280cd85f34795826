//! Writing: the next event with its number, as a record.

use thiserror::Error;

use crate::log::bounds::{MAX_RECORD, TooLarge, check};
use crate::log::{Body, Event, record};

/// Numbers the events of one log. Owns nothing but the last number: storing is the caller's.
#[derive(Clone, Copy, Debug, Default)]
pub struct Writer {
    last: u64,
}

/// Why an event was not written.
#[derive(Debug, Error)]
pub enum WriteError {
    /// It exceeds a bound.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// It cannot be written as JSON.
    #[error("the event cannot be written: {0}")]
    Json(#[from] serde_json::Error),
}

impl Writer {
    /// Returns a writer that continues after the event with this number; 0 for a new log.
    pub fn after(last: u64) -> Self {
        Self { last }
    }

    /// Returns the next event and its record, which is to be stored before anything that depends on
    /// it.
    ///
    /// # Errors
    /// A [`WriteError`]; the number is then not used.
    pub fn append(&mut self, ms: u64, body: Body) -> Result<(Event, String), WriteError> {
        check(&body)?;
        let event = Event { seq: self.last + 1, ms, body };
        let record = record::encode(&event, self.last)?;
        if record.len() > MAX_RECORD {
            return Err(TooLarge { what: "record", size: record.len(), most: MAX_RECORD }.into());
        }
        self.last = event.seq;
        Ok((event, record))
    }
}
