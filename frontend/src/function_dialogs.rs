//! What the user does with saved functions in their list, in the dialog in which one is saved, and
//! at steps.

use std::cell::RefCell;
use std::rc::Rc;

use app::actions::{FunctionActions, Place};
use app::session::{Edited, FunctionEdit, FunctionList, Id, Savable, SavedFunction, Session, find};
use futures::future::join;
use leptos::prelude::{GetUntracked, Set, Update, WithUntracked};
use leptos::task::spawn_local;
use text::visible;

use crate::editor::{self, Editor};
use crate::foreign::storage;
use crate::session_controller::SessionController;
use crate::{clock, functions, notices};

/// Where this tab remembers which proposals the user has dismissed.
const KEY: &str = "insitu-dismissed";

/// How long the user pauses before Python reads the source, in milliseconds.
const PAUSE_MS: u32 = 500;

/// The dialogs of a session.
#[derive(Clone)]
pub(crate) struct FunctionDialogs {
    controller: SessionController,
    /// The editor of the source.
    editor: Rc<RefCell<Option<Editor>>>,
}

/// Shows the list.
fn show(session: Session) {
    session.functions.update(|list| {
        list.shown = true;
        list.deleted.clear();
        list.status.clear();
    });
    notices::attempt(session, async { functions::load().await.map(drop) });
}

impl FunctionDialogs {
    /// Returns the dialogs of this session.
    pub(crate) fn new(controller: SessionController) -> Self {
        Self { controller, editor: Rc::default() }
    }

    /// Does something with a function of the list, and says there how it went.
    fn act(
        &self,
        name: &str,
        act: impl AsyncFnOnce(SavedFunction) -> Result<String, String> + 'static,
        done: fn(&mut FunctionList, SavedFunction),
    ) {
        let list = self.controller.session.functions;
        let saved = functions::saved().get_untracked().unwrap_or_default();
        let deleted = list.with_untracked(|list| list.deleted.clone());
        let Some(one) = find(&saved, name).or_else(|| find(&deleted, name)).cloned() else {
            return;
        };
        spawn_local(async move {
            let acted = act(one.clone()).await;
            list.update(|list| match acted {
                Ok(sentence) => {
                    list.status = sentence;
                    list.refocus = Some(one.name.clone());
                    done(list, one);
                }
                Err(why) => list.status = why,
            });
        });
    }

    /// Changes what the dialog shows, if it is still open.
    fn change(&self, number: Id, act: impl FnOnce(&mut FunctionEdit)) {
        self.controller.session.edited_function.update(|edit| {
            if let Some(edit) = edit.as_mut().filter(|edit| edit.number == number) {
                act(edit);
            }
        });
    }

    /// Returns the dialog, while it is open.
    fn edit(&self) -> Option<FunctionEdit> {
        self.controller.session.edited_function.get_untracked()
    }

    fn source(&self) -> String {
        self.editor.borrow().as_ref().map(Editor::code).unwrap_or_default()
    }

    /// Begins a reading in place of one that may be under way; returns the dialog and the reading.
    fn begin_reading(&self) -> Option<(Id, Id)> {
        let (number, reading) = (self.edit()?.number, notices::next_id());
        self.change(number, |edit| edit.reading = reading);
        Some((number, reading))
    }

    /// Shows what Python reads of the source, after a pause.
    fn read(&self, pause: u32) {
        let Some((number, reading)) = self.begin_reading() else { return };
        let is_newest = move |edit: &FunctionEdit| edit.reading == reading;
        let dialogs = self.clone();
        spawn_local(async move {
            if pause > 0 {
                clock::sleep(pause).await;
            }
            if !dialogs.edit().as_ref().is_some_and(is_newest) {
                return;
            }
            let source = dialogs.source();
            let _work = dialogs.controller.work().await;
            let described = functions::describe(&dialogs.controller, &source).await;
            dialogs.change(number, |edit| {
                if !is_newest(edit) {
                    return;
                }
                edit.status = match described {
                    Ok(description) => {
                        let only = description.only().cloned();
                        edit.found = only.as_ref().ok().cloned();
                        only.err().unwrap_or_default()
                    }
                    Err(why) => why,
                };
            });
        });
    }

    /// Saves a source, in place of a function that is saved, and returns the function's name.
    async fn store(
        &self,
        number: Id,
        source: &str,
        instead: Option<SavedFunction>,
    ) -> Result<String, String> {
        let _work = self.controller.work().await;
        let found = functions::expect(&self.controller, source).await?;
        self.change(number, |edit| edit.found = Some(found.clone()));
        let saved = functions::load().await?;
        if let Some(taken) = find(&saved, &found.name)
            && instead.as_ref().is_none_or(|instead| instead.name != taken.name)
        {
            self.change(number, |edit| edit.taken = Some(taken.clone()));
            return Err(words::function_dialogs_there_is_already_a(&taken.name));
        }
        functions::save(&self.controller, &found, instead.as_ref()).await?;
        Ok(found.name)
    }

