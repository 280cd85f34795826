//! Keeps the user's files for a stored session: by handle, as copies if the user agrees, or by
//! name, size and SHA-256 alone. Reads them again, for which the user may be asked.

use futures::future::join_all;
use session::log::{Body, Kept};

use super::super::{
    FileQuestions, Keeping, Page, RestoredFile, Shown, StorageError, StoredFile, WaitingFile,
    absence, keeping,
};
use super::StoredSession;
use crate::session::Id;

/// A file that was added while the page was open.
pub(super) struct Added<F> {
    id: Id,
    name: String,
    file: F,
    /// Whether it is kept by its handle.
    handled: bool,
}

impl<P: Page> StoredSession<P> {
    /// Returns a file under the name that the session has for it, and remembers it.
    pub(super) fn remember(&self, id: Id, name: &str, given: &P::File) -> Result<P::File, String> {
        let file = self.0.page.renamed(given, name)?;
        let added = Added { id, name: name.to_owned(), file: file.clone(), handled: false };
        let mut all = self.0.added.borrow_mut();
        match all.iter_mut().find(|known| known.name == name) {
            Some(known) => *known = added,
            None => all.push(added),
        }
        Ok(file)
    }

    /// Keeps a file as well as the browser and the user allow, and returns its SHA-256, and how it
    /// is kept. A file that is another than the session knew under its name is named.
    pub(super) async fn keep(&self, id: Id, name: &str, file: &P::File) -> (Option<String>, Kept) {
        if let Err(error) = self.0.page.compare_file(&self.id(), file).await
            && error.kind == "changed"
        {
            let text = words::stored_storing_files_is_not_the_file(&name);
            self.notify(text, true);
        }
        let keeping = self.keeping();
        let stored = self.store(id, name, file).await;
        let kept = stored.as_ref().map_or(Kept::None, |(kept, _)| *kept);
        for added in &mut *self.0.added.borrow_mut() {
            if added.file == *file {
                added.handled = kept == Kept::Handle;
            }
        }
        let by_name = stored.is_some() && kept == Kept::None;
        if by_name && keeping == Keeping::Ask && self.is_shown() {
            self.question(|questions| questions.keep_copies = true);
        }
        (stored.map(|(_, digest)| digest), kept)
    }

    /// Returns what is done with the files that were added, by their size together.
    fn keeping(&self) -> Keeping {
        let page = &self.0.page;
        let together = self.0.added.borrow().iter().map(|added| page.size(&added.file)).sum();
        keeping(page.copies(), page.keeps_unasked(), together)
    }

    async fn store(&self, id: Id, name: &str, file: &P::File) -> Option<(Kept, String)> {
        let copy = self.keeping() == Keeping::Copy;
        let stored = self.0.page.add_file(&self.id(), file, copy).await;
        let problem = match &stored {
            Ok(stored) => stored.reason.as_ref(),
            Err(error) => Some(error),
        };
        if let Some(problem) = problem {
            self.notify(words::stored_storing_files_is_not_kept_for(&problem.message, &name), true);
        }
        let stored = stored.ok().map(|stored| (stored.kept, stored.digest));
        let is_kept = stored.as_ref().is_some_and(|(kept, _)| *kept == Kept::Copy);
        self.0.page.show_kept(id, is_kept);
        stored
    }

    /// Deletes the copy of a file that the browser keeps.
    pub fn delete_copy(&self, id: Id, name: String) {
        let own = self.clone();
        self.enqueue(async move {
            match own.0.page.release_file(&own.id(), &name).await {
                Ok(()) => own.0.page.show_kept(id, false),
                Err(error) => own
                    .notify(words::stored_storing_files_is_still_kept(&error.message, &name), true),
            }
            Ok(())
        });
    }

