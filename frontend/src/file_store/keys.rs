//! The keys between the session's tables: the interpreter counts what columns have in common, and
//! the user may dismiss a key, which is remembered with the session.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use app::session::{FileState, Id};
use kernel::activity::Task;
use kernel::keys::{self, Overlaps, Search};
use kernel::{Key, Profile};
use leptos::prelude::Set;
use serde_json::Value;

use super::FileStore;
use crate::activity;
use crate::host::Author;

/// The Python that counts.
const SOURCE: &str = include_str!("overlap.py");

/// How long it may take; by itself it stops reading earlier.
const PATIENCE: Duration = Duration::from_secs(60);

impl FileStore {
    /// Finds the keys between a file and all files.
    pub(super) async fn find_keys(&self, id: Id) {
        let held: Vec<(Id, Arc<Profile>)> = self
            .0
            .held
            .borrow()
            .iter()
            .filter_map(|held| Some((held.entry.id, held.profile.clone()?)))
            .collect();
        let Some(new) = held.iter().position(|(own, _)| *own == id) else { return };
        let profiles: Vec<&Profile> = held.iter().map(|(_, profile)| profile.as_ref()).collect();
        let candidates = keys::candidates(&profiles, new);
        let (found, search) = if candidates.is_empty() {
            (Vec::new(), Search::Complete)
        } else {
            let (overlaps, search) = self.overlaps(&keys::request(&profiles, &candidates)).await;
            let mut found = keys::chosen(&profiles, &candidates, &overlaps.overlaps);
            // A file may have been removed meanwhile.
            let names: Vec<String> =
                self.profiles().iter().map(|profile| profile.name.clone()).collect();
            found.retain(|(_, key)| names.contains(&key.other_file));
            (found, search)
        };
        self.with(id, |held| held.entry.search.set(search));
        let name = &profiles[new].name;
        for (at, (owner, _)) in held.iter().enumerate() {
            let of_owner = found.iter().filter(|(file, _)| *file == at).map(|(_, key)| key.clone());
            self.set_keys(*owner, |keys| {
                keys.retain(|key| at != new && key.other_file != *name);
                keys.extend(of_owner);
            });
        }
    }

    /// Takes away the keys to a file that was removed.
    pub(super) fn forget_keys_to(&self, name: &str) {
        let ids: Vec<Id> = self.0.held.borrow().iter().map(|held| held.entry.id).collect();
        for id in ids {
            self.set_keys(id, |keys| keys.retain(|key| key.other_file != name));
        }
    }

    /// Sets whether the user ignores a key.
    pub(super) fn set_dismissed(&self, id: Id, key: &Key, dismissed: bool) {
        self.with(id, |held| {
            held.dismissed.retain(|known| !known.is_same(key));
            if dismissed {
                held.dismissed.push(Key { dismissed, ..key.clone() });
            }
        });
        self.set_keys(id, |_| {});
        if let Some(profile) = self.with(id, |held| held.profile.clone()).flatten() {
            self.record(id, &profile);
        }
    }

    /// Records a profile, with no keys but those that the user has dismissed: the others are found
    /// again.
    pub(super) fn record(&self, id: Id, profile: &Profile) {
        let keys = self.with(id, |held| held.dismissed.clone()).unwrap_or_default();
        self.0.recorder.profile(id, Arc::new(Profile { keys, ..profile.clone() }));
    }

    /// Changes the keys of a file.
    fn set_keys(&self, id: Id, change: impl FnOnce(&mut Vec<Key>)) {
        self.with(id, |held| {
            let Some(profile) = &held.profile else { return };
            let mut keys = profile.keys.clone();
            change(&mut keys);
            for key in &mut keys {
                key.dismissed = held.dismissed.iter().any(|known| known.is_same(key));
            }
            if keys != profile.keys {
                let profile = Arc::new(Profile { keys, ..profile.as_ref().clone() });
                held.profile = Some(profile.clone());
                held.entry.state.set(FileState::Ready(profile));
            }
        });
    }

    /// Looks for the keys of a file again, whose search was stopped.
    pub(super) async fn search_again(&self, id: Id) {
        let begun = self.with(id, |held| {
            let free = held.profile.is_some() && held.open.is_none();
            if free {
                held.open = Some(activity::begin(self.0.session, Task::File));
            }
            free
        });
        if begun == Some(true) {
            self.find_keys(id).await;
            let done = self.with(id, |held| held.open.take());
            self.refresh();
            drop(done);
        }
    }

    /// Asks `overlap.py`, which leaves no name in the session. Without an answer nothing is known.
    async fn overlaps(&self, request: &Value) -> (Overlaps, Search) {
        // JSON's strings are also Python's.
        let [source, request] = [SOURCE.to_owned(), request.to_string()].map(Value::from);
        let code = format!(
            r#"__import__("builtins").exec({source}, {{"__name__": "insitu_keys", "REQUEST": {request}}})"#
        );
        let host = &self.0.host;
        let outcome = host.execute(&code, Some(PATIENCE), Author::Page, Rc::new(|_, _| {})).await;
        Overlaps::of(&outcome.stdout)
    }
}
