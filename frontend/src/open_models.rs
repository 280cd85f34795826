//! Open models, in this browser: which there are, having the server fetch one, and having it loaded
//! by `web/local_model`.
//!
//! The state is the session's signal, so that closing the dialog or showing another session ends
//! nothing.

use app::actions::ModelActions;
use app::session::{Session, Stage};
use gloo_net::http::{Method, RequestBuilder};
use leptos::prelude::{Update, WithUntracked};
use leptos::task::spawn_local;
use providers::open_models::{Device, Listing};
use serde_json::{Value, json};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::JsFuture;

use crate::foreign::device::{Navigator, is_isolated};
use crate::foreign::local_model::LocalModel;
use crate::foreign::page::page;
use crate::foreign::{gloo_message, message, window};
use crate::session_controller::SessionController;
use crate::{clock, notices, relay};

/// The list, relative to the document.
const LIST: &str = "./models/open.json";
/// Where a fetch is begun and ended.
const FETCH: &str = "./models/fetch";
/// How long between two looks at a fetch, in milliseconds.
const LOOK_MS: u32 = 500;

/// The actions with models.
pub(crate) struct ModelChoice(SessionController);

impl ModelChoice {
    /// Returns the actions of a session.
    pub(crate) fn new(controller: SessionController) -> Self {
        Self(controller)
    }

    fn session(&self) -> Session {
        self.0.session
    }

    /// Runs what may fail; the dialog says why.
    fn attempt(&self, act: impl AsyncFnOnce(SessionController) -> Result<(), String> + 'static) {
        let controller = self.0.clone();
        let session = self.session();
        session.open_models.update(|state| state.problem.clear());
        spawn_local(async move {
            if let Err(problem) = act(controller).await {
                session.open_models.update(|state| {
                    state.stage = Stage::Choosing;
                    state.problem = problem;
                });
            }
        });
    }
}

impl ModelActions for ModelChoice {
    fn choose_model(&self, name: &str) {
        self.0.choose(name);
    }

    fn show_open_models(&self) {
        self.session().open_models.update(|state| {
            state.shown = true;
            state.device = device();
            state.exported = relay::is_static();
        });
        self.attempt(async |controller| {
            let listing = look(controller.session).await?;
            // Begun by an earlier load of the page, or in another tab.
            let idle = controller
                .session
                .open_models
                .with_untracked(|state| state.stage == Stage::Choosing);
            if let Some(fetching) = listing.fetching.filter(|_| idle) {
                set(controller.session, Stage::Fetching(fetching.name.clone(), fetching.bytes));
                return follow(&controller, &fetching.name).await;
            }
            Ok(())
        });
    }

    fn use_open_model(&self, name: &str) {
        let name = name.to_owned();
        let there = self.session().open_models.with_untracked(|state| {
            state.listing.find(&name).is_some_and(|listed| listed.modified.is_some())
        });
        self.attempt(async move |controller| {
            if there {
                return load(&controller, &name).await;
            }
            set(controller.session, Stage::Fetching(name.clone(), 0));
            send(Method::POST, &json!({ "name": name }).to_string()).await?;
            follow(&controller, &name).await
        });
    }

    fn cancel_open_model(&self) {
        let stage = self.session().open_models.with_untracked(|state| state.stage.clone());
        set(self.session(), Stage::Choosing);
        self.attempt(async move |controller| {
            if matches!(stage, Stage::Fetching(..)) {
                send(Method::DELETE, "{}").await?;
            } else {
                local_model().await?.remove();
            }
            look(controller.session).await.map(drop)
        });
    }

    fn close_open_models(&self) {
        self.session().open_models.update(|state| state.shown = false);
    }
}

/// Shows what is under way.
fn set(session: Session, stage: Stage) {
    session.open_models.update(|state| state.stage = stage);
}

