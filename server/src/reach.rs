//! Whether the providers of a configuration can be reached and take their keys, for `insitu check`.
//!
//! Asks each for its list of models, which costs nothing. Knows no model and reads no answer.

use std::time::Duration;

use futures::{StreamExt, stream};
use reqwest::{Client, StatusCode, Url};

use crate::{
    Config, StartError,
    clients::Clients,
    config::{Provider, Secret},
};

/// How long a provider may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// How many are asked at a time.
const AT_ONCE: usize = 8;

/// Asks every provider, and returns a sentence about each: what it answers, or what to change.
///
/// # Errors
/// The HTTP client cannot be set up.
pub async fn reach(config: &Config) -> Result<Vec<Result<String, String>>, StartError> {
    let clients = Clients::new(&config.upstream)?;
    let asked = config.providers.iter().map(|provider| ask(clients.of(provider), provider));
    Ok(stream::iter(asked).buffered(AT_ONCE).collect().await)
}

async fn ask(client: &Client, provider: &Provider) -> Result<String, String> {
    let name = format!("{} ({})", provider.id, provider.host());
    let add = |request: reqwest::RequestBuilder, (header, value): &(String, Secret)| {
        request.header(header, value.reveal())
    };
    let request = provider.request_headers().iter().fold(client.get(list(provider)), add);
    // The library's own text would have the address, in which there may be a key.
    let response = request.timeout(PATIENCE).send().await.map_err(|error| {
        let reason = if error.is_timeout() { "does not answer in time" } else { "cannot be reached" };
        format!(
            "{name} {reason}. Check base_url, that the provider runs, and that this machine may reach it."
        )
    })?;
    match response.status() {
        status if status.is_success() => Ok(format!("{name} answers.")),
        status @ (StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) => Err(format!(
            "{name} refuses the key ({}). Check key and auth of the provider.",
            status.as_u16()
        )),
        status if status.is_server_error() => Err(format!(
            "{name} answers that it cannot work now ({}). Try again later.",
            status.as_u16()
        )),
        status => Ok(format!(
            "{name} answers, but not with a list of models ({}): only a question can show whether it takes the key.",
            status.as_u16()
        )),
    }
}

/// Returns the address of the list of models.
fn list(provider: &Provider) -> Url {
    let mut address = provider.base.clone();
    address.set_path(&format!("{}/models", provider.base.path().trim_end_matches('/')));
    if !provider.query.is_empty() {
        address.query_pairs_mut().extend_pairs(&provider.query);
    }
    address
}
