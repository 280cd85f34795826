//! What a session consists of in the page: its signals, kernel, files and conversation. Knows nothing of turns.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use analyst::{Conversation, FencedMode, Preferences};
use app::session::{Model, Session};
use chat::Effort;
use leptos::prelude::{GetUntracked, WithUntracked};
use wasm_bindgen::JsValue;

use crate::file_store::FileStore;
use crate::foreign::{get, text};
use crate::host::Host;
use crate::planner::Exchange;
use crate::privacy::Privacy;
use crate::recorder::Recorder;
use crate::results::Views;

/// The most steps of a turn that the user may set.
const MAX_STEPS: f64 = 50.0;

/// The state that turns and actions share.
pub(crate) struct SessionState {
    pub(crate) session: Session,
    pub(crate) host: Host,
    pub(crate) views: Views,
    pub(crate) store: FileStore,
    pub(crate) recorder: Recorder,
    pub(crate) conversation: RefCell<Conversation>,
    /// Earlier questions and answers for the planner, whichever model answered.
    pub(crate) exchanges: RefCell<Vec<Exchange>>,
    /// How models call tools, by name, as far as it is known.
    pub(crate) fencing: RefCell<HashMap<String, FencedMode>>,
    /// How the user wants models to be asked: `{temperature, effort, steps, instructions}`, as `public/models` has checked it;
    /// undefined until the user has chosen anything.
    pub(crate) options: RefCell<JsValue>,
    pub(crate) privacy: Rc<Privacy>,
}

impl SessionState {
    /// Returns the model that answers.
    pub(crate) fn model(&self) -> Model {
        let at = self.session.model.get_untracked();
        let model = self.session.models.with_untracked(|models| models.get(at).cloned());
        model.unwrap_or_else(Model::planner)
    }

    /// Returns how the user wants this model to be asked.
    pub(crate) fn preferences(&self, model: &Model) -> Preferences {
        let options = self.options.borrow();
        let effort = Effort::from_word(&text(&options, "effort"));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped before")]
        let whole = |steps: f64| steps.clamp(1.0, MAX_STEPS) as usize;
        Preferences {
            temperature: get(&options, "temperature").as_f64(),
            effort: effort.filter(|_| model.reasoning),
            steps: get(&options, "steps").as_f64().map(whole),
            instructions: text(&options, "instructions"),
        }
    }
}
