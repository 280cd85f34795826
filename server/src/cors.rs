//! Cross-origin requests to `/v1`, for the origins that `server.allowed_origins` lists and no
//! others. Credentials of the browser are never allowed, so a script of such an origin needs the
//! token like any other program, unless `access.mode` is `open`.

use std::sync::Arc;

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

use crate::{headers, origin};

/// What a script may read besides the usual headers.
const EXPOSED: &str = "retry-after, x-request-id, x-should-retry, x-insitu-model, x-insitu-body-bytes, \
                       x-insitu-body-sha256";
/// How long a browser may remember the answer to a preflight request, in seconds.
const MAX_AGE_SECONDS: &str = "600";

/// Answers preflight requests of allowed origins, and lets these origins read other responses.
pub(crate) async fn answer(
    State(allowed): State<Arc<[String]>>,
    request: Request,
    next: Next,
) -> Response {
    if !request.uri().path().starts_with("/v1/") || !origin::is_allowed(request.headers(), &allowed)
    {
        return next.run(request).await;
    }
    let Some(origin) = request.headers().get(header::ORIGIN).cloned() else {
        return next.run(request).await;
    };
    let preflight = *request.method() == Method::OPTIONS
        && request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    let mut response =
        if preflight { permission(request.headers()) } else { next.run(request).await };
    let answer = response.headers_mut();
    answer.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    answer.append(header::VARY, HeaderValue::from_static("origin"));
    headers::set(answer, "access-control-expose-headers", EXPOSED);
    response
}

fn permission(asked: &HeaderMap) -> Response {
    let names =
        asked.get(header::ACCESS_CONTROL_REQUEST_HEADERS).and_then(|names| names.to_str().ok());
    let names = names.unwrap_or_default().split(',').filter_map(|name| name.trim().parse().ok());
    let permitted: Vec<_> =
        names.filter(is_permitted).map(|name: HeaderName| name.to_string()).collect();
    let mut response = StatusCode::NO_CONTENT.into_response();
    let answer = response.headers_mut();
    headers::set(answer, "access-control-allow-methods", "GET, POST");
    headers::set(answer, "access-control-max-age", MAX_AGE_SECONDS);
    if let Ok(permitted) = HeaderValue::from_str(&permitted.join(", ")) {
        answer.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, permitted);
    }
    response
}

/// Returns whether a script may send a header: what programs for this interface send. No header
/// that a proxy might use for a user's name.
fn is_permitted(name: &HeaderName) -> bool {
    let name = name.as_str();
    matches!(
        name,
        "authorization"
            | "content-type"
            | "accept"
            | "user-agent"
            | "x-request-id"
            | "idempotency-key"
    ) || name.starts_with("x-stainless-")
        || name.starts_with("openai-")
}
