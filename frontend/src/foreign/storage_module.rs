//! The module of the storage for sessions: `web/storage`.

use js_sys::{Object, Promise};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::File;

#[wasm_bindgen]
extern "C" {
    /// The module. Promises resolve with a result, `{ok, value}` or `{ok, error}`.
    pub(crate) type StorageModule;

    #[wasm_bindgen(method, js_name = openStorage)]
    pub(crate) fn open_storage(this: &StorageModule, options: &Object) -> Promise;

    #[wasm_bindgen(method, js_name = eraseEverything)]
    pub(crate) fn erase_everything(this: &StorageModule) -> Promise;

    #[wasm_bindgen(method, js_name = takeHandle)]
    pub(crate) fn take_handle(
        this: &StorageModule,
        handles: &JsValue,
        name: &str,
        file: &File,
    ) -> Promise;
}
