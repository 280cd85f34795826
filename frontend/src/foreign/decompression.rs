//! The browser's decompression, which `web-sys` does not count as stable.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// A stream that decompresses what is written into it.
    pub(crate) type DecompressionStream;

    /// Returns a stream for a format, `gzip` for instance.
    #[wasm_bindgen(constructor, catch)]
    pub(crate) fn new(format: &str) -> Result<DecompressionStream, JsValue>;
}
