//! Packages that code needs and that are not loaded yet.

use std::collections::HashSet;

use futures::future::{Either, select};
use js_sys::Array;
use kernel::lifecycle::REQUEST_LIMIT;
use kernel::manifest::Manifest;
use kernel::protocol::{Control, Offer, PackageRef, Start};
use kernel::{Reply, Request};
use leptos::task::spawn_local;
use web_sys::Blob;

use super::Host;
use crate::cancellation::CancellationToken;
use crate::{clock, runtime};

/// The archive of the standard library, which a start from a snapshot omits.
const STANDARD_LIBRARY: &str = "python_stdlib";

impl Host {
    /// Hands over archives in the background once the kernel runs, those first that are most likely to be
    /// needed.
    pub(super) fn prepare(&self) {
        let (boot, host) = (self.0.boot.get(), self.clone());
        let hand_over = move |name: String, archive: Blob| {
            // A kernel that has been replaced needs no archives.
            let frame = host.0.frame.borrow();
            let Some(frame) = frame.as_ref().filter(|_| host.0.boot.get() == boot) else { return false };
            let offer = Offer::Archives { packages: vec![PackageRef { name: name.clone() }] };
            if frame.worker(&offer, &Array::of1(&archive)).is_ok() {
                host.0.loaded.borrow_mut().insert(name);
            }
            true
        };
        spawn_local(runtime::settle(hand_over));
    }

    async fn load(&self, names: Vec<String>, archives: Array) -> Result<(), String> {
        let packages = names.iter().map(|name| PackageRef { name: name.clone() }).collect();
        self.ask(|id| Request::Load { id, packages }, vec![], Some(archives), REQUEST_LIMIT).await?;
        self.0.loaded.borrow_mut().extend(names);
        Ok(())
    }

    /// Fetches the archive that the running code waits for, and hands it to the frame, which passes it to the
    /// worker.
    pub(super) fn fetch_wanted(&self, ticket: u32, package: String) {
        let (boot, host) = (self.0.boot.get(), self.clone());
        *self.0.fetching.borrow_mut() = Some(package.clone());
        spawn_local(async move {
            let archive = runtime::archive(&package).await;
            if host.0.boot.get() != boot {
                return;
            }
            *host.0.fetching.borrow_mut() = None;
            let (failed, attachments) = match &archive {
                Ok(archive) => (None, Array::of1(archive)),
                Err(message) => (Some(message.clone()), Array::new()),
            };
            host.0.lifecycle.borrow_mut().fetched(clock::now());
            host.control_with(&Control::Archive { ticket, failed }, &attachments);
            host.carry_on(&Array::new());
        });
    }

    /// Hands over everything that `code` imports, if an import cannot wait for its package, since there is no
    /// shared memory.
    ///
    /// # Errors
    /// Why a package that exists is not available.
    pub(super) async fn provide(&self, code: &str, cancellation: &CancellationToken) -> Result<(), String> {
        // If the kernel cannot be started, the request that follows reports it.
        if self.ready().await.is_err() || self.0.lifecycle.borrow().interruptible() {
            return Ok(());
        }
        let code = code.to_owned();
        let modules = match self.ask(|id| Request::Imports { id, code }, vec![], None, REQUEST_LIMIT).await {
            Ok(Reply::Imports { modules, .. }) => modules,
            // Code that cannot be parsed raises its error when it is run.
            _ => return Ok(()),
        };
        let manifest = runtime::manifest().await?;
        let names = self.wanted(&manifest, &modules);
        if names.is_empty() || cancellation.is_cancelled() {
            return Ok(());
        }
        *self.0.fetching.borrow_mut() = Some(names.join(", "));
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
        *self.0.fetching.borrow_mut() = None;
        self.show();
        match fetched {
            Some(archives) => self.load(names, archives?).await,
            None => Ok(()),
        }
    }

    /// Returns the packages to hand over before code can import `modules`: those whose archives a snapshot
    /// omits, and those of the modules.
    fn wanted(&self, manifest: &Manifest, modules: &[String]) -> Vec<String> {
        let loaded: HashSet<String> = self.0.loaded.borrow().clone();
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
