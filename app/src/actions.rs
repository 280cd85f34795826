//! The actions of a user on the page that need the browser's side, as the views call them: one
//! trait for each kind of work, so that a view asks for what it uses.

use std::pin::Pin;
use std::rc::Rc;

use kernel::{FileRef, Key};
use leptos::{ev, html, prelude::*};
use providers::{Wire, direct::Chosen};
use serde_json::Value;

use crate::session::{
    AgreedModel, Asked, Bar, Choice, Edited, EditedRun, ExportForm, Id, ModelTest, ReadingChange,
    Savable, TabAct, TableId, Theme, Turn, Verdict, WheelVerdict,
};

/// An element that the browser's side fills.
pub type Place = <html::Div as html::ElementType>::Output;

/// A file input.
pub type Chooser = <html::Input as html::ElementType>::Output;

/// A field that a secret is typed in, which only the browser's side reads.
pub type SecretField = <html::Input as html::ElementType>::Output;

/// Turns, and the kernel that runs their code.
pub trait TurnActions {
    /// Asks a question.
    fn ask(&self, text: String);
    /// Ends the turn under way, whatever it is doing.
    fn stop(&self);
    /// Runs the code of the lost interpreter again.
    fn run_again(&self);
    /// Answers code that asks for a line; `None` if the user enters none.
    fn answer_line(&self, line: Option<String>);
    /// Starts a fresh kernel; variables are lost, files stay.
    fn restart(&self);
    /// Puts the runtime's packages into the session.
    fn list_packages(&self);
    /// Saves what the page has done lately, as types, times, counts and states.
    fn save_diagnostics(&self);
    /// Shows the dialog that connects the user's endpoint, which the page asks without this
    /// server.
    fn connect_endpoint(&self);
}

/// The console.
pub trait ConsoleActions {
    /// Opens or closes it.
    fn toggle_console(&self);
    /// Runs code, unless something else is under way; returns whether it does. If the end of it
    /// is to be seen then, `follow` is the editor's place.
    fn run_in_console(&self, code: String, follow: Option<Place>) -> bool;
    /// Lists what is stored by now.
    fn list_console(&self);
}

/// Editors for code.
pub trait EditorActions {
    /// Opens an editor in the empty `place`, until the current owner is cleaned up.
    fn open_editor(&self, place: Place, editing: CodeEditing);
    /// Prepares the interpreter for completion, so that the first answer comes soon.
    fn warm_editors(&self);
}

/// How and what an editor edits.
#[derive(Clone, Copy)]
pub struct CodeEditing {
    /// The code, which the user changes in the editor. Setting it can be undone there.
    pub code: RwSignal<String>,
    /// The editor's accessible name.
    pub label: &'static str,
    /// Whether it only shows the code.
    pub read_only: bool,
    /// Whether it is to take the focus; false again once it has it.
    pub focus: RwSignal<bool>,
    /// What the keys do that run code.
    pub on_run: Callback<()>,
    /// Returns the code that an arrow key brings back in place of this code: older code if the
    /// first is true, else newer; `None` if there is none.
    pub on_recall: Option<Callback<(bool, String), Option<String>>>,
}

/// The list of stored sessions.
pub trait SessionListActions {
    /// Shows the list.
    fn show_sessions(&self);
    /// Lists the sessions without showing the list.
    fn list_sessions(&self);
    /// Closes it.
    fn close_sessions(&self);
    /// Folds the list at the side, or unfolds it, also for later visits.
    fn fold_sessions(&self, folded: bool);
    /// Shows a session in place of the one that is shown.
    fn open_session(&self, id: &str);
    /// Shows a new session.
    fn new_session(&self);
    /// Gives a session another title.
    fn rename_session(&self, id: &str, title: String);
    /// Pins a session, or no longer.
    fn pin_session(&self, id: &str);
    /// Stores a copy of a session.
    fn duplicate_session(&self, id: &str);
    /// Deletes a session, which can be undone for a while.
    fn delete_session(&self, id: &str);
    /// Undoes that.
    fn restore_session(&self, id: &str);
    /// Stops what a session does that is not shown.
    fn stop_session(&self, id: &str);
    /// Saves a session as a file.
    fn export_session(&self, id: &str, form: ExportForm);
    /// Stores the picked session file as a session.
    fn import_session(&self, event: ev::Event);
    /// Deletes everything that this site has stored in the browser.
    fn erase_everything(&self);
}

