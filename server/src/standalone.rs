//! The page as files that need no server: its document with the policy in it, those of its frames,
//! and the service worker that stores them in the browser.
//!
//! `export` writes them into a folder, and `offline` answers with them. Knows what is in them, not
//! where they go.

mod document;
mod frame;

use std::collections::BTreeMap;

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::Request,
    http::header,
    routing::get,
};
use serde_json::json;
use sha2::{Digest, Sha256};
use thiserror::Error;
use tower::ServiceExt;

use crate::{
    StartError,
    assets::{self, HASH_DIGITS},
    digest::integrity,
    headers::SERVICE_WORKER,
    page,
    site::Site,
};

/// The reason why the page cannot be written as files. `Display` is for the user.
#[derive(Debug, Error)]
pub enum StandaloneError {
    /// The site cannot be used.
    #[error(transparent)]
    Site(#[from] StartError),
    /// The page's document is not of the form that this version renders.
    #[error("The page could not be written as a document of its own: {0}.")]
    Document(String),
}

/// Where the files are used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// On a static host, in place of a server.
    Exported {
        /// The runtime's files that are there as gzip only.
        gzipped: Vec<String>,
        /// Whether pages of other sites may embed the page.
        embedded: bool,
        /// Whether a user may connect an endpoint.
        direct: bool,
    },
    /// In a browser that cannot reach the server that it has them from.
    Offline {
        /// Whether a user may connect an endpoint.
        direct: bool,
    },
}

/// The web app manifest.
pub(crate) const APP_MANIFEST: &str = "manifest.webmanifest";
/// The page's document on a static host.
const INDEX: &str = "index.html";
/// The page's document while its server cannot be reached.
pub(crate) const OFFLINE: &str = "offline.html";

/// The largest page, in bytes.
const MAX_PAGE_BYTES: usize = 4 << 20;
/// Folders of the site that have what a page needs to start.
const STORED: [&str; 4] = ["icons", "kernel", "pkg", "samples"];
/// Endings of the compressed forms, which stand beside the files that they are of.
pub(crate) const FORMS: [&str; 3] = [".br", ".gz", ".zst"];

/// Returns the document of the page as this server renders it, without providers. `direct` and
/// `embed_in` as in [`page::handler`].
pub(crate) async fn rendered(
    site: &Site,
    direct: bool,
    embed_in: &[String],
) -> Result<String, StandaloneError> {
    let wrong = |error: &dyn ToString| StandaloneError::Document(error.to_string());
    let handler = page::handler(assets::read(site)?, direct, embed_in.to_vec(), true, || false);
    let router: Router = Router::new().route("/", get(handler));
    let request = Request::get("/").header(header::HOST, "localhost").body(Body::empty());
    let Ok(response) = router.oneshot(request.map_err(|error| wrong(&error))?).await;
    let body =
        to_bytes(response.into_body(), MAX_PAGE_BYTES).await.map_err(|error| wrong(&error))?;
    String::from_utf8(body.into()).map_err(|error| wrong(&error))
}

/// Composes the files around `page`, which [`rendered`] returned: paths and contents. They are
/// needed beside the files of the site, none of which they replace.
pub(crate) fn compose(
    site: &Site,
    page: &str,
    form: Form,
) -> Result<BTreeMap<String, Vec<u8>>, StandaloneError> {
    let mut composed = BTreeMap::new();
    let mut add = |stem: &str, extension: &str, content: String| {
        let path = format!("{stem}.{}.{extension}", hash(content.as_bytes()));
        composed.insert(path.clone(), content.into_bytes());
        path
    };
    let manifest = add("render/manifest", "json", site.text("render/manifest.json")?);
    let kernel = add("kernel/frame", "html", frame::kernel(site)?);
    let render = add("render/frame", "html", frame::render(site)?);

    let first = assets::inline_script(site, "static_host/first.js")?;
    let served = matches!(form, Form::Offline { .. });
    // A page around this one that is isolated shows only what says that other sites may have it.
    let resources = if matches!(form, Form::Exported { embedded: true, .. }) {
        "cross-origin"
    } else {
        "same-origin"
    };
    let document = document::standalone(
        page,
        &first,
        &document::Names { kernel, render, manifest, form: &form },
    )
    .map_err(StandaloneError::Document)?;
    composed.insert(if served { OFFLINE } else { INDEX }.to_owned(), document.into_bytes());
    composed.insert(APP_MANIFEST.to_owned(), document::MANIFEST.into());

    let worker = site.text("static_host/service_worker.js")?;
    // With their hashes, so that an installation that meets another version fails as a whole.
    let mut files: BTreeMap<_, _> =
        composed.iter().map(|(path, content)| (path.clone(), integrity(content))).collect();
    for path in stored(site)? {
        let content = integrity(site.bytes(&path)?);
        files.insert(path, content);
    }
    let version = hash(format!("{}{worker}", json!(files)).as_bytes());
    let build =
        json!({ "version": version, "files": files, "served": served, "resources": resources });
    let worker = format!("globalThis.insituBuild = {build};\n{worker}");
    composed.insert(SERVICE_WORKER.to_owned(), worker.into_bytes());
    Ok(composed)
}

/// Returns the files of the site that a page needs to start, or soon after. Others are stored when
/// they are first used.
fn stored(site: &Site) -> Result<Vec<String>, StartError> {
    let mut found = Vec::new();
    for folder in STORED {
        let files = site.files(folder)?.into_iter().filter(|file| {
            // Compressed forms are sent for the file; the engine of models in the tab is large.
            let other =
                FORMS.iter().any(|form| file.ends_with(form)) || file.starts_with("local_model_");
            !other && !is_within_documents(folder, file)
        });
        found.extend(files.map(|file| format!("{folder}/{file}")));
    }
    Ok(found)
}

/// Returns whether a file of the site is inline in a document, or is composed under another name.
pub(crate) fn is_within_documents(folder: &str, file: &str) -> bool {
    let inline: &[&str] = match folder {
        "kernel" => &["frame.js"],
        "render" => &["frame.js", "manifest.json"],
        "pkg" => &["runtime.js"],
        _ => &[],
    };
    inline.iter().any(|name| file.starts_with(name))
}

/// Returns the beginning of the SHA-256 of `content`, in hexadecimal, for a name.
fn hash(content: &[u8]) -> String {
    let digest = Sha256::digest(content);
    let digits: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    digits.chars().take(HASH_DIGITS).collect()
}
