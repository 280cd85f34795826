//! The models that a user can choose from, and which of them stay in the browser.

/// How the ids of models that run in this tab begin.
pub const IN_TAB: &str = "this tab/";

/// The address of requests to them, in the ledger: they stay in the browser.
pub const HERE: &str = "this tab";

/// The name of the built-in planner.
pub const PLANNER: &str = "Built-in planner";

/// A model that can be chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Its id.
    pub name: String,
    /// Its name as shown.
    pub label: String,
    /// Whether it is the built-in planner, for which nothing leaves the browser.
    pub builtin: bool,
    /// Whether it understands pictures.
    pub images: bool,
    /// Whether it is one of an endpoint that the page asks by itself, without this server.
    pub direct: bool,
    /// Whether it can think before it answers.
    pub reasoning: bool,
    /// All that is known of it, in the form of an item of `GET /v1/models`.
    pub info: serde_json::Value,
}

impl Model {
    /// Returns whether it runs in this tab, from the user's file (`web/local_model`). No
    /// host has a space, so that no id of an endpoint begins like this.
    pub fn in_tab(&self) -> bool {
        self.direct && self.name.starts_with(IN_TAB)
    }

    /// Returns whether nothing leaves the browser when it is asked.
    pub fn stays(&self) -> bool {
        self.builtin || self.in_tab()
    }

    /// Returns the built-in planner.
    pub fn planner() -> Self {
        let name = PLANNER.to_owned();
        let info = serde_json::Value::Null;
        Self {
            label: name.clone(),
            name,
            builtin: true,
            images: false,
            reasoning: false,
            direct: false,
            info,
        }
    }
}
