//! Wheels that the user drops: what is in one is read apart from the page and from the interpreter,
//! the user confirms it, and each interpreter of the session installs it. No other way leads to an
//! installation.

use std::cell::RefCell;
use std::sync::Arc;

use app::session::{FileEntry, FileState, Id, NamedWheel, WheelQuestion, WheelVerdict};
use futures::channel::oneshot;
use futures::lock::Mutex;
use kernel::activity::Task;
use kernel::protocol::WheelRef;
use kernel::wheels::{Facts, MAX_WHEEL_BYTES, Refusal};
use leptos::prelude::{GetUntracked, Set, WithUntracked};
use leptos::task::spawn_local;
use serde_json::json;
use web_sys::{Blob, File};

use super::{FileStore, own_name};
use crate::exports::Exports;
use crate::foreign::size;
use crate::{activity, notices, runtime};

/// The most wheels of a session.
const MAX_WHEELS: usize = 20;

/// The wheels of the session.
#[derive(Default)]
pub(super) struct Wheels {
    confirmed: RefCell<Vec<Confirmed>>,
    /// One wheel is read, and one question asked, at a time.
    turn: Mutex<()>,
    /// The caller that waits for the user's verdict.
    waiting: RefCell<Option<oneshot::Sender<WheelVerdict>>>,
}

/// A wheel that the user has confirmed.
#[derive(Clone)]
struct Confirmed {
    entry: FileEntry,
    facts: Arc<Facts>,
    /// Its files, as the kernel takes them.
    archive: Blob,
    installed: bool,
}

/// A wheel that a stored session has.
pub(crate) struct StoredWheel {
    pub(crate) named: NamedWheel,
    /// Whether the user has confirmed it in this browser.
    pub(crate) confirmed: bool,
}

/// Returns whether a file may be installed: a wheel that came by itself, in no folder.
pub(super) fn is_wheel(name: &str) -> bool {
    name.ends_with(".whl") && !name.contains('/')
}

impl FileStore {
    /// Asks the user about wheels, one after the other, and installs what is confirmed.
    pub(super) fn offer_wheels(&self, wheels: Vec<File>) {
        for wheel in wheels {
            self.begin_coming();
            if self
                .0
                .session
                .wheel
                .with_untracked(|asked| matches!(asked, Some(WheelQuestion::Missing(_))))
            {
                // It may be what was missing.
                self.0.wheels.waiting.take();
            }
            let store = self.clone();
            spawn_local(async move {
                if let Err(why) = store.offer_wheel(&wheel).await {
                    let name = text::file_name(&own_name(&wheel));
                    notices::notify(store.0.session, format!("{name}: {why}"), true);
                }
                store.end_coming();
            });
        }
    }

    async fn offer_wheel(&self, file: &File) -> Result<(), String> {
        let _turn = self.0.wheels.turn.lock().await;
        let (facts, archive) = self.read_wheel(&own_name(file), file).await?;
        let note = self.compared(&facts);
        let facts = Arc::new(facts);
        if self.ask(WheelQuestion::Install { facts: facts.clone(), note }).await
            != Some(WheelVerdict::Accept)
        {
            return Ok(());
        }
        let replaced =
            self.not_installed().into_iter().find(|(_, named)| is_in_place_of(&facts, named));
        let id = replaced.map_or_else(notices::next_id, |(id, _)| id);
        self.0.recorder.wheel(id, &facts, file);
        self.install(id, facts, archive).await;
        Ok(())
    }

    /// Installs a wheel of a stored session if the user has confirmed it in this browser and its
    /// bytes are there; else lists it as missing.
    pub(super) fn add_stored_wheel(
        &self,
        id: Id,
        bytes: u64,
        wheel: StoredWheel,
        file: Result<File, String>,
    ) {
        let StoredWheel { named, confirmed } = wheel;
        if self.0.wheels.confirmed.borrow().iter().any(|known| known.entry.id == id) {
            return;
        }
        let file = match file {
            Ok(file) if confirmed => file,
            other => {
                let why = other.err().unwrap_or_else(|| {
                    words::file_store_wheels_nobody_has_confirmed_it().to_owned()
                });
                let state = FileState::NotInstalled(named.clone(), why);
                self.list(id, named.file, (bytes, state), None);
                return;
            }
        };
        self.list(id, named.file.clone(), (bytes, FileState::Waiting), None);
        self.begin_coming();
        let store = self.clone();
        spawn_local(async move {
            let _turn = store.0.wheels.turn.lock().await;
            match store.read_wheel(&named.file, &file).await {
                Ok((facts, archive)) if is_same(&facts, &named) => {
                    store.install(id, Arc::new(facts), archive).await;
                }
                read => {
                    let why = read
                        .err()
                        .unwrap_or_else(|| words::file_store_wheels_the_file_is_no().to_owned());
                    let name = named.file.clone();
                    store.list(id, name, (bytes, FileState::NotInstalled(named, why)), None);
                }
            }
            store.end_coming();
        });
    }

