//! What tab and browser remember of the endpoint. Its key is among that only if the user keeps it,
//! and then encrypted.

use providers::direct::{Connection, Split};
use serde_json::Value;

use crate::foreign::message;
use crate::foreign::storage::{browser, read, remove, tab, write};

/// The name under which tab and browser store it.
const NAME: &str = "insitu-endpoint";
/// The tab's note that the page is loaded for an endpoint that was just connected.
const ARRIVING: &str = "insitu-endpoint-arriving";

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
    let tab = read(tab(), NAME).and_then(|text| Connection::from_json(&text, split));
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
        write(tab(), NAME, &connection.to_json(None))?;
        match sealed_key(connection) {
            Some(sealed) => write(browser(), NAME, &connection.to_json(Some(sealed))),
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
    write(browser(), NAME, &connection.to_json(Some(sealed)))
        .map_err(|_| words::endpoint_connection_the_browser_does_not().to_owned())
}

/// Forgets the endpoint of this tab. A key that the browser keeps stays.
pub(super) fn forget_tab() {
    remove(tab(), NAME);
}

/// Forgets the key that the browser keeps.
pub(super) fn forget_kept() {
    remove(browser(), NAME);
}

/// Returns whether the page was loaded for an endpoint that was just connected.
pub(super) fn is_arriving() -> bool {
    read(tab(), ARRIVING).is_some()
}

/// Notes that the page is about to be loaded for one, or that it was.
pub(super) fn set_arriving(is: bool) {
    if is {
        write(tab(), ARRIVING, "yes").ok();
    } else {
        remove(tab(), ARRIVING);
    }
}

/// Returns the endpoint whose key the browser keeps, with that key.
fn kept() -> Option<(Connection, Value)> {
    let text = read(browser(), NAME)?;
    Connection::from_json(&text, split).zip(Connection::sealed_key(&text))
}
