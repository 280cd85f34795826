//! What a stored session has the page do: [`Program`] by the session's controller.

use app::actions::{ConsoleActions, TurnActions};
use app::session::Doing;
use futures::FutureExt;
use futures::future::LocalBoxFuture;
use kernel::activity::Task;
use leptos::task::spawn_local;
use wasm_bindgen::JsValue;

use crate::session_controller::SessionController;
use crate::stored::{Program, Shown};
use crate::{activity, open_sessions};

/// The functions for a session.
pub(crate) struct SessionProgram(pub(crate) SessionController);

impl Program for SessionProgram {
    fn show(&self) {
        open_sessions::show(&self.0);
    }

    fn set_asleep(&self, asleep: bool) {
        self.0.host.set_asleep(asleep);
    }

    fn stop(&self) {
        TurnActions::stop(&self.0);
    }

    fn begin_another(&self) {
        open_sessions::begin_another();
    }

    fn doing(&self) -> Doing {
        self.0.doing()
    }

    fn compared(&self) -> LocalBoxFuture<'static, ()> {
        let comparer = self.0.comparer.clone();
        async move { comparer.settled().await }.boxed_local()
    }

    fn turns_changed(&self, own: bool) {
        self.0.recorder.show_log(own);
        self.0.list_console();
    }

    fn follow(&self, shown: Shown) {
        let controller = self.0.clone();
        let doing = activity::begin(controller.session, Task::Restoring);
        let mut showing = Box::pin(async move {
            let _doing = doing;
            let _no_turn = controller.no_turn().await;
            controller.show(shown).await;
        });
        // It begins now: a turn that is asked next waits until the session is shown.
        if (&mut showing).now_or_never().is_none() {
            spawn_local(showing);
        }
    }

    fn insitu(&self) -> JsValue {
        self.0.insitu()
    }
}