/// The functions that the user has saved for all sessions.
pub trait FunctionActions {
    /// Shows their list.
    fn show_functions(&self);
    /// Closes it; what was deleted in it cannot be stored again.
    fn close_functions(&self);
    /// Deletes a function, which can be undone in the list.
    fn delete_function(&self, name: &str);
    /// Undoes that.
    fn restore_function(&self, name: &str);
    /// Reads the functions, and which proposals were dismissed, to show those of a step.
    fn read_proposals(&self);
    /// Dismisses the proposal of a step to keep this function.
    fn dismiss_proposal(&self, step: Id, of: &Savable, name: &str);
    /// Opens the dialog in which a function is saved.
    fn edit_function(&self, edited: Edited);
    /// Fills the empty `place` in it with the code editor.
    fn show_source(&self, place: Place);
    /// Shows another function of the code in it.
    fn choose_function(&self, name: &str);
    /// Saves the function.
    fn save_function(&self);
    /// Ends that, once the dialog is closed.
    fn end_edit(&self);
}

/// The dialog that connects the user's endpoint.
pub trait EndpointActions {
    /// Closes it.
    fn close_endpoint(&self);
    /// Goes back to the address.
    fn change_address(&self);
    /// Goes on with the endpoint at an address, for which the page may be loaded again.
    fn continue_to(&self, kind: Wire, address: String);
    /// Decrypts the key that the browser keeps.
    fn unlock_key(&self, passphrase: SecretField);
    /// Forgets the key, also where the browser keeps it.
    fn forget_key(&self);
    /// Asks the endpoint for its models.
    fn test_endpoint(&self, key: SecretField);
    /// Adds a model, which answers from now on; with a passphrase, the browser keeps the key.
    fn use_model(&self, key: SecretField, passphrase: Option<SecretField>, model: Chosen);
    /// Removes a model.
    fn remove_model(&self, id: &str);
    /// Ends the connection, for which the page is loaded again.
    fn disconnect(&self);
}

/// Corrections of the conversation. Each restarts Python, and keeps what it replaces as another
/// version.
pub trait CorrectionActions {
    /// Asks a question in place of that of a turn.
    fn ask_instead(&self, turn: Turn, question: String);
    /// Takes a turn, and what follows it, out of the conversation.
    fn undo(&self, turn: Turn);
    /// Shows another version in place of a turn.
    fn choose_version(&self, turn: Turn, version: Id);
}

/// Code of the session that runs again in a fresh kernel, and what belongs to the end of the
/// conversation.
pub trait RerunActions {
    /// Runs the code of a step, which the user has edited, and what follows it; says in `run` how
    /// that is going.
    fn run_from(&self, turn: Id, step: Id, code: String, run: RwSignal<EditedRun>);
    /// Runs all code again, and compares what it produces.
    fn check(&self);
    /// Shows the turn again that was undone last.
    fn redo(&self);
    /// Puts the new file in the place of the one that had its name before, and runs all code again
    /// with it.
    fn run_with_new(&self, file: Id);
    /// Adds the new file beside the one that has its name.
    fn keep_both(&self, file: Id);
    /// Takes out the new file, or only the notice about it.
    fn dismiss_new(&self, file: Id);
    /// Puts the former file back in the place of this one, with what was shown then.
    fn take_back(&self, file: Id);
}

/// The variables of the interpreter.
pub trait VariableActions {
    /// Shows the list.
    fn show_variables(&self);
    /// Shows the value of one of them.
    fn show_variable(&self, name: String);
}

/// Which model answers, and open models in this browser.
pub trait ModelActions {
    /// Chooses the model of this id, if it is offered.
    fn choose_model(&self, name: &str);
    /// Shows the dialog of open models.
    fn show_open_models(&self);
    /// Has an open model answer, after it was fetched, compared and loaded.
    fn use_open_model(&self, name: &str);
    /// Ends that; what has come of it stays.
    fn cancel_open_model(&self);
    /// Closes the dialog; what it has begun goes on.
    fn close_open_models(&self);
}

