//! Packages that code needs and that are not loaded yet.

use std::cell::RefCell;
use std::collections::HashSet;

use futures::future::{Either, select};
use js_sys::Array;
use kernel::manifest::Manifest;
use kernel::protocol::{Control, Offer, PackageRef, Start};
use kernel::{Reply, Request};
use leptos::task::spawn_local;
use web_sys::Blob;

use super::Host;
use super::requests::RequestOptions;
use crate::cancellation::CancellationToken;
use crate::{clock, runtime};

/// The archive of the standard library, which a start from a snapshot omits.
const STANDARD_LIBRARY: &str = "python_stdlib";

/// The packages of the current interpreter.
#[derive(Default)]
pub(super) struct Packages {
    /// Those whose archives it has, besides those of its start.
    loaded: RefCell<HashSet<String>>,
    /// Those that are being fetched, as the user reads them.
    fetching: RefCell<Option<String>>,
}

impl Packages {
    /// Forgets those of the interpreter before.
    pub(super) fn reset(&self) {
        self.loaded.borrow_mut().clear();
        self.set_fetching(None);
    }

    /// Returns those that are being fetched.
    pub(super) fn fetching(&self) -> Option<String> {
        self.fetching.borrow().clone()
    }

    fn set_fetching(&self, names: Option<String>) {
        self.fetching.replace(names);
    }

    fn loaded(&self) -> HashSet<String> {
        self.loaded.borrow().clone()
    }

    fn add_loaded(&self, names: impl IntoIterator<Item = String>) {
        self.loaded.borrow_mut().extend(names);
    }
}

impl Host {
    /// Hands over archives in the background once the kernel runs, those first that are most likely
    /// to be needed.
    pub(super) fn prepare(&self) {
        let (boot, host) = (self.0.interpreter.boot(), self.clone());
        let hand_over = move |name: String, archive: Blob| {
            // A kernel that has been replaced needs no archives.
            if !host.0.interpreter.is(boot) {
                return false;
            }
            let offer = Offer::Archives { packages: vec![PackageRef { name: name.clone() }] };
            if host.0.interpreter.post(&offer, &Array::of1(&archive)).is_ok() {
                host.0.packages.add_loaded([name]);
            }
            true
        };
        spawn_local(runtime::settle(hand_over));
    }

    async fn load(&self, names: Vec<String>, archives: Array) -> Result<(), String> {
        let packages = names.iter().map(|name| PackageRef { name: name.clone() }).collect();
        let options = RequestOptions { attachments: Some(archives), ..RequestOptions::default() };
        self.ask_with(|id| Request::Load { id, packages }, options).await?;
        self.0.packages.add_loaded(names);
        Ok(())
    }

    /// Fetches the archive that the running code waits for, and hands it to the frame, which passes
    /// it to the worker.
    pub(super) fn fetch_wanted(&self, ticket: u32, package: String) {
        let (boot, host) = (self.0.interpreter.boot(), self.clone());
        self.0.packages.set_fetching(Some(package.clone()));
        spawn_local(async move {
            let archive = runtime::archive(&package).await;
            if !host.0.interpreter.is(boot) {
                return;
            }
            host.0.packages.set_fetching(None);
            let (failed, attachments) = match &archive {
                Ok(archive) => (None, Array::of1(archive)),
                Err(message) => (Some(message.clone()), Array::new()),
            };
            host.0.lifecycle.borrow_mut().fetched(clock::now());
            host.0.interpreter.control(&Control::Archive { ticket, failed }, &attachments);
            host.carry_on(&Array::new());
        });
    }

    /// Hands over everything that `code` imports, if an import cannot wait for its package, since
    /// there is no shared memory.
    ///
    /// # Errors
    /// Why a package that exists is not available.
    pub(super) async fn provide(
        &self,
        code: &str,
        cancellation: &CancellationToken,
    ) -> Result<(), String> {
        // If the kernel cannot be started, the request that follows reports it.
        if self.ready().await.is_err() || self.0.lifecycle.borrow().interruptible() {
            return Ok(());
        }
        let code = code.to_owned();
        let modules = match self.ask(|id| Request::Imports { id, code }).await {
            Ok(Reply::Imports { modules, .. }) => modules,
            // Code that cannot be parsed raises its error when it is run.
            _ => return Ok(()),
        };
        let manifest = runtime::manifest().await?;
        let names = self.wanted(&manifest, &modules);
        if names.is_empty() || cancellation.is_cancelled() {
            return Ok(());
        }
        self.0.packages.set_fetching(Some(names.join(", ")));
        self.show();
        let fetch = async {
            let archives = Array::new();
            for name in &names {
                archives.push(&runtime::archive(name).await?.into());
            }
            Ok::<Array, String>(archives)
        };
        let fetched = match select(Box::pin(fetch), cancellation.cancelled()).await {
            Either::Left((archives, _)) => Some(archives),
            Either::Right(_) => None,
        };
        self.0.packages.set_fetching(None);
        self.show();
        match fetched {
            Some(archives) => self.load(names, archives?).await,
            None => Ok(()),
        }
    }

    /// Returns the packages to hand over before code can import `modules`: those whose archives a
    /// snapshot omits, and those of the modules.
    fn wanted(&self, manifest: &Manifest, modules: &[String]) -> Vec<String> {
        let loaded = self.0.packages.loaded();
        let mut names = Vec::new();
        if self.0.lifecycle.borrow().start_kind().0 == Start::Snapshot {
            names.push(STANDARD_LIBRARY.to_owned());
            names.extend(
                manifest
                    .packages
                    .iter()
                    .filter(|package| package.up_front)
                    .map(|package| package.name.clone()),
            );
            names.retain(|name| !loaded.contains(name));
        }
        for package in manifest.resolve(modules, &loaded) {
            if !names.contains(&package.name) {
                names.push(package.name.clone());
            }
        }
        names
    }
}
