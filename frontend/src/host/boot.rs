//! A start: the frame, the runtime's bytes, and the boot request; with its progress.

use std::cell::Cell;
use std::rc::Rc;

use app::session::Progress;
use futures::future::try_join;
use js_sys::{Array, ArrayBuffer};
use kernel::life::Phase;
use kernel::manifest::{Asset, Manifest};
use kernel::protocol::{Control, FrameNotice, Limits, PackageRef};
use kernel::{Request, RequestId};
use leptos::prelude::GetUntracked;
use leptos::task::spawn_local;

use super::Host;
use crate::clock;
use crate::frame::Frame;
use crate::runtime;

/// The runtime's own files in the order of the boot request.
const ROLES: [&str; 6] = ["loader", "module", "wasm", "stdlib", "lock", "harness"];
/// The source that the frame starts.
const WORKER: &str = "worker";
/// Imported before the kernel calls itself ready: nearly every question needs these two.
const WARM: [&str; 2] = ["pandas", "matplotlib.pyplot"];
/// How many thousandths of the whole start the download is, as it is felt on a usual line; the rest is Python's own start.
const DOWNLOAD_SHARE: u32 = 500;
/// How often progress is shown while bytes come, in milliseconds.
const SHOW_EVERY_MS: f64 = 50.0;

impl Host {
    pub(super) fn begin_start(&self, boot: RequestId, restart: bool) {
        self.0.boot.set(boot);
        self.0.loaded.borrow_mut().clear();
        *self.0.progress.borrow_mut() =
            Progress { stage: "Downloading".to_owned(), restart, ..Progress::default() };
        let host = self.clone();
        spawn_local(async move {
            let failed = host.start_up(boot).await.err();
            if let Some(message) = failed.filter(|_| host.0.boot.get() == boot) {
                host.0.life.borrow_mut().start_failed(&message, clock::now());
                host.carry_on(&Array::new());
            }
        });
    }

    async fn start_up(&self, boot: RequestId) -> Result<(), String> {
        let (frame, (manifest, mut files)) =
            try_join(self.open_frame(boot), self.fetch_runtime(boot)).await?;
        // Overtaken by a restart: the frame goes again, and nobody is told.
        if self.0.boot.get() != boot {
            return Ok(());
        }
        let source = files.pop().ok_or("the runtime has no worker")?;
        frame.control(&Control::Start, &Array::of1(&source))?;
        let packages: Vec<PackageRef> = manifest
            .up_front()
            .iter()
            .map(|package| PackageRef { name: package.name.clone(), file_name: package.file_name.clone() })
            .collect();
        self.0.loaded.borrow_mut().extend(packages.iter().map(|package| package.name.clone()));
        let request = Request::Boot {
            id: boot,
            core: ROLES.map(str::to_owned).to_vec(),
            packages,
            warm: WARM.map(str::to_owned).to_vec(),
            limits: Limits {
                memory_bytes: self.0.session.limits.get_untracked().memory,
                ..Limits::default()
            },
        };
        frame.worker(&request, &files.iter().collect())?;
        *self.0.frame.borrow_mut() = Some(frame);
        Ok(())
    }

    async fn open_frame(&self, boot: RequestId) -> Result<Frame, String> {
        let (control, worker, gone) = (self.clone(), self.clone(), self.clone());
        let present = move |host: &Host| host.0.boot.get() == boot;
        Frame::open(
            move |message, _| {
                if present(&control) {
                    control.hear_frame(message);
                }
            },
            move |message, attachments| {
                if present(&worker) {
                    worker.hear(message, attachments);
                }
            },
            move || {
                if present(&gone) {
                    let message = "its frame was taken away".to_owned();
                    gone.0.life.borrow_mut().hear_frame(FrameNotice::Died { message }, clock::now());
                    // Later, since this closure lives in the frame that is dropped now.
                    let host = gone.clone();
                    clock::after(0, move || host.carry_on(&Array::new()));
                }
            },
        )
        .await
    }

    /// The files of [`ROLES`], then those of the packages up front, then the worker's source.
    async fn fetch_runtime(&self, boot: RequestId) -> Result<(Rc<Manifest>, Vec<ArrayBuffer>), String> {
        let manifest = Rc::new(runtime::manifest().await?);
        *self.0.manifest.borrow_mut() = Some(manifest.clone());
        let core = |role: &str| {
            let file =
                manifest.core(role).ok_or_else(|| format!("the manifest names no file for \"{role}\""))?;
            Ok(file.asset.clone())
        };
        let mut assets = ROLES.into_iter().map(core).collect::<Result<Vec<Asset>, String>>()?;
        assets.extend(manifest.up_front().into_iter().map(|package| package.asset.clone()));
        assets.push(core(WORKER)?);

        let total: u64 = assets.iter().map(|asset| asset.bytes).sum();
        let (host, came, shown) = (self.clone(), Cell::new(0_u64), Cell::new(f64::NEG_INFINITY));
        let on_bytes = move |bytes: i64| {
            came.set(came.get().saturating_add_signed(bytes));
            let now = clock::now_ms();
            if host.0.boot.get() == boot && (now - shown.get() > SHOW_EVERY_MS || came.get() >= total) {
                shown.set(now);
                host.show_download(came.get(), total);
            }
        };
        let files = runtime::fetch_all(&assets, Rc::new(on_bytes)).await?;
        Ok((manifest, files))
    }

    fn show_download(&self, came: u64, total: u64) {
        self.0.life.borrow_mut().progress(clock::now());
        {
            let mut progress = self.0.progress.borrow_mut();
            progress.permille = share(came, total, DOWNLOAD_SHARE);
            progress.bytes_left = total.saturating_sub(came);
        }
        self.show();
        self.set_alarm();
    }

    /// Shows how far the worker has come.
    pub(super) fn show_start(&self, stage: String, done: u32, total: u32) {
        if !matches!(self.0.life.borrow().phase(), Phase::Starting { .. }) {
            return;
        }
        let mut progress = self.0.progress.borrow_mut();
        progress.stage = stage;
        progress.bytes_left = 0;
        progress.permille = DOWNLOAD_SHARE + share(done.into(), total.into(), 1000 - DOWNLOAD_SHARE);
    }
}

/// The part of `whole` thousandths that `done` is of `total`.
fn share(done: u64, total: u64, whole: u32) -> u32 {
    u32::try_from(u64::from(whole) * done.min(total) / total.max(1)).unwrap_or(whole)
}
