//! Access control: requests need a known host name, and those to the relay have to come from Insitu's own
//! page or from outside of browsers.
//!
//! A browser lets any website send requests to a local server. Without these checks another site could use
//! the key, or by DNS rebinding read the answers too.

use std::{net::IpAddr, sync::Arc};

use axum::{
    extract::{Request, State},
    http::{HeaderMap, Uri, header, uri::Authority},
    middleware::Next,
    response::{IntoResponse, Response},
};

use crate::{Config, error::RelayError};

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
            names: Some(local.into_iter().chain([own]).chain(config.server.hosts.iter().cloned()).collect()),
        }
    }

    fn contains(&self, authority: &Authority) -> bool {
        let host = authority.host().to_ascii_lowercase();
        self.names.as_ref().is_none_or(|names| names.contains(&host))
    }
}

/// Rejects requests under an unknown name.
pub(crate) async fn known_host(State(hosts): State<Hosts>, request: Request, next: Next) -> Response {
    match host(request.headers(), request.uri()) {
        Some(host) if hosts.contains(&host) => next.run(request).await,
        _ => RelayError::UnknownHost.into_response(),
    }
}

/// Rejects requests other than JSON from our own page, or from a client that is not a browser.
pub(crate) async fn same_origin(request: Request, next: Next) -> Response {
    match check(request.headers(), request.uri()) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    }
}

fn check(headers: &HeaderMap, uri: &Uri) -> Result<(), RelayError> {
    // Every current browser sends this header, and no script can change it.
    if headers.get("sec-fetch-site").is_some_and(|site| site != "same-origin" && site != "none") {
        return Err(RelayError::OtherSite);
    }
    if let Some(origin) = headers.get(header::ORIGIN) {
        let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://")).map(|(_, host)| host);
        let same =
            matches!((origin, host(headers, uri)), (Some(origin), Some(host)) if host.as_str() == origin);
        if !same {
            return Err(RelayError::OtherSite);
        }
    }
    // A form can be sent across sites without a preflight request; JSON cannot.
    let json = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).is_some_and(|kind| {
        kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
    });
    if json { Ok(()) } else { Err(RelayError::NotJson) }
}

/// Returns the host and port that a request is meant for, if they are well-formed.
pub(crate) fn host(headers: &HeaderMap, uri: &Uri) -> Option<Authority> {
    // HTTP/2 has them in the address, HTTP/1 in the header.
    let authority = match uri.authority() {
        Some(authority) => authority.clone(),
        None => headers.get(header::HOST)?.to_str().ok()?.parse().ok()?,
    };
    // They are copied into the page's policy, so characters that have a meaning there are refused.
    let plain =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b':' | b'[' | b']' | b'_');
    authority.as_str().bytes().all(plain).then_some(authority)
}
