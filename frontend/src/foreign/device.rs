//! What the browser says of the machine, and whether the page is isolated.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// The navigator, with what `web-sys` does not know of it.
    #[wasm_bindgen(extends = web_sys::Navigator)]
    pub(crate) type Navigator;

    /// Returns the machine's memory in GiB, coarsely; `None` in browsers that do not say it.
    #[wasm_bindgen(method, getter, js_name = deviceMemory)]
    pub(crate) fn device_memory(this: &Navigator) -> Option<f64>;

    /// Throws if the page was not loaded over HTTPS or from this machine.
    #[wasm_bindgen(catch, js_namespace = crypto, js_name = randomUUID)]
    fn random_uuid() -> Result<String, JsValue>;

    /// Whether the page may share memory with its workers.
    #[wasm_bindgen(thread_local_v2, js_name = crossOriginIsolated)]
    static ISOLATED: Option<bool>;
}

/// Returns a new id: a random UUID.
///
/// # Errors
/// A sentence, if the browser makes none.
pub(crate) fn new_id() -> Result<String, String> {
    random_uuid().map_err(|_| words::foreign_device_the_browser_makes_no().to_owned())
}

/// Returns whether the page may share memory with its workers.
pub(crate) fn is_isolated() -> bool {
    ISOLATED.with(|isolated| isolated.unwrap_or_default())
}
