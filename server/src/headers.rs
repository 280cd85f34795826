//! The headers that stand on every answer, and the policies of the page and of its frames.

use axum::{
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue, header, uri::Authority},
    middleware::Next,
    response::Response,
};

/// Puts on every answer what makes the page cross-origin isolated and keeps other sites out, unless it says itself who may
/// have it.
pub(crate) async fn common(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    set(headers, "cross-origin-opener-policy", "same-origin");
    set(headers, "cross-origin-embedder-policy", "require-corp");
    if !headers.contains_key("cross-origin-resource-policy") {
        set(headers, "cross-origin-resource-policy", "same-origin");
    }
    set(headers, "x-content-type-options", "nosniff");
    set(headers, "referrer-policy", "no-referrer");
    response
}

/// Sets a header to a fixed value.
pub(crate) fn set(headers: &mut HeaderMap, name: &'static str, value: &'static str) {
    headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
}

/// Abilities of the browser that neither page nor kernel needs. `cross-origin-isolated` is left alone, since the frame
/// gets it by delegation; the clipboard too, which the page writes to.
pub(crate) const ABILITIES: &str = "accelerometer=(), autoplay=(), \
    browsing-topics=(), camera=(), display-capture=(), encrypted-media=(), gamepad=(), geolocation=(), gyroscope=(), \
    hid=(), idle-detection=(), local-fonts=(), magnetometer=(), microphone=(), midi=(), payment=(), \
    picture-in-picture=(), publickey-credentials-get=(), screen-wake-lock=(), serial=(), storage-access=(), usb=(), \
    window-management=(), xr-spatial-tracking=()";

/// What the page may do. Scripts need the nonce of this very answer; the only frames are the kernel's and the one that shows what
/// code rendered, each at its one address.
pub(crate) fn page_policy(nonce: &str, host: &Authority) -> Option<HeaderValue> {
    // A policy cannot name a numeric IPv6 address; there the frames are held to this server instead of to their addresses.
    let frame = if host.host().starts_with('[') {
        "'self'".to_owned()
    } else {
        format!("{host}/kernel/frame {host}/render/frame")
    };
    let policy = format!(
        "default-src 'none'; script-src 'nonce-{nonce}' 'strict-dynamic' 'wasm-unsafe-eval'; style-src 'self'; \
         connect-src 'self'; img-src 'self' blob: data:; font-src 'self'; frame-src {frame}; worker-src 'none'; \
         manifest-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'; \
         require-trusted-types-for 'script'; trusted-types 'none'"
    );
    HeaderValue::from_str(&policy).ok()
}

/// What the kernel's frame may do: run its one script, WebAssembly, and workers that it is handed the source of, from blobs or, in
/// browsers that start none from there, from `data:` addresses; nothing that reaches out. `script_hash` is the SHA-256 of its script in
/// base64.
pub(crate) fn frame_policy(script_hash: &str) -> Option<HeaderValue> {
    let policy = format!(
        "sandbox allow-scripts; default-src 'none'; script-src 'sha256-{script_hash}' 'wasm-unsafe-eval'; \
         worker-src blob: data:; connect-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; \
         webrtc 'block'"
    );
    HeaderValue::from_str(&policy).ok()
}

/// What the frame may do that shows what code rendered: run its one script and our renderers from blobs, in the document and in
/// a worker, style itself, and show pictures and fonts that it was handed. What is rendered holds no blob of its own and no
/// inline script runs, so it cannot become script; nothing reaches out, and no frame within leads anywhere. `script_hash` is the
/// SHA-256 of its script in base64.
pub(crate) fn render_policy(script_hash: &str) -> Option<HeaderValue> {
    let policy = format!(
        "sandbox allow-scripts; default-src 'none'; script-src 'sha256-{script_hash}' blob:; worker-src blob:; \
         style-src 'unsafe-inline'; img-src data: blob:; font-src data: blob:; connect-src 'none'; frame-src 'none'; \
         form-action 'none'; base-uri 'none'; frame-ancestors 'self'; webrtc 'block'"
    );
    HeaderValue::from_str(&policy).ok()
}

/// Marks an answer as one that is never kept.
pub(crate) fn never_keep(headers: &mut HeaderMap) {
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
}
