//! Finds out what models can do, by asking their servers. What the answers mean is left to
//! `providers`.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use futures::{StreamExt, future::join, stream};
use providers::{
    Capabilities,
    local_server::{Listed, LocalServer},
};
use reqwest::{Client, RequestBuilder, Url};
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::config::{Model, Provider, ProviderKind, Secret};

/// How long finding out may take, so that a list is there within two seconds: the page waits for
/// it, and nothing else.
pub(crate) const LIMIT: Duration = Duration::from_millis(1500);

/// How long an answer of a server nearby counts. What it says changes when a model is loaded.
pub(crate) const FRESH: Duration = Duration::from_secs(5);

/// How long an answer of a hosted service counts.
const FRESH_FAR: Duration = Duration::from_secs(3600);

/// Maximum number of bytes of an answer. Templates and lists of models are some tens of kilobytes;
/// the longest list of a hosted service is half a megabyte.
const MAX_ANSWER_BYTES: usize = 2 * 1024 * 1024;

/// How many models of one server are asked about at a time.
const AT_ONCE: usize = 8;

/// How many models are remembered.
const MAX_REMEMBERED_MODELS: usize = 1000;

/// Marks the requests of this module, so that another Insitu does not ask us in turn.
pub(crate) const MARK: &str = "x-insitu-discovery";

/// A server that is asked.
#[derive(Clone, Debug)]
pub(crate) struct Server {
    pub(crate) client: Client,
    /// Its address, without the `/v1` of most paths.
    pub(crate) root: Url,
    /// The headers that its requests need.
    pub(crate) headers: Vec<(String, Secret)>,
}

/// What a server said of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Described {
    pub(crate) server: LocalServer,
    pub(crate) models: Vec<Listed>,
}

/// What Ollama has said of models, by name and digest: asking about fifty models takes it a second.
#[derive(Debug, Default)]
pub(crate) struct Memory(Mutex<HashMap<(String, String), Capabilities>>);

impl Memory {
    fn get(&self, listed: &Listed) -> Option<Capabilities> {
        lock(&self.0).get(&(listed.name.clone(), listed.digest.clone())).copied()
    }

    fn put(&self, listed: &Listed, capabilities: Capabilities) {
        let mut known = lock(&self.0);
        if known.len() >= MAX_REMEMBERED_MODELS {
            known.clear();
        }
        known.insert((listed.name.clone(), listed.digest.clone()), capabilities);
    }
}

impl Server {
    /// Returns what the server is and has, in as many requests as its kind needs; of the model
    /// `only`, if one is named. Nothing if it is not a server of models, or another Insitu.
    ///
    /// # Errors
    /// If it cannot be reached.
    pub(crate) async fn describe(
        &self,
        only: Option<&str>,
        memory: &Memory,
    ) -> Result<Option<Described>, reqwest::Error> {
        let list = self.get("v1/models").await?;
        if LocalServer::is_relay(&list) {
            return Ok(None);
        }
        let (server, list) = match LocalServer::from_models(&list) {
            Some(server) => (server, list),
            None => {
                let (studio, tags) = join(self.get("api/v0/models"), self.get("api/tags")).await;
                let (studio, tags) = (studio?, tags?);
                if LocalServer::is_lm_studio(&studio) {
                    (LocalServer::LmStudio, studio)
                } else if LocalServer::is_ollama(&tags) {
                    (LocalServer::Ollama, tags)
                } else if LocalServer::is_llama_cpp(&self.get("props").await?) {
                    (LocalServer::LlamaCpp, list)
                } else {
                    (LocalServer::Other, list)
                }
            }
        };
        let mut models = server.models(&list);
        if let Some(name) = only {
            let single = models.len() == 1;
            models.retain(|model| single || same_name(&model.name, name));
            if models.is_empty() && server == LocalServer::LlamaCpp {
                // Old versions list nothing, and have one model.
                let capabilities = Capabilities::default();
                models.push(Listed { name: name.to_owned(), digest: String::new(), capabilities });
            }
        }
        match server {
            LocalServer::Ollama => self.show(&mut models, memory).await?,
            // Its details are those of the model that is loaded.
            LocalServer::LlamaCpp if models.len() == 1 => {
                let props = Capabilities::from_props(&self.get("props").await?);
                models
                    .iter_mut()
                    .for_each(|model| model.capabilities = props.or(model.capabilities));
            }
            _ => {}
        }
        Ok((!models.is_empty()).then_some(Described { server, models }))
    }

