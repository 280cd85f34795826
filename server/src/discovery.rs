//! Local models that are found by themselves: asks the configured ports of 127.0.0.1 what runs
//! there.
//!
//! No other host is ever asked, no redirect followed, and never this server's own port. What the
//! answers mean is left to `providers`.

use std::{
    collections::BTreeMap,
    net::Ipv4Addr,
    sync::{Arc, Mutex},
    time::Duration,
};

use futures::future::join_all;
use providers::local_server::{self, Listed, LocalServer};
use reqwest::{Client, Url};
use tokio::time::Instant;

use crate::{
    Upstream,
    config::{Auth, Discovery, Model, Provider, ProviderKind, Timeouts},
    detection::{Described, Detection, FRESH, LIMIT, Memory, Server, lock},
};

/// How long a request trusts the last round. A model that is gone by then fails with its own error.
const TRUSTED: Duration = Duration::from_secs(30);

/// How many models are remembered after they have gone, for the sentence that says so.
const MAX_GONE_MODELS: usize = 1000;

/// What one round found.
type Found = Arc<[Arc<Upstream>]>;

/// The local models, as last found.
#[derive(Debug)]
pub(crate) struct Local {
    client: Client,
    ports: Vec<u16>,
    timeouts: Timeouts,
    last: tokio::sync::Mutex<Option<(Instant, Found)>>,
    memories: BTreeMap<u16, Memory>,
    /// Every model that was found, with its server.
    seen: Mutex<BTreeMap<String, String>>,
}

impl Local {
    /// Creates the search that `discovery` asks for. `client` uses no proxy and follows no
    /// redirect.
    pub(crate) fn new(discovery: &Discovery, client: Client, timeouts: Timeouts) -> Self {
        let mut ports = if discovery.local { discovery.ports.clone() } else { Vec::new() };
        ports.sort_unstable();
        ports.dedup();
        let memories = ports.iter().map(|port| (*port, Memory::default())).collect();
        Self {
            client,
            ports,
            timeouts,
            last: tokio::sync::Mutex::default(),
            memories,
            seen: Mutex::default(),
        }
    }

    /// Returns what answers now, apart from `own` port; the last answer, if it is seconds old.
    pub(crate) async fn list(&self, own: u16) -> Found {
        self.at_most(FRESH, own).await
    }

    /// Returns the model of that id.
    pub(crate) async fn find(&self, id: &str, own: u16) -> Option<Arc<Upstream>> {
        let named = |models: &[Arc<Upstream>]| {
            models.iter().find(|upstream| upstream.model().id == id).cloned()
        };
        match named(&self.at_most(TRUSTED, own).await) {
            Some(found) => Some(found),
            // It may have been started since.
            None => named(&self.at_most(FRESH, own).await),
        }
    }

    /// Returns where a model was found that is not there any more.
    pub(crate) fn gone(&self, id: &str) -> Option<String> {
        lock(&self.seen).get(id).cloned()
    }

    async fn at_most(&self, age: Duration, own: u16) -> Found {
        if self.ports.is_empty() {
            return Arc::default();
        }
        // Whoever comes during a round waits for it and shares what it finds.
        let mut last = self.last.lock().await;
        if let Some((at, found)) = &*last
            && at.elapsed() < age
        {
            return found.clone();
        }
        let asked =
            self.ports.iter().copied().filter(|port| *port != own).map(|port| self.ask(port));
        let asked: Vec<_> = asked.collect();
        let found: Found = join_all(asked).await.into_iter().flatten().collect();
        let mut seen = lock(&self.seen);
        if seen.len() > MAX_GONE_MODELS {
            seen.clear();
        }
        seen.extend(found.iter().map(|upstream| (upstream.model().id.clone(), upstream.host())));
        *last = Some((Instant::now(), found.clone()));
        found
    }

    /// Returns the models of the server at a port, none if there is none or it takes too long.
    async fn ask(&self, port: u16) -> Vec<Arc<Upstream>> {
        let Some(root) = address(port, "/") else { return Vec::new() };
        let Some(memory) = self.memories.get(&port) else { return Vec::new() };
        let server = Server { client: self.client.clone(), root, headers: Vec::new() };
        let asked = tokio::time::timeout(LIMIT, server.describe(None, memory)).await;
        let Ok(Ok(Some(Described { server, models }))) = asked else { return Vec::new() };
        let usable = models.into_iter().filter(|model| !model.capabilities.embedding);
        usable.filter_map(|model| self.upstream(server, port, &model)).collect()
    }

    fn upstream(&self, server: LocalServer, port: u16, listed: &Listed) -> Option<Arc<Upstream>> {
        let provider = Provider {
            id: local_server::prefix(server, port),
            kind: ProviderKind::ChatCompletions,
            base: address(port, "/v1")?,
            key: None,
            auth: Auth::None,
            headers: Vec::new(),
            query: Vec::new(),
        };
        let model = Model {
            name: listed.name.clone(),
            label: format!("{} ({})", listed.name, server.label()),
            ..Model::new(local_server::id(server, port, &listed.name), provider.id.clone())
        };
        let detection = Detection::known_to_be(listed.capabilities);
        Some(Arc::new(
            Upstream::new(self.client.clone(), provider, model, self.timeouts, detection).found(),
        ))
    }
}

fn address(port: u16, path: &str) -> Option<Url> {
    Url::parse(&format!("http://{}:{port}{path}", Ipv4Addr::LOCALHOST)).ok()
}
