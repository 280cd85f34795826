//! Files that were added again under their names: the same content is not added twice, and other
//! content waits until the user decides what becomes of it. Until then only this page has it.

use app::session::{FileDifference, FileState, Id, NewFile, NewFileStage, former_words, numbered};
use js_sys::Uint8Array;
use kernel::activity::Task;
use leptos::prelude::{Set, Update, WithUntracked};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, File};

use super::{Chosen, FileStore, Names};
use crate::activity;
use crate::foreign::size;
use crate::notices;

/// How much of two files is compared at once, in bytes.
const PIECE: u32 = 8 << 20;

/// A file that waits for the user.
pub(super) struct NewHeld {
    /// The file that has its name.
    of: Id,
    id: Id,
    name: String,
    file: File,
    path: Option<String>,
}

impl FileStore {
    /// Adds a file that the user gave, unless its name is there already: then it is compared, and
    /// the user decides.
    pub(super) async fn receive(&self, name: String, file: File) {
        let Some((of, known)) = self.held_as(&name) else {
            self.add(name, file).await.ok();
            return;
        };
        let _doing = activity::begin(self.0.session, Task::File);
        self.take_out(of).await;
        self.set_new(of, &name, NewFileStage::Reading);
        if is_same(&known, &file).await {
            self.forget_new(of);
            let text = words::file_store_new_files_already_here(&name);
            notices::notify(self.0.session, text, false);
            return;
        }
        // What it is compared with may be being read.
        self.settled().await;
        if self.with(of, |_| ()).is_none() {
            self.forget_new(of);
            self.add(name, file).await.ok();
            return;
        }
        let id = notices::next_id();
        let new = NewHeld { of, id, name: name.clone(), file: file.clone(), path: None };
        self.0.new_files.borrow_mut().push(new);
        let stage = match self.compare(of, (id, &name, file)).await {
            Ok(difference) => NewFileStage::Offered(difference),
            Err(why) => NewFileStage::Failed(words::file_store_new_files_could_not_be(&name, &why)),
        };
        self.set_new(of, &name, stage);
    }

    /// Has a new file read as the one is read that has its name, and compares them.
    async fn compare(
        &self,
        of: Id,
        (id, name, file): (Id, &str, File),
    ) -> Result<FileDifference, String> {
        let mounted = self.0.host.mount(id, name.to_owned(), file).await?;
        if let Some(new) = self.0.new_files.borrow_mut().iter_mut().find(|new| new.id == id) {
            new.path = Some(mounted.path.clone());
        }
        let reading = self.with(of, |held| (held.encoding.clone(), held.choices.clone()));
        let profile = self.0.host.profile(&mounted.path, reading.unwrap_or_default()).await?;
        let before = self.with(of, |held| held.profile.clone()).flatten();
        Ok(FileDifference::between(before.as_deref(), &profile))
    }

    /// Adds the new file under a name of its own.
    pub(crate) async fn keep_both(&self, of: Id) {
        self.forget_new(of);
        if let Some(NewHeld { name, file, .. }) = self.take_out(of).await {
            let name = numbered(&name, |name| self.has(name));
            self.add(name, file).await.ok();
        }
    }

    /// Takes out the new file, and the notice about it.
    pub(crate) async fn dismiss_new(&self, of: Id) {
        self.forget_new(of);
        self.take_out(of).await;
    }

    /// Puts the new file in the place of the one that has its name, and returns its id and name.
    ///
    /// # Errors
    /// If it is not there any more.
    pub(crate) async fn replace(&self, of: Id) -> Result<(Id, String), String> {
        let gone = words::file_store_new_files_not_here();
        let NewHeld { id, name, file, .. } = self.take_out(of).await.ok_or(gone)?;
        let stored = numbered(&name, |name| self.has(name));
        self.0.recorder.file(id, &stored, &file);
        self.0.recorder.file_replaced(of, id);
        let (chosen, words, at) = self.take_held(of).await.ok_or(gone)?;
        self.forget_new(of);
        self.set_new(id, &name, NewFileStage::Begun);
        let names = Names { own: name.clone(), stored };
        // Why it could not be mounted stands beside it.
        self.add_as(id, names, chosen, (file, Some((of, at)))).await.ok();
        self.describe_former(id, Some(words));
        Ok((id, name))
    }

