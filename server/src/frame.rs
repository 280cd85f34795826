//! The documents of opaque origin: `/kernel/frame`, which seals the kernel, and `/render/frame`,
//! which shows rendered results. Composed once at start; knows only the script and the policy of
//! each.

use axum::{
    body::{Body, Bytes},
    extract::Request,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};

use crate::{StartError, assets, digest::integrity, headers, site::Site};

/// The document and the policy that names its script.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    html: Bytes,
    policy: HeaderValue,
}

impl Frame {
    /// Composes the kernel's document, around `kernel/frame.js` of the built site. The page may be
    /// embedded in pages of the origins in `embed_in`.
    pub(crate) fn kernel(site: &Site, embed_in: &[String]) -> Result<Self, StartError> {
        Self::read(site, "kernel/frame.js", "Insitu kernel", |hash| {
            headers::frame_policy(hash, embed_in)
        })
    }

    /// Composes the document that shows rendered results, around `render/frame.js` of the built
    /// site. `embed_in` as in [`Frame::kernel`].
    pub(crate) fn render(site: &Site, embed_in: &[String]) -> Result<Self, StartError> {
        Self::read(site, "render/frame.js", "Insitu result", |hash| {
            headers::render_policy(hash, embed_in)
        })
    }

    /// Composes the document around the script at `path`, whose hash `policy` names.
    fn read(
        site: &Site,
        path: &str,
        title: &str,
        policy: impl FnOnce(&str) -> Option<HeaderValue>,
    ) -> Result<Self, StartError> {
        let script = assets::inline_script(site, path)?;
        let policy = policy(&integrity(&script))
            .ok_or_else(|| site.wrong(path, "its hash cannot be written".to_owned()))?;
        let html = format!(
            "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>{title}</title>\
             <script>{script}</script></html>"
        );
        Ok(Self { html: html.into(), policy })
    }

    /// Returns the response to a request for it. A frame can navigate to its own address, and an
    /// address can carry data, so one with a query is refused and never logged.
    pub(crate) fn answer(&self, request: &Request) -> Response {
        if request.uri().query().is_some() {
            return StatusCode::BAD_REQUEST.into_response();
        }
        let mut response = Response::new(Body::from(self.html.clone()));
        let answer = response.headers_mut();
        answer.insert(header::CONTENT_SECURITY_POLICY, self.policy.clone());
        headers::set(answer, "content-type", "text/html; charset=utf-8");
        headers::set(answer, "permissions-policy", headers::PERMISSIONS_POLICY);
        // Forbids all connections, even those that a content security policy does not cover: peer
        // connections, DNS lookups and preconnects. Browsers that do not know the header ignore it.
        headers::set(answer, "connection-allowlist", "()");
        // Its origin is opaque, so that to some browsers no page has the same. The document holds
        // nothing that others could not have.
        headers::set(answer, "cross-origin-resource-policy", "cross-origin");
        headers::set_no_store(answer);
        response
    }
}
