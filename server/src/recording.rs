//! The middleware that records each request to the relay.

use std::sync::{Arc, Mutex};

use axum::{
    extract::{Request, State},
    http::{HeaderValue, Method},
    middleware::Next,
    response::Response,
};

#[cfg(feature = "telemetry")]
use crate::observe::telemetry;
use crate::{
    Live,
    error::Code,
    observe::{Client, Record},
};

/// The record of a request on its way to whoever answers it.
#[derive(Clone)]
pub(crate) struct Slot(Arc<Mutex<Option<Record>>>);

impl Slot {
    /// Takes the record. There is one for each request.
    pub(crate) fn take(&self) -> Option<Record> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take()
    }
}

/// Records each request to the relay, under an id of its own; of other requests, those that are
/// refused.
pub(crate) async fn requests(
    State(live): State<Live>,
    mut request: Request,
    next: Next,
) -> Response {
    let relayed =
        request.method() == Method::POST && request.uri().path() == "/v1/chat/completions";
    if !relayed {
        let response = next.run(request).await;
        if let Some(Code(code)) = response.extensions().get() {
            tracing::warn!(code, status = response.status().as_u16(), "a request was refused");
        }
        return response;
    }
    #[cfg_attr(not(feature = "telemetry"), expect(unused_mut, reason = "only traces continue one"))]
    let mut record = Record::new(live.observed().clone(), Client::of(request.headers()));
    #[cfg(feature = "telemetry")]
    record.belongs_to(telemetry::parent(request.headers()));
    let id = HeaderValue::from_str(record.id());
    let slot = Slot(Arc::new(Mutex::new(Some(record))));
    request.extensions_mut().insert(slot.clone());
    let mut response = next.run(request).await;
    // Still there if something refused the request before it came to the relay.
    if let Some(mut record) = slot.take() {
        let code = response.extensions().get::<Code>().map_or("refused", |code| code.0);
        record.ends(response.status().as_u16(), code);
    }
    if let Ok(id) = id {
        response.headers_mut().insert("x-request-id", id);
    }
    response
}
