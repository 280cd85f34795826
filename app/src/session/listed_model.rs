//! The models of a session in one form, whatever the server says of them: where each runs, and what
//! a search finds.

use std::net::Ipv4Addr;

use serde::Serialize;
use serde_json::Value;
use session::log::Price;
use text::visible;

use super::model::Model;

/// Where a model runs, nearest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ModelPlace {
    /// In this page.
    Page,
    /// At an endpoint that the page asks without this server.
    Direct,
    /// On the machine of the server.
    Machine,
    /// Elsewhere.
    Elsewhere,
}

/// What a million tokens of a model cost.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ListedPrice {
    /// Tokens of requests.
    pub input: f64,
    /// Tokens that are read from a cache, if they have another price.
    pub cached_input: Option<f64>,
    /// Tokens that are written into a cache, if they have another price.
    pub cache_write: Option<f64>,
    /// Tokens of replies.
    pub output: f64,
    /// The currency, as ISO 4217 names it.
    pub currency: String,
}

/// What is known of a model; `ListedModel` in `web/types/page.ts`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ListedModel {
    /// Its id.
    pub id: String,
    /// Its name as shown.
    pub label: String,
    /// Where it runs.
    pub place: ModelPlace,
    /// Its provider; empty if that is not known, as what follows.
    pub provider: String,
    /// Its host with its port.
    pub host: String,
    /// Whether it answers the next question.
    pub chosen: bool,
    /// Whether it calls tools.
    pub tools: Option<bool>,
    /// Whether it sees figures.
    pub images: bool,
    /// Whether it can think before it answers.
    pub reasoning: bool,
    /// Whether it is known to write code blocks instead of tool calls.
    pub code_blocks: bool,
    /// The tokens of its window.
    pub window: Option<u64>,
    /// The tokens of an answer.
    pub max_output: Option<u64>,
    /// How many parameters it has.
    pub parameters: Option<u64>,
    /// Its price.
    pub price: Option<ListedPrice>,
}

impl ListedModel {
    /// Returns what is known of a model that is not chosen.
    pub fn of(model: &Model) -> Self {
        let about = &model.info["insitu"];
        let is = |key: &str| about[key].as_bool().unwrap_or(false);
        let text = |key: &str| about[key].as_str();
        let number = |key: &str| about[key].as_u64();
        let host = visible(text("host").unwrap_or_default());
        let place = match () {
            () if model.builtin || is("tab") => ModelPlace::Page,
            () if is("direct") => ModelPlace::Direct,
            () if is("local") || is_loopback(&host) => ModelPlace::Machine,
            () => ModelPlace::Elsewhere,
        };
        // A server of an older version says less.
        let provider = text("provider").or_else(|| model.info["owned_by"].as_str());
        Self {
            id: model.name.clone(),
            label: visible(&model.label),
            place,
            provider: visible(provider.unwrap_or_default()),
            host,
            chosen: false,
            tools: if model.builtin { Some(true) } else { about["tools"].as_bool() },
            images: model.images,
            reasoning: model.reasoning,
            code_blocks: text("fenced") == Some("always"),
            window: number("window"),
            max_output: number("max_output"),
            parameters: number("parameters"),
            price: price(&about["price"]),
        }
    }

    /// Returns whether it runs in this page, so that nothing is set for it.
    pub fn is_in_page(&self) -> bool {
        self.place == ModelPlace::Page
    }

    /// Says where it runs.
    fn place(&self) -> String {
        let Self { provider, host, .. } = self;
        let known: Vec<&str> =
            [provider.as_str(), host].into_iter().filter(|part| !part.is_empty()).collect();
        match self.place {
            ModelPlace::Page => words::listed_model_in_this_browser().to_owned(),
            ModelPlace::Direct => {
                let at = if host.is_empty() { provider } else { host };
                words::listed_model_asked_by_this_browser(&at)
            }
            ModelPlace::Machine if known.len() == 2 => {
                words::listed_model_on_the_servers_machine_named(&host, &provider)
            }
            ModelPlace::Machine => words::listed_model_on_the_servers_machine().to_owned(),
            ModelPlace::Elsewhere if known.is_empty() => {
                words::listed_model_behind_this_server().to_owned()
            }
            ModelPlace::Elsewhere => known.join(", "),
        }
    }

    /// Returns whether a search finds it: it has all words.
    fn has(&self, search: &str) -> bool {
        let text = format!("{} {} {}", self.label, self.id, self.place()).to_lowercase();
        search.to_lowercase().split_whitespace().all(|word| text.contains(word))
    }
}

fn price(value: &Value) -> Option<ListedPrice> {
    let price: Price = serde_json::from_value(value.clone()).ok()?;
    let currency = price.currency().to_owned();
    let Price { input, cached_input, cache_write, output, .. } = price;
    Some(ListedPrice { input, cached_input, cache_write, output, currency })
}

/// Returns whether a host, with its port or without, is the machine itself.
pub(super) fn is_loopback(host: &str) -> bool {
    let is_port = |port: &str| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
    let name =
        host.rsplit_once(':').filter(|(_, port)| is_port(port)).map_or(host, |(name, _)| name);
    name == "localhost"
        || name == "[::1]"
        || name.parse().is_ok_and(|address: Ipv4Addr| address.is_loopback())
}

