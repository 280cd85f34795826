//! The built site's files: found by their logical names, served compressed, cached forever if their
//! name has a hash.

use app::Assets;
use axum::{
    Router,
    extract::Request,
    http::{HeaderValue, Method, StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
};

use crate::{StartError, site::Site};

/// Reads `assets.json`, which maps the page's files to the names under which they were built.
pub(crate) fn read(site: &Site) -> Result<Assets, StartError> {
    const LIST: &str = "assets.json";
    let assets: Assets = serde_json::from_str(&site.text(LIST)?)
        .map_err(|error| site.wrong(LIST, error.to_string()))?;
    let runtime_script = inline_script(site, "pkg/runtime.js")?;
    let offline_script = inline_script(site, "static_host/served.js")?;
    Ok(Assets {
        runtime_script,
        offline_script,
        core: core_files(site, assets.manifest.trim_start_matches('/'))?,
        ..assets
    })
}

/// Reads the entries of the files that a start needs from the runtime's manifest, as JSON.
fn core_files(site: &Site, path: &str) -> Result<String, StartError> {
    #[derive(serde::Deserialize)]
    struct Manifest {
        core: serde_json::Value,
    }
    let manifest: Manifest = serde_json::from_str(&site.text(path)?)
        .map_err(|error| site.wrong(path, error.to_string()))?;
    Ok(manifest.core.to_string())
}

/// Reads a script that is inlined into a document.
pub(crate) fn inline_script(site: &Site, path: &str) -> Result<String, StartError> {
    let script = site.text(path)?;
    // Either would end the script element early.
    if script.contains("</script") || script.contains("<!--") {
        return Err(site.wrong(
            path,
            "it holds `</script` or `<!--`, which cannot stand in a page".to_owned(),
        ));
    }
    Ok(script)
}

/// Serves the files of `site`.
pub(crate) fn service(site: &Site) -> Router {
    site.service().layer(middleware::from_fn(caching))
}

/// Sets how long a file may be cached.
async fn caching(request: Request, next: Next) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let hashed = has_hash(request.uri().path());
    // A list of files under a fixed name: an old one with a new build would make every check fail.
    let manifest = request.uri().path().ends_with("/manifest.json");
    let mut response = next.run(request).await;
    let found = response.status().is_success() || response.status() == StatusCode::NOT_MODIFIED;
    let keep = match (found, hashed, manifest) {
        (true, true, _) => IMMUTABLE,
        (true, false, false) => "no-cache",
        (false, ..) | (true, false, true) => "no-store",
    };
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    // Caches between this server and browsers must not send brotli to who does not take it.
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    response
}

/// How long a file may be cached whose name has its hash.
pub(crate) const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// The digits of the hash in a name, as `xtask/src/digest.rs` writes them.
pub(crate) const HASH_DIGITS: usize = 12;

/// Returns whether a file's name has the hash of its content: `stem.<hash>.extension`, in
/// lower-case hexadecimal. Other numbers in a name, such as a date, are not one.
pub(crate) fn has_hash(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let mut parts = name.rsplit('.').skip(1);
    let (hash, stem) = (parts.next().unwrap_or_default(), parts.next());
    stem.is_some()
        && hash.len() == HASH_DIGITS
        && hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_in_a_name_is_recognised() {
        for hashed in [
            "/pkg/insitu.0f3a9c1b2d4e.js",
            "/pkg/insitu_bg.0f3a9c1b2d4e.wasm",
            "/runtime/numpy-2.4.3.0f3a9c1b2d4e.whl",
            "/runtime/tzdata-2026.3.123456789012.whl",
        ] {
            assert!(has_hash(hashed), "{hashed}");
        }
        for plain in [
            "/",
            "/pkg/insitu.css",
            "/render/manifest.json",
            "/pkg.0f3a9c1b2d4e.d/insitu.css",
            "/0f3a9c1b2d4e.css",
            "/pkg/insitu.0f3a9c1b2d4e",
            "/pkg/insitu-0f3a9c1b2d4e.js",
            "/pkg/insitu.0F3A9C1B2D4E.js",
            "/pkg/insitu.0f3a9c1b2d4g.js",
            "/pkg/insitu.0f3a9c1b2d4.js",
            "/pkg/insitu.0f3a9c1b2d4e5.js",
            "/runtime/numpy-2.4.3.whl",
            "/runtime/tzdata-20260131.whl",
            "/samples/sales.20260131.csv",
        ] {
            assert!(!has_hash(plain), "{plain}");
        }
    }
}
