//! What tab and browser remember of the endpoint. Its key is among that only if the user keeps it,
//! and then encrypted.

use providers::direct::{Connection, Split};
use serde_json::Value;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use crate::foreign::{get, message, window};

/// The name under which tab and browser store it.
const NAME: &str = "insitu-endpoint";
/// The tab's note that the page is loaded for an endpoint that was just connected.
const ARRIVING: &str = "insitu-endpoint-arriving";

#[wasm_bindgen]
extern "C" {
    /// The storage of a tab, or of the browser.
    type Storage;

    #[wasm_bindgen(method, catch, js_name = getItem)]
    fn get_item(this: &Storage, name: &str) -> Result<Option<String>, JsValue>;

    #[wasm_bindgen(method, catch, js_name = setItem)]
    fn set_item(this: &Storage, name: &str, text: &str) -> Result<(), JsValue>;

    #[wasm_bindgen(method, catch, js_name = removeItem)]
    fn remove_item(this: &Storage, name: &str) -> Result<(), JsValue>;
}

/// Splits an address.
pub(super) fn split(address: &str) -> Option<Split> {
    let url = web_sys::Url::new(address).ok()?;
    Some(Split {
        protocol: url.protocol(),
        hostname: url.hostname(),
        host: url.host(),
        port: url.port(),
        pathname: url.pathname(),
        origin: url.origin(),
        has_user: !url.username().is_empty() || !url.password().is_empty(),
        has_rest: !url.search().is_empty() || !url.hash().is_empty(),
    })
}

/// Returns the endpoint of this tab, else the one whose key the browser keeps.
pub(super) fn current() -> Option<Connection> {
    let tab = read(&tab()).and_then(|text| Connection::from_json(&text, split));
    tab.or_else(|| kept().map(|(connection, _)| connection))
}

/// Returns the encrypted key of this endpoint, if the browser keeps it.
pub(super) fn sealed_key(connection: &Connection) -> Option<Value> {
    kept().filter(|(kept, _)| kept.bound() == connection.bound()).map(|(_, sealed)| sealed)
}

/// Remembers an endpoint for this tab, and what is not secret of it for the browser, if its key is
/// kept there.
///
/// # Errors
/// The message of the browser.
pub(super) fn remember(connection: &Connection) -> Result<(), String> {
    let stored = || {
        tab().set_item(NAME, &connection.to_json(None))?;
        match sealed_key(connection) {
            Some(sealed) => browser().set_item(NAME, &connection.to_json(Some(sealed))),
            None => Ok(()),
        }
    };
    stored().map_err(|thrown| message(&thrown))
}

/// Keeps the encrypted key of an endpoint in the browser.
///
/// # Errors
/// A sentence for the user.
pub(super) fn keep(connection: &Connection, sealed: Value) -> Result<(), String> {
    browser().set_item(NAME, &connection.to_json(Some(sealed))).map_err(|_| {
        "The browser does not store anything for this page, so that the key cannot be kept. Use it without keeping it."
            .to_owned()
    })
}

/// Forgets the endpoint of this tab. A key that the browser keeps stays.
pub(super) fn forget_tab() {
    tab().remove_item(NAME).ok();
}

/// Forgets the key that the browser keeps.
pub(super) fn forget_kept() {
    browser().remove_item(NAME).ok();
}

/// Returns whether the page was loaded for an endpoint that was just connected.
pub(super) fn is_arriving() -> bool {
    matches!(tab().get_item(ARRIVING), Ok(Some(_)))
}

/// Notes that the page is about to be loaded for one, or that it was.
pub(super) fn set_arriving(is: bool) {
    let noted = if is { tab().set_item(ARRIVING, "yes") } else { tab().remove_item(ARRIVING) };
    noted.ok();
}

/// Returns the endpoint whose key the browser keeps, with that key.
fn kept() -> Option<(Connection, Value)> {
    let text = read(&browser())?;
    Connection::from_json(&text, split).zip(Connection::sealed_key(&text))
}

fn read(storage: &Storage) -> Option<String> {
    storage.get_item(NAME).ok().flatten()
}

/// Returns the tab's storage; where the browser allows none, its methods fail.
fn tab() -> Storage {
    get(&window(), "sessionStorage").unchecked_into()
}

/// Returns the browser's storage, in the same way.
fn browser() -> Storage {
    get(&window(), "localStorage").unchecked_into()
}
