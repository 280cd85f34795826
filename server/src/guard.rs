//! Access control: requests need a known host name, and those to the relay have to come from
//! Insitu's own page or from outside of browsers.
//!
//! A browser lets any website send requests to a local server. Without these checks another site
//! could use the key, or by DNS rebinding read the answers too.

use std::{net::IpAddr, sync::Arc};

use axum::{
    extract::{Request, State},
    http::{HeaderMap, Method, Uri, header, uri::Authority},
    middleware::Next,
    response::{IntoResponse, Response},
};

use crate::{Config, error::RelayError, origin};

/// The host names of the server.
#[derive(Clone, Debug)]
pub(crate) struct Hosts {
    /// Lower-case names, without port; `None` if every name is accepted.
    names: Option<Arc<[String]>>,
}

impl Hosts {
    pub(crate) fn new(config: &Config) -> Self {
        let loopback = config.server.address.ip().is_loopback();
        if !loopback && config.server.hosts.is_empty() {
            return Self { names: None };
        }
        let own = match config.server.address.ip() {
            IpAddr::V4(ip) => ip.to_string(),
            IpAddr::V6(ip) => format!("[{ip}]"),
        };
        let local = ["localhost", "127.0.0.1", "[::1]"].map(str::to_owned);
        Self {
            names: Some(
                local.into_iter().chain([own]).chain(config.server.hosts.iter().cloned()).collect(),
            ),
        }
    }

    fn contains(&self, authority: &Authority) -> bool {
        let host = authority.host().to_ascii_lowercase();
        self.names.as_ref().is_none_or(|names| names.contains(&host))
    }
}

/// Rejects requests under an unknown name.
pub(crate) async fn known_host(
    State(hosts): State<Hosts>,
    request: Request,
    next: Next,
) -> Response {
    match origin::host(request.headers(), request.uri()) {
        Some(host) if hosts.contains(&host) => next.run(request).await,
        _ => RelayError::UnknownHost.into_response(),
    }
}

/// Rejects requests other than JSON from our own page, from an allowed origin, or from a client
/// that is not a browser.
pub(crate) async fn same_origin_json(
    State(allowed): State<Arc<[String]>>,
    request: Request,
    next: Next,
) -> Response {
    let (headers, uri) = (request.headers(), request.uri());
    let checked =
        if origin::is_allowed(headers, &allowed) { Ok(()) } else { check_origin(headers, uri) };
    match checked.and_then(|()| check_json(headers)) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    }
}

/// Rejects forms that another site's page sends; reading needs no check.
pub(crate) async fn same_origin_form(request: Request, next: Next) -> Response {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    match check_origin(request.headers(), request.uri()) {
        Err(error) if !reads => error.into_response(),
        _ => next.run(request).await,
    }
}

fn check_origin(headers: &HeaderMap, uri: &Uri) -> Result<(), RelayError> {
    if origin::is_foreign(headers, uri) { Err(RelayError::OtherSite) } else { Ok(()) }
}

fn check_json(headers: &HeaderMap) -> Result<(), RelayError> {
    // A form can be sent across sites without a preflight request; JSON cannot.
    let json =
        headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).is_some_and(|kind| {
            kind.split(';')
                .next()
                .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
        });
    if json { Ok(()) } else { Err(RelayError::NotJson) }
}
