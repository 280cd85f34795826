//! How the server is observed: one line of the log, some counts and one trace for each request to the relay. Ids,
//! sizes, times, models and codes; never content, keys, values of headers, or addresses with their queries.

pub(crate) mod log;
mod metrics;
mod record;
#[cfg(feature = "telemetry")]
mod telemetry;

use std::sync::{Arc, Mutex};

use axum::{
    extract::{Request, State},
    http::{HeaderValue, Method},
    middleware::Next,
    response::{IntoResponse, Response},
};

pub(crate) use self::record::Record;
use self::{metrics::Metrics, record::Client};
use crate::{
    Config, Live,
    error::{Code, RelayError},
};

/// Where observations go.
#[derive(Debug)]
pub(crate) struct Observed {
    pub(crate) metrics: Metrics,
    #[cfg(feature = "telemetry")]
    traces: Option<telemetry::Traces>,
}

impl Observed {
    /// Creates what `config` asks for.
    pub(crate) fn new(config: &Config) -> Self {
        #[cfg(not(feature = "telemetry"))]
        if config.telemetry.otlp_endpoint.is_some() {
            tracing::warn!("telemetry.otlp_endpoint has no effect: this server was built without traces");
        }
        Self {
            metrics: Metrics::default(),
            #[cfg(feature = "telemetry")]
            traces: config.telemetry.otlp_endpoint.as_ref().and_then(telemetry::Traces::new),
        }
    }

    /// Sends the traces that have not been sent yet.
    pub(crate) fn flush(&self) {
        #[cfg(feature = "telemetry")]
        if let Some(traces) = &self.traces {
            traces.flush();
        }
    }
}

/// The record of a request on its way to whoever answers it.
#[derive(Clone)]
pub(crate) struct Slot(Arc<Mutex<Option<Record>>>);

impl Slot {
    /// Takes the record. There is one for each request.
    pub(crate) fn take(&self) -> Option<Record> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take()
    }
}

/// Records each request to the relay, under an id of its own; of other requests, those that are refused.
pub(crate) async fn record(State(live): State<Live>, mut request: Request, next: Next) -> Response {
    let relayed = request.method() == Method::POST && request.uri().path() == "/v1/chat/completions";
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
    record.belongs_to(request.headers());
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

/// Answers where a handler has panicked. What it said is not looked at: it may quote anything.
pub(crate) fn panicked(_: Box<dyn std::any::Any + Send>) -> Response {
    RelayError::Internal.into_response()
}

#[cfg(test)]
mod tests {
    use axum::{Router, body::Body, http::StatusCode, routing::get};
    use http_body_util::BodyExt;
    use tower::ServiceExt;
    use tower_http::catch_panic::CatchPanicLayer;

    use super::*;

    #[tokio::test]
    async fn a_panic_is_an_answer_that_quotes_nothing_of_it() {
        async fn fails() {
            panic!("sk-marked in a conversation");
        }
        let router = Router::new().route("/", get(fails)).layer(CatchPanicLayer::custom(panicked));
        let response = router.oneshot(Request::get("/").body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
        let body = response.into_body().collect().await.unwrap().to_bytes();
        let body = String::from_utf8(body.to_vec()).unwrap();
        assert!(body.contains("internal_error") && !body.contains("sk-marked"), "{body}");
    }
}