    /// Adds what Ollama says of each model, and the window of those that are loaded. One that was
    /// loaded before will be loaded with the same window again.
    async fn show(&self, models: &mut [Listed], memory: &Memory) -> Result<(), reqwest::Error> {
        let unknown: Vec<_> =
            models.iter().filter(|model| memory.get(model).is_none()).cloned().collect();
        let asked = unknown.into_iter().map(|model| {
            let body = json!({ "model": model.name });
            let show = self.answer(self.client.post(self.address("api/show")).json(&body));
            async move { show.await.map(|show| (model, show)) }
        });
        let mut shown = stream::iter(asked).buffer_unordered(AT_ONCE);
        while let Some(shown) = shown.next().await {
            let (model, show) = shown?;
            // A refusal says nothing; it is asked again.
            if !show.is_null() {
                memory.put(&model, Capabilities::from_show(&show));
            }
        }
        let loaded = self.get("api/ps").await?;
        for model in models {
            let known = memory.get(model).unwrap_or_default();
            model.capabilities = Capabilities::from_ps(&loaded, &model.name).or(known);
            if model.capabilities != known {
                memory.put(model, model.capabilities);
            }
        }
        Ok(())
    }

    async fn get(&self, path: &str) -> Result<Value, reqwest::Error> {
        self.answer(self.client.get(self.address(path))).await
    }

    /// Returns the JSON of a response, or null if it is a refusal or something else.
    async fn answer(&self, request: RequestBuilder) -> Result<Value, reqwest::Error> {
        let add = |request: RequestBuilder, (name, value): &(String, Secret)| {
            request.header(name, value.reveal())
        };
        let request = self.headers.iter().fold(request.header(MARK, "1"), add);
        let mut response = request.timeout(LIMIT).send().await?;
        let mut body = Vec::new();
        while body.len() <= MAX_ANSWER_BYTES
            && let Some(bytes) = response.chunk().await?
        {
            body.extend_from_slice(&bytes);
        }
        let usable = response.status().is_success() && body.len() <= MAX_ANSWER_BYTES;
        Ok(usable.then(|| serde_json::from_slice(&body).ok()).flatten().unwrap_or_default())
    }

    fn address(&self, path: &str) -> Url {
        let mut address = self.root.clone();
        address.set_path(&format!("{}/{path}", self.root.path().trim_end_matches('/')));
        address
    }
}

/// What the server of one configured model has said of it.
#[derive(Debug, Default)]
pub(crate) struct Detection {
    known: Mutex<Option<(Instant, Capabilities)>>,
    asking: tokio::sync::Mutex<()>,
    memory: Arc<Memory>,
}

impl Detection {
    /// Creates what is known already and is not asked for.
    pub(crate) fn known_to_be(capabilities: Capabilities) -> Self {
        let detection = Self::default();
        *lock(&detection.known) = Some((Instant::now(), capabilities));
        detection
    }

    /// Returns what is known by now.
    pub(crate) fn known(&self) -> Capabilities {
        lock(&self.known).map(|(_, capabilities)| capabilities).unwrap_or_default()
    }

    /// Asks the server unless its last answer is recent. One that cannot be reached, or not in
    /// time, is asked again next time.
    pub(crate) async fn ask(
        &self,
        client: &Client,
        provider: &Provider,
        model: &Model,
    ) -> Capabilities {
        let near = provider.is_near();
        let fresh = if near { FRESH } else { FRESH_FAR };
        let ask = async {
            let _one = self.asking.lock().await;
            if lock(&self.known).is_some_and(|(at, _)| at.elapsed() < fresh) {
                return;
            }
            let asked = if near {
                self.ask_server(client, provider, model).await
            } else {
                ask_service(client, provider, model).await
            };
            if let Ok(capabilities) = asked {
                *lock(&self.known) = Some((Instant::now(), capabilities));
            }
        };
        // What was known before still is the best that there is.
        let _ = tokio::time::timeout(LIMIT, ask).await;
        self.known()
    }

    async fn ask_server(
        &self,
        client: &Client,
        provider: &Provider,
        model: &Model,
    ) -> Result<Capabilities, reqwest::Error> {
        let mut root = provider.base.clone();
        let folder = provider.base.path().trim_end_matches('/').to_owned();
        root.set_path(folder.strip_suffix("/v1").unwrap_or(&folder));
        let server = Server { client: client.clone(), root, headers: provider.request_headers() };
        let described = server.describe(Some(&model.name), &self.memory).await?;
        let first = described.and_then(|described| described.models.into_iter().next());
        Ok(first.map(|model| model.capabilities).unwrap_or_default())
    }
}

/// Returns what a hosted service says of a model in its list, if it has one.
async fn ask_service(
    client: &Client,
    provider: &Provider,
    model: &Model,
) -> Result<Capabilities, reqwest::Error> {
    // OpenAI's list says nothing but names, and Anthropic's is another one.
    if provider.kind != ProviderKind::ChatCompletions
        || provider.base.host_str() == Some("api.openai.com")
    {
        return Ok(Capabilities::default());
    }
    let server = Server {
        client: client.clone(),
        root: provider.base.clone(),
        headers: provider.request_headers(),
    };
    let list = server.get("models").await?;
    Ok(Capabilities::from_models(&list, &model.name))
}

/// Returns whether two names are those of one model: Ollama adds `:latest`.
fn same_name(listed: &str, name: &str) -> bool {
    listed == name || listed.strip_suffix(":latest") == Some(name)
}

/// Locks a value that is whole even if a thread has panicked.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