/// The menu of models.
pub trait ModelMenuActions {
    /// Asks which models there are now, what the session has used, and whether the user is signed
    /// in.
    fn list_models(&self);
    /// Sends a tiny request to a model, and says in `test` how that goes.
    fn test_model(&self, id: &str, test: RwSignal<ModelTest>);
    /// Does something with a model from a file in this tab; `chooser` picks files if the browser
    /// has no other way.
    fn act_on_tab_model(&self, act: TabAct, chooser: Chooser);
    /// Ends the sign-in, and before it deletes what the browser keeps, if that is chosen.
    fn sign_out(&self, deletes: bool);
}

/// Queries, as the user reads and changes them.
pub trait ReadingActions {
    /// Puts the parts of the bar's query into the bar.
    fn chips(&self, bar: Bar);
    /// Puts into the bar what a part of its query can become, or what a word that it does not use
    /// may mean; `typed` narrows that.
    fn menu(&self, bar: Bar, chip: u32, word: Option<String>, typed: &str);
    /// Returns queries that follow from one, each with what it asks.
    fn follow_ups(&self, query: &Value) -> Vec<Choice>;
    /// Shows the bar in which a query is put together without a question.
    fn show_bar(&self);
    /// Asks for what a query says, as it is.
    fn ask_query(&self, asked: Asked);
}

/// The user's files.
pub trait FileActions {
    /// Returns whether what is dragged over the page is files, rather than text or a link.
    fn carries_files(&self, event: &ev::DragEvent) -> bool;
    /// Adds dropped files.
    fn drop_files(&self, event: ev::DragEvent);
    /// Adds the files that were picked with a file input.
    fn pick_files(&self, event: ev::Event);
    /// Adds pasted files or a pasted table; returns false if the clipboard has neither, so that the
    /// text is pasted as usual.
    fn paste(&self, event: ev::ClipboardEvent) -> bool;
    /// Adds a sample: `sales` or `funnel`.
    fn add_sample(&self, name: &'static str);
    /// Removes a file from the session.
    fn remove_file(&self, file: Id);
    /// Reads a file again, in this encoding, for all that reads it from then on.
    fn choose_encoding(&self, file: Id, encoding: String);
    /// Sets whether the user ignores a key, whatever its values say.
    fn dismiss_key(&self, file: Id, key: Key, dismissed: bool);
    /// Looks for the keys of a file again.
    fn search_keys(&self, file: Id);
    /// Shows the first rows of a table of a file, at most `rows`, in `Session::tables`.
    fn show_table(&self, table: TableId, rows: u32);
    /// Answers a question about wheels.
    fn decide_wheel(&self, verdict: WheelVerdict);
    /// Reads files that wait, for which the browser may ask; with `accept` as they are now. Must be
    /// called in the click.
    fn read_waiting(&self, files: Vec<Id>, accept: bool) -> Later<()>;
    /// Keeps copies of the files in the browser's storage from now on, or none.
    fn keep_copies(&self, keep: bool);
    /// Deletes the copy of a file; the file stays until the page is left.
    fn delete_copy(&self, file: Id);
}

/// How the tables of the files are read.
pub trait ChoiceActions {
    /// Has a table read otherwise, for all that reads it from then on. What has come of it is in
    /// `Session::tables`.
    fn change_reading(&self, table: TableId, change: ReadingChange);
}

/// The result of something that takes time, or why it failed, as a sentence.
pub type Later<T> = Pin<Box<dyn Future<Output = Result<T, String>>>>;

/// What executions produced. Files that Python wrote have the content that they had when their
/// execution ended.
pub trait ResultActions {
    /// Runs `draw` in a task of its own, which counts as something that the page is doing.
    fn schedule(&self, draw: Box<dyn FnOnce()>);
    /// Fills `place` with a table: `data` is JSON with the fields `data`, `text` and, for a result,
    /// `id`, with which Python is asked for what the data does not have. `notify` is called with
    /// what has come of the table's own actions.
    fn show_table(
        &self,
        place: Place,
        data: String,
        notify: Callback<String>,
    ) -> Later<Rc<dyn TableView>>;
    /// Fills `place` with a tree of JSON; returns false if the text is not JSON.
    fn show_json(&self, place: Place, json: String) -> Later<bool>;
    /// Draws content in a sealed frame within `place`.
    fn render(&self, place: Place, content: Rendered) -> Later<Rc<dyn Frame>>;
    /// Saves a file: text, or bytes in base64.
    ///
    /// # Errors
    /// The message of the browser.
    fn save(&self, name: &str, media_type: &str, content: &str) -> Result<(), String>;
    /// Has Python draw the figure of a result again, as vector graphics, and saves that under this
    /// name.
    fn save_vector(&self, result: String, name: String) -> Later<()>;
    /// Copies text to the clipboard.
    fn copy(&self, text: String) -> Later<()>;
    /// Shows a file that Python wrote.
    fn preview(&self, file: FileRef);
    /// Draws the document that is previewed in a sealed frame within `place`, at most this high in
    /// CSS pixels.
    fn render_preview(&self, place: Place, height: f64) -> Later<Rc<dyn Frame>>;
    /// Says that the document is shown.
    fn preview_drawn(&self);
    /// Saves the file that is previewed.
    fn save_preview(&self);
    /// Closes the preview.
    fn close_preview(&self);
    /// Saves a file that Python wrote.
    fn download(&self, file: FileRef);
    /// Saves several files as one archive.
    fn download_all(&self, files: Vec<FileRef>);
}

/// What is drawn in a sealed frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendered {
    /// The kind of the frame's content, as `web/render/kinds.ts` has it.
    pub kind: &'static str,
    /// The text to draw; JSON for a chart.
    pub content: String,
    /// What names the frame for screen readers.
    pub title: String,
}

