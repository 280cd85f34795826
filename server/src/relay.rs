//! The relay: takes a chat request, has a model answer it, and writes the answer in our one format.

mod receipt;
mod written;

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use axum::{
    Extension, Json,
    extract::{Path, Request, State},
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponse, Response},
};
use chat::wire::{self, Head, WireError};
use providers::ProviderError;
use serde_json::{Value, json};

use self::receipt::Receipt;
use crate::{
    access::client::Client,
    detection,
    error::RelayError,
    fallback,
    limits::{
        Call,
        estimate::{self, FREE},
    },
    live::{Live, Setup},
    observe::Record,
    recording::Slot,
    upstream::{self, Failure, Upstream},
};

/// Counts and records what providers are asked.
struct Counting<'a> {
    call: Call,
    record: &'a mut Record,
}

impl upstream::Observer for Counting<'_> {
    fn asks(&mut self, upstream: &Upstream) {
        self.call.asks(upstream.model().price.unwrap_or(FREE));
        self.record.asks(upstream);
    }

    fn fails(&mut self, failure: &Failure) {
        self.call.refused();
        self.record.fails(failure);
    }

    fn falls_back(&mut self) {
        self.record.falls_back();
    }
}

/// Handles `GET /v1/models`: the models that are offered.
pub(crate) async fn models(State(live): State<Live>, headers: HeaderMap) -> Response {
    // Another Insitu that looks for local models gets none of this one's: both could ask each other
    // in turn.
    let local = !headers.contains_key(detection::MARK);
    let data = live.current().models.list(local).await;
    ([(header::CACHE_CONTROL, "no-store")], Json(json!({ "object": "list", "data": data })))
        .into_response()
}

/// Handles `GET /v1/models/{id}`: one of them.
pub(crate) async fn model(
    State(live): State<Live>,
    Path(id): Path<String>,
) -> Result<Response, RelayError> {
    let entry = live.current().models.entry(&id).await?;
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(entry)).into_response())
}

/// Handles `POST /v1/chat/completions`. Whatever the answer is, it has the receipt of the request.
pub(crate) async fn complete(
    State(live): State<Live>,
    Extension(client): Extension<Client>,
    Extension(slot): Extension<Slot>,
    request: Request,
) -> Response {
    let Some(record) = slot.take() else { return RelayError::Internal.into_response() };
    let setup = live.current();
    let body = match setup.limits.read(request).await {
        Ok(body) => body,
        Err(error) => return refused(error.into(), record),
    };
    let receipt = Receipt::of(&body);
    let mut response = answer(&live, &setup, client, &body, record).await;
    receipt.attach(&mut response);
    response
}

/// Returns the answer to the request in `body`, or the error in its place.
async fn answer(
    live: &Live,
    setup: &Setup,
    client: Client,
    body: &[u8],
    mut record: Record,
) -> Response {
    record.received(body.len());
    let drain = live.drain().clone();
    let asked = tokio::select! {
        asked = ask(setup, client, body, &mut record) => asked,
        () = drain.over() => Err(RelayError::ShuttingDown.into()),
    };
    let Asked { deltas, head, stream, usage } = match asked {
        Ok(asked) => asked,
        Err(error) => return refused(error, record),
    };
    record.begins();
    let mut response = if stream {
        written::streamed(deltas, head.clone(), usage, record, drain)
    } else {
        let whole = tokio::select! {
            whole = written::whole(deltas, &head, &mut record) => whole.map_err(RelayError::Provider),
            () = drain.over() => Err(RelayError::ShuttingDown),
        };
        match whole {
            Ok(response) => {
                record.ends(200, "ok");
                response
            }
            Err(error) => return refused(error.into(), record),
        }
    };
    if let Ok(model) = HeaderValue::from_str(&head.model) {
        response.headers_mut().insert("x-insitu-model", model);
    }
    response
}

/// A request that a model has begun to answer.
struct Asked<D> {
    deltas: D,
    head: Head,
    /// Whether the client wants a stream, and the usage at its end.
    stream: bool,
    usage: bool,
}

/// Has a model answer the request in `body`. Dropped, it ends the provider's call.
async fn ask(
    setup: &Setup,
    client: Client,
    bytes: &[u8],
    record: &mut Record,
) -> Result<
    Asked<impl futures::Stream<Item = Result<chat::Delta, ProviderError>> + Send + use<>>,
    Refused,
> {
    let body: Value =
        serde_json::from_slice(bytes).map_err(|error| WireError::NotJson(error.to_string()))?;
    let size = setup.limits.examine(&body, bytes.len())?;
    let request = wire::request_from_json(&body)?;
    let first = setup.models.find(request.model.as_deref()).await?;
    if size.images > 0 {
        first.learn_vision().await;
    }
    let (model, most) = (first.model(), request.options.max_tokens.map(u64::from));
    let (expected, price) =
        (estimate::expected(size, most, model.max_output), model.price.unwrap_or(FREE));
    let waiting = Instant::now();
    let call = setup.limits.admit(client, expected, price).await?;
    record.queued(waiting.elapsed());
    let mut counting = Counting { call, record };
    let (upstream, answer) = fallback::ask(&setup.models, first, &request, &mut counting).await?;
    let deltas = counting.call.count(answer.into_stream());
    // The model that answers, which may be another one than that asked for.
    let head = head(&upstream.model().id);
    let usage = wire::wants_usage(&body);
    Ok(Asked { deltas, head, stream: request.stream, usage })
}

/// Why a request is not answered, and how long to wait before another try, if that is known.
struct Refused {
    error: RelayError,
    retry_after: Option<Duration>,
}

impl<E: Into<RelayError>> From<E> for Refused {
    fn from(error: E) -> Self {
        Self { error: error.into(), retry_after: None }
    }
}

impl From<Failure> for Refused {
    fn from(Failure { error, retry_after }: Failure) -> Self {
        Self { error: error.into(), retry_after }
    }
}

/// Ends the record of a request that is not answered, and returns the error.
fn refused(Refused { error, retry_after }: Refused, mut record: Record) -> Response {
    let provider = matches!(&error, RelayError::Provider(error) if !matches!(error, ProviderError::Busy { .. }));
    let code = error.code();
    let mut response = error.into_response();
    let headers = response.headers_mut();
    if let Some(wait) = retry_after {
        // Rounded up: a wait that is slightly too short leads to the same refusal.
        headers.insert(header::RETRY_AFTER, HeaderValue::from(wait.as_secs_f64().ceil() as u64));
    } else if provider {
        // The relay has tried again already; OpenAI's libraries need not multiply that.
        headers.insert("x-should-retry", HeaderValue::from_static("false"));
    }
    record.ends(response.status().as_u16(), code);
    response
}

/// Creates the head of a new answer. Its id needs to be unique only while this server runs.
fn head(model: &str) -> Head {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let created = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    Head { id: format!("chatcmpl-{created:x}-{count:x}"), model: model.to_owned(), created }
}
