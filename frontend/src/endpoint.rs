//! The user's endpoint, which the page asks without this server, and the model in this tab,
//! which is asked in the same way.
//!
//! Never gets the key: `web/endpoint` takes it from its field, puts it into the request, and
//! masks it in what the endpoint says of its failures.

mod connection;
mod contacts;
mod dialog;
mod policy;
mod transport;

use std::cell::RefCell;

use app::session::{IN_TAB, LedgerEntry};
use providers::direct::{self, Chosen, Connection, Refusal};
use serde_json::{Value, json};
use web_sys::AbortSignal;

use self::transport::{Method, Transport};
use crate::answer::Answer;
use crate::foreign::message;
use crate::foreign::page::page;

pub(crate) use self::contacts::{contacts, restore_contacts};
pub(crate) use self::dialog::dialog;

/// How long an endpoint may be silent before its answer, in milliseconds: a local model is loaded
/// first.
const SILENCE_MS: u32 = 180_000;

thread_local! {
    /// The base URLs of the servers that refused to report the usage.
    static WITHOUT_USAGE: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Returns the models of the endpoint as a list in the form of `/v1/models`, with `show` if the
/// page was loaded to go on with the dialog; null if none is connected.
pub(crate) fn models() -> Value {
    if policy::admitted().is_empty() {
        return Value::Null;
    }
    let mut list = listed();
    if connection::is_arriving() {
        list["show"] = true.into();
    }
    list
}

/// Returns the models as far as the page's policy admits the endpoint: elsewhere a request could
/// only fail.
fn listed() -> Value {
    let admitted = policy::admitted();
    let connection =
        connection::current().filter(|connection| connection.address.origin == admitted);
    connection.map_or_else(|| json!({ "data": [] }), |connection| connection.listed())
}

/// Returns the model that is loaded in this tab, as a list in the form of `/v1/models`; null
/// without one.
pub(crate) fn tab_models() -> Value {
    serde_json::from_str(&page().tab_models().unwrap_or_default()).unwrap_or_default()
}

/// Shows the dialog, and returns the models of the endpoint once it is closed, with the id of the
/// one that the user chose as `chosen`.
///
/// # Errors
/// The message of the browser.
pub(crate) async fn show() -> Result<Value, String> {
    let chosen = dialog().show(String::new()).await?;
    let mut list = listed();
    if let Some((connection, chosen)) = connection::current().zip(chosen) {
        list["chosen"] = connection.id_of(&chosen).into();
    }
    Ok(list)
}

/// Asks the endpoint, or the model in this tab, and returns its answer when it begins. `record`
/// gets the address and the body of each request before it is sent.
///
/// # Errors
/// A sentence for the user.
pub(crate) async fn ask(
    model: &str,
    body: &str,
    signal: &AbortSignal,
    record: impl AsyncFn(String, &str) -> Result<LedgerEntry, String>,
) -> Result<Answer, String> {
    if model.starts_with(IN_TAB) {
        let prepared = async { page().local_model().await?.prepare(body, signal).await };
        let request = prepared.await.map_err(|thrown| message(&thrown))?;
        record(request.to(), &request.body()).await?;
        let begun = request.send(signal).await.map_err(|thrown| message(&thrown))?;
        return Ok(Answer::of_tab(begun.bytes()));
    }
    let request: Value = serde_json::from_str(body).map_err(|error| error.to_string())?;
    let (connection, chosen, transport) = opened(model).await?;
    let Connection { kind, address, .. } = &connection;
    let to = format!("{}/{}", address.base, kind.path());
    loop {
        let usage = WITHOUT_USAGE.with_borrow(|without| !without.contains(&address.base));
        let body = direct::body(&connection, &chosen, usage, &request)?;
        record(to.clone(), &body).await?;
        let reply =
            transport.send(&connection, Method::Post(&body), &to, SILENCE_MS, Some(signal)).await?;
        if let Some(why) = reply.unanswered(address) {
            return Err(why.text());
        }
        if reply.ok() {
            let (host, model) = (address.host.clone(), chosen.id);
            return Ok(Answer::of_endpoint(
                reply.bytes(),
                (*kind, reply.whole()),
                (host, model),
                reply.masked(),
            ));
        }
        let (retry_after, body) = (reply.retry_after(), reply.text().await);
        let refusal =
            Refusal { status: reply.status(), retry_after: retry_after.as_deref(), body: &body };
        match refusal.sentence(&connection, &chosen.id, usage) {
            Some(sentence) => return Err(sentence),
            None => WITHOUT_USAGE.with_borrow_mut(|without| without.push(address.base.clone())),
        }
    }
}

/// Returns the endpoint of a model, once its key is there: if it is missing, the user is asked
/// for it.
async fn opened(model: &str) -> Result<(Connection, Chosen, Transport), String> {
    let found = connection::current().and_then(|connection| {
        let chosen = connection.find(model)?.clone();
        Some((connection, chosen))
    });
    let Some((connection, chosen)) = found else {
        return Err(words::endpoint_the_endpoint_of_is(&model));
    };
    let transport = Transport::load().await?;
    if connection.keyless || transport.has_key() {
        return Ok((connection, chosen, transport));
    }
    let host = &connection.address.host;
    dialog().ask_for_key(words::endpoint_the_key_of_is(&host, &chosen.id)).await?;
    if !transport.has_key() {
        return Err(words::endpoint_without_its_key_cannot(&host));
    }
    Ok((connection, chosen, transport))
}
