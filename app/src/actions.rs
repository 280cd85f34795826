//! The actions of a user on the page, as the views call them.

use std::sync::Arc;

use kernel::{FileRef, Outcome};
use leptos::{ev, html, prelude::*};
use markdown::Node;

use crate::session::{Disclosure, Id, Limits, Verdict};

/// An element that the browser's side fills.
pub type Place = <html::Div as html::ElementType>::Output;

/// An element of printed text.
pub type Printed = <html::Pre as html::ElementType>::Output;

/// The browser's side of the page. The composition root implements it; on the server nothing does, since
/// nobody clicks there.
pub trait Actions {
    /// Asks a question.
    fn ask(&self, text: String);
    /// Ends the turn under way, whatever it is doing.
    fn stop(&self);
    /// Starts a fresh kernel; variables are lost, files stay.
    fn restart(&self);
    /// Runs the code of the lost interpreter again.
    fn run_again(&self);
    /// Sets what code may use.
    fn choose_limits(&self, limits: Limits);
    /// Shows the seal, with its self-test.
    fn show_seal(&self);
    /// Returns whether what is dragged over the page is files, rather than text or a link.
    fn carries_files(&self, event: &ev::DragEvent) -> bool;
    /// Adds dropped files.
    fn drop_files(&self, event: ev::DragEvent);
    /// Adds the files that were picked with a file input.
    fn pick_files(&self, event: ev::Event);
    /// Adds pasted files or a pasted table; returns false if the clipboard has neither, so that the text is
    /// pasted as usual.
    fn paste(&self, event: ev::ClipboardEvent) -> bool;
    /// Adds a sample: `sales` or `funnel`.
    fn add_sample(&self, name: &'static str);
    /// Removes a file from the session.
    fn remove_file(&self, file: Id);
    /// Saves a file that Python wrote, with the content that it had when its execution ended.
    fn download(&self, file: FileRef);
    /// Saves several files as one archive.
    fn download_all(&self, files: Vec<FileRef>);
    /// Shows a file that Python wrote, with the content that it had when its execution ended.
    fn preview(&self, file: FileRef);
    /// Replaces the content of `place` with printed text, in the colours of its terminal codes.
    fn paint(&self, place: Printed, text: &str);
    /// Fills the empty `place` with the view of one result of an outcome.
    fn show_result(&self, place: Place, outcome: Arc<Outcome>, index: usize);
    /// Copies text to the clipboard.
    fn copy(&self, text: String);
    /// Chooses the model that answers, by its index.
    fn choose_model(&self, index: usize);
    /// Chooses what the model may see.
    fn choose_disclosure(&self, disclosure: Disclosure);
    /// Answers a request for consent.
    fn decide(&self, verdict: Verdict);
    /// Saves the ledger as a file.
    fn download_ledger(&self);
    /// Dismisses a notice.
    fn dismiss(&self, notice: Id);
    /// Returns the parts of Python source as `(class, text)`, the class empty for plain text; concatenated
    /// they are the source again.
    fn highlight(&self, code: &str) -> Vec<(String, String)>;
    /// Returns the tree of a text in Markdown, or `None` while the parser is being loaded. Tracks a signal,
    /// so that the view is rendered again then.
    fn markdown(&self, source: &str) -> Option<Vec<Node>>;
}

/// The page's actions, from the context; empty on the server, where nobody acts and where a view may be
/// dropped on another thread than it was made on.
#[derive(Clone, Copy)]
pub struct ActionsHandle(Option<StoredValue<Arc<dyn Actions>, LocalStorage>>);

impl ActionsHandle {
    /// Returns a handle to these actions.
    pub fn new(actions: Arc<dyn Actions>) -> Self {
        Self(Some(StoredValue::new_local(actions)))
    }

    /// Returns a handle without actions, as on the server.
    pub fn inert() -> Self {
        Self(None)
    }

    /// Runs `act` on the actions, if there are any.
    pub fn with<T>(&self, act: impl FnOnce(&dyn Actions) -> T) -> Option<T> {
        self.0.and_then(|stored| stored.try_with_value(|actions| act(actions.as_ref())))
    }
}
