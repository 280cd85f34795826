//! The relay: takes a chat request, has the provider answer it, and streams the answer back in our one
//! format.

use std::{
    convert::Infallible,
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use axum::{
    Json,
    extract::{Extension, Path, State},
    http::{HeaderMap, HeaderValue, header},
    response::{
        IntoResponse, Response,
        sse::{Event, KeepAlive, Sse},
    },
};
use chat::{
    Delta, Usage,
    wire::{self, DONE, Head, WireError},
};
use futures::{Stream, StreamExt, TryStreamExt, stream};
use providers::ProviderError;
use serde_json::{Value, json};

use crate::{
    access::client::Client,
    detection,
    error::RelayError,
    limits::Call,
    limits::estimate::{self, FREE},
    live::Live,
    upstream::{self, Upstream},
};

/// Counts what providers are asked.
struct Counting(Call);

impl upstream::Observer for Counting {
    fn asks(&mut self, upstream: &Upstream) {
        self.0.asks(upstream.model().price.unwrap_or(FREE));
    }

    fn fails(&mut self, _: &upstream::Failure) {
        self.0.refused();
    }

    fn falls_back(&mut self) {}
}

/// How often a comment keeps an idle stream open: proxies give up after 30 to 60 seconds.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// Handles `GET /v1/models`: the models that are offered.
pub(crate) async fn models(State(live): State<Live>, headers: HeaderMap) -> Response {
    // Another Insitu that looks for local models gets none of this one's: both could ask each other in turn.
    let local = !headers.contains_key(detection::MARK);
    let data = live.current().models.list(local).await;
    ([(header::CACHE_CONTROL, "no-store")], Json(json!({ "object": "list", "data": data }))).into_response()
}

/// Handles `GET /v1/models/{id}`: one of them.
pub(crate) async fn model(State(live): State<Live>, Path(id): Path<String>) -> Result<Response, RelayError> {
    let entry = live.current().models.entry(&id).await?;
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(entry)).into_response())
}

/// Handles `POST /v1/chat/completions`.
pub(crate) async fn complete(
    State(live): State<Live>,
    Extension(client): Extension<Client>,
    request: axum::extract::Request,
) -> Result<Response, RelayError> {
    let snapshot = live.current();
    let bytes = snapshot.limits.read(request).await?;
    let body: Value =
        serde_json::from_slice(&bytes).map_err(|error| WireError::NotJson(error.to_string()))?;
    let size = snapshot.limits.examine(&body, bytes.len())?;
    let request = wire::request_from_json(&body)?;
    let upstream = snapshot.models.find(request.model.as_deref()).await?;
    let (model, most) = (upstream.model(), request.options.max_tokens.map(u64::from));
    let (expected, price) = (estimate::expected(size, most, model.max_output), model.price.unwrap_or(FREE));
    let mut counting = Counting(snapshot.limits.admit(client, expected, price).await?);
    let asked = upstream::ask(&snapshot.models, upstream, &request, &mut counting).await;
    let (upstream, answer) = asked.map_err(|failure| failure.error)?;
    let (deltas, head) = (counting.0.count(answer.into_stream()), head(&upstream.model().id));
    if request.stream {
        Ok(streamed(deltas, head, wire::wants_usage(&body)))
    } else {
        let deltas: Vec<Delta> = deltas.try_collect().await?;
        Ok(Json(wire::completion_to_json(&deltas, &head)).into_response())
    }
}

/// Returns the deltas as events: an opening, one chunk each, the usage once at the end, and the end mark; or,
/// if the provider fails on the way, an error and no end mark.
fn streamed(
    deltas: impl Stream<Item = Result<Delta, ProviderError>> + Send + 'static,
    head: Head,
    usage_wanted: bool,
) -> Response {
    let opening = chunk(&wire::opening_to_json(&head));
    let mut writer = Writer { head, usage_wanted, usage: None, failed: false };
    // The stream's end becomes an item, so that the writer also writes the last events.
    let items = deltas.map(Some).chain(stream::once(async { None }));
    let events = items.flat_map(move |item| stream::iter(writer.write(item)));
    let events = stream::once(async { opening }).chain(events).map(Ok::<_, Infallible>);
    let mut response = Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)).into_response();
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
    failed: bool,
}

impl Writer {
    /// Returns the events for one item; `None` is the end of the provider's stream.
    fn write(&mut self, item: Option<Result<Delta, ProviderError>>) -> Vec<Event> {
        match item {
            Some(Ok(Delta::Usage(usage))) => {
                self.usage = Some(usage);
                Vec::new()
            }
            Some(Ok(delta)) => vec![chunk(&wire::chunk_to_json(&delta, &self.head))],
            Some(Err(error)) => {
                self.failed = true;
                vec![chunk(&RelayError::Provider(error).to_failure().to_json()).event("error")]
            }
            None if self.failed => Vec::new(),
            None => {
                let usage = self.usage.filter(|_| self.usage_wanted);
                let last = usage.map(|usage| chunk(&wire::chunk_to_json(&Delta::Usage(usage), &self.head)));
                last.into_iter().chain([Event::default().data(DONE)]).collect()
            }
        }
    }
}

fn chunk(json: &Value) -> Event {
    Event::default().data(json.to_string())
}

/// Creates the head of a new answer. Its id needs to be unique only while this server runs.
fn head(model: &str) -> Head {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let created = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    Head { id: format!("chatcmpl-{created:x}-{count:x}"), model: model.to_owned(), created }
}
