//! An answer that arrives, without IO: bytes of a response go in, deltas come out.

use chat::{
    Delta,
    wire::{Event, Failure},
};
use thiserror::Error;

use crate::{Decoder, FrameError, Frames, MAX_EVENT_BYTES, ProviderError, Wire, error::Asked};

/// Reads one answer, as a stream of events or as one JSON object.
#[derive(Debug)]
pub struct AnswerReader {
    body: Body,
    decoder: Decoder,
    over: bool,
}

/// The form in which an answer arrives.
#[derive(Debug)]
enum Body {
    Events(Frames),
    /// One object, from a server that does not stream.
    Whole(Vec<u8>),
}

/// The reason why an answer ends before it is complete. What came before counts.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AnswerError {
    /// The other side reports that it failed.
    #[error("{}", .0.message)]
    Failed(Failure),
    /// The bytes are not an answer in this format.
    #[error("{0}")]
    Corrupt(String),
    /// The bytes end, and the answer's end was not announced.
    #[error("the answer was cut off")]
    CutOff,
}

impl AnswerError {
    /// Returns the error for a provider that was asked as `asked` says.
    pub fn into_provider_error(self, asked: Asked<'_>) -> ProviderError {
        match self {
            Self::Failed(failure) => ProviderError::from_failure(&failure, asked),
            Self::Corrupt(problem) => ProviderError::Corrupt { problem },
            Self::CutOff => ProviderError::CutOff,
        }
    }
}

impl From<FrameError> for AnswerError {
    fn from(error: FrameError) -> Self {
        Self::Corrupt(error.to_string())
    }
}

impl AnswerReader {
    /// Creates a reader of a stream of events.
    pub fn events(wire: Wire) -> Self {
        Self { body: Body::Events(Frames::new()), decoder: wire.decoder(), over: false }
    }

    /// Creates a reader of an answer that is one JSON object of at most [`MAX_EVENT_BYTES`].
    pub fn whole(wire: Wire) -> Self {
        Self { body: Body::Whole(Vec::new()), decoder: wire.decoder(), over: false }
    }

    /// Returns whether the answer has ended, with its end mark or an error. What follows is
    /// ignored.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Adds bytes, in pieces of any size.
    pub fn push(&mut self, bytes: &[u8]) {
        match &mut self.body {
            _ if self.over => {}
            Body::Events(frames) => frames.push(bytes),
            // One byte too many is kept, so that `next` reports it.
            Body::Whole(whole) => {
                let room = (MAX_EVENT_BYTES + 1).saturating_sub(whole.len());
                whole.extend_from_slice(bytes.get(..room).unwrap_or(bytes));
            }
        }
    }

    /// Decodes the next event; `None` if more bytes are needed or the answer is over.
    #[expect(clippy::should_implement_trait, reason = "it goes on after more bytes")]
    pub fn next(&mut self) -> Option<Result<Vec<Delta>, AnswerError>> {
        if self.over {
            return None;
        }
        let read = match &mut self.body {
            Body::Events(frames) => match frames.next()? {
                Ok(frame) => self.decode(frame.name.as_deref(), &frame.data),
                Err(error) => Err(error.into()),
            },
            Body::Whole(whole) if whole.len() > MAX_EVENT_BYTES => Err(FrameError::TooLong.into()),
            Body::Whole(_) => return None,
        };
        self.over |= read.is_err();
        Some(read)
    }

    /// Ends the answer, when no more bytes come and [`AnswerReader::next`] has nothing left.
    /// Returns its last deltas, and then whether it is complete.
    pub fn end(&mut self) -> (Vec<Delta>, Result<(), AnswerError>) {
        if self.over {
            return (Vec::new(), Ok(()));
        }
        let deltas = match &mut self.body {
            Body::Whole(whole) => match String::from_utf8(std::mem::take(whole)) {
                Ok(whole) => self.decode(None, &whole),
                Err(_) => Err(FrameError::NotUtf8.into()),
            },
            Body::Events(_) => Ok(Vec::new()),
        };
        self.over = true;
        match deltas {
            Ok(deltas) => (deltas, self.decoder.end().map_err(|_| AnswerError::CutOff)),
            Err(error) => (Vec::new(), Err(error)),
        }
    }

    fn decode(&mut self, name: Option<&str>, data: &str) -> Result<Vec<Delta>, AnswerError> {
        if data.trim().is_empty() {
            return Ok(Vec::new());
        }
        match self.decoder.decode(name, data) {
            Ok(Event::Deltas(deltas)) => return Ok(deltas),
            Ok(Event::Done) => self.over = true,
            Ok(Event::Failed(failure)) => return Err(AnswerError::Failed(failure)),
            Ok(Event::Unknown) => {}
            Err(error) => return Err(AnswerError::Corrupt(error.to_string())),
        }
        Ok(Vec::new())
    }
}

#[cfg(test)]
mod tests;
