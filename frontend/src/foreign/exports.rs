//! The export module in its worker, `public/exporting`: `Exports` in `public/types/page.d.ts`.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::Blob;

#[wasm_bindgen]
extern "C" {
    /// The worker.
    pub(crate) type Exports;

    /// Reads a wheel; rejects with a sentence if it cannot be installed.
    #[wasm_bindgen(method, catch, js_name = inspectWheel)]
    pub(crate) async fn inspect_wheel(
        this: &Exports,
        name: &str,
        wheel: &Blob,
        manifest: &str,
        index: &Blob,
        dropped: &str,
    ) -> Result<InspectedWheel, JsValue>;

    /// Ends the worker.
    #[wasm_bindgen(method)]
    pub(crate) fn close(this: &Exports);

    /// What is in a wheel.
    pub(crate) type InspectedWheel;

    /// JSON of `Facts` in `crates/wheels/src/facts.rs`.
    #[wasm_bindgen(method, getter)]
    pub(crate) fn facts(this: &InspectedWheel) -> String;

    /// Its files as the kernel takes them.
    #[wasm_bindgen(method, getter)]
    pub(crate) fn archive(this: &InspectedWheel) -> Blob;
}
