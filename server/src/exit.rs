//! `/kernel/exit`: what the kernel's self-test tries to reach. It answers everybody, so that a refusal can only come from the
//! seal; it takes nothing and tells nothing.

use axum::{
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};

use crate::headers;

/// The answer, whatever is asked and from wherever.
pub(crate) async fn answer() -> Response {
    let mut response = StatusCode::NO_CONTENT.into_response();
    let answer = response.headers_mut();
    headers::set(answer, header::ACCESS_CONTROL_ALLOW_ORIGIN.as_str(), "*");
    headers::set(answer, header::ACCESS_CONTROL_ALLOW_METHODS.as_str(), "*");
    headers::set(answer, header::ACCESS_CONTROL_ALLOW_HEADERS.as_str(), "*");
    headers::set(answer, "cross-origin-resource-policy", "cross-origin");
    headers::never_keep(answer);
    response
}
