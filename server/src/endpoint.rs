//! The endpoint of a model that the page asks by itself: the one origin besides this server that
//! the page may connect to, for one browser, as its user chose it.
//!
//! Learns the origin and nothing else: no path, no key, and no request to the endpoint. Stores
//! nothing; the browser keeps the choice in a cookie of its session.

mod admitted;

use axum::{
    Json,
    body::to_bytes,
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use chat::wire::Failure;
use serde::Deserialize;
use thiserror::Error;

use crate::{live::Live, origin as own};

pub(crate) use admitted::{Origin, OriginError};

/// The cookie's name if the page is loaded over HTTPS: with this prefix browsers take it from
/// this host only.
const SECURE_NAME: &str = "__Host-insitu-endpoint";
/// The cookie's name on this machine, where browsers differ in whether plain HTTP may set a secure
/// one.
const LOCAL_NAME: &str = "insitu-endpoint";

/// The most bytes of a request: an origin has 300 at most.
const MAX_REQUEST_BYTES: usize = 1024;

/// The reason why an origin is not admitted. `Display` is for the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum EndpointError {
    #[error(
        "The operator of this server does not allow endpoints of your own. Ask for one to be added to the server."
    )]
    SwitchedOff,
    #[error("Send `{{\"origin\": \"https://…\"}}` and nothing else.")]
    Form,
    #[error(
        "This page was loaded without encryption, so that the browser could not keep the choice to itself. Open it over HTTPS, or at localhost."
    )]
    Unencrypted,
    #[error(transparent)]
    Origin(#[from] OriginError),
}

impl IntoResponse for EndpointError {
    fn into_response(self) -> Response {
        let (status, code) = match self {
            Self::SwitchedOff => (StatusCode::FORBIDDEN, "direct_endpoints_off"),
            Self::Form => (StatusCode::BAD_REQUEST, "bad_request"),
            Self::Unencrypted => (StatusCode::BAD_REQUEST, "unencrypted"),
            Self::Origin(_) => (StatusCode::BAD_REQUEST, "origin_refused"),
        };
        let kind =
            if self == Self::SwitchedOff { "permission_error" } else { "invalid_request_error" };
        let failure = Failure {
            message: self.to_string(),
            kind: Some(kind.to_owned()),
            code: Some(code.to_owned()),
            param: None,
        };
        (status, [(header::CACHE_CONTROL, "no-store")], Json(failure.to_json())).into_response()
    }
}

/// What the page sends.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    origin: String,
}

/// Handles `POST /endpoint`: from the next load on, the page may connect to an origin.
pub(crate) async fn admit(
    State(live): State<Live>,
    request: Request,
) -> Result<Response, EndpointError> {
    if !live.current().config.server.direct_endpoints {
        return Err(EndpointError::SwitchedOff);
    }
    let (parts, body) = request.into_parts();
    let attributes = attributes(&parts.headers, &parts.uri)?;
    let body = to_bytes(body, MAX_REQUEST_BYTES).await.map_err(|_| EndpointError::Form)?;
    let Wanted { origin } = serde_json::from_slice(&body).map_err(|_| EndpointError::Form)?;
    let origin = Origin::parse(&origin)?;
    Ok(with_cookie(&format!(
        "{}={}; {attributes}",
        name(&parts.headers, &parts.uri),
        origin.as_str()
    )))
}

/// Handles `DELETE /endpoint`: from the next load on, the page may connect to this server only.
pub(crate) async fn remove(request: Request) -> Result<Response, EndpointError> {
    let attributes = attributes(request.headers(), request.uri())?;
    Ok(with_cookie(&format!(
        "{}=; {attributes}; Max-Age=0",
        name(request.headers(), request.uri())
    )))
}

/// Returns the origin that a browser's page may connect to, if its user chose one. A value that is
/// none is ignored: whoever can set a cookie of this host must not be able to break the page.
pub(crate) fn chosen(headers: &HeaderMap, uri: &Uri) -> Option<Origin> {
    let name = name(headers, uri);
    let cookies =
        headers.get_all(header::COOKIE).iter().filter_map(|cookies| cookies.to_str().ok());
    let mut values = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|cookie| {
        let (found, value) = cookie.trim().split_once('=')?;
        (found == name).then(|| Origin::parse(value).ok())
    });
    match (values.next(), values.next()) {
        (Some(origin), None) => origin,
        // Of two cookies of one name, another application has set one.
        _ => None,
    }
}

fn is_local(headers: &HeaderMap, uri: &Uri) -> bool {
    own::host(headers, uri).is_some_and(|host| own::is_loopback_name(host.host()))
}

fn name(headers: &HeaderMap, uri: &Uri) -> &'static str {
    if is_local(headers, uri) { LOCAL_NAME } else { SECURE_NAME }
}

/// Returns the attributes of the cookie. It ends with the browser's session, and no script can read
/// it.
fn attributes(headers: &HeaderMap, uri: &Uri) -> Result<&'static str, EndpointError> {
    // Whoever ends TLS before this server, the browser says with each POST and DELETE how the page
    // was loaded.
    let encrypted =
        headers.get(header::ORIGIN).is_some_and(|origin| origin.as_bytes().starts_with(b"https:"));
    match (encrypted, is_local(headers, uri)) {
        (true, _) => Ok("Path=/; HttpOnly; SameSite=Strict; Secure"),
        (false, true) => Ok("Path=/; HttpOnly; SameSite=Strict"),
        (false, false) => Err(EndpointError::Unencrypted),
    }
}

fn with_cookie(cookie: &str) -> Response {
    let mut response =
        (StatusCode::NO_CONTENT, [(header::CACHE_CONTROL, "no-store")]).into_response();
    if let Ok(cookie) = HeaderValue::from_str(cookie) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}