/// A sealed frame that is shown.
pub trait Frame {
    /// Waits until its content is drawn.
    fn drawn(&self) -> Later<()>;
    /// Saves what it shows as a picture.
    fn save_picture(&self, name: String) -> Later<()>;
    /// Saves it as a page that needs no network.
    fn save_page(&self, name: String) -> Later<()>;
    /// Removes it.
    fn remove(&self);
}

/// A table that is shown.
pub trait TableView {
    /// Puts the menu of its result among its tools.
    fn add_menu(&self, menu: &<html::Span as html::ElementType>::Output);
    /// Returns what can be done with it now: the label of each action.
    fn entries(&self) -> Vec<String>;
    /// Does one of that.
    fn act(&self, entry: usize);
    /// Returns the files that it can be saved as: the label of each.
    fn saves(&self) -> Vec<String>;
    /// Saves one of these.
    fn save(&self, file: usize) -> Later<()>;
    /// Shows a cell, by row and column from 0, and gives it the focus.
    fn go(&self, row: usize, column: usize);
    /// Returns its text to copy.
    fn text(&self) -> Later<String>;
    /// Releases what it has.
    fn remove(&self);
}

/// What leaves the browser: the user's consent, the ledger, and the self-test of the seal.
pub trait PrivacyActions {
    /// Answers a request for consent.
    fn decide(&self, verdict: Verdict);
    /// Takes back that everything printed goes to a model.
    fn revoke(&self, model: &AgreedModel);
    /// Saves the ledger as a file.
    fn download_ledger(&self);
    /// Runs the self-test of the seal.
    fn try_exits(&self);
}

/// Text of the conversation.
pub trait TextActions {
    /// Returns the parts of Python source as `(class, text)`, the class empty for plain text;
    /// concatenated they are the source again.
    fn highlight(&self, code: &str) -> Vec<(String, String)>;
    /// Copies text to the clipboard.
    fn copy(&self, text: String);
}

/// Other versions of the page that are offered.
pub trait VersionActions {
    /// Loads the newer one.
    fn load_newer(&self);
    /// Loads the server's, if the server can be reached.
    fn load_from_server(&self);
}

/// The colour scheme of the page.
pub trait ThemeActions {
    /// Returns the chosen one.
    fn theme(&self) -> Theme;
    /// Chooses one, also for later visits.
    fn choose_theme(&self, theme: Theme);
}

