//! The models that clients may ask for, by id, each with the connection to its provider.

use std::sync::Arc;

use reqwest::Client;
use serde_json::{Value, json};

use crate::{Config, Upstream, error::RelayError};

/// How many models an error names.
const NAMED: usize = 20;

/// How many characters of an unknown name an error repeats.
const SHOWN: usize = 100;

/// The models of one configuration.
#[derive(Debug)]
pub(crate) struct Models {
    configured: Vec<Arc<Upstream>>,
}

impl Models {
    /// Creates the connections of `config`; `client` serves them all.
    pub(crate) fn new(config: &Config, client: &Client) -> Self {
        let upstream = |model: &crate::config::Model| {
            let provider = config.provider(&model.provider)?.clone();
            Some(Arc::new(Upstream::new(client.clone(), provider, model.clone(), config.upstream)))
        };
        Self { configured: config.models.iter().filter_map(upstream).collect() }
    }

    /// Returns the model of that id, offered or not: what a fallback is found by.
    pub(crate) fn by_id(&self, id: &str) -> Option<&Arc<Upstream>> {
        self.configured.iter().find(|upstream| upstream.model().id == id)
    }

    /// Returns the model that answers a request for `asked`, or the default without it.
    ///
    /// # Errors
    /// If no model is connected, none is the default, or none of that id is offered.
    pub(crate) fn find(&self, asked: Option<&str>) -> Result<Arc<Upstream>, RelayError> {
        if self.configured.is_empty() {
            return Err(RelayError::NoModel);
        }
        let found = match asked {
            Some(id) => self.by_id(id).filter(|upstream| upstream.model().offered),
            None => self.configured.iter().find(|upstream| upstream.model().default),
        };
        found.cloned().ok_or_else(|| {
            let asked: String =
                asked.unwrap_or_default().chars().filter(|c| !c.is_control()).take(SHOWN).collect();
            RelayError::UnknownModel { asked, offered: self.names() }
        })
    }

    /// Returns the models that are offered, as `GET /v1/models` lists them.
    pub(crate) async fn list(&self) -> Vec<Value> {
        let mut list = Vec::new();
        for upstream in self.configured.iter().filter(|upstream| upstream.model().offered) {
            list.push(entry(upstream).await);
        }
        list
    }

    /// Returns the model of that id as the list has it.
    ///
    /// # Errors
    /// As [`Models::find`].
    pub(crate) async fn entry(&self, id: &str) -> Result<Value, RelayError> {
        Ok(entry(&*self.find(Some(id))?).await)
    }

    fn names(&self) -> String {
        let offered = self.configured.iter().map(|upstream| upstream.model()).filter(|model| model.offered);
        let names: Vec<_> = offered.map(|model| format!("`{}`", model.id)).collect();
        let more = names.len().saturating_sub(NAMED);
        let shown = names.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
        if more > 0 { format!("{shown} and {more} more") } else { shown }
    }
}

async fn entry(upstream: &Upstream) -> Value {
    let (model, fenced) = (upstream.model(), upstream.fenced().await);
    let detected = upstream.detected();
    let price = model.price.map(
        |price| json!({ "input": price.input, "cached_input": price.cached_input, "output": price.output }),
    );
    json!({
        "id": model.id, "object": "model", "created": 0, "owned_by": model.provider,
        "insitu": {
            "label": model.label, "provider": model.provider, "host": upstream.host(),
            "default": model.default, "local": false,
            "tools": model.tools.or(detected.tools), "images": model.vision.unwrap_or(false),
            "reasoning": model.reasoning.unwrap_or(false), "structured": model.structured,
            "fenced": fenced.word(), "window": model.window, "max_output": model.max_output,
            "parameters": detected.parameters, "price": price,
        },
    })
}
