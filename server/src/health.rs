//! Whether the server lives, whether it wants requests, and its metrics, for whoever runs it.

use axum::{
    Json,
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use serde_json::json;

use crate::Live;

/// Handles `GET /health` and `GET /healthz`: the process lives.
pub(crate) async fn alive() -> Response {
    ([(header::CACHE_CONTROL, "no-store")], Json(json!({ "status": "ok" }))).into_response()
}

/// Handles `GET /readyz`: whether requests should come here. A server without a model is ready,
/// since the page works without one; one whose counters cannot be reached is not.
pub(crate) async fn ready(State(live): State<Live>) -> Response {
    let (status, word) = if live.drain().has_begun() {
        (StatusCode::SERVICE_UNAVAILABLE, "ending")
    } else if !live.current().limits.is_ready().await {
        (StatusCode::SERVICE_UNAVAILABLE, "counters unreachable")
    } else {
        (StatusCode::OK, "ready")
    };
    (status, [(header::CACHE_CONTROL, "no-store")], Json(json!({ "status": word }))).into_response()
}

/// Handles `GET /metrics`, in the text format of OpenMetrics.
pub(crate) async fn metrics(State(live): State<Live>) -> Response {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-store")];
    let (_, waiting) = live.current().limits.load();
    match live.observed().metrics.render(waiting) {
        Ok(text) => (headers, text).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}
