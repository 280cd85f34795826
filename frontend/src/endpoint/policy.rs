//! Has the server admit the endpoint's origin into the page's policy, or none. The server learns
//! the origin and nothing else. If a static host serves the page, the page admits it itself when
//! it loads (`web/static_host`).

use chat::wire::Failure;
use gloo_net::http::{Method, RequestBuilder};
use serde_json::{Value, json};

use crate::foreign::message;
use crate::foreign::page::page;

/// The server's address for it.
const ADDRESS: &str = "/endpoint";

/// Returns the origin that the page's policy admits besides its own; empty without one.
pub(super) fn admitted() -> String {
    page().endpoint_origin().unwrap_or_default()
}

/// Has the next load of the page admit an origin.
///
/// # Errors
/// A sentence for the user.
pub(super) async fn admit(origin: &str) -> Result<(), String> {
    choose(Method::POST, origin, &json!({ "origin": origin })).await
}

/// Has the next load of the page admit none.
///
/// # Errors
/// A sentence for the user.
pub(super) async fn dismiss() -> Result<(), String> {
    choose(Method::DELETE, "", &json!({})).await
}

async fn choose(method: Method, origin: &str, body: &Value) -> Result<(), String> {
    if let Some(host) = page().static_host() {
        return host.admit(origin).map_err(|thrown| message(&thrown));
    }
    let asked = async {
        let request =
            RequestBuilder::new(ADDRESS).method(method).header("content-type", "application/json");
        let response = request.body(body.to_string()).ok()?.send().await.ok()?;
        if response.ok() {
            return Some(String::new());
        }
        let refusal: Value = response.json().await.ok()?;
        Failure::from_json(&refusal)
            .map(|failure| failure.message)
            .filter(|message| !message.is_empty())
    };
    match asked.await {
        Some(message) if message.is_empty() => Ok(()),
        Some(message) => Err(message),
        None => Err(words::endpoint_policy_this_server_could_not().to_owned()),
    }
}
