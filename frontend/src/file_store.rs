//! The session's files: how they are added, mounted and profiled; and its wheels.

mod first_rows;
mod incoming;
mod keys;
mod new_files;
mod tables;
mod wheels;

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use app::session::{FileEntry, FileState, Id, Session};
use futures::channel::oneshot;
use js_sys::Array;
use kernel::activity::Task;
use kernel::automation::{FileWord, Happening};
use kernel::choices::TableChoice;
use kernel::protocol::Mounted;
use kernel::{Key, Profile};
use leptos::prelude::{Owner, RwSignal, Set, Update, WithUntracked};
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{File, FilePropertyBag, Response};

use crate::activity::{self, Doing};
use crate::foreign::{message, size, window};
use crate::host::Host;
use crate::notices;
use crate::planner;
use crate::recorder::Recorder;
pub(crate) use wheels::StoredWheel;
use wheels::{Wheels, is_wheel};

/// The most files that are added at once: each is mounted and profiled.
const MAX_FILES_AT_ONCE: usize = 200;

/// All files, oldest first.
#[derive(Clone)]
pub(crate) struct FileStore(Rc<Inner>);

struct Inner {
    session: Session,
    host: Host,
    recorder: Recorder,
    owner: Owner,
    held: RefCell<Vec<Held>>,
    wheels: Wheels,
    /// Counts the tables that were read to be shown, so that what comes late for an earlier one is
    /// dropped.
    tables_read: Cell<u32>,
    /// Files that were added again with other content, until the user decides.
    new_files: RefCell<Vec<new_files::NewHeld>>,
    /// Samples that are being fetched, and wheels that are being read or asked about.
    coming: Cell<u32>,
    /// Callers that wait until no file is being mounted or profiled.
    waiting: RefCell<Vec<oneshot::Sender<()>>>,
}

/// What the user has chosen for a file.
#[derive(Default)]
pub(crate) struct Chosen {
    /// The encoding.
    pub(crate) encoding: Option<String>,
    /// How else its tables are read.
    pub(crate) choices: Vec<TableChoice>,
    /// The keys that the user ignores.
    pub(crate) dismissed: Vec<Key>,
}

/// The names of a file, with the folders that it came in.
pub(crate) struct Names {
    /// The name under which code reads it; the kernel's may differ.
    pub(crate) own: String,
    /// The name under which it is stored, which no other file of the session has.
    pub(crate) stored: String,
}

struct Held {
    entry: FileEntry,
    /// The name under which code reads it; the kernel's may differ.
    name: String,
    /// The name under which it is stored.
    stored: String,
    file: File,
    path: Option<String>,
    profile: Option<Arc<Profile>>,
    /// The encoding that the user has chosen.
    encoding: Option<String>,
    /// How else the user has its tables read.
    choices: Vec<TableChoice>,
    /// The keys that the user has dismissed.
    dismissed: Vec<Key>,
    /// Whether it waits for the kernel, or is being profiled.
    open: Option<Doing>,
}

impl FileStore {
    /// Returns an empty store. Signals of files live as long as `owner`.
    pub(crate) fn new(session: Session, host: Host, recorder: Recorder, owner: Owner) -> Self {
        let store = Self(Rc::new(Inner {
            session,
            host,
            recorder,
            owner,
            held: RefCell::default(),
            wheels: Wheels::default(),
            tables_read: Cell::default(),
            new_files: RefCell::default(),
            coming: Cell::default(),
            waiting: RefCell::default(),
        }));
        let lost = store.clone();
        store.0.host.on_files_lost(move |keys, why| {
            for key in keys {
                if !lost.lose_wheel(key, &why) {
                    lost.fail(key, words::file_store_it_could_not_be(&why));
                }
            }
        });
        store
    }

    /// Adds a file: mounts it, and has it profiled. Returns when it is mounted.
    ///
    /// # Errors
    /// Why it could not be mounted.
    pub(crate) async fn add(&self, name: String, file: File) -> Result<Mounted, String> {
        let id = notices::next_id();
        self.forget_missing(&name);
        let stored = self.stored_name(&name);
        self.0.recorder.file(id, &stored, &file);
        self.add_as(id, Names { own: name, stored }, Chosen::default(), (file, None)).await
    }

