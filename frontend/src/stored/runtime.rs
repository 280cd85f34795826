//! The runtime in which this page runs code, as the log has it.

use std::cell::RefCell;

use app::session::stored;
use kernel::manifest::Manifest;
use session::log::Body;
use wasm_bindgen::JsCast;
use web_sys::HtmlMetaElement;

use crate::foreign::window;
use crate::runtime;

thread_local! {
    /// The site's manifest; none until it was read.
    static MANIFEST: RefCell<Option<Manifest>> = const { RefCell::new(None) };
}

/// Reads the manifest. Where it cannot be fetched, the log has its hash alone, and that is tried
/// again with the next session.
pub(super) async fn read() {
    if MANIFEST.with_borrow(Option::is_none)
        && let Ok(manifest) = runtime::manifest().await
    {
        MANIFEST.set(Some(manifest));
    }
}

/// Returns an event with the runtime, if it is one of code that runs.
pub(super) fn with_runtime(body: Body) -> Body {
    if !matches!(body, Body::ExecutionBegan { .. } | Body::Replayed { .. }) {
        return body;
    }
    let meta = window()
        .document()
        .and_then(|document| document.query_selector(r#"meta[name="insitu:manifest"]"#).ok()?)
        .and_then(|element| element.dyn_into::<HtmlMetaElement>().ok());
    let address = meta.map(|meta| meta.content()).unwrap_or_default();
    MANIFEST.with_borrow(|manifest| stored::runtime(body, &address, manifest.as_ref()))
}
