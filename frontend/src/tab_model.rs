//! A model from a file in this tab: what the menu shows of `web/local_model`, and has it do.

use std::cell::OnceCell;

use app::actions::{Chooser, ModelMenuActions};
use app::session::{PLANNER, Session, TabAct, TabState, exits_summary};
use kernel::EgressProbe;
use kernel::automation::JudgedProbe;
use leptos::prelude::{Update, WithUntracked};
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, closure::Closure};
use wasm_bindgen_futures::JsFuture;

use crate::foreign::local_model::LocalModel;
use crate::foreign::message;
use crate::foreign::page::page;
use crate::open_models::device;
use crate::self_test;
use crate::session_controller::SessionController;

thread_local! {
    static MODULE: OnceCell<LocalModel> = const { OnceCell::new() };
}

impl SessionController {
    /// Shows where the tab is with a model from now on, and looks again for what can be loaded.
    pub(crate) fn show_tab_model(&self) {
        let session = self.session;
        spawn_local(async move {
            // A module of its own, which cannot be loaded if the server is away.
            let Ok(module) = page().local_model().await else { return };
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
                module.delete_copy(&name).await.ok();
                look_for_offers(session, module).await;
            }),
            TabAct::TryExits => {
                say(words::tab_model_trying_every_exit().to_owned(), false);
                spawn_local(async move {
                    if let Some(probes) = tried(&module).await {
                        say(exits_summary(&probes), false);
                    }
                });
            }
        }
    }

    /// Loads the model that was checked, and has it answer.
    async fn load_tab_model(&self, module: &LocalModel) {
        let id = module.load().await.ok().and_then(|id| id.as_string());
        let Some(id) = id else { return };
        // The list has it from now on.
        self.find_models(false).await;
        self.choose(&id);
        module.begin_with(&self.constant(&id));
        self.list_models();
    }

    fn remove_tab_model(&self, module: &LocalModel) {
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
fn watch(session: Session, module: &LocalModel) {
    let told = Closure::<dyn Fn(String)>::new(move |state: String| {
        let state = serde_json::from_str(&state).ok();
        session.tab_model.update(|model| (model.state, model.said) = (state, None));
    });
    let told = told.into_js_value();
    module.watch(told.unchecked_ref());
}

/// Tries every exit of the model's frame and worker; `None` without a model.
async fn tried(module: &LocalModel) -> Option<Vec<JudgedProbe>> {
    let target = self_test::begin().await.ok()?;
    let found = module.try_exits(&target).await.ok()?.as_string()?;
    let probes: Vec<EgressProbe> = serde_json::from_str(&found).ok()?;
    Some(self_test::judge(probes, &target).await)
}

/// Shows which models the operator offers.
async fn look_for_offers(session: Session, module: LocalModel) {
    let offers = module.offers().await.ok().map(String::from);
    let offers = offers.and_then(|offers| serde_json::from_str(&offers).ok()).unwrap_or_default();
    session.tab_model.update(|model| model.offers = offers);
}
