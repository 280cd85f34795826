//! What the browser stores as text: for the tab, over a reload, and for the site. If the browser
//! allows no storage, nothing is stored.

use wasm_bindgen::JsValue;
use web_sys::Storage;

use super::window;

/// The storage of the tab.
pub(crate) fn tab() -> Option<Storage> {
    window().session_storage().ok().flatten()
}

/// The storage of the site in this browser.
pub(crate) fn browser() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

/// Returns the text under a name; `None` if there is none.
pub(crate) fn read(storage: Option<Storage>, name: &str) -> Option<String> {
    storage?.get_item(name).ok().flatten()
}

/// Stores a text under a name.
///
/// # Errors
/// If that is not allowed, or there is no room.
pub(crate) fn write(storage: Option<Storage>, name: &str, text: &str) -> Result<(), JsValue> {
    let storage = storage.ok_or(words::foreign_storage_this_browser_stores_nothing())?;
    storage.set_item(name, text)
}

/// Removes the text under a name.
pub(crate) fn remove(storage: Option<Storage>, name: &str) {
    if let Some(storage) = storage {
        storage.remove_item(name).ok();
    }
}
