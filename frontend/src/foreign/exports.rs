//! The export module in its worker: `web/exporting`.

use js_sys::{Array, Map, Promise};
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::{Blob, File};

#[wasm_bindgen]
extern "C" {
    /// The jobs; `Exports` in `web/types/page.ts`.
    pub(crate) type Jobs;

    #[wasm_bindgen(method)]
    pub(crate) fn needs(this: &Jobs, kind: &str, log: &str) -> Promise;

    #[wasm_bindgen(method, js_name = exportAs)]
    pub(crate) fn export_as(
        this: &Jobs,
        kind: &str,
        log: &str,
        blobs: &Map,
        interpreter: &str,
    ) -> Promise;

    #[wasm_bindgen(method, js_name = packFile)]
    pub(crate) fn pack_file(this: &Jobs, log: &str, blobs: &Array, files: &Array) -> Promise;

    #[wasm_bindgen(method, js_name = unpackFile)]
    pub(crate) fn unpack_file(this: &Jobs, file: &Blob) -> Promise;

    #[wasm_bindgen(method, js_name = inspectWheel)]
    pub(crate) fn inspect_wheel(
        this: &Jobs,
        name: &str,
        wheel: &File,
        manifest: &str,
        index: &Blob,
        dropped: &str,
    ) -> Promise;

    #[wasm_bindgen(method)]
    pub(crate) fn close(this: &Jobs);
}
