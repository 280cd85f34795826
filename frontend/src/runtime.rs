//! The runtime that the document's script provides: it begins the first start before this program
//! runs, and fetches, verifies and caches files.
//!
//! The script leaves it in `insituPage.runtime` (`web/runtime`). Bytes stay in the browser's
//! memory from the network to the worker; they never pass through this module's own.

use js_sys::JSON;
use kernel::RequestId;
use kernel::manifest::Manifest;
use kernel::protocol::{Limits, Start};
use serde::Serialize;
use wasm_bindgen::closure::Closure;
use web_sys::{Blob, HtmlIFrameElement, MessagePort};

use crate::foreign::message;
use crate::foreign::page::page;
use crate::foreign::runtime::Runtime;

/// Returns the runtime.
///
/// # Errors
/// A sentence, if the document's script has failed.
fn runtime() -> Result<Runtime, String> {
    page().runtime().ok_or_else(|| words::runtime_its_script_could_not().to_owned())
}

/// A frame whose worker has been started and asked to boot, and the page's ends of its ports.
pub(crate) struct Started {
    /// The frame.
    pub(crate) element: HtmlIFrameElement,
    /// The port to the frame.
    pub(crate) control: MessagePort,
    /// The port to the worker.
    pub(crate) worker: MessagePort,
}

/// The parameters of a start, serialised as the document's script serialises them, so that it
/// recognises its own start.
#[derive(Serialize)]
struct Order<'a> {
    id: RequestId,
    from: Start,
    limits: &'a Limits,
}

/// Starts a kernel. `on_bytes` receives how many bytes of the files have arrived, and of how many.
///
/// # Errors
/// A sentence about the first file that is not available.
pub(crate) async fn start(
    id: RequestId,
    from: Start,
    limits: &Limits,
    on_bytes: impl Fn(f64, f64) + 'static,
) -> Result<Started, String> {
    let order =
        serde_json::to_string(&Order { id, from, limits }).map_err(|error| error.to_string())?;
    let report = Closure::<dyn Fn(f64, f64)>::new(on_bytes);
    let started = runtime()?.start(&order, &report).await.map_err(|thrown| message(&thrown))?;
    Ok(Started { element: started.element(), control: started.control(), worker: started.worker() })
}

/// Returns the bytes of memory that Python starts with on a device that has little; `None` on
/// others.
pub(crate) fn little_memory() -> Option<u64> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is a number of bytes"
    )]
    let bytes = runtime().map_or(0.0, |runtime| runtime.little()) as u64;
    (bytes > 0).then_some(bytes)
}

/// Returns whether touch is the only way to point.
pub(crate) fn touch() -> bool {
    runtime().is_ok_and(|runtime| runtime.touch())
}

/// Returns the archive of a package.
///
/// # Errors
/// A sentence, if it is not available.
pub(crate) async fn archive(package: &str) -> Result<Blob, String> {
    runtime()?.archive(package).await.map_err(|thrown| message(&thrown))
}

/// Returns the index of the packages' archives.
///
/// # Errors
/// A sentence, if it is not available.
pub(crate) async fn index() -> Result<Blob, String> {
    runtime()?.index().await.map_err(|thrown| message(&thrown))
}

/// Returns the build's manifest.
///
/// # Errors
/// A sentence, if it is not available.
pub(crate) async fn manifest() -> Result<Manifest, String> {
    serde_json::from_str(&manifest_text().await?).map_err(|error| error.to_string())
}

/// Returns the build's manifest as JSON.
///
/// # Errors
/// A sentence, if it is not available.
pub(crate) async fn manifest_text() -> Result<String, String> {
    let manifest = runtime()?.manifest().await.map_err(|thrown| message(&thrown))?;
    Ok(JSON::stringify(&manifest).ok().and_then(|text| text.as_string()).unwrap_or_default())
}

/// Has what was downloaded cached, and later imports prepared for: `hand_over` receives archives,
/// until it returns that no more are needed.
pub(crate) async fn settle(hand_over: impl Fn(String, Blob) -> bool + 'static) {
    let hand_over = Closure::<dyn Fn(String, Blob) -> bool>::new(hand_over);
    // What is not prepared is fetched when it is needed.
    if let Ok(runtime) = runtime() {
        runtime.settle(&hand_over).await.ok();
    }
}
