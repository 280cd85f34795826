//! What the browser says of the machine, and whether the page is isolated.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// The navigator, with what `web-sys` does not know of it.
    #[wasm_bindgen(extends = web_sys::Navigator)]
    pub(crate) type Navigator;

    /// Returns the machine's memory in GiB, coarsely; `None` in browsers that do not say it.
    #[wasm_bindgen(method, getter, js_name = deviceMemory)]
    pub(crate) fn device_memory(this: &Navigator) -> Option<f64>;

    /// Whether the page may share memory with its workers.
    #[wasm_bindgen(thread_local_v2, js_name = crossOriginIsolated)]
    static ISOLATED: Option<bool>;
}

/// Returns whether the page may share memory with its workers.
pub(crate) fn is_isolated() -> bool {
    ISOLATED.with(|isolated| isolated.unwrap_or_default())
}
