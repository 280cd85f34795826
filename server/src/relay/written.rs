//! An answer as it is written to the client: as events while it comes, or as one object when it is
//! complete.

use std::{convert::Infallible, time::Duration};

use axum::{
    http::{HeaderValue, header},
    response::{
        IntoResponse, Response,
        sse::{Event, KeepAlive, Sse},
    },
};
use chat::{
    Delta, FinishReason, Usage,
    wire::{self, DONE, Head},
};
use futures::{Stream, StreamExt, stream};
use providers::ProviderError;

use crate::{drain::Drain, error::RelayError, observe::Record};

/// How often a comment keeps an idle stream open: proxies give up after 30 to 60 seconds.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// The largest answer that is collected for a client that wants no stream, in bytes.
const MAX_ANSWER_BYTES: usize = 32 * 1024 * 1024;

/// Returns the deltas as events: an opening, one chunk each, the usage once at the end, and the end
/// mark; or, if the provider fails on the way or the server ends, an error and no end mark.
pub(super) fn streamed(
    deltas: impl Stream<Item = Result<Delta, ProviderError>> + Send + 'static,
    head: Head,
    usage_wanted: bool,
    record: Record,
    drain: Drain,
) -> Response {
    let ending = drain.clone();
    let deltas = deltas.take_until(Box::pin(async move { ending.over().await }));
    let opening = wire::opening_to_json(&head);
    let mut writer =
        Writer { head, usage_wanted, usage: None, finished: false, failed: false, record, drain };
    let opening = writer.chunk(opening.to_string());
    // The stream's end becomes an item, so that the writer also writes the last events.
    let items = deltas.map(Some).chain(stream::once(async { None }));
    let events = items.flat_map(move |item| stream::iter(writer.write(item)));
    let events = stream::once(async { opening }).chain(events).map(Ok::<_, Infallible>);
    let mut response =
        Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // Proxies such as nginx would otherwise buffer the answer.
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}

/// A writer of one answer's events.
struct Writer {
    head: Head,
    usage_wanted: bool,
    /// Held back to the end, since some providers report it with every chunk.
    usage: Option<Usage>,
    finished: bool,
    failed: bool,
    record: Record,
    drain: Drain,
}

impl Writer {
    /// Returns the events for one item; `None` is the end of the provider's stream.
    fn write(&mut self, item: Option<Result<Delta, ProviderError>>) -> Vec<Event> {
        match item {
            Some(Ok(delta)) => {
                self.record.sees(&delta);
                self.finished |= matches!(delta, Delta::Finish(_));
                if let Delta::Usage(usage) = delta {
                    self.usage = Some(usage);
                    return Vec::new();
                }
                vec![self.chunk(wire::chunk_to_string(&delta, &self.head))]
            }
            Some(Err(error)) => self.fail(&RelayError::Provider(error)),
            None if self.failed => Vec::new(),
            // The end of the server looks like that of the stream.
            None if !self.finished && self.drain.is_over() => self.fail(&RelayError::ShuttingDown),
            None => {
                let usage = self.usage.filter(|_| self.usage_wanted);
                let last = usage.map(|usage| {
                    self.chunk(wire::chunk_to_string(&Delta::Usage(usage), &self.head))
                });
                self.record.ends(200, "ok");
                last.into_iter().chain([Event::default().data(DONE)]).collect()
            }
        }
    }

    fn fail(&mut self, error: &RelayError) -> Vec<Event> {
        self.failed = true;
        self.record.ends(200, error.code());
        vec![self.chunk(error.to_failure().to_json().to_string()).event("error")]
    }

    fn chunk(&mut self, text: String) -> Event {
        self.record.wrote(text.len());
        Event::default().data(text)
    }
}

/// Returns the whole answer as one object.
///
/// # Errors
/// The provider fails on the way, or its answer is too large to be kept.
pub(super) async fn whole(
    deltas: impl Stream<Item = Result<Delta, ProviderError>> + Send,
    head: &Head,
    record: &mut Record,
) -> Result<Response, ProviderError> {
    let mut deltas = std::pin::pin!(deltas);
    let (mut whole, mut bytes) = (Vec::new(), 0_usize);
    while let Some(delta) = deltas.next().await.transpose()? {
        record.sees(&delta);
        bytes = bytes.saturating_add(size(&delta));
        if bytes > MAX_ANSWER_BYTES {
            let problem = format!(
                "it is larger than {} MB; ask for a stream",
                MAX_ANSWER_BYTES / 1024 / 1024
            );
            return Err(ProviderError::Corrupt { problem });
        }
        whole.push(delta);
    }
    let text = wire::completion_to_json(&whole, head).to_string();
    record.wrote(text.len());
    let json = HeaderValue::from_static("application/json");
    Ok((
        [
            (header::CONTENT_TYPE, json),
            (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        ],
        text,
    )
        .into_response())
}

/// Returns roughly how much memory a delta takes.
fn size(delta: &Delta) -> usize {
    let text = match delta {
        Delta::Text(text) => text.len(),
        Delta::Reasoning { part, .. } => part.text.len(),
        Delta::ToolCall { arguments, .. } => arguments.len(),
        Delta::Finish(FinishReason::Other(word)) => word.len(),
        Delta::Usage(_) | Delta::Finish(_) => 0,
    };
    text.saturating_add(size_of::<Delta>())
}
