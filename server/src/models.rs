//! The models that clients may ask for, by id, each with the connection to its provider: those of
//! the configuration, and those that run on this machine.

use std::sync::{Arc, OnceLock};

use futures::future::{join, join_all};
use serde_json::{Value, json};

use crate::{
    Config, Upstream, clients::Clients, config::Model, detection::Detection, discovery::Local,
    error::RelayError,
};

/// How many models an error names.
const NAMED: usize = 20;

/// How many characters of an unknown name an error repeats.
const SHOWN: usize = 100;

/// The models of one configuration.
#[derive(Debug)]
pub(crate) struct Models {
    configured: Vec<Arc<Upstream>>,
    local: Local,
    /// The port that this server listens on, once it does.
    own: Arc<OnceLock<u16>>,
}

impl Models {
    /// Creates the connections of `config`.
    pub(crate) fn new(config: &Config, clients: &Clients, own: Arc<OnceLock<u16>>) -> Self {
        let upstream = |model: &Model| {
            let provider = config.provider(&model.provider)?.clone();
            let client = clients.of(&provider).clone();
            let detection = Detection::default();
            Some(Arc::new(Upstream::new(
                client,
                provider,
                model.clone(),
                config.upstream,
                detection,
            )))
        };
        Self {
            configured: config.models.iter().filter_map(upstream).collect(),
            local: Local::new(&config.discovery, clients.loopback.clone(), config.upstream),
            own,
        }
    }

    /// Returns the configured model of that id, offered or not: what a fallback is found by.
    pub(crate) fn by_id(&self, id: &str) -> Option<&Arc<Upstream>> {
        self.configured.iter().find(|upstream| upstream.model().id == id)
    }

    /// Returns the model that answers a request for `asked`, or the default without it.
    ///
    /// # Errors
    /// If no model is connected, none is the default, or none of that id is offered.
    pub(crate) async fn find(&self, asked: Option<&str>) -> Result<Arc<Upstream>, RelayError> {
        let Some(id) = asked else {
            let default = self.configured.iter().find(|upstream| upstream.model().default);
            return match default {
                Some(default) => Ok(default.clone()),
                None => Err(self.none(None).await),
            };
        };
        match self.by_id(id) {
            Some(found) if found.model().offered => return Ok(found.clone()),
            Some(_) => {}
            None => {
                let found = self.local.find(id, self.own()).await;
                if let Some(found) = found.filter(|found| !self.is_configured(found)) {
                    return Ok(found);
                }
            }
        }
        Err(self.none(Some(id)).await)
    }

    /// Returns the models that are offered, as `GET /v1/models` lists them; those that run here
    /// only if `local` is wanted.
    pub(crate) async fn list(&self, local: bool) -> Vec<Value> {
        let configured = self.configured.iter().filter(|one| one.model().offered).cloned();
        let configured: Vec<_> = configured.map(entry).collect();
        let found = async { if local { self.found().await } else { Vec::new() } };
        let (mut list, found) = join(join_all(configured), found).await;
        list.extend(join_all(found.into_iter().map(entry).collect::<Vec<_>>()).await);
        list
    }

    /// Returns the model of that id as the list has it.
    ///
    /// # Errors
    /// As [`Models::find`].
    pub(crate) async fn entry(&self, id: &str) -> Result<Value, RelayError> {
        Ok(entry(self.find(Some(id)).await?).await)
    }

    fn own(&self) -> u16 {
        self.own.get().copied().unwrap_or_default()
    }

    /// Returns the models that run here and are not configured.
    async fn found(&self) -> Vec<Arc<Upstream>> {
        let found = self.local.list(self.own()).await;
        found.iter().filter(|one| !self.is_configured(one)).cloned().collect()
    }

    /// Returns whether the configuration has this model of this server: it then says under which
    /// id, and whether it is offered.
    fn is_configured(&self, found: &Upstream) -> bool {
        self.configured.iter().any(|one| {
            let same_server = one.provider().is_local()
                && one.provider().base.port_or_known_default() == found.provider().base.port();
            one.model().id == found.model().id
                || (same_server && one.model().name == found.model().name)
        })
    }

    /// Returns why no model answers.
    async fn none(&self, asked: Option<&str>) -> RelayError {
        let configured = self.configured.iter().map(|one| one.model().clone());
        let found = self.found().await;
        let found = found.iter().map(|one| one.model().clone());
        let names: Vec<_> = configured
            .chain(found)
            .filter(|model| model.offered)
            .map(|model| format!("`{}`", model.id))
            .collect();
        if names.is_empty() {
            return RelayError::NoModel;
        }
        let more = names.len().saturating_sub(NAMED);
        let mut offered = names.into_iter().take(NAMED).collect::<Vec<_>>().join(", ");
        if more > 0 {
            offered.push_str(&format!(" and {more} more"));
        }
        let Some(asked) = asked else { return RelayError::NoDefault { offered } };
        let gone = self.local.gone(asked).filter(|_| self.by_id(asked).is_none());
        let asked: String = asked.chars().filter(|one| !one.is_control()).take(SHOWN).collect();
        match gone {
            Some(host) => RelayError::ModelGone { asked, host, offered },
            None => RelayError::UnknownModel { asked, offered },
        }
    }
}

/// Returns a model as the list has it. What the configuration says comes before what its server
/// says.
async fn entry(upstream: Arc<Upstream>) -> Value {
    let (model, provider) = (upstream.model(), upstream.provider());
    let (fenced, detected) = (upstream.fenced().await, upstream.detected());
    let price = model.price.map(|price| {
        json!({
            "input": price.input, "cached_input": price.cached_input, "cache_write": price.cache_write,
            "output": price.output,
            "currency": price.currency.code(),
        })
    });
    json!({
        "id": model.id, "object": "model", "created": 0, "owned_by": model.provider,
        "insitu": {
            "label": model.label, "provider": model.provider, "host": upstream.host(),
            "default": model.default, "local": provider.is_local(),
            "tools": model.tools.or(detected.tools),
            "images": model.vision.or(detected.vision).unwrap_or(false),
            "reasoning": upstream.reasons(), "structured": model.structured,
            "fenced": fenced.word(), "window": model.window.or(detected.window),
            "max_output": model.max_output, "parameters": detected.parameters, "price": price,
        },
    })
}
