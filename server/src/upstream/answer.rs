//! An answer that is being read: bytes of the provider to deltas, within limits of time and size.
//!
//! Reads as fast as it is asked to and no faster, so that a slow reader slows the provider down and
//! nothing piles up.

use std::{collections::VecDeque, time::Duration};

use chat::Delta;
use futures::{Stream, stream};
use providers::{AnswerError, AnswerReader, ProviderError, Wire, error::Asked};
use reqwest::{
    Response,
    header::{self, HeaderMap},
};
use tokio::time::{Instant, timeout, timeout_at};

use super::{
    Upstream,
    mask::{Mask, Masking},
};
use crate::config::Secret;

/// How long the first piece of an answer is waited for, once the provider has accepted the request,
/// before the answer counts as begun. Models that think may be silent for minutes, and the client's
/// side has to be kept open meanwhile.
const PATIENCE: Duration = Duration::from_secs(15);

/// An answer that is being read.
pub(crate) struct Answer {
    response: Response,
    reader: AnswerReader,
    masking: Masking,
    ready: VecDeque<Result<Delta, ProviderError>>,
    over: bool,
    /// When the next bytes are due, and the limit that this is from.
    deadline: Instant,
    limit: Duration,
    idle: Duration,
    faults: Faults,
}

/// The data needed to report a fault in the middle of an answer.
struct Faults {
    model: String,
    key: Secret,
    mask: Mask,
    host: String,
}

impl Answer {
    /// Begins to read a response, up to the first piece of the answer.
    ///
    /// # Errors
    /// What comes is not an answer.
    pub(super) async fn begin(
        mut response: Response,
        upstream: &Upstream,
        deadline: Instant,
    ) -> Result<Self, ProviderError> {
        let reader = reader(&response, upstream.wire)?;
        // They keep the whole buffer that they were read into, for as long as the answer lasts.
        *response.headers_mut() = HeaderMap::new();
        let mut answer = Self {
            response,
            reader,
            masking: Masking::new(upstream.answer_mask.clone()),
            ready: VecDeque::new(),
            over: false,
            deadline,
            limit: upstream.timeouts.first_byte,
            idle: upstream.timeouts.idle,
            faults: Faults {
                model: upstream.model.name.clone(),
                key: upstream.provider.key.clone().unwrap_or_else(|| Secret::new("")),
                mask: upstream.error_mask.clone(),
                host: upstream.host(),
            },
        };
        if let Ok(Some(first)) = timeout(PATIENCE, answer.next()).await {
            answer.ready.push_front(Ok(first?));
        }
        Ok(answer)
    }

    /// Returns the rest as a stream.
    pub(crate) fn into_stream(self) -> impl Stream<Item = Result<Delta, ProviderError>> + Send {
        stream::unfold(self, async |mut answer| answer.next().await.map(|next| (next, answer)))
    }

    /// Returns the next delta, or `None` at the answer's end; an error is the last item. The
    /// provider's end mark counts, not the connection's.
    async fn next(&mut self) -> Option<Result<Delta, ProviderError>> {
        while self.ready.is_empty() && !self.over {
            if let Err(error) = self.advance().await {
                self.over = true;
                self.ready.extend(self.masking.rest().into_iter().map(Ok).chain([Err(error)]));
            } else if self.over {
                self.ready.extend(self.masking.rest().into_iter().map(Ok));
            }
        }
        self.ready.pop_front()
    }

    /// Decodes the next event, or reads more bytes. Loses nothing if it is dropped.
    async fn advance(&mut self) -> Result<(), ProviderError> {
        if let Some(deltas) = self.reader.next() {
            let deltas = deltas.map_err(|error| self.faults.explain(error))?;
            self.ready.extend(self.masking.pieces(deltas).into_iter().map(Ok));
            self.over = self.reader.is_over();
            return Ok(());
        }
        match timeout_at(self.deadline, self.response.chunk()).await {
            Ok(Ok(Some(bytes))) => self.reader.push(&bytes),
            Ok(Ok(None)) => return self.end(None),
            Ok(Err(error)) if !error.is_timeout() => return self.end(Some(ProviderError::CutOff)),
            Ok(Err(_)) | Err(_) => {
                let (host, seconds) = (self.faults.host.clone(), self.limit.as_secs());
                return self.end(Some(ProviderError::Silent { host, seconds }));
            }
        }
        (self.limit, self.deadline) = (self.idle, Instant::now() + self.idle);
        Ok(())
    }

    /// Ends the answer if the connection does. Once its end was announced, how that happens does
    /// not matter.
    fn end(&mut self, fault: Option<ProviderError>) -> Result<(), ProviderError> {
        self.over = true;
        let (deltas, end) = self.reader.end();
        self.ready.extend(self.masking.pieces(deltas).into_iter().map(Ok));
        end.map_err(|error| fault.unwrap_or_else(|| self.faults.explain(error)))
    }
}

impl Faults {
    /// Returns the error of an answer that ends before it is complete, without the secrets.
    fn explain(&self, error: AnswerError) -> ProviderError {
        let error = match error {
            AnswerError::Failed(failure) => AnswerError::Failed(self.mask.failure(failure)),
            other => other,
        };
        error.into_provider_error(Asked { model: &self.model, key: self.key.reveal() })
    }
}

/// Returns the reader of the answer by its content type. The type itself is not quoted: it is the
/// provider's text.
fn reader(response: &Response, wire: Wire) -> Result<AnswerReader, ProviderError> {
    let named = response.headers().get(header::CONTENT_TYPE);
    let kind = named.map(|kind| kind.to_str().unwrap_or_default()).unwrap_or("text/event-stream");
    match kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase().as_str() {
        "text/event-stream" => Ok(AnswerReader::events(wire)),
        "application/json" => Ok(AnswerReader::whole(wire)),
        "text/html" => {
            Err(ProviderError::Corrupt { problem: "it is a page for browsers".to_owned() })
        }
        _ => Err(ProviderError::Corrupt {
            problem: "its content type is neither text/event-stream nor application/json"
                .to_owned(),
        }),
    }
}
