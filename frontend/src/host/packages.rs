//! Packages that code needs and that are not there yet.

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

/// The archive of the standard library, which a start from a snapshot does without.
const STANDARD_LIBRARY: &str = "python_stdlib";

impl Host {
    /// Hands over archives in the background once the kernel runs, those first that are the likeliest to be wanted.
    pub(super) fn prepare(&self) {
        let (boot, host) = (self.0.boot.get(), self.clone());
        let give = move |name: String, archive: Blob| {
            // A kernel that has been replaced since wants nothing.
            let frame = host.0.frame.borrow();
            let Some(frame) = frame.as_ref().filter(|_| host.0.boot.get() == boot) else { return false };
            let offer = Offer::Archives { packages: vec![PackageRef { name: name.clone() }] };
            if frame.worker(&offer, &Array::of1(&archive)).is_ok() {
                host.0.loaded.borrow_mut().insert(name);
            }
            true
        };
        spawn_local(runtime::settle(give));
    }

    async fn load(&self, names: Vec<String>, archives: Array) -> Result<(), String> {
        let packages = names.iter().map(|name| PackageRef { name: name.clone() }).collect();
        self.ask(|id| Request::Load { id, packages }, vec![], Some(archives), REQUEST_LIMIT).await?;
        self.0.loaded.borrow_mut().extend(names);
        Ok(())
    }

    /// Fetches the archive for which what runs waits, and hands it to the frame, which gives it to the worker.
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

    /// Where an import cannot wait for its package, since there is no shared memory: has everything handed over that `code` imports.
    ///
    /// # Errors
    /// Why a package that exists cannot be had.
    pub(super) async fn provide(&self, code: &str, cancellation: &CancellationToken) -> Result<(), String> {
        // Where the kernel cannot be started, the request that follows says so.
        if self.ready().await.is_err() || self.0.lifecycle.borrow().interruptible() {
            return Ok(());
        }
        let code = code.to_owned();
        let modules = match self.ask(|id| Request::Imports { id, code }, vec![], None, REQUEST_LIMIT).await {
            Ok(Reply::Imports { modules, .. }) => modules,
            // Code that cannot be read says why when it is run.
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

    /// What is to be handed over before code can import `modules`: whatever a snapshot has no archive of, and their packages.
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