    /// Adds a stored file, unless it is there, with the id that it has in its session and what the
    /// user has chosen for it; without its bytes it is listed with why they are missing.
    pub(crate) fn add_stored(
        &self,
        id: Id,
        names: Names,
        (bytes, chosen): (u64, Chosen),
        (wheel, file): (Option<StoredWheel>, Result<File, String>),
    ) {
        if let Some(wheel) = wheel {
            return self.add_stored_wheel(id, bytes, wheel, file);
        }
        if self.with(id, |_| ()).is_some() {
            return;
        }
        match file {
            Ok(file) => {
                self.hold(id, names, chosen, (file, None));
                let store = self.clone();
                spawn_local(async move { drop(store.mount(id).await) });
            }
            Err(why) => drop(self.list(id, names.own, (bytes, FileState::Failed(why)), None)),
        }
    }

    /// Notes what is known of a file.
    fn note(&self, id: Id, state: FileWord) {
        activity::happened(self.0.session, id, Happening::File { state });
    }

    /// Lists a file, in place of the entry that it has if its bytes were missing, or of another
    /// file.
    fn list(
        &self,
        id: Id,
        name: String,
        (bytes, state): (u64, FileState),
        of: Option<Id>,
    ) -> FileEntry {
        let entry = self.0.owner.with(|| FileEntry {
            id,
            key: notices::next_id(),
            name: RwSignal::new(name),
            bytes,
            state: RwSignal::new(state),
            kept: RwSignal::new(false),
            search: RwSignal::default(),
            former: RwSignal::new(None),
            first_rows: RwSignal::new(None),
        });
        let failed = entry.state.with_untracked(|state| matches!(state, FileState::Failed(_)));
        self.note(id, if failed { FileWord::Failed } else { FileWord::Waiting });
        self.0.session.files.update(|files| {
            files.retain(|file| file.id != id);
            match files.iter_mut().find(|file| Some(file.id) == of) {
                Some(other) => *other = entry,
                None => files.push(entry),
            }
        });
        entry
    }

    /// Removes the entries of stored files of this name whose bytes are missing.
    fn forget_missing(&self, name: &str) {
        let held = self.0.held.borrow();
        let missing = |file: &FileEntry| {
            file.name.with_untracked(|own| own == name)
                && file.state.with_untracked(|state| matches!(state, FileState::Failed(_)))
                && !held.iter().any(|held| held.entry.id == file.id)
        };
        self.0.session.files.update(|files| files.retain(|file| !missing(file)));
    }

    /// Lists and mounts a file; `of` is the file whose place it takes in the list, with its index.
    async fn add_as(
        &self,
        id: Id,
        names: Names,
        chosen: Chosen,
        file: (File, Option<(Id, usize)>),
    ) -> Result<Mounted, String> {
        self.hold(id, names, chosen, file);
        self.mount(id).await
    }

    /// Lists a file, and shows its first rows.
    fn hold(
        &self,
        id: Id,
        Names { own: name, stored }: Names,
        Chosen { encoding, choices, dismissed }: Chosen,
        (file, of): (File, Option<(Id, usize)>),
    ) {
        let bytes = size(&file);
        let other = of.map(|(other, _)| other);
        let entry = self.list(id, name.clone(), (bytes, FileState::Waiting), other);
        let open = Some(activity::begin(self.0.session, Task::File));
        let (path, profile) = (None, None);
        let held =
            Held { entry, name, stored, file, path, profile, encoding, choices, dismissed, open };
        {
            let mut all = self.0.held.borrow_mut();
            let at = of.map_or(all.len(), |(_, at)| at.min(all.len()));
            all.insert(at, held);
        }
        self.read_first_rows(id);
    }

