//! Requests of a page to an endpoint, as far as they do not depend on the key, and its failures as
//! sentences for the user who connected it. The codecs' own sentences are for a server's operator,
//! if they name a setting.

use chat::wire;
use serde_json::Value;

use super::connection::{Chosen, Connection};
use crate::error::{Asked, Said};
use crate::{Auth, Options, ProviderError, Wire};

/// Returns the body for the endpoint from `request`, the body for the relay; with `usage` off, it
/// does not ask for the usage.
///
/// # Errors
/// A field that the provider's format cannot carry, as a sentence for the user.
pub fn body(
    connection: &Connection,
    model: &Chosen,
    usage: bool,
    request: &Value,
) -> Result<String, String> {
    let request = wire::request_from_json(request).map_err(|error| error.to_string())?;
    let name = connection.address.host.split(':').next().unwrap_or_default();
    let known = Options::of(name, &model.id);
    let options = Options { images: model.images, usage: usage && known.usage, ..known };
    let body = connection.kind.body(&request, &options).map_err(|error| error.to_string())?;
    Ok(body.to_string())
}

/// Returns the headers of requests of a page, without that of the key.
pub fn headers(wire: Wire) -> Vec<(&'static str, &'static str)> {
    let mut headers = wire.headers().to_vec();
    if wire == Wire::Anthropic {
        // Without it Anthropic does not answer a browser.
        headers.push(("anthropic-dangerous-direct-browser-access", "true"));
    }
    headers
}

/// Returns the name of the header that carries the key, and what precedes the key in it.
pub fn key_header(wire: Wire) -> Option<(&'static str, &'static str)> {
    match wire.auth() {
        Auth::Bearer => Some(("authorization", "Bearer ")),
        Auth::ApiKey => Some(("api-key", "")),
        Auth::XApiKey => Some(("x-api-key", "")),
        Auth::None => None,
    }
}

/// An error response of an endpoint. The body comes without the key.
#[derive(Clone, Debug)]
pub struct Refusal<'a> {
    /// The status.
    pub status: u16,
    /// The header `retry-after`.
    pub retry_after: Option<&'a str>,
    /// The body.
    pub body: &'a str,
}

impl Refusal<'_> {
    /// Returns what it means as a sentence; `None` if the request should be repeated without asking
    /// for the usage.
    pub fn sentence(&self, connection: &Connection, model: &str, usage: bool) -> Option<String> {
        let Self { status, retry_after, body } = *self;
        if usage && connection.kind.refuses_usage(status, body) {
            return None;
        }
        let error =
            ProviderError::from_response(status, retry_after, body, Asked { model, key: "" });
        Some(sentence(&error, &connection.address.host))
    }
}

/// Returns an error of the endpoint at `host` as a sentence.
pub fn sentence(error: &ProviderError, host: &str) -> String {
    match error {
        ProviderError::Key { status, said } => {
            with(format!("{host} refused the key (HTTP {status}). Check it in “Connect an endpoint”."), said)
        }
        ProviderError::Credit { said } => with(
            format!("The account with {host} has no credit left. Top it up, or connect another key."),
            said,
        ),
        ProviderError::NotFound { status, model, said } => with(
            format!(
                "{host} has no model `{model}` at this address (HTTP {status}). Check the address, which usually ends in \
                 /v1, and choose a model in “Connect an endpoint”."
            ),
            said,
        ),
        ProviderError::Images { said } => with(
            "The model does not understand images. Set that in “Connect an endpoint”, and ask again."
                .to_owned(),
            said,
        ),
        ProviderError::Tools { said } => with(
            "The model cannot call tools. Set that in “Connect an endpoint”, and ask again.".to_owned(),
            said,
        ),
        ProviderError::Corrupt { problem } => format!(
            "The answer of {host} is not in the format of the kind that you chose. Check kind and address in “Connect an \
             endpoint”. ({problem})"
        ),
        other => other.to_string(),
    }
}

fn with(sentence: String, said: &Said) -> String {
    format!("{sentence}{said}")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use serde_json::json;

    use super::super::address::{Address, tests::split};
    use super::*;

    fn connection(kind: Wire) -> (Connection, Chosen) {
        let address = Address::parse("http://127.0.0.1:5000/v1", split).unwrap();
        (Connection::new(kind, address), Chosen { id: "m-1".to_owned(), ..Chosen::default() })
    }

    fn encoded(kind: Wire, usage: bool) -> Value {
        let request = json!({
            "model": "127.0.0.1:5000/m-1", "messages": [{ "role": "user", "content": "hi" }], "stream": true,
            "stream_options": { "include_usage": true },
        });
        let (connection, model) = connection(kind);
        serde_json::from_str(&body(&connection, &model, usage, &request).unwrap()).unwrap()
    }

    #[test]
    fn the_body_names_the_model_as_the_endpoint_does_and_asks_for_the_usage_unless_that_is_refused()
    {
        for (kind, usage, asks) in [
            (Wire::ChatCompletions, true, true),
            (Wire::ChatCompletions, false, false),
            (Wire::Anthropic, true, false),
            (Wire::Responses, true, false),
        ] {
            let body = encoded(kind, usage);
            assert_eq!(body["model"], "m-1", "{kind:?}");
            assert_eq!(body.get("stream_options").is_some(), asks, "{kind:?}");
        }
    }

    #[test]
    fn each_kind_has_its_headers() {
        let browser = ("anthropic-dangerous-direct-browser-access", "true");
        for (kind, key, others) in [
            (Wire::ChatCompletions, ("authorization", "Bearer "), vec![]),
            (
                Wire::Anthropic,
                ("x-api-key", ""),
                vec![("anthropic-version", "2023-06-01"), browser],
            ),
            (Wire::Responses, ("authorization", "Bearer "), vec![]),
        ] {
            assert_eq!((key_header(kind), headers(kind)), (Some(key), others), "{kind:?}");
        }
    }

    #[test]
    fn refusals_are_sentences_for_the_user_or_lead_to_another_request() {
        let usage = r#"{"error":{"message":"Unknown argument: stream_options"}}"#;
        let (connection, _) = connection(Wire::ChatCompletions);
        for (status, body, asked, expected) in [
            (
                401,
                r#"{"error":{"message":"Incorrect API key: …"}}"#,
                true,
                Some("refused the key (HTTP 401)."),
            ),
            (
                404,
                r#"{"error":{"message":"no such model"}}"#,
                true,
                Some("no model `m-1` at this address"),
            ),
            (429, r#"{"error":{"message":"slow down"}}"#, true, Some("asked too often")),
            (500, "<html><title>…</title>", true, Some("fault of its own")),
            (
                400,
                r#"{"error":{"message":"This model does not support tools"}}"#,
                true,
                Some("cannot call tools"),
            ),
            (400, usage, true, None),
            (400, usage, false, Some("Unknown argument")),
        ] {
            let refusal = Refusal { status, retry_after: None, body };
            let sentence = refusal.sentence(&connection, "m-1", asked);
            let fits = sentence.as_deref().zip(expected).map(|(sentence, expected)| {
                sentence.contains(expected)
                    && !sentence.contains("INSITU_")
                    && !sentence.contains("insitu.toml")
            });
            assert_eq!(fits, expected.map(|_| true), "{status}: {sentence:?}");
        }
    }
}
