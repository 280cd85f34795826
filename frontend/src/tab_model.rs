//! A model from a file in this tab: what the menu shows of `public/local_model`, and has it do.

use std::cell::OnceCell;

use app::actions::{Chooser, ModelMenuActions};
use app::session::{PLANNER, Session, TabAct, TabState, exits_summary};
use automation::JudgedProbe;
use js_sys::{Function, Promise};
use leptos::prelude::{Update, WithUntracked};
use leptos::task::spawn_local;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::JsFuture;
use web_sys::HtmlInputElement;

use crate::endpoint::TAB;
use crate::foreign::{message, module};
use crate::open_models::device;
use crate::session_controller::SessionController;

#[wasm_bindgen]
extern "C" {
    /// The module; `public/local_model/main.js` describes its functions. What picks or opens files
    /// is called in the click.
    #[derive(Clone)]
    type TabModule;

    #[wasm_bindgen(method)]
    fn watch(this: &TabModule, told: &Function);

    #[wasm_bindgen(method, js_name = lastModel)]
    fn last_model(this: &TabModule) -> Promise;

    #[wasm_bindgen(method)]
    fn offers(this: &TabModule) -> Promise;

    #[wasm_bindgen(method)]
    fn choose(this: &TabModule, input: &HtmlInputElement) -> Promise;

    #[wasm_bindgen(method, js_name = chooseLast)]
    fn choose_last(this: &TabModule) -> Promise;

    #[wasm_bindgen(method)]
    fn forget(this: &TabModule) -> Promise;

    #[wasm_bindgen(method)]
    fn get(this: &TabModule, name: &str) -> Promise;

    #[wasm_bindgen(method, js_name = deleteCopy)]
    fn delete_copy(this: &TabModule, name: &str) -> Promise;

    #[wasm_bindgen(method)]
    fn load(this: &TabModule) -> Promise;

    #[wasm_bindgen(method, js_name = beginWith)]
    fn begin_with(this: &TabModule, body: &str);

    #[wasm_bindgen(method)]
    fn remove(this: &TabModule);

    #[wasm_bindgen(method, js_name = tryExits)]
    fn try_exits(this: &TabModule) -> Promise;
}

thread_local! {
    static MODULE: OnceCell<TabModule> = const { OnceCell::new() };
}

impl SessionController {
    /// Shows where the tab is with a model from now on, and looks again for what can be loaded.
    pub(crate) fn show_tab_model(&self) {
        let session = self.session;
        spawn_local(async move {
            // A module of its own, which cannot be loaded where the server is away.
            let Ok(module) = module(TAB).await else { return };
            let module: TabModule = module.unchecked_into();
            if session.tab_model.with_untracked(|model| model.state.is_none()) {
                session.tab_model.update(|model| model.memory = device().memory);
                watch(session, &module);
                MODULE.with(|known| known.set(module.clone()).ok());
            }
            session.tab_model.update(|model| {
                if matches!(model.state, Some(TabState::None { .. })) {
                    model.said = None;
                }
            });
            let last = module.last_model();
            spawn_local(look_for_offers(session, module));
            let last = JsFuture::from(last).await.ok().and_then(|label| label.as_string());
            session.tab_model.update(|model| model.last = last);
        });
    }

    /// Does something with the model.
    pub(crate) fn act_on_tab(&self, act: TabAct, chooser: &Chooser) {
        let Some(module) = MODULE.with(|module| module.get().cloned()) else { return };
        let (controller, session) = (self.clone(), self.session);
        let say = move |words: String, problem| {
            session.tab_model.update(|model| model.said = Some((words, problem)));
        };
        match act {
            TabAct::Choose => drop(module.choose(chooser)),
            TabAct::Get(name) => drop(module.get(&name)),
            TabAct::Load => spawn_local(async move { controller.load_tab_model(&module).await }),
            TabAct::Cancel | TabAct::Remove => self.remove_tab_model(&module),
            TabAct::Again => {
                let chosen = module.choose_last();
                spawn_local(async move {
                    match JsFuture::from(chosen).await {
                        Ok(_) => controller.load_tab_model(&module).await,
                        Err(thrown) => say(message(&thrown), true),
                    }
                });
            }
            TabAct::Forget => {
                session.tab_model.update(|model| model.last = None);
                drop(module.forget());
            }
            TabAct::ForgetCopy(name) => spawn_local(async move {
                drop(JsFuture::from(module.delete_copy(&name)).await);
                look_for_offers(session, module).await;
            }),
            TabAct::TryExits => {
                say("Trying every exit".to_owned(), false);
                spawn_local(async move {
                    let found = JsFuture::from(module.try_exits()).await.ok();
                    let found = found.and_then(|probes| probes.as_string());
                    if let Some(probes) =
                        found.and_then(|json| serde_json::from_str::<Vec<JudgedProbe>>(&json).ok())
                    {
                        say(exits_summary(&probes), false);
                    }
                });
            }
        }
    }

    /// Loads the model that was checked, and has it answer.
    async fn load_tab_model(&self, module: &TabModule) {
        let id = JsFuture::from(module.load()).await.ok().and_then(|id| id.as_string());
        let Some(id) = id else { return };
        // The list has it from now on.
        self.find_models(false).await;
        self.choose(&id);
        module.begin_with(&self.constant(&id));
        self.list_models();
    }

    fn remove_tab_model(&self, module: &TabModule) {
        let loaded = self.session.tab_model.with_untracked(|model| match &model.state {
            Some(TabState::Ready { id, .. }) => Some(id.clone()),
            _ => None,
        });
        // Not the server's default: what was chosen to stay here would leave.
        if loaded.is_some_and(|id| id == self.model().name) {
            self.choose(PLANNER);
        }
        module.remove();
        self.list_models();
    }
}

/// Has a session show each change.
fn watch(session: Session, module: &TabModule) {
    let told = Closure::<dyn Fn(String)>::new(move |state: String| {
        let state = serde_json::from_str(&state).ok();
        session.tab_model.update(|model| (model.state, model.said) = (state, None));
    });
    let told = told.into_js_value();
    module.watch(told.unchecked_ref());
}

/// Shows which models the operator offers.
async fn look_for_offers(session: Session, module: TabModule) {
    let offers: Option<JsValue> = JsFuture::from(module.offers()).await.ok();
    let offers = offers.and_then(|offers| offers.as_string());
    let offers = offers.and_then(|offers| serde_json::from_str(&offers).ok()).unwrap_or_default();
    session.tab_model.update(|model| model.offers = offers);
}
