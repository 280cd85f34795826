//! `web/endpoint`, which has the key, and sends the requests.

use providers::direct::{self, Address, Connection, Finding, Reason};
use serde_json::{Map, Value, json};
use wasm_bindgen::JsCast;
use web_sys::{AbortSignal, HtmlInputElement};

use super::contacts;
use crate::foreign::endpoint::Sending;
pub(super) use crate::foreign::endpoint::{Reply, Transport};
use crate::foreign::page::page;
use crate::foreign::{message, plain, window};

/// How a request is sent.
pub(super) enum Method<'a> {
    /// Without a body.
    Get,
    /// With this one.
    Post(&'a str),
}

impl Transport {
    /// Loads the module.
    ///
    /// # Errors
    /// The message of the browser.
    pub(super) async fn load() -> Result<Self, String> {
        page().endpoint().await.map_err(|thrown| message(&thrown))
    }

    /// Returns the key, encrypted for this endpoint.
    ///
    /// # Errors
    /// A sentence for the user.
    pub(super) async fn sealed(
        &self,
        passphrase: &HtmlInputElement,
        bound: &str,
    ) -> Result<Value, String> {
        let sealed = self.seal_key(passphrase, bound).await;
        let sealed = String::from(sealed.map_err(|thrown| message(&thrown))?);
        serde_json::from_str(&sealed).map_err(|error| error.to_string())
    }

    /// Decrypts the key; returns whether the passphrase fits.
    pub(super) async fn unseal(
        &self,
        sealed: &Value,
        passphrase: &HtmlInputElement,
        bound: &str,
    ) -> bool {
        let opened = self.unseal_key(&sealed.to_string(), passphrase, bound).await;
        opened.is_ok_and(|opened| opened.is_truthy())
    }

    /// Sends a request with the key, if there is one; `limit` is how long the endpoint may be
    /// silent, in milliseconds.
    ///
    /// # Errors
    /// The message of the browser, if it is stopped.
    pub(super) async fn send(
        &self,
        connection: &Connection,
        method: Method<'_>,
        url: &str,
        limit: u32,
        stop: Option<&AbortSignal>,
    ) -> Result<Reply, String> {
        let mut headers: Map<String, Value> = direct::headers(connection.kind)
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value.into()))
            .collect();
        let (method, body) = match method {
            Method::Get => ("GET", None),
            Method::Post(body) => ("POST", Some(body)),
        };
        if body.is_none() {
            contacts::note(&connection.address.host);
        } else {
            headers.insert("content-type".to_owned(), "application/json".into());
            headers.insert("accept".to_owned(), "text/event-stream, application/json".into());
        }
        let key = direct::key_header(connection.kind);
        let sending =
            json!({ "url": url, "method": method, "headers": headers, "key": key, "limit": limit });
        let sending: Sending = plain(&sending)?.unchecked_into();
        if let Some(body) = body {
            sending.set_body(body);
        }
        self.send_with_key(&sending, stop).await.map_err(|thrown| message(&thrown))
    }
}

impl Reply {
    /// Returns why there is no response, in words; `None` if there is one.
    pub(super) fn unanswered(&self, address: &Address) -> Option<Finding> {
        let page = window().location().origin().unwrap_or_default();
        self.problem().map(|word| direct::unanswered(address, Reason::from_word(&word), &page))
    }

    /// Reads its text without the key; of an error only the beginning.
    pub(super) async fn text(&self) -> String {
        self.read().await.map(String::from).unwrap_or_default()
    }
}