    /// Puts the former file back in the place of this one.
    ///
    /// # Errors
    /// If its content is not there.
    pub(crate) async fn take_back(&self, id: Id) -> Result<(), String> {
        let recorder = &self.0.recorder;
        let former =
            recorder.log().former_file(id).ok_or(words::file_store_new_files_former_gone())?;
        let content = recorder.content(&former.name).await?;
        recorder.file_replaced(id, former.id);
        recorder.file_removed(id);
        let at = self.take_held(id).await.map_or(usize::MAX, |(_, _, at)| at);
        self.forget_new(id);
        let names = Names { own: former.own_name, stored: former.name };
        let chosen = Chosen {
            encoding: former.encoding,
            choices: former.choices,
            dismissed: former.dismissed,
        };
        self.add_as(former.id, names, chosen, (content, Some((id, at)))).await?;
        self.describe_former(former.id, former.former);
        Ok(())
    }

    /// Shows how far a new file is.
    pub(crate) fn set_new(&self, file: Id, name: &str, stage: NewFileStage) {
        self.0.session.new_files.update(|files| {
            match files.iter_mut().find(|known| known.file == file) {
                Some(known) => known.stage = stage,
                None => files.push(NewFile { file, name: name.to_owned(), stage }),
            }
        });
    }

    /// Returns the name under which a file is stored: its own, unless a file that was replaced has
    /// it.
    pub(super) fn stored_name(&self, name: &str) -> String {
        let is_held = self.0.held.borrow().iter().any(|held| held.stored == name);
        if !is_held && self.0.recorder.log().is_set_aside(name) {
            return numbered(name, |name| self.has(name));
        }
        name.to_owned()
    }

    /// Returns whether a file of the session has this name.
    fn has(&self, name: &str) -> bool {
        self.0.recorder.log().has_file(name)
            || self.0.held.borrow().iter().any(|held| held.name == name || held.stored == name)
    }

    /// Returns the file that has this name, if its content is there.
    pub(super) fn held_as(&self, name: &str) -> Option<(Id, File)> {
        let held = self.0.held.borrow();
        let is_there = |state: &FileState| !matches!(state, FileState::Failed(_));
        let found = held
            .iter()
            .find(|held| held.name == name && held.entry.state.with_untracked(is_there))?;
        Some((found.entry.id, found.file.clone()))
    }

    fn forget_new(&self, file: Id) {
        self.0.session.new_files.update(|files| files.retain(|known| known.file != file));
    }

    fn describe_former(&self, id: Id, words: Option<String>) {
        self.with(id, |held| held.entry.former.set(words));
    }

    /// Takes out the new file of a name, and unmounts it.
    async fn take_out(&self, of: Id) -> Option<NewHeld> {
        let new = {
            let mut all = self.0.new_files.borrow_mut();
            let at = all.iter().position(|new| new.of == of)?;
            all.remove(at)
        };
        if let Some(path) = &new.path {
            // A file that cannot be unmounted only stays mounted.
            self.0.host.unmount(new.id, path.clone()).await.ok();
        }
        Some(new)
    }

    /// Takes out a file that another one replaces, and unmounts it. Returns what the user has
    /// chosen for it, describes it, and its place.
    async fn take_held(&self, id: Id) -> Option<(Chosen, String, usize)> {
        let (at, held) = {
            let mut all = self.0.held.borrow_mut();
            let at = all.iter().position(|held| held.entry.id == id)?;
            (at, all.remove(at))
        };
        if let Some(profile) = &held.profile {
            self.forget_keys_to(&profile.name);
        }
        let words = former_words(held.entry.bytes, held.profile.as_deref());
        if let Some(path) = held.path {
            self.0.host.unmount(id, path).await.ok();
        }
        let (encoding, choices, dismissed) = (held.encoding, held.choices, held.dismissed);
        Some((Chosen { encoding, choices, dismissed }, words, at))
    }
}

/// Returns whether two files have the same content. One that cannot be read, since it was written
/// again since, has not.
async fn is_same(known: &File, file: &File) -> bool {
    if size(known) != size(file) {
        return false;
    }
    let (mut at, end) = (0.0, known.size());
    while at < end {
        let to = (at + f64::from(PIECE)).min(end);
        let pieces = (piece(known, at, to).await, piece(file, at, to).await);
        let (Some(before), Some(now)) = pieces else { return false };
        if before != now {
            return false;
        }
        at = to;
    }
    true
}

async fn piece(blob: &Blob, from: f64, to: f64) -> Option<Vec<u8>> {
    let part = blob.slice_with_f64_and_f64(from, to).ok()?;
    let bytes = JsFuture::from(part.array_buffer()).await.ok()?;
    Some(Uint8Array::new(&bytes).to_vec())
}
