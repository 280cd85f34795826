//! The files that outlive an interpreter: the user's, which every interpreter mounts, or installs
//! if they are wheels, and those that code wrote.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;

use js_sys::Array;
use kernel::choices::TableChoice;
use kernel::lifecycle::FileKey;
use kernel::protocol::{MountFile, Mounted, WheelRef};
use kernel::{FileRef, Profile, Reply, Request};
use wasm_bindgen::JsCast;
use web_sys::{Blob, File};

use super::requests::{RequestOptions, unexpected};
use super::{Host, results};
use crate::cancellation::CancellationToken;
use crate::foreign::size;
use crate::notices;

/// Called with the reason when files that were mounted cannot be mounted again.
type OnLost = Box<dyn Fn(Vec<FileKey>, String)>;

/// The content of the files that the lifecycle knows by key.
#[derive(Default)]
pub(super) struct RetainedFiles {
    mounted: RefCell<HashMap<FileKey, Blob>>,
    /// As they were when their execution ended.
    written: RefCell<HashMap<FileKey, Blob>>,
    on_lost: OnceCell<OnLost>,
}

impl RetainedFiles {
    /// Adds files that code wrote, in the order of their keys.
    pub(super) fn add_written(&self, keys: Vec<FileKey>, attachments: &Array) {
        let blobs = attachments.iter().filter_map(|attachment| attachment.dyn_into().ok());
        self.written.borrow_mut().extend(keys.into_iter().zip(blobs));
    }

    /// Attaches the files that `request` mounts, installs or restores.
    pub(super) fn attach(&self, request: &Request, keys: &[FileKey], attachments: &mut Array) {
        let restored = matches!(request, Request::Restore { .. });
        for key in keys {
            if restored {
                attachments.extend(self.written.borrow().get(key));
            } else {
                attachments.extend(self.mounted.borrow().get(key));
            }
        }
    }

    /// Reports files that cannot be mounted again.
    pub(super) fn lost(&self, keys: Vec<FileKey>, why: String) {
        if let Some(act) = self.on_lost.get() {
            act(keys, why);
        }
    }
}

impl Host {
    /// Sets the handler for files that cannot be mounted again. Called once.
    pub(crate) fn on_files_lost(&self, act: impl Fn(Vec<FileKey>, String) + 'static) {
        self.0.files.on_lost.set(Box::new(act)).ok();
    }

    /// Mounts a file and keeps it mounted over restarts.
    ///
    /// # Errors
    /// Why it could not be mounted.
    pub(crate) async fn mount(
        &self,
        key: FileKey,
        name: String,
        file: File,
    ) -> Result<Mounted, String> {
        let bytes = size(&file);
        self.0.files.mounted.borrow_mut().insert(key, file.into());
        let files = vec![MountFile { name, bytes }];
        let options = RequestOptions { files: vec![key], ..RequestOptions::default() };
        match self.ask_with(|id| Request::Mount { id, files }, options).await? {
            (Reply::Mounted { files, .. }, _) => files
                .into_iter()
                .next()
                .ok_or_else(|| words::host_files_python_received_no_file().to_owned()),
            (other, _) => Err(unexpected(&other)),
        }
    }

    /// Installs a wheel from the archive of its files, and has each later interpreter install it.
    ///
    /// # Errors
    /// Why it could not be installed.
    pub(crate) async fn install(
        &self,
        key: FileKey,
        wheel: WheelRef,
        archive: Blob,
    ) -> Result<(), String> {
        self.0.files.mounted.borrow_mut().insert(key, archive);
        let options = RequestOptions { files: vec![key], ..RequestOptions::default() };
        match self.ask_with(|id| Request::Install { id, wheel }, options).await? {
            (Reply::Installed { .. }, _) => Ok(()),
            (other, _) => Err(unexpected(&other)),
        }
    }

    /// Has no later interpreter install a wheel.
    pub(crate) fn forget_wheel(&self, key: FileKey) {
        self.0.files.mounted.borrow_mut().remove(&key);
        self.0.lifecycle.borrow_mut().forget_wheel(key);
    }

    /// Unmounts a file.
    ///
    /// # Errors
    /// Why it could not be unmounted.
    pub(crate) async fn unmount(&self, key: FileKey, path: String) -> Result<(), String> {
        self.0.files.mounted.borrow_mut().remove(&key);
        self.ask(|id| Request::Unmount { id, path }).await.map(|_| ())
    }

    /// Profiles a mounted file, in the encoding and with the choices of the user, if there are any.
    ///
    /// # Errors
    /// Why there is no profile at all; a file that cannot be read still has one that says so.
    pub(crate) async fn profile(
        &self,
        path: &str,
        (encoding, choices): (Option<String>, Vec<TableChoice>),
    ) -> Result<Profile, String> {
        if let Some(code) = results::reader(path) {
            self.provide(code, &CancellationToken::new()).await?;
        }
        let path = path.to_owned();
        match self.ask(|id| Request::Profile { id, path, encoding, choices }).await? {
            Reply::Profiled { profile, .. } => Ok(profile),
            other => Err(unexpected(&other)),
        }
    }

    /// Keeps the content of files that code of a stored session wrote, in their order; undefined
    /// if it is gone.
    pub(crate) fn add_stored(&self, files: &mut [FileRef], contents: Vec<Option<Blob>>) {
        for (file, content) in files.iter_mut().zip(contents) {
            if let Some(content) = content {
                // The lifecycle counts its keys upwards.
                let key = !notices::next_id();
                file.kept = Some(key);
                self.0.files.written.borrow_mut().insert(key, content);
            }
        }
    }

    /// Returns the content of a file that code wrote, as of the end of its execution.
    pub(crate) fn written_file(&self, file: &FileRef) -> Option<Blob> {
        self.0.files.written.borrow().get(&file.kept?).cloned()
    }
}
