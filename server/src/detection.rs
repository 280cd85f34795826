//! Finds out what the model can do, by asking its server. What the answers mean is left to `providers`.

use std::time::Duration;

use providers::Capabilities;
use reqwest::{Client, RequestBuilder, Url};
use serde_json::{Value, json};
use tokio::sync::OnceCell;

use crate::config::{Model, Provider, Secret};

/// How long finding out may take: the page's list of models waits for it, and nothing else.
const LIMIT: Duration = Duration::from_secs(2);

/// Maximum number of bytes of an answer. Templates and lists of models are some tens of kilobytes.
const MAX_BYTES: usize = 1024 * 1024;

/// What a model's server said of it, kept from the first answer on.
#[derive(Debug, Default)]
pub(crate) struct Detection(OnceCell<Capabilities>);

impl Detection {
    /// Returns what is known by now.
    pub(crate) fn known(&self) -> Capabilities {
        self.0.get().copied().unwrap_or_default()
    }

    /// Asks the server unless it has answered before. One that cannot be reached, or not in time, is asked again
    /// next time.
    pub(crate) async fn ask(&self, client: &Client, provider: &Provider, model: &Model) -> Capabilities {
        // OpenAI's own models call tools, and have none of these addresses.
        if provider.base.host_str() == Some("api.openai.com") {
            return Capabilities::default();
        }
        let asked = self.0.get_or_try_init(|| ask(client, provider, model));
        tokio::time::timeout(LIMIT, asked).await.ok().and_then(Result::ok).copied().unwrap_or_default()
    }
}

/// Returns what the server says, in as many requests as its kind needs.
async fn ask(client: &Client, provider: &Provider, model: &Model) -> Result<Capabilities, reqwest::Error> {
    let send = async |request: RequestBuilder| {
        let headers = provider.request_headers();
        let with =
            |request: RequestBuilder, (name, value): &(String, Secret)| request.header(name, value.reveal());
        answer(headers.iter().fold(request, with)).await
    };
    let list = send(client.get(beside(&provider.base, "models", false))).await?;
    let counted = Capabilities::from_models(&list, &model.name);
    if counted.parameters.is_some() {
        return Ok(Capabilities::from_props(&send(client.get(beside(&provider.base, "props", true))).await?)
            .or(counted));
    }
    let show = client.post(beside(&provider.base, "api/show", true)).json(&json!({ "model": model.name }));
    let shown = Capabilities::from_show(&send(show).await?);
    if shown == Capabilities::default() {
        // An older llama.cpp, which counts no parameters.
        return Ok(Capabilities::from_props(&send(client.get(beside(&provider.base, "props", true))).await?));
    }
    Ok(shown)
}

/// Returns the JSON of a response, or null if it is a refusal or something else.
async fn answer(request: RequestBuilder) -> Result<Value, reqwest::Error> {
    let mut response = request.send().await?;
    let mut body = Vec::new();
    while body.len() <= MAX_BYTES
        && let Some(bytes) = response.chunk().await?
    {
        body.extend_from_slice(&bytes);
    }
    let read = response.status().is_success().then(|| serde_json::from_slice(&body).ok()).flatten();
    Ok(read.unwrap_or_default())
}

/// Returns an address below the configured one; with `above`, below that without its last part, `v1`.
fn beside(base: &Url, path: &str, above: bool) -> Url {
    let mut address = base.clone();
    let folder = base.path().trim_end_matches('/');
    let folder = if above { folder.strip_suffix("/v1").unwrap_or(folder) } else { folder };
    address.set_path(&format!("{folder}/{path}"));
    address
}