    /// Reads a wheel in a worker of a sealed frame, from its bytes alone.
    async fn read_wheel(&self, name: &str, file: &File) -> Result<(Facts, Blob), String> {
        let bytes = size(file);
        if bytes > MAX_WHEEL_BYTES {
            return Err(
                Refusal::TooLarge { what: "file", bytes, most: MAX_WHEEL_BYTES }.to_string()
            );
        }
        if self.0.wheels.confirmed.borrow().len() >= MAX_WHEELS {
            return Err(words::file_store_wheels_a_session_has_at(&MAX_WHEELS));
        }
        let _doing = activity::begin(self.0.session, Task::File);
        let (manifest, index) = (runtime::manifest_text().await?, runtime::index().await?);
        let reader = Exports::start().await?;
        let dropped = self.dropped();
        let read = reader.inspect_wheel((name, file), (&manifest, &index), &dropped).await;
        let (facts, archive) = read?;
        Ok((serde_json::from_str(&facts).map_err(|error| error.to_string())?, archive))
    }

    /// Returns the installed wheels as the reader takes them.
    fn dropped(&self) -> String {
        let confirmed = self.0.wheels.confirmed.borrow();
        let dropped: Vec<_> = confirmed
            .iter()
            .filter(|wheel| wheel.installed)
            .map(|wheel| json!({ "name": wheel.facts.name, "modules": wheel.facts.modules }))
            .collect();
        json!(dropped).to_string()
    }

    /// Returns how a wheel compares to those that the session names, as a sentence.
    fn compared(&self, facts: &Facts) -> String {
        let named = self
            .not_installed()
            .into_iter()
            .map(|(_, named)| named)
            .find(|named| is_in_place_of(facts, named));
        match named {
            None => String::new(),
            Some(named) if is_same(facts, &named) => {
                words::file_store_wheels_it_is_the_wheel().to_owned()
            }
            Some(NamedWheel { name, version, sha256, .. }) => {
                words::file_store_wheels_this_session_was_made(&name, &sha256, &version)
            }
        }
    }

    async fn install(&self, id: Id, facts: Arc<Facts>, archive: Blob) {
        let entry = self.list(id, facts.file.clone(), (facts.bytes, FileState::Waiting), None);
        let wheel = Confirmed { entry, facts, archive, installed: false };
        self.0.wheels.confirmed.borrow_mut().retain(|known| known.entry.id != id);
        self.0.wheels.confirmed.borrow_mut().push(wheel.clone());
        self.hand_over(wheel).await;
    }

    async fn hand_over(&self, wheel: Confirmed) {
        let _doing = activity::begin(self.0.session, Task::File);
        let Confirmed { entry, facts, archive, .. } = wheel;
        let (name, version, sha256) =
            (facts.name.clone(), facts.version.clone(), facts.sha256.clone());
        let installed =
            self.0.host.install(entry.id, WheelRef { name, version, sha256 }, archive).await;
        let is_there =
            self.with_wheel(entry.id, |wheel| wheel.installed = installed.is_ok()).is_some();
        match installed {
            // Removed meanwhile.
            Ok(()) if !is_there => self.0.host.forget_wheel(entry.id),
            Ok(()) => entry.state.set(FileState::Installed(facts)),
            Err(why) => drop(self.lose_wheel(entry.id, &why)),
        }
    }

