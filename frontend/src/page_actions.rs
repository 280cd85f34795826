//! What the page's views may have done, each with the object that does it.

use std::rc::Rc;

use app::actions::{Actions, ActionsHandle};

use crate::endpoint;
use crate::function_dialogs::FunctionDialogs;
use crate::open_models::ModelChoice;
use crate::result_actions::Results;
use crate::session_controller::SessionController;
use crate::theme::PageTheme;
use crate::versions::Versions;

/// Returns the actions of a session.
pub(crate) fn of(controller: &SessionController) -> Actions {
    Actions {
        turns: ActionsHandle::new(Rc::new(controller.clone())),
        console: ActionsHandle::new(Rc::new(controller.clone())),
        editors: ActionsHandle::new(Rc::new(controller.clone())),
        sessions: ActionsHandle::new(Rc::new(controller.clone())),
        functions: ActionsHandle::new(Rc::new(FunctionDialogs::new(controller.clone()))),
        endpoint: ActionsHandle::new(endpoint::dialog()),
        corrections: ActionsHandle::new(Rc::new(controller.clone())),
        reruns: ActionsHandle::new(Rc::new(controller.clone())),
        variables: ActionsHandle::new(Rc::new(controller.clone())),
        readings: ActionsHandle::new(Rc::new(controller.clone())),
        models: ActionsHandle::new(Rc::new(ModelChoice::new(controller.clone()))),
        model_menu: ActionsHandle::new(Rc::new(controller.clone())),
        choices: ActionsHandle::new(Rc::new(controller.clone())),
        files: ActionsHandle::new(Rc::new(controller.store.clone())),
        results: ActionsHandle::new(Rc::new(Results::new(
            controller.session,
            controller.host.clone(),
            controller.widgets.clone(),
        ))),
        privacy: ActionsHandle::new(controller.privacy.clone()),
        texts: ActionsHandle::new(controller.texts()),
        versions: ActionsHandle::new(Rc::new(Versions)),
        theme: ActionsHandle::new(Rc::new(PageTheme)),
    }
}
