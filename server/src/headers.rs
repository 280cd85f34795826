//! The headers of every response, and the policies of the page and of its frames.

use axum::{
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue, header, uri::Authority},
    middleware::Next,
    response::Response,
};

use crate::endpoint::Origin;

/// The service worker's file, which the page's policy names.
pub(crate) const SERVICE_WORKER: &str = "service-worker.js";

/// Adds the headers that make the page cross-origin isolated and keep other sites out; a response
/// may set its own policies of resources and referrers.
pub(crate) async fn common(request: Request, next: Next) -> Response {
    let for_other_sites = request.uri().path() == "/embed.js";
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    if for_other_sites {
        set(headers, "access-control-allow-origin", "*");
    }
    set(headers, "cross-origin-opener-policy", "same-origin");
    set(headers, "cross-origin-embedder-policy", "require-corp");
    if !headers.contains_key("cross-origin-resource-policy") {
        set(headers, "cross-origin-resource-policy", "same-origin");
    }
    set(headers, "x-content-type-options", "nosniff");
    if !headers.contains_key("referrer-policy") {
        set(headers, "referrer-policy", "no-referrer");
    }
    response
}

/// Sets a header to a fixed value.
pub(crate) fn set(headers: &mut HeaderMap, name: &'static str, value: &'static str) {
    headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
}

/// Browser features that neither page nor kernel needs. `cross-origin-isolated` is not listed,
/// since the frame gets it by delegation; nor is the clipboard, which the page writes to.
pub(crate) const PERMISSIONS_POLICY: &str = "accelerometer=(), autoplay=(), \
    browsing-topics=(), camera=(), display-capture=(), encrypted-media=(), gamepad=(), geolocation=(), gyroscope=(), \
    hid=(), idle-detection=(), local-fonts=(), magnetometer=(), microphone=(), midi=(), payment=(), \
    picture-in-picture=(), publickey-credentials-get=(), screen-wake-lock=(), serial=(), storage-access=(), usb=(), \
    window-management=(), xr-spatial-tracking=()";

/// Returns the policy of the page. Scripts need the nonce of this very response; the only frames
/// are the kernel's and the one that shows rendered results, each at its one address. It may
/// connect to this server, and to `endpoint`, which the user of this browser chose. Only pages of
/// the origins in `embed_in` may embed it. If `offline` is set, it may make one address that
/// becomes a script, which is the service worker's.
pub(crate) fn page_policy(
    nonce: &str,
    host: &Authority,
    endpoint: Option<&Origin>,
    embed_in: &[String],
    offline: bool,
) -> Option<HeaderValue> {
    // Otherwise the frames are restricted to this server instead of to their addresses.
    let frame = if can_be_named(host) {
        format!("{host}/kernel/frame {host}/render/frame")
    } else {
        "'self'".to_owned()
    };
    let (worker, types) = if offline {
        (format!("{host}/{SERVICE_WORKER}"), "insitu-service-worker")
    } else {
        ("'none'".to_owned(), "'none'")
    };
    let endpoint = endpoint.map(|origin| format!(" {}", origin.as_str())).unwrap_or_default();
    let ancestors = page_ancestors(embed_in);
    let policy = format!(
        "default-src 'none'; script-src 'nonce-{nonce}' 'strict-dynamic' 'wasm-unsafe-eval'; style-src 'self'; \
         connect-src 'self'{endpoint}; img-src 'self' blob: data:; font-src 'self'; frame-src {frame}; worker-src {worker}; \
         manifest-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors {ancestors}; object-src 'none'; \
         require-trusted-types-for 'script'; trusted-types {types}"
    );
    HeaderValue::from_str(&policy).ok()
}

/// Returns the policy of the kernel's frame: it may run its one script, WebAssembly, and workers
/// from source that it is handed, as blobs or, in browsers that start none from there, from `data:`
/// addresses; it has no network access. `script` is the hash of its script, as `digest::integrity`
/// writes it. The page around it may itself be within a page of an origin in `embed_in`.
pub(crate) fn frame_policy(script: &str, embed_in: &[String]) -> Option<HeaderValue> {
    let ancestors = frame_ancestors(embed_in);
    let policy = format!(
        "sandbox allow-scripts; default-src 'none'; script-src '{script}' 'wasm-unsafe-eval'; \
         worker-src blob: data:; connect-src 'none'; form-action 'none'; base-uri 'none'; \
         frame-ancestors {ancestors}; webrtc 'block'"
    );
    HeaderValue::from_str(&policy).ok()
}

/// Returns the policy of the frame that shows rendered results: it may run its one script and our
/// renderers from blobs, in the document and in a worker, style itself, and show images and fonts
/// that it is handed. Rendered content has no blob of its own and no inline script runs, so it
/// cannot become script; there is no network access, and frames within it load nothing. `script` is
/// the hash of its script, as `digest::integrity` writes it, and `embed_in` as in [`frame_policy`].
pub(crate) fn render_policy(script: &str, embed_in: &[String]) -> Option<HeaderValue> {
    let ancestors = frame_ancestors(embed_in);
    let policy = format!(
        "sandbox allow-scripts; default-src 'none'; script-src '{script}' blob:; worker-src blob:; \
         style-src 'unsafe-inline'; img-src data: blob:; font-src data: blob:; connect-src 'none'; frame-src 'none'; \
         form-action 'none'; base-uri 'none'; frame-ancestors {ancestors}; webrtc 'block'"
    );
    HeaderValue::from_str(&policy).ok()
}

/// Returns whether a policy can contain addresses of this host, as none can of a numeric IPv6
/// address.
pub(crate) fn can_be_named(host: &Authority) -> bool {
    !host.host().starts_with('[')
}

/// Returns the policy of a document that has all else in itself.
pub(crate) fn only_within(ancestors: &str) -> Option<HeaderValue> {
    HeaderValue::from_str(&format!("frame-ancestors {ancestors}")).ok()
}

/// Returns the sources of `frame-ancestors` of the page.
pub(crate) fn page_ancestors(embed_in: &[String]) -> String {
    if embed_in.is_empty() { "'none'".to_owned() } else { embed_in.join(" ") }
}

/// Returns the sources of `frame-ancestors` of the page's frames: every document around a frame has
/// to be listed.
pub(crate) fn frame_ancestors(embed_in: &[String]) -> String {
    embed_in.iter().fold("'self'".to_owned(), |all, origin| format!("{all} {origin}"))
}

/// Marks a response as one that must not be stored.
pub(crate) fn set_no_store(headers: &mut HeaderMap) {
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
}
