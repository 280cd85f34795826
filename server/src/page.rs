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

/// Returns the handler that renders the page. `direct` says whether it may ask an endpoint of the user's by itself, and
/// `embed_in` has the origins whose pages may embed it.
pub(crate) fn handler(
    assets: Assets,
    direct: bool,
    embed_in: Vec<String>,
) -> impl Fn(Request<Body>) -> Pin<Box<dyn Future<Output = Response<Body>> + Send>> + Clone + Send + Sync + 'static
{
    // Rendering spawns its effects on this executor. One that an earlier router has set is the same one.
    let _ = any_spawner::Executor::init_tokio();
    let assets = Arc::new(assets);
    let embed_in: Arc<[String]> = embed_in.into();
    leptos_axum::render_app_async(move || {
        let nonce = use_nonce().map(|nonce| nonce.to_string()).unwrap_or_default();
        let endpoint = protect(&nonce, direct, &embed_in);
        app::shell(&assets, &nonce, direct.then(|| endpoint.as_ref().map_or("", Origin::as_str)), &embed_in)
    })
}

/// Sets the policy that belongs to this response's nonce. Returns the origin that it admits besides this server, if
/// endpoints are allowed and the user of this browser chose one.
fn protect(nonce: &str, direct: bool, embed_in: &[String]) -> Option<Origin> {
    let (Some(response), Some(request)) = (use_context::<ResponseOptions>(), use_context::<Parts>()) else {
        return None;
    };
    let endpoint = endpoint::chosen(&request.headers, &request.uri).filter(|_| direct);
    let policy = origin::host(&request.headers, &request.uri)
        .and_then(|host| headers::page_policy(nonce, &host, endpoint.as_ref(), embed_in));
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
    endpoint
}
