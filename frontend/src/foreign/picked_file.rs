//! A file from a picker, with what `web-sys` does not know of it.

use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::File;

#[wasm_bindgen]
extern "C" {
    /// The file.
    #[wasm_bindgen(extends = File)]
    pub(crate) type PickedFile;

    /// Returns its path in the picked folder; empty if no folder was picked.
    #[wasm_bindgen(method, getter, js_name = webkitRelativePath)]
    pub(crate) fn relative_path(this: &PickedFile) -> Option<String>;
}
