//! Corrections of the conversation: `public/sessions` shows other turns for them.

use app::actions::CorrectionActions;
use app::session::{Asked, Correction, Id, Turn};
use js_sys::Object;
use leptos::prelude::Set;
use leptos::task::spawn_local;

use crate::foreign::{run, set};
use crate::recorder::IMPORT;
use crate::session_controller::SessionController;

impl CorrectionActions for SessionController {
    fn ask_instead(&self, turn: Turn, question: String) {
        let controller = self.clone();
        self.correct(turn, async move {
            run(IMPORT, "showBefore", &[&turn.id.into()]).await?;
            let asked = Asked { of: Some(turn.id), question, ..Asked::default() };
            controller.answer_as(asked).await;
            Ok(())
        });
    }

    fn undo(&self, turn: Turn) {
        self.correct(turn, change("turn-undone", turn.id));
    }

    fn choose_version(&self, turn: Turn, version: Id) {
        self.correct(turn, change("branch-chosen", version));
    }
}

impl SessionController {
    /// Carries out a correction of a turn, unless a turn is under way.
    fn correct(&self, turn: Turn, act: impl Future<Output = Result<(), String>> + 'static) {
        if !self.recorder.may_correct() {
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
}

/// Stores an event that chooses other turns, and shows them.
async fn change(kind: &str, turn: Id) -> Result<(), String> {
    let event = Object::new();
    set(&event, "kind", &kind.into());
    set(&event, "turn", &turn.into());
    run(IMPORT, "changeTurns", &[&event]).await.map(drop)
}