    /// Adds several files that the user gave; errors appear beside each file. A session file is
    /// opened as a session instead, and the user is asked about a wheel.
    fn add_all(&self, mut files: Vec<(String, File)>) {
        let (wheels, others): (Vec<_>, Vec<_>) =
            files.into_iter().partition(|(name, _)| is_wheel(name));
        files = others;
        self.offer_wheels(wheels.into_iter().map(|(_, file)| file).collect());
        files.retain(|(name, file)| {
            let session = name.ends_with(".insitu");
            if session {
                Recorder::open_file(file);
            }
            !session
        });
        if files.len() > MAX_FILES_AT_ONCE {
            let text = words::file_store_only_the_first_files(&MAX_FILES_AT_ONCE);
            notices::notify(self.0.session, text, true);
        }
        for (name, file) in files.into_iter().take(MAX_FILES_AT_ONCE) {
            let store = self.clone();
            spawn_local(async move { store.receive(name, file).await });
        }
    }

    /// Mounts files, and installs wheels, that could not be while there was no kernel.
    pub(crate) fn retry(&self) {
        let store = self.clone();
        spawn_local(async move { store.retry_wheels().await });
        let ids: Vec<Id> = self
            .0
            .held
            .borrow_mut()
            .iter_mut()
            .filter(|held| held.path.is_none() && held.open.is_none())
            .map(|held| {
                held.open = Some(activity::begin(self.0.session, Task::File));
                held.entry.state.set(FileState::Waiting);
                self.note(held.entry.id, FileWord::Waiting);
                held.entry.id
            })
            .collect();
        for id in ids {
            let store = self.clone();
            spawn_local(async move {
                store.mount(id).await.ok();
            });
        }
    }

    /// Removes a file from the session.
    fn remove(&self, id: Id) {
        self.0.session.files.update(|files| files.retain(|file| file.id != id));
        let log = self.0.recorder.log();
        let former = std::iter::successors(log.former_file(id), |file| log.former_file(file.id));
        let former: Vec<Id> = former.map(|file| file.id).collect();
        for removed in std::iter::once(id).chain(former) {
            self.0.recorder.file_removed(removed);
        }
        self.remove_wheel(id);
        self.note(id, FileWord::Removed);
        let at = self.0.held.borrow().iter().position(|held| held.entry.id == id);
        let Some(at) = at else { return };
        let held = self.0.held.borrow_mut().remove(at);
        if let Some(profile) = &held.profile {
            self.forget_keys_to(&profile.name);
        }
        self.refresh();
        if let Some(path) = held.path {
            let host = self.0.host.clone();
            // A file that cannot be unmounted only stays mounted.
            spawn_local(async move {
                host.unmount(id, path).await.ok();
            });
        }
    }

    /// Returns the profiles of the files.
    pub(crate) fn profiles(&self) -> Vec<Arc<Profile>> {
        self.0.held.borrow().iter().filter_map(|held| held.profile.clone()).collect()
    }

    /// Waits until every file has been profiled, or has failed.
    pub(crate) async fn settled(&self) {
        while self.is_unsettled() {
            let (sender, receiver) = oneshot::channel();
            self.0.waiting.borrow_mut().push(sender);
            receiver.await.ok();
        }
    }

    /// Fetches a sample of this site and adds it like a dropped file.
    async fn fetch_sample(&self, name: &'static str) {
        let added = async {
            let url = format!("samples/{name}.csv");
            let why = |thrown| words::file_store_the_sample_could_not(&message(&thrown));
            let response: Response =
                JsFuture::from(window().fetch_with_str(&url)).await.map_err(why)?.unchecked_into();
            if !response.ok() {
                return Err(words::file_store_the_sample_could_not_be(&response.status()));
            }
            let bytes = JsFuture::from(response.array_buffer().map_err(why)?).await.map_err(why)?;
            let name = format!("{name}.csv");
            let file = new_file(&Array::of1(&bytes), &name)?;
            if self.held_as(&name).is_some() {
                // It waits until what is coming is there, such as this.
                let store = self.clone();
                spawn_local(async move { store.receive(name, file).await });
                return Ok(());
            }
            self.add(name, file).await.map(drop)
        };
        let _doing = activity::begin(self.0.session, Task::File);
        self.begin_coming();
        let added: Result<(), String> = added.await;
        if let Err(message) = added {
            notices::notify(self.0.session, message, true);
        }
        self.end_coming();
    }

    fn begin_coming(&self) {
        self.0.coming.set(self.0.coming.get() + 1);
    }

