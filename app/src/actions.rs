//! What a user can do on the page, as the views call it.

use std::sync::Arc;

use kernel::{FileRef, Outcome};
use leptos::{ev, html, prelude::*};
use markdown::Node;

use crate::session::{Disclosure, Id, Limits, Verdict};

/// An element that the browser's side fills.
pub type Place = <html::Div as html::ElementType>::Output;

/// An element of printed text.
pub type Printed = <html::Pre as html::ElementType>::Output;

/// The browser's side of the page. The composition root implements it; on the server nothing does, since nobody clicks there.
pub trait Actions {
    /// Ask a question.
    fn ask(&self, text: String);
    /// End the turn under way, whatever it is doing.
    fn stop(&self);
    /// Start a fresh kernel; variables are lost, files stay.
    fn restart(&self);
    /// Run the code of the interpreter that was lost again.
    fn run_again(&self);
    /// Choose what code may use.
    fn choose_limits(&self, limits: Limits);
    /// Show what keeps the kernel sealed, and have it tried.
    fn show_seal(&self);
    /// Whether what is dragged over the page is files, rather than text or a link.
    fn carries_files(&self, event: &ev::DragEvent) -> bool;
    /// Take in dropped files.
    fn drop_files(&self, event: ev::DragEvent);
    /// Take in the files that were picked with a file input.
    fn pick_files(&self, event: ev::Event);
    /// Take in pasted files or a pasted table; false where the clipboard holds neither, so that the text is pasted as usual.
    fn paste(&self, event: ev::ClipboardEvent) -> bool;
    /// Take in a sample: `sales` or `funnel`.
    fn add_sample(&self, name: &'static str);
    /// Take a file out of the session.
    fn remove_file(&self, file: Id);
    /// Save a file that Python wrote, with the content that it had when its execution ended.
    fn download(&self, file: FileRef);
    /// Save several as one archive.
    fn download_all(&self, files: Vec<FileRef>);
    /// Show a file that Python wrote, with the content that it had when its execution ended.
    fn preview(&self, file: FileRef);
    /// Write printed text over what `place` has, in the colours that its terminal codes ask for.
    fn paint(&self, place: Printed, text: &str);
    /// Fill the empty `place` with the view of one result of an outcome.
    fn show_result(&self, place: Place, outcome: Arc<Outcome>, index: usize);
    /// Copy text to the clipboard.
    fn copy(&self, text: String);
    /// Choose the model that answers, by its index.
    fn choose_model(&self, index: usize);
    /// Choose what the model may see.
    fn choose_disclosure(&self, disclosure: Disclosure);
    /// Answer a request for consent.
    fn decide(&self, verdict: Verdict);
    /// Save the ledger as a file.
    fn download_ledger(&self);
    /// Take a notice away.
    fn dismiss(&self, notice: Id);
    /// The parts of Python source as `(class, text)`, the class empty for plain text; concatenated they are the source again.
    fn highlight(&self, code: &str) -> Vec<(String, String)>;
    /// The tree of a text in Markdown, or nothing while its reader is being loaded. Follows a signal, so that it is asked again.
    fn markdown(&self, source: &str) -> Option<Vec<Node>>;
}

/// The page's actions, from the context; nothing on the server, where nobody acts and where a view may be dropped on another
/// thread than it was made on.
#[derive(Clone, Copy)]
pub struct ActionsHandle(Option<StoredValue<Arc<dyn Actions>, LocalStorage>>);

impl ActionsHandle {
    /// Actions that do something.
    pub fn new(actions: Arc<dyn Actions>) -> Self {
        Self(Some(StoredValue::new_local(actions)))
    }

    /// No actions, as on the server.
    pub fn inert() -> Self {
        Self(None)
    }

    /// Runs `act` on the actions, if there are any.
    pub fn with<T>(&self, act: impl FnOnce(&dyn Actions) -> T) -> Option<T> {
        self.0.and_then(|stored| stored.try_with_value(|actions| act(actions.as_ref())))
    }
}
