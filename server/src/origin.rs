//! Where a request comes from and which host it is meant for, as its headers say.

use std::net::IpAddr;

use axum::http::{HeaderMap, Uri, header, uri::Authority};

/// Returns whether a browser sends a request for another site's page.
pub(crate) fn is_foreign(headers: &HeaderMap, uri: &Uri) -> bool {
    // Every current browser sends this header, and no script can change it.
    if headers.get("sec-fetch-site").is_some_and(|site| site != "same-origin" && site != "none") {
        return true;
    }
    headers.get(header::ORIGIN).is_some_and(|origin| {
        let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://")).map(|(_, host)| host);
        !matches!((origin, host(headers, uri)), (Some(origin), Some(host)) if host.as_str() == origin)
    })
}

/// Returns whether a request's origin is one of `allowed`, exactly.
pub(crate) fn is_allowed(headers: &HeaderMap, allowed: &[String]) -> bool {
    let mut origins = headers.get_all(header::ORIGIN).iter();
    match (origins.next(), origins.next()) {
        (Some(origin), None) => {
            allowed.iter().any(|allowed| allowed.as_bytes() == origin.as_bytes())
        }
        _ => false,
    }
}

/// Returns whether a host name is this machine's own, under which browsers treat plain HTTP like
/// HTTPS.
pub(crate) fn is_loopback_name(host: &str) -> bool {
    let host = host.to_ascii_lowercase();
    let address = host.trim_start_matches('[').trim_end_matches(']').parse();
    host == "localhost"
        || host.ends_with(".localhost")
        || address.is_ok_and(|ip: IpAddr| ip.is_loopback())
}

/// Returns the host and port that a request is meant for, if they are well-formed.
pub(crate) fn host(headers: &HeaderMap, uri: &Uri) -> Option<Authority> {
    // HTTP/2 has them in the address, HTTP/1 in the header.
    let authority = match uri.authority() {
        Some(authority) => authority.clone(),
        None => headers.get(header::HOST)?.to_str().ok()?.parse().ok()?,
    };
    // They are copied into the page's policy, so characters that have a meaning there are refused.
    let plain = |byte: u8| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b':' | b'[' | b']' | b'_')
    };
    authority.as_str().bytes().all(plain).then_some(authority)
}