/// All actions of a page. Copied freely: each field is a handle.
#[derive(Clone, Copy)]
pub struct Actions {
    /// Turns, and the kernel.
    pub turns: ActionsHandle<dyn TurnActions>,
    /// The console.
    pub console: ActionsHandle<dyn ConsoleActions>,
    /// Editors for code.
    pub editors: ActionsHandle<dyn EditorActions>,
    /// The list of stored sessions.
    pub sessions: ActionsHandle<dyn SessionListActions>,
    /// Saved functions.
    pub functions: ActionsHandle<dyn FunctionActions>,
    /// The dialog that connects an endpoint.
    pub endpoint: ActionsHandle<dyn EndpointActions>,
    /// Corrections of turns.
    pub corrections: ActionsHandle<dyn CorrectionActions>,
    /// Code that runs again.
    pub reruns: ActionsHandle<dyn RerunActions>,
    /// The variables of the interpreter.
    pub variables: ActionsHandle<dyn VariableActions>,
    /// Models.
    pub models: ActionsHandle<dyn ModelActions>,
    /// The menu of models.
    pub model_menu: ActionsHandle<dyn ModelMenuActions>,
    /// Queries.
    pub readings: ActionsHandle<dyn ReadingActions>,
    /// How tables are read.
    pub choices: ActionsHandle<dyn ChoiceActions>,
    /// The user's files.
    pub files: ActionsHandle<dyn FileActions>,
    /// What executions produced.
    pub results: ActionsHandle<dyn ResultActions>,
    /// What leaves the browser.
    pub privacy: ActionsHandle<dyn PrivacyActions>,
    /// Text of the conversation.
    pub texts: ActionsHandle<dyn TextActions>,
    /// Other versions of the page.
    pub versions: ActionsHandle<dyn VersionActions>,
    /// The colour scheme.
    pub theme: ActionsHandle<dyn ThemeActions>,
}

impl Actions {
    /// Returns handles without actions, as on the server, where nobody clicks.
    pub fn inert() -> Self {
        Self {
            turns: ActionsHandle(None),
            console: ActionsHandle(None),
            editors: ActionsHandle(None),
            sessions: ActionsHandle(None),
            functions: ActionsHandle(None),
            endpoint: ActionsHandle(None),
            corrections: ActionsHandle(None),
            reruns: ActionsHandle(None),
            variables: ActionsHandle(None),
            models: ActionsHandle(None),
            model_menu: ActionsHandle(None),
            readings: ActionsHandle(None),
            choices: ActionsHandle(None),
            files: ActionsHandle(None),
            results: ActionsHandle(None),
            privacy: ActionsHandle(None),
            texts: ActionsHandle(None),
            versions: ActionsHandle(None),
            theme: ActionsHandle(None),
        }
    }

    /// Puts each handle into the context, where views find it by its trait.
    pub(crate) fn provide(self) {
        provide_context(self.turns);
        provide_context(self.console);
        provide_context(self.editors);
        provide_context(self.sessions);
        provide_context(self.functions);
        provide_context(self.endpoint);
        provide_context(self.corrections);
        provide_context(self.reruns);
        provide_context(self.variables);
        provide_context(self.models);
        provide_context(self.model_menu);
        provide_context(self.readings);
        provide_context(self.choices);
        provide_context(self.files);
        provide_context(self.results);
        provide_context(self.privacy);
        provide_context(self.texts);
        provide_context(self.versions);
        provide_context(self.theme);
    }
}

/// A handle to the object that implements the trait `T`; empty on the server, where nobody acts and
/// where a view may be dropped on another thread than it was made on.
pub struct ActionsHandle<T: ?Sized + 'static>(Option<StoredValue<Rc<T>, LocalStorage>>);

impl<T: ?Sized> Clone for ActionsHandle<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for ActionsHandle<T> {}

impl<T: ?Sized> ActionsHandle<T> {
    /// Returns a handle to these actions.
    pub fn new(actions: Rc<T>) -> Self {
        Self(Some(StoredValue::new_local(actions)))
    }

    /// Runs `act` on the actions, if there are any.
    pub fn with<R>(&self, act: impl FnOnce(&T) -> R) -> Option<R> {
        self.0.and_then(|stored| stored.try_with_value(|actions| act(actions)))
    }
}