    fn end_coming(&self) {
        self.0.coming.set(self.0.coming.get() - 1);
        self.wake();
    }

    fn is_unsettled(&self) -> bool {
        self.0.coming.get() > 0 || self.0.held.borrow().iter().any(|held| held.open.is_some())
    }

    /// Wakes the callers that wait for the files, once there is nothing to wait for.
    fn wake(&self) {
        if !self.is_unsettled() {
            for waiting in self.0.waiting.take() {
                waiting.send(()).ok();
            }
        }
    }

    async fn mount(&self, id: Id) -> Result<Mounted, String> {
        let found = self.with(id, |held| (held.name.clone(), held.file.clone(), held.entry));
        let Some((name, file, entry)) = found else {
            return Err(words::file_store_the_file_was_taken().to_owned());
        };
        let mounted = match self.0.host.mount(id, name, file).await {
            Ok(mounted) => mounted,
            Err(message) => {
                self.fail(id, message.clone());
                return Err(message);
            }
        };
        let kept = self.with(id, |held| held.path = Some(mounted.path.clone())).is_some();
        if !kept {
            // Removed while it was being mounted.
            self.0.host.unmount(id, mounted.path.clone()).await.ok();
            return Ok(mounted);
        }
        entry.name.set(mounted.name.clone());
        entry.state.set(FileState::Reading);
        self.note(id, FileWord::Reading);
        let store = self.clone();
        let path = mounted.path.clone();
        spawn_local(async move { store.look_at(id, path).await });
        Ok(mounted)
    }

    /// Profiles a file again, as `change` has it; until then it is read as before. A file that is
    /// being read stays.
    async fn read_again(&self, id: Id, change: impl FnOnce(&mut Held)) {
        let path = self.with(id, |held| {
            if held.open.is_some() {
                return None;
            }
            let path = held.path.clone()?;
            change(held);
            held.open = Some(activity::begin(self.0.session, Task::File));
            Some(path)
        });
        if let Some(path) = path.flatten() {
            self.note(id, FileWord::Reading);
            self.look_at(id, path).await;
        }
    }

    async fn look_at(&self, id: Id, path: String) {
        let reading = self.with(id, |held| (held.encoding.clone(), held.choices.clone()));
        match self.0.host.profile(&path, reading.unwrap_or_default()).await {
            Ok(profile) => {
                // The page finds the keys, whatever the kernel says.
                let profile = Arc::new(Profile { keys: Vec::new(), ..profile });
                self.record(id, &profile);
                self.note(id, FileWord::Ready);
                self.with(id, |held| {
                    held.profile = Some(profile.clone());
                    held.entry.state.set(FileState::Ready(profile));
                });
                self.refresh();
                self.find_keys(id).await;
                let done = self.with(id, |held| held.open.take());
                self.refresh();
                drop(done);
            }
            Err(message) => self.fail(id, words::file_store_nothing_could_be_found(&message)),
        }
    }

    fn fail(&self, id: Id, why: String) {
        self.note(id, FileWord::Failed);
        let done = self.with(id, |held| {
            held.entry.state.set(FileState::Failed(why));
            held.open.take()
        });
        self.refresh();
        drop(done);
    }

    fn with<T>(&self, id: Id, act: impl FnOnce(&mut Held) -> T) -> Option<T> {
        self.0.held.borrow_mut().iter_mut().find(|held| held.entry.id == id).map(act)
    }

    /// Updates what depends on the files: the suggestions, and the callers that wait.
    fn refresh(&self) {
        self.0.session.suggestions.set(planner::suggestions(&self.profiles()));
        self.wake();
    }
}

/// Makes a file of text or bytes.
///
/// # Errors
/// The message of the browser.
pub(crate) fn new_file(parts: &Array, name: &str) -> Result<File, String> {
    File::new_with_buffer_source_sequence_and_options(parts, name, &FilePropertyBag::new())
        .map_err(|thrown| message(&thrown))
}

/// Returns a file's own name, for a file that came without a folder; no system allows a slash in
/// one, so it is replaced.
pub(crate) fn own_name(file: &File) -> String {
    file.name().replace('/', "_")
}
