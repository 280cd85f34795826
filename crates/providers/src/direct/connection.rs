//! The endpoint that is connected, as tab and browser remember it: everything but its key.

use serde_json::{Value, json};

use super::address::{Address, Split};
use crate::Wire;

/// A model of the endpoint that the user chose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chosen {
    /// The endpoint's name of it.
    pub id: String,
    /// Whether it sees images.
    pub images: bool,
    /// Whether it writes its code as text, since it cannot call tools.
    pub fenced: bool,
    /// How many tokens it can read, if the endpoint says so.
    pub window: Option<u64>,
}

/// The endpoint that is connected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connection {
    /// The format of requests to it.
    pub kind: Wire,
    /// Where it is.
    pub address: Address,
    /// The models that the user chose, the last one last.
    pub models: Vec<Chosen>,
    /// Whether it needs no key.
    pub keyless: bool,
}

impl Connection {
    /// Returns an endpoint of which no model is chosen yet.
    pub fn new(kind: Wire, address: Address) -> Self {
        Self { kind, address, models: Vec::new(), keyless: false }
    }

    /// Reads what was remembered; `None` if it is not an endpoint that the page may ask.
    pub fn from_json(text: &str, split: impl Fn(&str) -> Option<Split>) -> Option<Self> {
        let stored: Value = serde_json::from_str(text).ok()?;
        let is = |value: &Value| value.as_bool().unwrap_or_default();
        let model = |model: &Value| {
            Some(Chosen {
                id: model["id"].as_str()?.to_owned(),
                images: is(&model["images"]),
                fenced: is(&model["fenced"]),
                window: model["window"].as_u64(),
            })
        };
        Some(Self {
            kind: Wire::from_word(stored["kind"].as_str()?)?,
            address: Address::parse(stored["base"].as_str()?, split).ok()?,
            models: stored["models"].as_array()?.iter().filter_map(model).collect(),
            keyless: is(&stored["keyless"]),
        })
    }

    /// Returns the encrypted key that was remembered with an endpoint, if one was.
    pub fn sealed_key(text: &str) -> Option<Value> {
        let stored: Value = serde_json::from_str(text).ok()?;
        let is_ours = stored["version"] == 1 && stored["key"]["data"].is_string();
        is_ours.then(|| stored["key"].clone())
    }

    /// Returns what is remembered of it; with its encrypted key, if that is given.
    pub fn to_json(&self, sealed: Option<Value>) -> String {
        let model = |Chosen { id, images, fenced, window }: &Chosen| json!({ "id": id, "images": images, "fenced": fenced, "window": window });
        let mut stored = json!({
            "kind": self.kind.word(), "base": self.address.base, "keyless": self.keyless,
            "models": self.models.iter().map(model).collect::<Vec<_>>(),
        });
        if let Some(key) = sealed {
            stored["version"] = 1.into();
            stored["key"] = key;
        }
        stored.to_string()
    }

    /// Returns what its key belongs to: the key is for no other endpoint.
    pub fn bound(&self) -> String {
        format!("{} {}", self.kind.word(), self.address.base)
    }

    /// Returns the id of a model among all models: unlike any of the server's, since it begins with
    /// the host.
    pub fn id_of(&self, model: &str) -> String {
        format!("{}/{model}", self.address.host)
    }

    /// Returns the model of that id.
    pub fn find(&self, id: &str) -> Option<&Chosen> {
        self.models.iter().find(|model| self.id_of(&model.id) == id)
    }

    /// Returns the same with a model, which is the last one.
    #[must_use]
    pub fn with(self, model: Chosen) -> Self {
        let mut with = self.without(&model.id);
        with.models.push(model);
        with
    }

    /// Returns the same without a model.
    #[must_use]
    pub fn without(mut self, model: &str) -> Self {
        self.models.retain(|one| one.id != model);
        self
    }

    /// Returns its models in the form of `/v1/models`.
    pub fn listed(&self) -> Value {
        let Address { host, local, .. } = &self.address;
        let model = |Chosen { id, images, fenced, window }: &Chosen| {
            json!({
                "id": self.id_of(id),
                "object": "model",
                "created": 0,
                "owned_by": host,
                "insitu": {
                    "label": id,
                    "provider": host,
                    "host": host,
                    "default": false,
                    "local": local,
                    "direct": true,
                    "tools": fenced.then_some(false),
                    "images": images,
                    "reasoning": false,
                    "structured": null,
                    "fenced": if *fenced { "always" } else { "auto" },
                    "window": window,
                    "max_output": null,
                    "parameters": null,
                    "price": null,
                },
            })
        };
        json!({ "object": "list", "data": self.models.iter().map(model).collect::<Vec<_>>() })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::super::address::tests::split;
    use super::*;

    fn connection() -> Connection {
        let address = Address::parse("http://localhost:11434/v1", split).unwrap();
        let model = |id: &str| Chosen {
            id: id.to_owned(),
            images: true,
            fenced: false,
            window: Some(8192),
        };
        Connection::new(Wire::ChatCompletions, address).with(model("a")).with(model("b"))
    }

    #[test]
    fn what_is_remembered_is_read_again() {
        let sealed = json!({ "iterations": 600_000, "salt": "a", "iv": "b", "data": "c" });
        let plain = connection().to_json(None);
        let kept = connection().to_json(Some(sealed.clone()));
        for text in [&plain, &kept] {
            assert_eq!(Connection::from_json(text, split), Some(connection()));
        }
        assert_eq!(
            (Connection::sealed_key(&plain), Connection::sealed_key(&kept)),
            (None, Some(sealed))
        );
    }

    #[test]
    fn what_is_stored_and_no_connection_is_ignored() {
        for text in [
            "",
            "{",
            "null",
            "[]",
            r#"{"base":"https://a.example"}"#,
            r#"{"kind":"anthropic","base":"http://evil.example","models":[]}"#,
            r#"{"kind":"other","base":"https://a.example","models":[]}"#,
        ] {
            assert_eq!(
                (Connection::from_json(text, split), Connection::sealed_key(text)),
                (None, None),
                "{text}"
            );
        }
        assert_eq!(Connection::sealed_key(r#"{"version":2,"key":{"data":"a"}}"#), None);
    }

    #[test]
    fn a_key_belongs_to_kind_and_address() {
        assert_eq!(connection().bound(), "chat-completions http://localhost:11434/v1");
    }

    #[test]
    fn the_model_that_was_chosen_last_is_the_last_and_each_is_there_once() {
        let ids = |connection: Connection| -> Vec<String> {
            connection.models.into_iter().map(|model| model.id).collect()
        };
        let again = Chosen { id: "a".to_owned(), ..Chosen::default() };
        assert_eq!(ids(connection().with(again)), ["b", "a"]);
        assert_eq!(ids(connection().without("a")), ["b"]);
    }

    #[test]
    fn models_are_listed_under_the_host() {
        let connection = connection();
        let list = connection.listed();
        let first = &list["data"][0];
        assert_eq!(first["id"], "localhost:11434/a");
        assert_eq!(connection.find("localhost:11434/a").map(|model| model.id.as_str()), Some("a"));
        assert_eq!(connection.find("a"), None);
        let about = &first["insitu"];
        assert_eq!(
            [
                &about["label"],
                &about["local"],
                &about["direct"],
                &about["tools"],
                &about["fenced"],
                &about["window"]
            ],
            [&json!("a"), &json!(true), &json!(true), &Value::Null, &json!("auto"), &json!(8192)]
        );
    }
}
