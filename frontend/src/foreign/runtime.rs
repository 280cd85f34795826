//! The runtime, `web/runtime`, which a script of the document's head makes. Its promises reject
//! with a sentence.

use js_sys::Object;
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::{Blob, HtmlIFrameElement, MessagePort};

#[wasm_bindgen]
extern "C" {
    /// The runtime.
    pub(crate) type Runtime;

    /// Starts a kernel; `order` is JSON with `id`, `from` and `limits`, and `report` gets how many
    /// bytes of the files have arrived, and of how many.
    #[wasm_bindgen(method, catch)]
    pub(crate) async fn start(
        this: &Runtime,
        order: &str,
        report: &Closure<dyn Fn(f64, f64)>,
    ) -> Result<StartedFrame, JsValue>;

    /// Returns the archive of a package.
    #[wasm_bindgen(method, catch)]
    pub(crate) async fn archive(this: &Runtime, package: &str) -> Result<Blob, JsValue>;

    /// Returns the index of the packages' archives.
    #[wasm_bindgen(method, catch)]
    pub(crate) async fn index(this: &Runtime) -> Result<Blob, JsValue>;

    /// Returns the build's manifest.
    #[wasm_bindgen(method, catch)]
    pub(crate) async fn manifest(this: &Runtime) -> Result<Object, JsValue>;

    /// Has what was downloaded stored; `hand_over` receives archives that later imports are likely
    /// to need, until it returns that no more are needed.
    #[wasm_bindgen(method, catch)]
    pub(crate) async fn settle(
        this: &Runtime,
        hand_over: &Closure<dyn Fn(String, Blob) -> bool>,
    ) -> Result<(), JsValue>;

    /// The bytes of memory that Python starts with on a device that has little; 0 on others.
    #[wasm_bindgen(method, getter)]
    pub(crate) fn little(this: &Runtime) -> f64;

    /// Whether touch is the only way to point.
    #[wasm_bindgen(method, getter)]
    pub(crate) fn touch(this: &Runtime) -> bool;

    /// A frame whose worker has been started and asked to boot.
    pub(crate) type StartedFrame;

    #[wasm_bindgen(method, getter)]
    pub(crate) fn element(this: &StartedFrame) -> HtmlIFrameElement;

    /// The page's end of the port to the frame.
    #[wasm_bindgen(method, getter)]
    pub(crate) fn control(this: &StartedFrame) -> MessagePort;

    /// The page's end of the port to the worker.
    #[wasm_bindgen(method, getter)]
    pub(crate) fn worker(this: &StartedFrame) -> MessagePort;
}
