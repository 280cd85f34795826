//! What travels through the ports of the sealed frame: a message as JSON text, with attachments.

use js_sys::Array;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// A packet. One that comes from the frame is not trusted: it may be any value, whose
    /// properties are read with what fails.
    pub(crate) type Packet;

    #[wasm_bindgen(method, getter, catch)]
    pub(crate) fn message(this: &Packet) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, setter)]
    pub(crate) fn set_message(this: &Packet, message: &str);

    #[wasm_bindgen(method, getter, catch)]
    pub(crate) fn attachments(this: &Packet) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, setter)]
    pub(crate) fn set_attachments(this: &Packet, attachments: &Array);
}
