//! SHA-256: of a whole, computed by the browser off the main thread, and of what comes in pieces,
//! such as a model's file, which the browser does not take.

use js_sys::{Object, Uint8Array};
use sha2::Digest;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::JsFuture;

use crate::foreign::{message, window};

/// Returns the SHA-256 of `bytes` in lower-case hexadecimal.
///
/// # Errors
/// A sentence, if the browser offers no cryptography: the page must come over HTTPS or from
/// localhost.
pub(crate) async fn sha256(bytes: &Uint8Array) -> Result<String, String> {
    let why = |thrown: JsValue| {
        let cause = message(&thrown);
        words::digest_the_browser_cannot_compute(&cause)
    };
    let data: &Object = bytes.as_ref();
    let digest = window()
        .crypto()
        .and_then(|crypto| crypto.subtle().digest_with_str_and_buffer_source("SHA-256", data))
        .map_err(why)?;
    let digest = JsFuture::from(digest).await.map_err(why)?;
    Ok(Uint8Array::new(&digest).to_vec().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// A hash that is being computed.
#[wasm_bindgen]
#[derive(Default)]
pub struct Sha256(sha2::Sha256);

#[wasm_bindgen]
impl Sha256 {
    /// Begins.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a piece.
    pub fn update(&mut self, piece: &[u8]) {
        self.0.update(piece);
    }

    /// Returns the hash in lower-case hexadecimal, and ends.
    pub fn finish(self) -> String {
        self.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}
