//! Keeps the user's files for a stored session: by handle, as copies if the user agrees, or by
//! name, size and SHA-256 alone. Reads them again, for which the user may be asked.

use app::session::Id;
use app::session::stored::{FileQuestions, StoredFile, WaitingFile, absence};
use futures::future::join_all;
use js_sys::{Array, Object};
use leptos::prelude::{Update, WithUntracked};
use session::log::{Body, Kept};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{File, FilePropertyBag};

use super::super::choice::{allow_copies, copies};
use super::super::contents::digests;
use super::{RestoredFile, Shown, StoredSession};
use crate::foreign::{get, message, size, text};
use crate::storage::{self, StorageError, done, object, take_handle};

/// A file that was added while the page was open.
pub(super) struct Added {
    name: String,
    file: File,
    /// Whether it is kept by its handle.
    handled: bool,
}

impl StoredSession {
    /// Returns a file under the name that the session has for it, and remembers it.
    pub(super) fn remember(&self, name: &str, given: &File) -> Result<File, String> {
        let file = if given.name() == name {
            given.clone()
        } else {
            let options = FilePropertyBag::new();
            options.set_type(&given.type_());
            options.set_last_modified(given.last_modified());
            File::new_with_blob_sequence_and_options(&Array::of1(given), name, &options)
                .map_err(|thrown| message(&thrown))?
        };
        let added = Added { name: name.to_owned(), file: file.clone(), handled: false };
        let mut all = self.0.added.borrow_mut();
        match all.iter_mut().find(|known| known.name == name) {
            Some(known) => *known = added,
            None => all.push(added),
        }
        Ok(file)
    }

    /// Keeps a file as well as the browser and the user allow, and returns its SHA-256, and how it
    /// is kept. A file that is another than the session knew under its name is named.
    pub(super) async fn keep(&self, file: &File) -> (Option<String>, Kept) {
        let name = file.name();
        if let Some(storage) = storage::current()
            && let Err(error) = done(storage.files().compare(&self.id(), file)).await
            && error.kind == "changed"
        {
            let text = format!(
                "{name} is not the file that this session had under that name. Results that were computed from it may differ."
            );
            self.notify(text, true);
        }
        let info = self.store(file, take_handle(&name, file).await).await;
        let keeping = info.as_ref().map(|info| text(info, "keeping")).unwrap_or_default();
        for added in &mut *self.0.added.borrow_mut() {
            if Object::is(&added.file, file) {
                added.handled = keeping == "handle";
            }
        }
        if keeping == "reference" && copies().is_none() && self.is_shown() {
            self.question(|questions| questions.keep_copies = true);
        }
        let kept = match keeping.as_str() {
            "copy" => Kept::Copy,
            "handle" => Kept::Handle,
            _ => Kept::None,
        };
        (info.map(|info| text(&info, "digest")), kept)
    }

    async fn store(&self, file: &File, handle: JsValue) -> Option<JsValue> {
        let storage = storage::current()?;
        let copy = copies() == Some(true);
        let added = object(&[("file", file), ("handle", &handle), ("copy", &copy.into())]);
        let kept = done(storage.files().add(&self.id(), &added)).await;
        let problem = match &kept {
            Ok(info) => StorageError::of(&get(info, "reason")),
            Err(error) => Some(error.clone()),
        };
        if let Some(problem) = problem {
            let text = format!("{} is not kept for later: {}", file.name(), problem.message);
            self.notify(text, true);
        }
        kept.ok()
    }

    /// Keeps copies of the user's files from now on, also of those that were added already, or
    /// none.
    pub(crate) fn keep_copies(&self, wanted: bool) {
        allow_copies(wanted);
        self.question(|questions| questions.keep_copies = false);
        if !wanted {
            return;
        }
        let own = self.clone();
        self.enqueue(async move {
            let files: Vec<File> = own
                .0
                .added
                .borrow()
                .iter()
                .filter(|added| !added.handled)
                .map(|added| added.file.clone())
                .collect();
            for file in files {
                own.store(&file, JsValue::UNDEFINED).await;
            }
            Ok(())
        });
    }

    /// Returns files of the session with their content, or why it is not there.
    pub(super) async fn with_contents(&self, files: Vec<StoredFile>) -> Vec<RestoredFile> {
        join_all(files.into_iter().map(|file| self.with_content(file))).await
    }

