//! What a session consists of in the page: its signals, kernel, files and conversation. Knows
//! nothing of turns.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use analyst::{Conversation, FencedMode, Preferences};
use app::session::{MAX_STEPS, Model, Session, Settings};
use leptos::prelude::{GetUntracked, WithUntracked};

use crate::code_help::CodeHelp;
use crate::comparer::Comparer;
use crate::file_store::FileStore;
use crate::host::Host;
use crate::planner::Exchange;
use crate::privacy::Privacy;
use crate::recorder::Recorder;
use crate::results::Widgets;

/// The state that turns and actions share.
pub(crate) struct SessionState {
    pub(crate) session: Session,
    pub(crate) host: Host,
    pub(crate) widgets: Widgets,
    pub(crate) store: FileStore,
    pub(crate) recorder: Recorder,
    pub(crate) comparer: Comparer,
    pub(crate) conversation: RefCell<Conversation>,
    /// Earlier questions and answers for the planner, whichever model answered.
    pub(crate) exchanges: RefCell<Vec<Exchange>>,
    /// How models call tools, by name, as far as it is known.
    pub(crate) fencing: RefCell<HashMap<String, FencedMode>>,
    pub(crate) privacy: Rc<Privacy>,
    /// What editors ask the interpreter, once one was opened.
    pub(crate) help: OnceCell<CodeHelp>,
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
        let Settings { temperature, effort, steps, instructions } =
            self.session.settings.get_untracked().unwrap_or_default();
        let steps = steps.map(|steps| steps.clamp(1, MAX_STEPS) as usize);
        Preferences { temperature, effort: effort.filter(|_| model.reasoning), steps, instructions }
    }
}
