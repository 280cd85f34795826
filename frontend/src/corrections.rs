//! Corrections of the conversation: other turns of the session are shown for them, in a fresh
//! interpreter.

use std::collections::HashSet;

use app::actions::CorrectionActions;
use app::session::{Asked, Correction, Id, Turn};
use leptos::prelude::Set;
use leptos::task::spawn_local;
use session::log::Body;

use crate::session_controller::SessionController;

impl CorrectionActions for SessionController {
    fn ask_instead(&self, turn: Turn, question: String) {
        let controller = self.clone();
        self.correct(turn, async move {
            controller.show_before(turn.id).await?;
            let asked = Asked { of: Some(turn.id), question, ..Asked::default() };
            controller.answer_as(asked).await;
            Ok(())
        });
    }

    fn undo(&self, turn: Turn) {
        self.correct(turn, self.clone().choose_turns(Body::TurnUndone { turn: turn.id }));
    }

    fn choose_version(&self, turn: Turn, version: Id) {
        self.correct(turn, self.clone().choose_turns(Body::BranchChosen { turn: version }));
    }
}

impl SessionController {
    /// Carries out a correction of a turn, unless a turn is under way.
    fn correct(&self, turn: Turn, act: impl Future<Output = Result<(), String>> + 'static) {
        if self.recorder.shown_turns().is_none() {
            turn.correction.set(Some(Correction::Refused));
            return;
        }
        turn.correction.set(Some(Correction::Begun));
        spawn_local(async move {
            if let Err(why) = act.await {
                turn.correction.set(Some(Correction::Failed(why)));
            }
        });
    }

    /// Shows the turns before one, in a fresh interpreter, for another version of it.
    ///
    /// # Errors
    /// A sentence for the user.
    pub(crate) async fn show_before(&self, turn: Id) -> Result<(), String> {
        let shown = self.clone();
        let before = async move {
            shown.restart().await?;
            shown.show_turns(Some(turn), false, &HashSet::new()).await
        };
        self.recorder.hold(false, words::corrections_python_is_restarting_to(), before).await
    }

    /// Stores an event that chooses other turns, and shows them.
    ///
    /// # Errors
    /// A sentence for the user.
    pub(crate) async fn choose_turns(self, chosen: Body) -> Result<(), String> {
        let controller = self.clone();
        let act = async move {
            controller.restart().await?;
            controller.recorder.turns_chosen(chosen);
            controller.recorder.all_stored().await;
            controller.show_turns(None, false, &HashSet::new()).await
        };
        self.recorder.hold(false, words::corrections_python_is_restarting_to(), act).await
    }

    /// Shows the turns of the log, see [`SessionLog::shown_again`](app::session::stored::SessionLog::shown_again).
    ///
    /// # Errors
    /// A sentence for the user.
    pub(crate) async fn show_turns(
        &self,
        before: Option<Id>,
        complete: bool,
        changed: &HashSet<Id>,
    ) -> Result<(), String> {
        if !self.recorder.is_own() {
            return Ok(());
        }
        let read = self.recorder.log().shown_again(before, complete, changed);
        let why = if changed.is_empty() {
            words::corrections_other_questions_of_this()
        } else {
            words::corrections_python_was_started_afresh()
        };
        self.recorder.show(read, why).await
    }
}