    async fn with_content(&self, file: StoredFile) -> RestoredFile {
        if !file.may_be_read() {
            return found(file, Err(None));
        }
        let opened = match storage::current() {
            Some(storage) => {
                let opened = storage.files().open(&self.id(), &file.name, &object(&[]));
                done(opened).await.map(JsCast::unchecked_into).map_err(Some)
            }
            None => Err(None),
        };
        let added = || {
            let added = self.0.added.borrow();
            added.iter().find(|added| added.name == file.name).map(|added| added.file.clone())
        };
        let content = opened.or_else(|error| added().ok_or(error));
        found(file, content)
    }

    /// Asks for the files of the session that wait.
    pub(super) fn ask_for(&self, files: Vec<RestoredFile>) {
        self.set_waiting(files);
    }

    /// Waits no more for files that were removed, or added again.
    pub(super) fn forget_waiting(&self, is: impl Fn(&StoredFile) -> bool) {
        let left = self.0.waiting.take().into_iter().filter(|waiting| !is(&waiting.file));
        self.set_waiting(left.collect());
    }

    fn set_waiting(&self, files: Vec<RestoredFile>) {
        let (files, waiting): (Vec<RestoredFile>, Vec<WaitingFile>) = files
            .into_iter()
            .filter_map(|restored| {
                let waiting = restored.file.waiting()?;
                Some((restored, waiting))
            })
            .unzip();
        self.0.waiting.replace(files);
        self.question(|questions| questions.waiting = waiting);
    }

    fn question(&self, change: impl FnOnce(&mut FileQuestions)) {
        let signal = self.0.session.file_questions;
        let mut questions = signal.with_untracked(Clone::clone);
        change(&mut questions);
        if signal.with_untracked(|before| *before != questions) {
            signal.update(|before| *before = questions);
        }
    }

    /// Reads files that wait, for which the browser may ask, and shows them, or why they cannot be
    /// read; with `accept` as they are now. The files are opened at once: the browser asks only for
    /// a short time after the click.
    pub(crate) fn read_waiting(
        &self,
        ids: &[Id],
        accept: bool,
    ) -> impl Future<Output = ()> + use<> {
        let own = self.clone();
        let storage = storage::current();
        let options = object(&[("ask", &true.into()), ("accept", &accept.into())]);
        let open = |RestoredFile { file, .. }: &RestoredFile| {
            let opened = storage
                .as_ref()
                .map(|storage| storage.files().open(&self.id(), &file.name, &options));
            (file.clone(), opened)
        };
        let waiting = self.0.waiting.borrow();
        let opened: Vec<_> =
            waiting.iter().filter(|one| ids.contains(&one.file.id)).map(open).collect();
        drop(waiting);
        async move {
            let read = opened.into_iter().map(async |(file, opened)| match opened {
                Some(opened) => {
                    let content = done(opened).await.map(JsCast::unchecked_into::<File>);
                    let bytes = content.as_ref().map_or(file.bytes, |content| size(content));
                    found(StoredFile { bytes, ..file }, content.map_err(Some))
                }
                None => found(file, Err(None)),
            });
            let mut read = join_all(read).await;
            // Meanwhile the user may have removed one.
            let is_waiting = |id| own.0.waiting.borrow().iter().any(|one| one.file.id == id);
            read.retain(|one| is_waiting(one.file.id));
            own.accept(&read, accept).await;
            read.retain(|one| is_waiting(one.file.id));
            let now = own.0.waiting.take().into_iter().map(|before| {
                let now = read.iter().find(|one| one.file.id == before.file.id);
                now.cloned().unwrap_or(before)
            });
            own.set_waiting(now.collect());
            if !read.is_empty() {
                own.follow(Shown::Files(read));
            }
        }
    }

    /// Stores that the session has files as they are from now on, if they were accepted.
    async fn accept(&self, read: &[RestoredFile], accept: bool) {
        let Some(storage) = storage::current().filter(|_| accept) else { return };
        let known = digests(&storage, &self.id()).await;
        for RestoredFile { file, .. } in read.iter().filter(|one| one.content.is_some()) {
            if let Some((_, sha256)) = known.iter().find(|(name, _)| *name == file.name) {
                self.record(Body::FileAdded {
                    file: file.id,
                    name: file.name.clone(),
                    path: None,
                    bytes: file.bytes,
                    sha256: Some(sha256.clone()),
                    kept: Kept::Handle,
                    wheel: None,
                });
            }
        }
    }
}

/// Returns a file with its content, or why it is not there.
fn found(file: StoredFile, content: Result<File, Option<StorageError>>) -> RestoredFile {
    match content {
        Ok(content) => {
            RestoredFile { file: StoredFile { absent: None, ..file }, content: Some(content) }
        }
        Err(error) => {
            let absent = Some(absence(&file, error.as_ref().map(StorageError::failure)));
            RestoredFile { file: StoredFile { absent, ..file }, content: None }
        }
    }
}