/// Returns the models that a search finds, by the words that say where they run, nearest first.
pub fn found(mut models: Vec<ListedModel>, search: &str) -> Vec<(String, Vec<ListedModel>)> {
    models.retain(|model| model.has(search));
    models.sort_by_key(|model| model.place);
    let mut groups: Vec<(String, Vec<ListedModel>)> = Vec::new();
    for model in models {
        let place = model.place();
        match groups.iter_mut().find(|(title, _)| *title == place) {
            Some((_, group)) => group.push(model),
            None => groups.push((place, vec![model])),
        }
    }
    groups
}

#[cfg(test)]
pub(crate) mod tests {
    use serde_json::{Value, json};

    use super::{ListedModel, ListedPrice, ModelPlace, found};
    use crate::session::model::{Model, PLANNER};

    /// Returns a model as the list of a server has it.
    pub(crate) fn listed(id: &str, owner: &str, insitu: Value) -> ListedModel {
        let is = |key: &str| insitu[key].as_bool().unwrap_or(false);
        ListedModel::of(&Model {
            name: id.to_owned(),
            label: insitu["label"].as_str().unwrap_or(id).to_owned(),
            builtin: false,
            images: is("images"),
            direct: is("direct"),
            reasoning: is("reasoning"),
            info: json!({ "id": id, "owned_by": owner, "insitu": insitu }),
        })
    }

    /// Returns what a server says of a model that can do everything.
    pub(crate) fn everything(label: &str) -> Value {
        json!({
            "label": label,
            "provider": "openai",
            "host": "api.openai.com:443",
            "local": false,
            "tools": true,
            "images": true,
            "reasoning": true,
            "fenced": "auto",
            "window": 400_000,
            "max_output": 16_384,
            "parameters": null,
            "price": { "input": 0.25, "cached_input": 0.025, "cache_write": 0.3125, "output": 2 },
        })
    }

    #[test]
    fn a_model_of_a_server_that_says_nothing_of_it_is_listed_by_its_id() {
        let info = json!({ "id": "small" });
        let (name, label) = ("small".to_owned(), "small".to_owned());
        let small = Model { name, label, builtin: false, info, ..Model::planner() };
        let expected = json!({
            "id": "small", "label": "small", "place": "elsewhere", "provider": "", "host": "",
            "chosen": false, "tools": null, "images": false, "reasoning": false, "codeBlocks": false,
            "window": null, "maxOutput": null, "parameters": null, "price": null,
        });
        assert_eq!(json!(ListedModel::of(&small)), expected);
        let price = ListedPrice {
            input: 0.25,
            cached_input: Some(0.025),
            cache_write: Some(0.3125),
            output: 2.0,
            currency: "USD".to_owned(),
        };
        assert_eq!(listed("fast", "server", everything("GPT-5 mini")).price, Some(price));
        assert_eq!(listed("x", "", json!({ "label": "a\u{202e}b" })).label, "a⟨U+202E⟩b");
    }

    #[test]
    fn the_planner_runs_in_the_page() {
        let planner = ListedModel::of(&Model::planner());
        assert_eq!(
            (planner.id.as_str(), planner.place, planner.tools),
            (PLANNER, ModelPlace::Page, Some(true))
        );
    }

    #[test]
    fn models_are_grouped_by_where_they_run_nearest_first_and_searched() {
        let models = || {
            vec![
                ListedModel::of(&Model::planner()),
                listed("fast", "openai", everything("GPT-5 mini")),
                listed(
                    "llama",
                    "ollama",
                    json!({ "host": "127.0.0.1:11434", "local": true, "provider": "ollama" }),
                ),
                listed("own", "lab", json!({ "host": "localhost:9000", "provider": "lab" })),
                listed("slow", "openai", everything("GPT-5")),
                listed("old", "", json!({})),
            ]
        };
        let groups = found(models(), "");
        let groups: Vec<(&str, Vec<&str>)> = groups
            .iter()
            .map(|(title, models)| {
                (title.as_str(), models.iter().map(|model| model.id.as_str()).collect())
            })
            .collect();
        let expected = [
            ("In this browser", vec![PLANNER]),
            ("On the server’s machine: ollama, 127.0.0.1:11434", vec!["llama"]),
            ("On the server’s machine: lab, localhost:9000", vec!["own"]),
            ("openai, api.openai.com:443", vec!["fast", "slow"]),
            ("Behind this server", vec!["old"]),
        ];
        assert_eq!(groups, expected);
        for (search, expected) in [
            ("gpt MINI", vec!["fast"]),
            ("openai", vec!["fast", "slow"]),
            ("", vec![PLANNER, "llama", "own", "fast", "slow", "old"]),
            ("nothing", vec![]),
        ] {
            let groups = found(models(), search);
            let ids: Vec<&str> = groups
                .iter()
                .flat_map(|(_, models)| models)
                .map(|model| model.id.as_str())
                .collect();
            assert_eq!(ids, expected, "{search}");
        }
    }
}