    /// Opens the editor with the source.
    async fn begin(&self, place: Place, edit: FunctionEdit) -> Result<(), String> {
        let number = edit.number;
        let described = async {
            match &edit.edited {
                Edited::Code { code, .. } => {
                    let _work = self.controller.work().await;
                    functions::describe(&self.controller, code).await
                }
                Edited::Saved(_) => Ok(Default::default()),
            }
        };
        let (described, known) = join(described, functions::known()).await;
        known?;
        let mut begun = edit.clone();
        let (source, is_read) = begun.begin(described);
        let dialogs = self.clone();
        let changed = move || {
            dialogs.change(number, |edit| {
                edit.changed = true;
                // A name that was taken may be another one now.
                edit.taken = None;
            });
            dialogs.read(PAUSE_MS);
        };
        let editor =
            editor::open(&place, (&source, words::function_dialogs_the_source_of_the()), changed)
                .await?;
        if self.edit().is_none_or(|edit| edit.number != number) {
            editor.destroy();
            return Ok(());
        }
        self.change(number, |edit| *edit = begun);
        editor.focus();
        self.editor.replace(Some(editor));
        if is_read {
            self.read(0);
        }
        Ok(())
    }
}

impl FunctionActions for FunctionDialogs {
    fn show_functions(&self) {
        show(self.controller.session);
    }

    fn close_functions(&self) {
        self.controller.session.functions.update(|list| list.shown = false);
    }

    fn delete_function(&self, name: &str) {
        let act = async |one: SavedFunction| {
            functions::remove(&one.name).await?;
            let name = visible(&one.name);
            Ok(words::function_dialogs_is_deleted_until_you(&name))
        };
        self.act(name, act, |list, one| {
            list.deleted.retain(|other| other.name != one.name);
            list.deleted.push(one);
        });
    }

    fn restore_function(&self, name: &str) {
        let act = async |one: SavedFunction| {
            functions::restore(&one).await?;
            Ok(words::function_dialogs_is_saved_again(&visible(&one.name)))
        };
        self.act(name, act, |list, one| list.deleted.retain(|other| other.name != one.name));
    }

    fn read_proposals(&self) {
        self.controller.session.functions.update(|list| list.dismissed = dismissed());
        spawn_local(async { drop(functions::known().await) });
    }

    fn dismiss_proposal(&self, step: Id, of: &Savable, name: &str) {
        self.controller.session.functions.update(|list| {
            list.dismissed = dismissed();
            list.dismiss(step, of, name);
            let marks = serde_json::to_string(&list.dismissed).unwrap_or_default();
            // If it cannot be kept, it is proposed again.
            storage::write(storage::tab(), KEY, &marks).ok();
        });
    }

    fn edit_function(&self, edited: Edited) {
        self.controller
            .session
            .edited_function
            .set(Some(FunctionEdit::new(edited, notices::next_id())));
    }

    fn show_source(&self, place: Place) {
        let Some(edit) = self.edit() else { return };
        let dialogs = self.clone();
        spawn_local(async move {
            let number = edit.number;
            if let Err(why) = dialogs.begin(place, edit).await {
                dialogs.change(number, |edit| edit.status = why);
            }
        });
    }

    fn choose_function(&self, name: &str) {
        let Some(edit) = self.edit() else { return };
        if let (Some(editor), Some(one)) =
            (self.editor.borrow().as_ref(), edit.choices.iter().find(|one| one.name == name))
        {
            editor.set(&one.source);
        }
        self.change(edit.number, |edit| edit.taken = None);
        self.read(0);
    }

    fn save_function(&self) {
        let Some((number, _)) = self.begin_reading() else { return };
        self.change(number, |edit| {
            edit.ready = false;
            edit.status = words::function_dialogs_saving().to_owned();
        });
        // Of this dialog: another one may be open by the time that Python has read the source.
        let (source, instead) =
            (self.source(), self.edit().and_then(|edit| edit.instead().cloned()));
        let dialogs = self.clone();
        spawn_local(async move {
            let stored = dialogs.store(number, &source, instead).await;
            dialogs.change(number, |edit| {
                edit.ready = true;
                match stored {
                    Ok(name) => edit.saved = Some(name),
                    Err(why) => edit.status = why,
                }
            });
        });
    }

    fn end_edit(&self) {
        let session = self.controller.session;
        if let Some(editor) = self.editor.take() {
            editor.destroy();
        }
        let Some(edit) = self.edit() else { return };
        session.edited_function.set(None);
        let Some(name) = edit.saved else { return };
        session.functions.update(|list| match edit.edited {
            Edited::Code { step: Some(step), .. } => list.kept.push((step, name)),
            _ => list.status = words::function_dialogs_is_saved(&visible(&name)),
        });
    }
}

/// Returns the proposals that the user has dismissed in this tab.
fn dismissed() -> Vec<String> {
    let marks = storage::read(storage::tab(), KEY).unwrap_or_default();
    serde_json::from_str(&marks).unwrap_or_default()
}
