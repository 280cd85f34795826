//! A canvas context, with what `web-sys` does not know of it.

use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::OffscreenCanvasRenderingContext2d;

#[wasm_bindgen]
extern "C" {
    /// The context.
    #[wasm_bindgen(extends = OffscreenCanvasRenderingContext2d)]
    pub(crate) type Context;

    /// Sets how pictures are scaled: `low`, `medium` or `high`.
    #[wasm_bindgen(method, setter, js_name = imageSmoothingQuality)]
    pub(crate) fn set_smoothing(this: &Context, quality: &str);
}
