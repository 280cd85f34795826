//! The models of a session: those that are offered, the one that answers, and whether one can be
//! reached.

use analyst::FencedMode;
use app::actions::TurnActions;
use app::session::{ConnectionTest, IN_TAB, LedgerEntry, ListedModel, Model};
use chat::{Delta, Message, Request, Tool, wire};
use futures::future::{Either, select};
use leptos::prelude::{GetUntracked, Set, WithUntracked};
use serde_json::{Value, json};

use crate::cancellation::CancellationToken;
use crate::relay::{self, Follow};
use crate::session_controller::SessionController;
use crate::{clock, endpoint, notices};

/// The longest that a test waits for a model, in milliseconds: one on this machine may have to be
/// loaded first.
const TEST_MS: u32 = 120_000;

/// What a model is asked to test its connection. It has none of the user's data.
const TEST: &str = "Call the tool `ping` once. If you cannot call tools, reply with the word OK.";

impl SessionController {
    /// Asks the relay for its models; the `first` time the default one is chosen, since its
    /// operator wants it used. Later the chosen one stays, unless it is gone.
    pub(crate) async fn find_models(&self, first: bool) {
        let relayed = relay::models().await;
        if relayed.is_none() && !first {
            return;
        }
        let mut offered = relayed.unwrap_or_default();
        let session = self.session;
        let is_known = session
            .models
            .with_untracked(|models| models.iter().any(|model| model.direct && !model.in_tab()));
        if first || !is_known {
            let direct = endpoint::models();
            offered.extend(relay::offered(&direct));
            if first && direct.get("show").is_some() {
                self.connect_endpoint();
            }
        }
        offered.extend(relay::offered(&endpoint::tab_models()));
        let before = self.model();
        let default = offered.iter().position(|model| model.default).unwrap_or(0);
        let mut models = vec![Model::planner()];
        for offered in offered {
            let name = offered.model.name.clone();
            // What the page has found out about a model stays.
            self.fencing.borrow_mut().entry(name).or_insert(offered.fenced);
            models.push(offered.model);
        }
        // Those of the user's endpoint change with its dialog only.
        let known = session.models.get_untracked().into_iter();
        let known = known.filter(|known| {
            known.direct && !known.in_tab() && !models.iter().any(|model| model.name == known.name)
        });
        let known: Vec<Model> = known.collect();
        models.extend(known);
        let default = (default + 1).min(models.len() - 1);
        let kept = models.iter().position(|model| model.name == before.name);
        // The index never points past the list.
        session.model.set(0);
        session.models.set(models);
        session.model.set(kept.filter(|_| !first).unwrap_or(default));
        if kept.is_none() {
            self.say_gone(&before.label);
        }
        self.choose_stored_model();
    }

    /// Chooses the model that the stored session had, if it is offered.
    pub(crate) fn choose_stored_model(&self) {
        let Some(name) = self.recorder.take_model() else { return };
        let offered = self.choose(&name);
        if self.session.models.with_untracked(|models| models.len() == 1) {
            // The relay's models are still to come, and with them the default.
            self.recorder.keep_model(name);
        } else if !offered {
            if name.starts_with(IN_TAB) {
                // Not the server's: what was asked in this tab would leave it.
                self.session.model.set(0);
            }
            self.say_gone(&name);
        }
    }

    /// Chooses the model of this name; returns whether there is one.
    pub(crate) fn choose(&self, name: &str) -> bool {
        let session = self.session;
        let at = session
            .models
            .with_untracked(|models| models.iter().position(|model| model.name == name));
        at.inspect(|at| session.model.set(*at)).is_some()
    }

    /// Returns the body of a request that has only what is the same in every session, for the model
    /// of this name.
    pub(crate) fn constant(&self, model: &str) -> String {
        let fenced = self.fencing.borrow().get(model).copied().unwrap_or(FencedMode::Auto);
        Value::Object(wire::conversation_to_json(&analyst::constant(model, fenced))).to_string()
    }

    fn say_gone(&self, label: &str) {
        let text = words::models_the_model_is_not(&label, &self.model().label);
        notices::notify(self.session, text, true);
    }

    /// Returns the models that are offered now, for scripts.
    pub(crate) async fn listed(&self) -> Vec<ListedModel> {
        self.find_models(false).await;
        let chosen = self.model().name;
        let listed =
            |model: &Model| ListedModel { chosen: model.name == chosen, ..ListedModel::of(model) };
        self.session.models.with_untracked(|models| models.iter().map(listed).collect())
    }

    /// Sends a tiny request to a model.
    pub(crate) async fn test(&self, model: String) -> ConnectionTest {
        let offers_tools = self.fencing.borrow().get(&model) != Some(&FencedMode::Always);
        let tool = Tool {
            name: "ping".to_owned(),
            description: "Tests the connection.".to_owned(),
            parameters: json!({ "type": "object", "properties": {} }),
            strict: None,
        };
        let request = Request {
            model: Some(model),
            messages: vec![Message::user(TEST)],
            tools: Some(tool).filter(|_| offers_tools).into_iter().collect(),
            stream: true,
            ..Request::default()
        };
        let begun = clock::now_ms();
        let (mut first, mut called, mut length, mut used) = (None, false, 0, None);
        let cancellation = CancellationToken::new();
        let recorder = self.recorder.clone();
        let sent = |entry: &LedgerEntry| recorder.sent(None, entry);
        let asked = |models: &Vec<Model>| {
            let model = models.iter().find(|one| Some(&one.name) == request.model.as_ref());
            model
                .map(|model| (model.direct, model.info["insitu"]["price"].clone()))
                .unwrap_or_default()
        };
        let (direct, price) = self.session.models.with_untracked(asked);
        let mut on_delta = |delta: Delta| {
            first.get_or_insert_with(|| clock::now_ms() - begun);
            called |= matches!(delta, Delta::ToolCall { .. });
            if let Delta::Text(text) = &delta {
                length += text.len();
            }
            if let Delta::Usage(usage) = delta {
                used = Some(usage);
            }
            // Nobody reads the rest.
            length < 200
        };
        let follow = Follow { turn: None, sent: &sent, begun: &|_| () };
        let call =
            relay::call(&request, direct, self.session, follow, &cancellation, &mut on_delta);
        let result = match select(Box::pin(call), clock::sleep(TEST_MS)).await {
            Either::Left((result, _)) => result,
            Either::Right(_) => Err(words::models_it_has_not_answered().to_owned()),
        };
        if first.is_some() {
            self.recorder.reply(None, used, &price);
        }
        ConnectionTest { ms: first, called: offers_tools.then_some(called), error: result.err() }
    }
}