    /// Installs the wheels again that could not be installed while there was no kernel.
    pub(super) async fn retry_wheels(&self) {
        let is_open = |wheel: &&Confirmed| !wheel.installed;
        let open: Vec<Confirmed> =
            self.0.wheels.confirmed.borrow().iter().filter(is_open).cloned().collect();
        for wheel in open {
            wheel.entry.state.set(FileState::Waiting);
            self.hand_over(wheel).await;
        }
    }

    /// Shows that a wheel is not installed; returns whether there is such a wheel.
    pub(super) fn lose_wheel(&self, id: Id, why: &str) -> bool {
        let lost = self.with_wheel(id, |wheel| {
            wheel.installed = false;
            let Facts { file, name, version, sha256, .. } = &*wheel.facts;
            let named = NamedWheel {
                file: file.clone(),
                name: name.clone(),
                version: version.clone(),
                sha256: sha256.clone(),
            };
            let why = words::file_store_wheels_it_could_not_be(&why);
            wheel.entry.state.set(FileState::NotInstalled(named, why));
        });
        lost.is_some()
    }

    /// Removes a wheel from the session, if this is one.
    pub(super) fn remove_wheel(&self, id: Id) {
        let at = self.0.wheels.confirmed.borrow().iter().position(|wheel| wheel.entry.id == id);
        let Some(at) = at else { return };
        let wheel = self.0.wheels.confirmed.borrow_mut().remove(at);
        self.0.host.forget_wheel(id);
        if wheel.installed {
            let text = words::file_store_wheels_can_be_imported_until(&wheel.facts.name);
            notices::notify(self.0.session, text, false);
        }
    }

    /// Returns the packages that are installed, each as name and version, for a model.
    pub(crate) fn packages(&self) -> Vec<String> {
        let confirmed = self.0.wheels.confirmed.borrow();
        let installed = confirmed.iter().filter(|wheel| wheel.installed);
        installed.map(|wheel| format!("{} {}", wheel.facts.name, wheel.facts.version)).collect()
    }

    /// Asks before code runs again, if wheels that the session names are not installed. Returns
    /// whether it is to run.
    pub(crate) async fn expect_wheels(&self) -> bool {
        loop {
            self.settled().await;
            let missing: Vec<NamedWheel> =
                self.not_installed().into_iter().map(|(_, named)| named).collect();
            if missing.is_empty() {
                return true;
            }
            let turn = self.0.wheels.turn.lock().await;
            let verdict = self.ask(WheelQuestion::Missing(missing)).await;
            drop(turn);
            if let Some(verdict) = verdict {
                return verdict == WheelVerdict::Accept;
            }
        }
    }

    /// Asks the user; `None` if the question is no longer asked.
    async fn ask(&self, question: WheelQuestion) -> Option<WheelVerdict> {
        let (sender, receiver) = oneshot::channel();
        self.0.wheels.waiting.replace(Some(sender));
        self.0.session.wheel.set(Some(question));
        let verdict = receiver.await.ok();
        self.0.session.wheel.set(None);
        verdict
    }

    pub(super) fn answer_about_wheel(&self, verdict: WheelVerdict) {
        if let Some(waiting) = self.0.wheels.waiting.take() {
            waiting.send(verdict).ok();
        }
    }

    /// Returns the wheels that the session names and that are not installed.
    fn not_installed(&self) -> Vec<(Id, NamedWheel)> {
        let named = |file: &FileEntry| match file.state.get_untracked() {
            FileState::NotInstalled(named, _) => Some((file.id, named)),
            _ => None,
        };
        self.0.session.files.with_untracked(|files| files.iter().filter_map(named).collect())
    }

    fn with_wheel<T>(&self, id: Id, act: impl FnOnce(&mut Confirmed) -> T) -> Option<T> {
        self.0.wheels.confirmed.borrow_mut().iter_mut().find(|wheel| wheel.entry.id == id).map(act)
    }
}

/// Returns whether a wheel is exactly the one that a session names.
fn is_same(facts: &Facts, named: &NamedWheel) -> bool {
    let Facts { name, version, sha256, .. } = facts;
    (name, version, sha256) == (&named.name, &named.version, &named.sha256)
}

/// Returns whether a wheel comes in the place of the one that a session names.
fn is_in_place_of(facts: &Facts, named: &NamedWheel) -> bool {
    facts.sha256 == named.sha256 || facts.name == named.name
}