/// Asks which models there are, and shows them.
async fn look(session: Session) -> Result<Listing, String> {
    let failed = |_| words::open_models_the_list_of_open().to_owned();
    let text = async {
        let response: web_sys::Response =
            JsFuture::from(window().fetch_with_str(LIST)).await?.unchecked_into();
        JsFuture::from(response.text()?).await
    };
    let text = text.await.map_err(failed)?.as_string().unwrap_or_default();
    let mut listing: Listing = serde_json::from_str(&text).map_err(|_| failed(JsValue::NULL))?;
    if relay::is_static() {
        // An operator may have put a file there after the export.
        for listed in listing.models.iter_mut().filter(|listed| listed.modified.is_none()) {
            #[expect(clippy::cast_precision_loss, reason = "no file has so many bytes")]
            let bytes = listed.model.bytes as f64;
            let there = local_model().await?.is_there(&listed.model.file, bytes).await;
            let there = there.map_err(|thrown| message(&thrown))?;
            listed.modified = there.is_truthy().then_some(0);
        }
    }
    session.open_models.update(|state| state.listing = listing.clone());
    Ok(listing)
}

/// Waits until the server has a model, and loads it then. Ends if the user cancels it.
async fn follow(controller: &SessionController, name: &str) -> Result<(), String> {
    let session = controller.session;
    loop {
        clock::sleep(LOOK_MS).await;
        let listing = look(session).await?;
        let wanted = session.open_models.with_untracked(
            |state| matches!(&state.stage, Stage::Fetching(fetching, _) if fetching == name),
        );
        if !wanted {
            return Ok(());
        }
        match listing.fetching {
            Some(fetching) if fetching.name == name => {
                set(session, Stage::Fetching(fetching.name, fetching.bytes))
            }
            _ => {
                if let Some(problem) = listing.problem.filter(|problem| problem.name == name) {
                    return Err(problem.text);
                }
                break;
            }
        }
    }
    let there = session.open_models.with_untracked(|state| {
        state.listing.find(name).is_some_and(|listed| listed.modified.is_some())
    });
    if there {
        return load(controller, name).await;
    }
    // Cancelled in another tab.
    set(session, Stage::Choosing);
    Ok(())
}

/// Has a model that is there answer.
async fn load(controller: &SessionController, name: &str) -> Result<(), String> {
    let session = controller.session;
    let Some(listed) =
        session.open_models.with_untracked(|state| state.listing.find(name).cloned())
    else {
        return Ok(());
    };
    let model = listed.model;
    set(session, Stage::Reading(name.to_owned(), 0));
    let file = json!({
        "name": model.file, "bytes": model.bytes, "modified": listed.modified, "sha256": model.sha256,
    });
    let named = name.to_owned();
    let said = Closure::<dyn Fn(String, f64, f64)>::new(move |is: String, come: f64, _| {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it is a count"
        )]
        let come = come as u64;
        match is.as_str() {
            "downloading" | "comparing" => set(session, Stage::Reading(named.clone(), come)),
            "checking" | "checked" | "loading" => set(session, Stage::Loading(named.clone())),
            // Its end is the result's.
            _ => {}
        }
    });
    let module = local_model().await?;
    let id = module.use_file(&file.to_string(), said.as_ref().unchecked_ref()).await;
    let id = id.map_err(|thrown| message(&thrown))?;
    set(session, Stage::Choosing);
    let Some(id) = id.as_string() else { return Ok(()) };
    // The list has it from now on.
    controller.find_models(false).await;
    if controller.choose(&id) {
        module.begin_with(&controller.constant(&id));
        let text = words::open_models_answers_now_in_this(&model.label);
        session.open_models.update(|state| state.shown = false);
        notices::notify(session, text, false);
    }
    Ok(())
}

async fn local_model() -> Result<LocalModel, String> {
    page().local_model().await.map_err(|thrown| message(&thrown))
}

/// Sends a request about a fetch.
async fn send(method: Method, body: &str) -> Result<(), String> {
    let request = RequestBuilder::new(FETCH).method(method);
    let request = request.header("content-type", "application/json").body(body);
    let response = async { request?.send().await }.await.map_err(gloo_message)?;
    if response.ok() {
        return Ok(());
    }
    let answer: Value = response.json().await.unwrap_or_default();
    let said = answer["error"]["message"].as_str();
    Err(said.unwrap_or(words::open_models_the_server_does_not()).to_owned())
}

/// Returns what the browser says of this machine.
pub(crate) fn device() -> Device {
    let navigator: Navigator = window().navigator().unchecked_into();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is a count")]
    let cores = navigator.hardware_concurrency() as u32;
    Device {
        memory: navigator.device_memory().map(|gibibytes| gibibytes * 1_073_741_824.0),
        cores,
        shared: is_isolated(),
    }
}
