//! What a browser meets without access: it is led to `/login`, if users sign in, and `/logout`.

mod document;

use axum::{
    Form,
    extract::{RawQuery, Request, State, rejection::FormRejection},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header, request::Parts},
    middleware::Next,
    response::{IntoResponse, Response},
};

use self::document::Notice;
use crate::{
    access::{Access, Asks, Entered, Refusal, is_secure, seconds_now},
    error::RelayError,
    live::Live,
};

/// Maximum number of bytes of a form: a name and a password, each of whose bytes may be written as
/// three.
pub(crate) const MAX_FORM_BYTES: usize = 8 * 1024;

const UNENCRYPTED: &str = "This connection is not encrypted, and browsers keep no cookie of such a server, so nobody can \
                           sign in. Open the server’s https address, or ask whoever runs it for one.";

/// Lets requests with access pass, with their [`Client`](crate::access::client::Client) as an
/// extension.
pub(crate) async fn require(State(live): State<Live>, request: Request, next: Next) -> Response {
    let setup = live.current();
    let (mut parts, body) = request.into_parts();
    match setup.access.identify(&parts, seconds_now()) {
        Ok(client) => {
            parts.extensions.insert(client);
            next.run(Request::from_parts(parts, body)).await
        }
        Err(refusal) => refuse(&setup.access, &parts, refusal),
    }
}

/// Returns the answer to a request without access: a browser that opens the page is led to signing
/// in.
fn refuse(access: &Access, parts: &Parts, refusal: Refusal) -> Response {
    let page = parts.uri.path() == "/" && matches!(parts.method, Method::GET | Method::HEAD);
    if !page {
        return RelayError::Access(refusal).into_response();
    }
    if access.asks().is_none() {
        let (status, ..) = refusal.classify();
        return document::refused(status, &refusal.to_string());
    }
    match parts.headers.get("sec-fetch-site").map(HeaderValue::as_bytes) {
        Some(b"cross-site" | b"same-site") => document::onward(),
        _ => to("/login"),
    }
}

/// Handles `GET /login`.
pub(crate) async fn show(
    State(live): State<Live>,
    RawQuery(query): RawQuery,
    request: Request,
) -> Response {
    let (setup, (parts, _)) = (live.current(), request.into_parts());
    let Some(asks) = setup.access.asks() else { return to("/") };
    if setup.access.identify(&parts, seconds_now()).is_ok() {
        return to("/");
    }
    let signed_out = query.as_deref() == Some("signed-out");
    let unencrypted = looks_unencrypted(&parts).then_some(UNENCRYPTED);
    let remark = unencrypted.or(signed_out.then_some("You are signed out."));
    document::sign_in(StatusCode::OK, asks, "", &Notice { problem: None, remark })
}

/// Handles `POST /login`.
pub(crate) async fn enter(
    State(live): State<Live>,
    parts: Parts,
    entered: Result<Form<Entered>, FormRejection>,
) -> Response {
    let setup = live.current();
    let Some(asks) = setup.access.asks() else { return to("/") };
    let name = entered.as_ref().map(|form| form.name().to_owned()).unwrap_or_default();
    let again = |status, problem: String| {
        document::sign_in(status, asks, &name, &Notice { problem: Some(problem), remark: None })
    };
    let Ok(Form(entered)) = entered else {
        return again(
            StatusCode::BAD_REQUEST,
            "The form could not be read. Fill it in again.".to_owned(),
        );
    };
    if is_secure(&parts) && sent_over_http(&parts.headers) {
        return again(StatusCode::FORBIDDEN, UNENCRYPTED.to_owned());
    }
    match setup.access.sign_in(&parts, entered, seconds_now()).await {
        Ok(Some(cookie)) => with_cookie(to("/"), &cookie),
        Ok(None) => {
            let problem = match asks {
                Asks::Token => "This is not the server’s token. Check that it is complete.",
                Asks::Password => "Name and password do not match. Check both.",
            };
            again(StatusCode::UNAUTHORIZED, problem.to_owned())
        }
        Err(refusal) => {
            let (status, ..) = refusal.classify();
            let mut response = again(status, refusal.to_string());
            if let Some(seconds) = refusal.retry_after() {
                response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
            }
            response
        }
    }
}

/// Handles `GET /logout`.
pub(crate) async fn ask_to_leave(State(live): State<Live>, request: Request) -> Response {
    let (setup, (parts, _)) = (live.current(), request.into_parts());
    match setup.access.signed_in(&parts, seconds_now()) {
        Some(name) => document::sign_out(&name),
        None => to("/"),
    }
}

/// Handles `POST /logout`.
pub(crate) async fn leave(State(live): State<Live>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    let onward = if live.current().access.asks().is_some() { "/login?signed-out" } else { "/" };
    with_cookie(to(onward), &Access::sign_out(&parts))
}

/// Returns whether the form was sent over plain HTTP, as the browser says.
fn sent_over_http(headers: &HeaderMap) -> bool {
    headers.get(header::ORIGIN).is_some_and(|origin| origin.as_bytes().starts_with(b"http://"))
}

/// Returns whether the connection seems to be plain HTTP: browsers leave this header out there.
fn looks_unencrypted(parts: &Parts) -> bool {
    is_secure(parts) && !parts.headers.contains_key("sec-fetch-site")
}

/// Returns a redirect that is fetched with `GET`.
fn to(path: &'static str) -> Response {
    let headers = [(header::LOCATION, path), (header::CACHE_CONTROL, "no-store")];
    (StatusCode::SEE_OTHER, headers).into_response()
}

fn with_cookie(mut response: Response, cookie: &str) -> Response {
    if let Ok(cookie) = HeaderValue::from_str(cookie) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}
