//! How the server is observed: one line of the log, some counts and one trace for each request to
//! the relay. Ids, sizes, times, models and codes; never content, keys, values of headers, or
//! addresses with their queries.

pub(crate) mod log;
mod metrics;
mod record;
#[cfg(feature = "telemetry")]
pub(crate) mod telemetry;

use axum::response::{IntoResponse, Response};

use self::metrics::Metrics;
pub(crate) use self::record::{Client, Record};
use crate::{Config, error::RelayError};

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
            tracing::warn!(
                "telemetry.otlp_endpoint has no effect: this server was built without traces"
            );
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

/// Answers if a handler has panicked. What it said is not looked at: it may quote anything.
pub(crate) fn panicked(_: Box<dyn std::any::Any + Send>) -> Response {
    RelayError::Internal.into_response()
}

#[cfg(test)]
mod tests {
    use axum::{Router, body::Body, extract::Request, http::StatusCode, routing::get};
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
        let response =
            router.oneshot(Request::get("/").body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
        let body = response.into_body().collect().await.unwrap().to_bytes();
        let body = String::from_utf8(body.to_vec()).unwrap();
        assert!(body.contains("internal_error") && !body.contains("sk-marked"), "{body}");
    }
}