    /// Keeps copies of the user's files from now on, also of those that were added already, or
    /// none.
    pub fn keep_copies(&self, wanted: bool) {
        self.0.page.allow_copies(wanted);
        self.question(|questions| questions.keep_copies = false);
        if !wanted {
            return;
        }
        let own = self.clone();
        self.enqueue(async move {
            let files = {
                let added = own.0.added.borrow();
                let unhandled = added.iter().filter(|added| !added.handled);
                let part =
                    |added: &Added<P::File>| (added.id, added.name.clone(), added.file.clone());
                unhandled.map(part).collect::<Vec<_>>()
            };
            for (id, name, file) in files {
                own.store(id, &name, &file).await;
            }
            Ok(())
        });
    }

    /// Returns files of the session with their content, or why it is not there.
    pub(super) async fn with_contents(&self, files: Vec<StoredFile>) -> Vec<RestoredFile<P::File>> {
        join_all(files.into_iter().map(|file| self.with_content(file))).await
    }

    /// Returns the content of a file of the session by the name under which it is stored, for which
    /// the browser may ask.
    ///
    /// # Errors
    /// Why it is not there, as a sentence.
    pub async fn content(&self, name: &str) -> Result<P::File, String> {
        let opened = self.0.page.open_file(&self.id(), name, true, false).await;
        opened.or_else(|error| self.added(name).ok_or_else(|| error.into()))
    }

    /// Returns a file that was added while the page was open.
    fn added(&self, name: &str) -> Option<P::File> {
        let added = self.0.added.borrow();
        added.iter().find(|added| added.name == name).map(|added| added.file.clone())
    }

    async fn with_content(&self, file: StoredFile) -> RestoredFile<P::File> {
        if !file.may_be_read() {
            return found(file, Err(None));
        }
        let opened = self.0.page.open_file(&self.id(), &file.name, false, false).await;
        let content = opened.or_else(|error| self.added(&file.name).ok_or(Some(error)));
        found(file, content)
    }

    /// Asks for the files of the session that wait.
    pub(super) fn ask_for(&self, files: Vec<RestoredFile<P::File>>) {
        self.set_waiting(files);
    }

    /// Waits no more for files that were removed, or added again.
    pub(super) fn forget_waiting(&self, is: impl Fn(&StoredFile) -> bool) {
        let left = self.0.waiting.take().into_iter().filter(|waiting| !is(&waiting.file));
        self.set_waiting(left.collect());
    }

    fn set_waiting(&self, files: Vec<RestoredFile<P::File>>) {
        let (files, waiting): (Vec<RestoredFile<P::File>>, Vec<WaitingFile>) = files
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
        self.0.page.ask(change);
    }

    /// Reads files that wait, for which the browser may ask, and shows them, or why they cannot be
    /// read; with `accept` as they are now. The files are opened at once: the browser asks only for
    /// a short time after the click.
    pub fn read_waiting(&self, ids: &[Id], accept: bool) -> impl Future<Output = ()> + use<P> {
        let own = self.clone();
        let open = |RestoredFile { file, .. }: &RestoredFile<P::File>| {
            (file.clone(), self.0.page.open_file(&self.id(), &file.name, true, accept))
        };
        let waiting = self.0.waiting.borrow();
        let opened: Vec<_> =
            waiting.iter().filter(|one| ids.contains(&one.file.id)).map(open).collect();
        drop(waiting);
        async move {
            let read = opened.into_iter().map(async |(file, opened)| {
                let content = opened.await;
                let size = |content| own.0.page.size(content);
                let bytes = content.as_ref().map_or(file.bytes, size);
                found(StoredFile { bytes, ..file }, content.map_err(Some))
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
    async fn accept(&self, read: &[RestoredFile<P::File>], accept: bool) {
        if !accept {
            return;
        }
        let known = self.0.page.digests(&self.id()).await.unwrap_or_default();
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
fn found<F>(file: StoredFile, content: Result<F, Option<StorageError>>) -> RestoredFile<F> {
    let (absent, content) = match content {
        Ok(content) => (None, Some(content)),
        Err(error) => (Some(absence(&file, error.as_ref())), None),
    };
    RestoredFile { file: StoredFile { absent, ..file }, content }
}
