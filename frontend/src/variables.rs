//! The list of the interpreter's variables. What the interpreter answers is shown as text only.

use std::rc::Rc;
use std::sync::Arc;

use app::actions::VariableActions;
use app::session::{Variables, variables};
use kernel::Outcome;
use leptos::prelude::{Set, Update, WithUntracked};
use leptos::task::spawn_local;
use text::visible;

use crate::host::Author;
use crate::notices::next_id;
use crate::session_controller::SessionController;

/// Prints the global variables as JSON.
const DESCRIBE: &str = include_str!("variables.py");

impl VariableActions for SessionController {
    fn show_variables(&self) {
        let status = words::variables_asking_python().to_owned();
        let opened = next_id();
        self.session.variables.set(Variables {
            shown: true,
            opened,
            status,
            ..Variables::default()
        });
        self.ask_python(DESCRIBE.to_owned(), |outcome, dialog| {
            let Some(list) = variables::parse(&outcome.stdout, &outcome.variables) else {
                return words::variables_python_did_not_list().to_owned();
            };
            dialog.list = list;
            let none = dialog.list.is_empty();
            if none {
                words::variables_there_are_no_variables()
            } else {
                words::variables_choose_a_name_to()
            }
            .to_owned()
        });
    }

    fn show_variable(&self, name: String) {
        self.ask_python(name.clone(), move |outcome, dialog| {
            let name = visible(&name);
            let Some(index) = outcome.results.iter().position(|result| result.main) else {
                let why =
                    outcome.error.map(|error| format!(": {}", error.name)).unwrap_or_default();
                return words::variables_cannot_be_shown(&name, &why);
            };
            dialog.value = Some((Arc::new(outcome), index));
            words::variables_the_value_of(&name)
        });
    }
}

impl SessionController {
    /// Runs code that is not part of the session, while no turn is under way; `show` shows the
    /// outcome, and returns what is said.
    fn ask_python(
        &self,
        code: String,
        show: impl FnOnce(Outcome, &mut Variables) -> String + 'static,
    ) {
        let controller = self.clone();
        let opened = self.session.variables.with_untracked(|dialog| dialog.opened);
        spawn_local(async move {
            let asked = if controller.recorder.shown_turns().is_some() {
                let asking = controller.clone();
                let run = async move { Ok(asking.run_silently(&code).await) };
                controller.recorder.hold(true, words::variables_python_is_asked_for(), run).await
            } else {
                Err(words::changes_wait_until_the_answer().to_owned())
            };
            controller.session.variables.update(|dialog| {
                // What comes late is not for a dialog that was opened since.
                if dialog.opened != opened || !dialog.shown {
                    return;
                }
                dialog.status = match asked {
                    Ok(outcome) => show(outcome, dialog),
                    Err(why) => why,
                };
            });
        });
    }

    /// Runs code of the page's own.
    pub(crate) async fn run_silently(&self, code: &str) -> Outcome {
        self.run(code, None, Author::Page, None, Rc::new(|_, _| {})).await
    }
}
