//! The runtime that the document's script has: it begins the first start before this program runs, fetches files, checks them and keeps them.
//!
//! The script leaves it in `globalThis.insituRuntime` (`public/runtime`). Bytes stay in the browser's memory from the network to the worker; they
//! never pass through this module's own.

use js_sys::{Array, Function, JSON, Promise, Reflect};
use kernel::RequestId;
use kernel::manifest::Manifest;
use kernel::protocol::{Limits, Start};
use serde::Serialize;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, HtmlIFrameElement, MessagePort};

use crate::foreign::{get, message, window};

const RUNTIME: &str = "insituRuntime";

/// A frame whose worker has been started and asked to boot, and the page's ends of its ports.
pub(crate) struct Started {
    /// The frame.
    pub(crate) element: HtmlIFrameElement,
    /// The port to the frame.
    pub(crate) control: MessagePort,
    /// The port to the worker.
    pub(crate) worker: MessagePort,
}

/// What a start is told. Written as the document's script writes it, so that it knows its own start again.
#[derive(Serialize)]
struct Order<'a> {
    id: RequestId,
    from: Start,
    limits: &'a Limits,
}

/// Starts a kernel. `on_bytes` is told how many bytes of the files have come, of how many.
///
/// # Errors
/// A sentence about the first file that cannot be had.
pub(crate) async fn start(
    id: RequestId,
    from: Start,
    limits: &Limits,
    on_bytes: impl Fn(f64, f64) + 'static,
) -> Result<Started, String> {
    let order = serde_json::to_string(&Order { id, from, limits }).map_err(|error| error.to_string())?;
    let tell = Closure::<dyn Fn(f64, f64)>::new(on_bytes);
    let started = call("start", &[&JsValue::from(order), tell.as_ref()]).await?;
    Ok(Started {
        element: get(&started, "element").unchecked_into(),
        control: get(&started, "control").unchecked_into(),
        worker: get(&started, "worker").unchecked_into(),
    })
}

/// Bytes of memory that Python begins with on a device that has little; `None` on others.
pub(crate) fn little_memory() -> Option<u64> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is a number of bytes")]
    let bytes = get(&get(&window(), RUNTIME), "little").as_f64().unwrap_or_default() as u64;
    (bytes > 0).then_some(bytes)
}

/// Whether fingers are all there is to point with.
pub(crate) fn touch() -> bool {
    get(&get(&window(), RUNTIME), "touch").is_truthy()
}

/// The archive of a package.
///
/// # Errors
/// A sentence, where it cannot be had.
pub(crate) async fn archive(package: &str) -> Result<Blob, String> {
    Ok(call("archive", &[&JsValue::from(package)]).await?.unchecked_into())
}

/// The build's list of files.
///
/// # Errors
/// A sentence, where it cannot be had.
pub(crate) async fn manifest() -> Result<Manifest, String> {
    let manifest = call("manifest", &[]).await?;
    let text = JSON::stringify(&manifest).map(String::from).unwrap_or_default();
    serde_json::from_str(&text).map_err(|error| error.to_string())
}

/// Has what came kept, and later imports prepared for: `give` gets archives, until it says that nobody wants more.
pub(crate) async fn settle(give: impl Fn(String, Blob) -> bool + 'static) {
    let give = Closure::<dyn Fn(String, Blob) -> bool>::new(give);
    // What is not prepared comes when it is wanted.
    call("settle", &[give.as_ref()]).await.ok();
}

async fn call(name: &str, arguments: &[&JsValue]) -> Result<JsValue, String> {
    let runtime = get(&window(), RUNTIME);
    let method: Function =
        get(&runtime, name).dyn_into().map_err(|_| "its script could not be loaded".to_owned())?;
    let arguments: Array = arguments.iter().copied().collect();
    let promise = async {
        let returned: Promise = Reflect::apply(&method, &runtime, &arguments)?.unchecked_into();
        JsFuture::from(returned).await
    };
    promise.await.map_err(|thrown| message(&thrown))
}
