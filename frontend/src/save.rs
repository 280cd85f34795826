//! Hands bytes to the user: downloads and the clipboard.

use js_sys::Array;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

use crate::clock;
use crate::foreign::{message, window};

/// How long a download's address stays valid, in milliseconds: the download has to begin within
/// this time.
const ADDRESS_LIVES_MS: u32 = 60_000;

/// Saves `parts` (text or `ArrayBuffer`s) as a file.
///
/// # Errors
/// The message of the browser.
pub(crate) fn file(parts: &Array, name: &str, mime: &str) -> Result<(), String> {
    let options = BlobPropertyBag::new();
    options.set_type(mime);
    let made = Blob::new_with_buffer_source_sequence_and_options(parts, &options);
    blob(&made.map_err(|thrown| message(&thrown))?, name)
}

/// Saves a blob as a file.
///
/// # Errors
/// The message of the browser.
pub(crate) fn blob(blob: &Blob, name: &str) -> Result<(), String> {
    save(blob, name).map_err(|thrown| words::save_could_not_be_saved(&name, &message(&thrown)))
}

fn save(blob: &Blob, name: &str) -> Result<(), JsValue> {
    let url = Url::create_object_url_with_blob(blob)?;
    let document = window().document().ok_or(JsValue::from(words::save_no_document()))?;
    let anchor: HtmlAnchorElement = document.create_element("a")?.unchecked_into();
    anchor.set_href(&url);
    anchor.set_download(name);
    anchor.click();
    clock::after(ADDRESS_LIVES_MS, move || {
        Url::revoke_object_url(&url).ok();
    });
    Ok(())
}

/// Copies text to the clipboard.
///
/// # Errors
/// Why the browser refuses.
pub(crate) async fn copy(text: &str) -> Result<(), String> {
    JsFuture::from(window().navigator().clipboard().write_text(text))
        .await
        .map(|_| ())
        .map_err(|thrown| words::save_the_browser_does_not(&message(&thrown)))
}
