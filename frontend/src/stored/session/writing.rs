//! Stores records: one action after the other, and all records of one before those of the next.

use futures::FutureExt;
use futures::future::join_all;
use js_sys::Promise;
use kernel::automation::Happening;
use leptos::task::spawn_local;
use session::log::{Body, Stream, WriteError};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::Event;

use super::super::contents::{lines, number_of};
use super::super::runtime::with_runtime;
use super::{StoredSession, now};
use crate::foreign::device::new_id;
use crate::foreign::window;
use crate::log::SessionLog;
use crate::storage::{self, StorageError, done, object};
use crate::{activity, clock};

/// How long to wait before records are stored again for which there was no space, in milliseconds.
const RETRY_MS: u32 = 10_000;

/// The longest that text of a model waits to be stored, in milliseconds.
const MAX_TEXT_MS: u32 = 1_000;

impl StoredSession {
    /// Runs an action after those before it, if events are stored then.
    pub(super) fn enqueue(&self, act: impl Future<Output = Result<(), String>> + 'static) {
        let own = self.clone();
        drop(self.0.queue.push(async move {
            if !own.0.storing.get() {
                if !own.0.unstored.borrow().is_empty() {
                    own.0.lost.set(true);
                }
            } else if let Err(why) = act.await {
                own.0.lost.set(true);
                own.fail(format!("Error: {why}"));
            }
        }));
    }

    /// Begins to store records, all of them before any that is stored later.
    pub(super) fn put(&self, records: &str) -> impl Future<Output = ()> + use<> {
        let own = self.clone();
        // Called at once, in their order.
        let writer = self.writer();
        let append = |line: &str| Some(writer.as_ref()?.append(number_of(line), line));
        let appended: Vec<Option<Promise>> = lines(records).map(append).collect();
        async move {
            let records = u32::try_from(appended.len()).unwrap_or(u32::MAX);
            if records == 0 {
                return;
            }
            let stored = join_all(appended.into_iter().flatten().map(done)).await;
            let failed = stored.into_iter().find_map(Result::err);
            let what = match failed {
                Some(_) => Happening::NotStored { records },
                None => Happening::Stored { records },
            };
            activity::happened(own.0.session, None, what);
            if let Some(error) = failed.filter(|_| own.0.storing.get()) {
                own.0.lost.set(true);
                if error.kind == "quota" || error.kind == "held" {
                    own.wait_for_space(&error);
                } else {
                    own.fail(format!("{} What happens from now on is not stored.", error.message));
                }
            }
        }
    }

    /// Stores records after those before them, without waiting.
    pub(super) fn write(&self, records: &str) {
        let writing = self.put(records).boxed_local().shared();
        *self.0.writing.borrow_mut() = writing.clone();
        spawn_local(writing);
    }

    /// Stores records that the log makes.
    pub(super) async fn append(
        &self,
        make: impl FnOnce(&SessionLog) -> Result<String, WriteError>,
    ) -> Result<(), String> {
        self.created().await?;
        if !self.0.storing.get() {
            return Ok(());
        }
        let records = make(&self.0.log).map_err(|error| error.to_string())?;
        self.write(&records);
        // The first question is the title, until the user has named the session.
        let title = self.0.log.title();
        if self.title().is_empty() && !title.is_empty() {
            self.0.title.replace(title.clone());
            if let Some(storage) = storage::current() {
                let change = object(&[("title", &title.into())]);
                done(storage.sessions().change(&self.id(), &change)).await.ok();
            }
        }
        Ok(())
    }

    /// Appends an event.
    pub(super) async fn event(&self, body: Body) -> Result<(), String> {
        self.append(|log| log.append(now(), with_runtime(body))).await
    }

    /// Stores the text that is pending, after the actions so far.
    pub(super) fn flush(&self) {
        let own = self.clone();
        self.enqueue(async move { own.append(|log| log.flush(now())).await });
    }

    /// Stores a piece of what a model writes or thinks: a sentence at a time, and after a second at
    /// the latest.
    pub(crate) fn piece(&self, turn: u32, stream: Stream, piece: &str) {
        let (own, piece) = (self.clone(), piece.to_owned());
        self.enqueue(async move { own.append(|log| log.piece(now(), turn, stream, &piece)).await });
        if !self.0.flushing.replace(true) {
            let own = self.clone();
            spawn_local(async move {
                clock::sleep(MAX_TEXT_MS).await;
                own.0.flushing.set(false);
                own.flush();
            });
        }
    }

    /// Keeps records after a write that failed for lack of space in this tab, until they are
    /// stored.
    fn wait_for_space(&self, error: &StorageError) {
        if self.0.full.replace(true) {
            return;
        }
        self.notify(
            format!("{} Until then, what happens from now on is in this tab only.", error.message),
            true,
        );
        let own = self.clone();
        spawn_local(async move {
            let warn = Closure::<dyn Fn(Event)>::new(|event: Event| event.prevent_default());
            let (window, listener) = (window(), warn.as_ref().unchecked_ref());
            window.add_event_listener_with_callback("beforeunload", listener).ok();
            loop {
                clock::sleep(RETRY_MS).await;
                if let Some(writer) = own.writer()
                    && done(writer.retry()).await.is_ok()
                {
                    break;
                }
            }
            own.0.full.set(false);
            window.remove_event_listener_with_callback("beforeunload", listener).ok();
            let there = "There is space again: what was only in this tab is stored.";
            own.notify(there.to_owned(), true);
        });
    }

    /// Creates the session if there is none yet, and opens one that was closed.
    pub(super) async fn created(&self) -> Result<(), String> {
        if self.0.open.borrow().is_some() {
            return Ok(());
        }
        if !self.0.id.borrow().is_empty() {
            self.open_stored(&self.id(), &self.title(), true).await;
            return Ok(());
        }
        let fresh = new_id()?;
        if self.begin(&fresh).await {
            let record = self.0.log.create(&fresh, now()).map_err(|error| error.to_string())?;
            self.put(&record).await;
        }
        Ok(())
    }

    /// Creates and opens a session in the storage; returns whether there is one.
    pub(super) async fn begin(&self, fresh: &str) -> bool {
        let Some(storage) = storage::current() else { return false };
        let title = self.title();
        let made = object(&[("id", &fresh.into()), ("title", &title.as_str().into())]);
        let begun = async {
            done(storage.sessions().create(&made)).await?;
            done(storage.open(fresh, &object(&[]))).await
        };
        let opened: JsValue = match begun.await {
            Ok(opened) => opened,
            Err(error) => {
                self.fail(error.message);
                return false;
            }
        };
        let before = self.0.open.borrow().clone();
        if let Some(before) = before {
            done(before.close()).await.ok();
        }
        self.set_open(fresh, &title, opened.unchecked_into());
        true
    }
}
