//! Stores records: one action after the other, and all records of one before those of the next.

use futures::FutureExt;
use futures::future::join_all;
use kernel::automation::Happening;
use session::log::{Body, OpenLog, Stream, WriteError};

use super::super::{OpenSession, Page, StorageError};
use super::{StoredSession, lines, number_of};

/// How long to wait before records are stored again for which there was no space, in milliseconds.
const RETRY_MS: u32 = 10_000;

/// The longest that text of a model waits to be stored, in milliseconds.
const MAX_TEXT_MS: u32 = 1_000;

impl<P: Page> StoredSession<P> {
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
                own.fail(words::stored_storing_writing_error(&why));
            }
        }));
    }

    /// Begins to store records, all of them before any that is stored later.
    pub(super) fn put(&self, records: &str) -> impl Future<Output = ()> + use<P> {
        let own = self.clone();
        // Called at once, in their order.
        let writer = self.writer();
        let append = |line: &str| Some(writer.as_ref()?.append(number_of(line), line));
        let appended: Vec<_> = lines(records).map(append).collect();
        async move {
            let records = u32::try_from(appended.len()).unwrap_or(u32::MAX);
            let stored = join_all(appended.into_iter().flatten()).await;
            let failed = stored.into_iter().find_map(Result::err);
            let what = match failed {
                Some(_) => Happening::NotStored { records },
                None => Happening::Stored { records },
            };
            own.0.page.happened(what);
            if let Some(error) = failed.filter(|_| own.0.storing.get()) {
                own.0.lost.set(true);
                if error.kind == "quota" || error.kind == "held" {
                    own.wait_for_space(&error);
                } else {
                    own.fail(words::stored_storing_writing_what_happens_from_now(&error.message));
                }
            }
        }
    }

    /// Stores records after those before them, without waiting.
    pub(super) fn write(&self, records: &str) {
        // What waits for the newest records waits for those before them too.
        if records.is_empty() {
            return;
        }
        let writing = self.put(records).boxed_local().shared();
        *self.0.writing.borrow_mut() = writing.clone();
        self.0.page.spawn(writing);
    }

    /// Stores records that the log makes.
    pub(super) async fn append(
        &self,
        make: impl FnOnce(&mut OpenLog, u64) -> Result<String, WriteError>,
    ) -> Result<(), String> {
        self.created().await?;
        if !self.0.storing.get() {
            return Ok(());
        }
        let records = make(&mut self.0.log.borrow_mut(), self.0.page.now());
        self.write(&records.map_err(|error| error.to_string())?);
        // The first question is the title, until the user has named the session.
        let title = self.0.log.borrow().state().title();
        if self.title().is_empty() && !title.is_empty() {
            self.show_title(&title);
            self.0.page.set_title(&self.id(), &title).await.ok();
        }
        Ok(())
    }

    /// Appends an event.
    pub(super) async fn event(&self, body: Body) -> Result<(), String> {
        self.append(|log, now| log.append(now, self.0.page.with_runtime(body))).await
    }

    /// Stores the text that is pending, after the actions so far.
    pub(super) fn flush(&self) {
        let own = self.clone();
        self.enqueue(async move { own.append(|log, now| log.flush(now)).await });
    }

    /// Stores a piece of what a model writes or thinks: a sentence at a time, and after a second at
    /// the latest.
    pub fn piece(&self, turn: u32, stream: Stream, piece: &str) {
        let (own, piece) = (self.clone(), piece.to_owned());
        self.enqueue(
            async move { own.append(|log, now| log.piece(now, turn, stream, &piece)).await },
        );
        if !self.0.flushing.replace(true) {
            let own = self.clone();
            self.0.page.spawn(async move {
                own.0.page.sleep(MAX_TEXT_MS).await;
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
        self.notify(words::stored_storing_writing_until_then_what_happens(&error.message), true);
        let own = self.clone();
        self.0.page.spawn(async move {
            let warning = own.0.page.warn_before_closing();
            loop {
                own.0.page.sleep(RETRY_MS).await;
                if let Some(writer) = own.writer()
                    && writer.retry().await.is_ok()
                {
                    break;
                }
            }
            own.0.full.set(false);
            drop(warning);
            let there = words::stored_storing_writing_there_is_space_again();
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
        let fresh = self.0.page.new_id()?;
        if self.begin(&fresh).await {
            let created = OpenLog::create(&fresh, self.0.page.now());
            let (log, record) = created.map_err(|error| error.to_string())?;
            self.0.log.replace(log);
            self.put(&record).await;
        }
        Ok(())
    }

    /// Creates and opens a session in the storage; returns whether there is one.
    pub(super) async fn begin(&self, fresh: &str) -> bool {
        let title = self.title();
        let begun = async {
            self.0.page.create(fresh, &title).await?;
            self.0.page.open(fresh, || {}).await
        };
        let opened = match begun.await {
            Ok(opened) => opened,
            Err(error) => {
                self.fail(error.message);
                return false;
            }
        };
        let before = self.0.open.borrow().clone();
        if let Some(before) = before {
            before.close().await.ok();
        }
        self.set_open(fresh, &title, opened);
        true
    }
}
