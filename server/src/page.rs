//! The page, rendered for each request with its own nonce and policy.

use std::{pin::Pin, sync::Arc};

use app::Assets;
use axum::{
    body::Body,
    extract::Request,
    http::{HeaderName, HeaderValue, StatusCode, header, request::Parts},
    response::Response,
};
use leptos::{nonce::use_nonce, prelude::*};
use leptos_axum::ResponseOptions;

use crate::{
    endpoint::{self, Origin},
    headers, origin,
};

/// Returns the handler that renders the page. `direct` says whether it may ask an endpoint of the
/// user's by itself, and `embed_in` has the origins whose pages may embed it. `keep_files` says
/// whether the browser keeps small files without asking, and `offline` for each request whether it
/// may keep the page.
pub(crate) fn handler(
    assets: Assets,
    direct: bool,
    embed_in: Vec<String>,
    keep_files: bool,
    offline: impl Fn() -> bool + Clone + Send + Sync + 'static,
) -> impl Fn(Request<Body>) -> Pin<Box<dyn Future<Output = Response<Body>> + Send>>
+ Clone
+ Send
+ Sync
+ 'static {
    // Rendering spawns its effects on this executor. One that an earlier router has set is the same
    // one.
    let _ = any_spawner::Executor::init_tokio();
    let assets = Arc::new(assets);
    let embed_in: Arc<[String]> = embed_in.into();
    leptos_axum::render_app_async(move || {
        let nonce = use_nonce().map(|nonce| nonce.to_string()).unwrap_or_default();
        let (endpoint, offline) = protect(&nonce, direct, &embed_in, offline());
        let endpoint = direct.then(|| endpoint.as_ref().map_or("", Origin::as_str));
        app::shell(&assets, &nonce, endpoint, &embed_in, keep_files, offline)
    })
}

/// Sets the policy that belongs to this response's nonce. Returns the origin that it admits besides
/// this server, if endpoints are allowed and the user of this browser chose one, and whether the
/// page may register its service worker.
fn protect(
    nonce: &str,
    direct: bool,
    embed_in: &[String],
    offline: bool,
) -> (Option<Origin>, bool) {
    let (Some(response), Some(request)) =
        (use_context::<ResponseOptions>(), use_context::<Parts>())
    else {
        return (None, false);
    };
    let endpoint = endpoint::chosen(&request.headers, &request.uri).filter(|_| direct);
    let host = origin::host(&request.headers, &request.uri);
    // Only under a name that a policy can contain: the service worker's address has to be in it.
    let offline = offline && host.as_ref().is_some_and(headers::can_be_named);
    let policy = host
        .and_then(|host| headers::page_policy(nonce, &host, endpoint.as_ref(), embed_in, offline));
    match policy {
        Some(policy) => response.insert_header(header::CONTENT_SECURITY_POLICY, policy),
        None => response.set_status(StatusCode::BAD_REQUEST),
    }
    response.insert_header(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if !embed_in.is_empty() {
        // A page that is cross-origin isolated embeds nothing without it.
        let name = HeaderName::from_static("cross-origin-resource-policy");
        response.insert_header(name, HeaderValue::from_static("cross-origin"));
    }
    let permissions = HeaderName::from_static("permissions-policy");
    response.insert_header(permissions, HeaderValue::from_static(headers::PERMISSIONS_POLICY));
    (endpoint, offline)
}
