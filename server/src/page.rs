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

use crate::{headers, origin};

/// Returns the handler that renders the page.
pub(crate) fn handler(
    assets: Assets,
) -> impl Fn(Request<Body>) -> Pin<Box<dyn Future<Output = Response<Body>> + Send>> + Clone + Send + Sync + 'static
{
    // Rendering spawns its effects on this executor. One that an earlier router has set is the same one.
    let _ = any_spawner::Executor::init_tokio();
    let assets = Arc::new(assets);
    leptos_axum::render_app_async(move || {
        let nonce = use_nonce().map(|nonce| nonce.to_string()).unwrap_or_default();
        protect(&nonce);
        app::shell(&assets, &nonce)
    })
}

/// Sets the policy that belongs to this response's nonce.
fn protect(nonce: &str) {
    let (Some(response), Some(request)) = (use_context::<ResponseOptions>(), use_context::<Parts>()) else {
        return;
    };
    let policy =
        origin::host(&request.headers, &request.uri).and_then(|host| headers::page_policy(nonce, &host));
    match policy {
        Some(policy) => response.insert_header(header::CONTENT_SECURITY_POLICY, policy),
        None => response.set_status(StatusCode::BAD_REQUEST),
    }
    response.insert_header(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    let permissions = HeaderName::from_static("permissions-policy");
    response.insert_header(permissions, HeaderValue::from_static(headers::PERMISSIONS_POLICY));
}
