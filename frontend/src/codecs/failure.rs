//! Failures of an endpoint as sentences for the user who connected it. The codecs' own sentences are for a server's operator,
//! where they name a setting.

use providers::{
    ProviderError, Wire,
    error::{Asked, Said},
};
use serde::Deserialize;
use serde_json::{Value, json};

/// An error response of an endpoint. The body comes without the key.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Refused {
    pub(crate) kind: String,
    host: String,
    model: String,
    status: u16,
    retry_after: Option<String>,
    body: String,
}

/// Returns `{repeat, error}` for an error response.
pub(crate) fn report(wire: Wire, refused: &Refused) -> Value {
    let Refused { host, model, status, retry_after, body, .. } = refused;
    let error = ProviderError::from_response(*status, retry_after.as_deref(), body, Asked { model, key: "" });
    json!({ "repeat": wire.refuses_usage(*status, body), "error": sentence(&error, host) })
}

/// Returns an error of the endpoint at `host` as a sentence.
pub(crate) fn sentence(error: &ProviderError, host: &str) -> String {
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
