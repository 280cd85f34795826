//! The storage that the tabs share.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use futures::FutureExt;
use futures::channel::oneshot;

use super::super::super::{Done, LogPart, OpenSession, StorageError};

/// A user's file; two are the same if they are clones.
#[derive(Clone, Debug)]
pub(crate) struct TestFile(pub(crate) Rc<(String, String)>);

impl PartialEq for TestFile {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// Returns a file of this name and content.
pub(crate) fn file(name: &str, content: &str) -> TestFile {
    TestFile(Rc::new((name.to_owned(), content.to_owned())))
}

/// Returns a failure of the storage.
pub(crate) fn error(kind: &str) -> StorageError {
    let message = format!("It is {kind}.");
    StorageError { kind: kind.to_owned(), message, askable: kind == "permission" }
}

/// One session of the storage.
#[derive(Default)]
pub(crate) struct Row {
    pub(crate) title: String,
    pub(crate) records: Vec<String>,
    /// The records that are appended and not stored.
    pub(super) pending: Vec<String>,
    pub(crate) removed: bool,
    /// The tab that writes it.
    pub(super) writer: Option<u32>,
    /// The files, and why one cannot be read, if so.
    pub(crate) files: BTreeMap<String, (TestFile, Option<&'static str>)>,
}

/// What is called when another tab has stored records of a session.
pub(super) type Follower = (u32, String, Rc<dyn Fn()>);

/// What all tabs share.
#[derive(Default)]
pub(crate) struct Disk {
    pub(crate) rows: RefCell<BTreeMap<String, Row>>,
    /// What waits until it is released, by the names of the operations.
    pub(super) slow: RefCell<Vec<&'static str>>,
    pub(super) waiting: RefCell<Vec<(&'static str, oneshot::Sender<()>)>>,
    /// Why these operations fail.
    failing: RefCell<Vec<(&'static str, &'static str)>>,
    pub(super) followers: RefCell<Vec<Follower>>,
    taking_over: RefCell<Vec<(String, oneshot::Sender<()>)>>,
    pub(super) now: Cell<u64>,
    pub(super) sleeping: RefCell<Vec<(u64, oneshot::Sender<()>)>>,
    pub(super) tabs: Cell<u32>,
    /// The tabs that were shown one after the other.
    pub(crate) shown: RefCell<Vec<u32>>,
}

impl Disk {
    /// Lets an operation wait until [`World::release`].
    pub(crate) fn slow(&self, what: &'static str) {
        self.slow.borrow_mut().push(what);
    }

    /// Lets an operation fail, until [`Self::mended`].
    pub(crate) fn failing(&self, what: &'static str, kind: &'static str) {
        self.failing.borrow_mut().push((what, kind));
    }

    /// Lets all operations work again.
    pub(crate) fn mended(&self) {
        self.failing.borrow_mut().clear();
    }

    /// Returns how many operations of this name wait.
    pub(crate) fn count(&self, what: &str) -> usize {
        self.waiting.borrow().iter().filter(|(waiting, _)| *waiting == what).count()
    }

    /// Carries an operation out: what is read is read now, and known when it is released.
    pub(super) fn act<T: 'static>(
        self: &Rc<Self>,
        what: &'static str,
        now: Result<T, StorageError>,
    ) -> Done<T> {
        let passed = self.slow.borrow().contains(&what).then(|| {
            let (sender, passed) = oneshot::channel();
            self.waiting.borrow_mut().push((what, sender));
            passed
        });
        let disk = self.clone();
        let acted = async move {
            if let Some(passed) = passed {
                // Where the world ends first, nothing comes of it.
                if passed.await.is_err() {
                    std::future::pending::<()>().await;
                }
            }
            let failing = disk.failing.borrow();
            match failing.iter().find(|(failing, _)| *failing == what) {
                Some((_, kind)) => Err(error(kind)),
                None => now,
            }
        };
        acted.boxed_local()
    }

    pub(super) fn row<T>(
        &self,
        id: &str,
        act: impl FnOnce(&mut Row) -> T,
    ) -> Result<T, StorageError> {
        self.rows.borrow_mut().get_mut(id).map(act).ok_or_else(|| error("gone"))
    }

    /// Stores what was appended, as far as a number of records.
    fn commit(&self, id: &str, tab: u32, all: usize) {
        let stored = self.row(id, |row| {
            let more = all.saturating_sub(row.records.len()).min(row.pending.len());
            row.records.extend(row.pending.drain(..more));
        });
        if stored.is_ok() {
            let followers = self.followers.borrow().clone();
            for (_, _, call) in followers.iter().filter(|(of, at, _)| *of != tab && at == id) {
                call();
            }
        }
    }

    /// Ends a tab's use of a session; another one may have it then.
    pub(super) fn release(&self, id: &str, tab: u32) {
        self.row(id, |row| {
            if row.writer == Some(tab) {
                row.writer = None;
                row.pending.clear();
            }
        })
        .ok();
        let mut taking_over = self.taking_over.borrow_mut();
        if let Some(at) = taking_over.iter().position(|(of, _)| of == id) {
            taking_over.remove(at).1.send(()).ok();
        }
    }
}

/// A session that a tab has opened.
#[derive(Clone)]
pub(crate) struct Opened {
    pub(super) disk: Rc<Disk>,
    pub(super) id: String,
    pub(super) tab: u32,
    pub(super) log: LogPart,
}

impl OpenSession for Opened {
    fn is_writer(&self) -> bool {
        self.disk.row(&self.id, |row| row.writer == Some(self.tab)).unwrap_or_default()
    }

    fn log(&self) -> LogPart {
        self.log.clone()
    }

    #[expect(clippy::cast_precision_loss, reason = "they are few")]
    fn unsaved(&self) -> f64 {
        self.disk.row(&self.id, |row| row.pending.len() as f64).unwrap_or_default()
    }

    #[expect(clippy::cast_precision_loss, reason = "they are few")]
    fn append(&self, seq: f64, record: &str) -> Done<()> {
        let (disk, id, tab) = (self.disk.clone(), self.id.clone(), self.tab);
        let all = disk.row(&id, |row| {
            let all = row.records.len() + row.pending.len() + 1;
            let in_order = row.writer == Some(tab) && seq == all as f64;
            in_order.then(|| row.pending.push(record.to_owned())).ok_or_else(|| error("order"))?;
            Ok(all)
        });
        let passed = self.disk.act("append", all.flatten());
        let appended = async move {
            disk.commit(&id, tab, passed.await?);
            Ok(())
        };
        appended.boxed_local()
    }

    fn flush(&self) -> Done<()> {
        self.disk.act("flush", Ok(()))
    }

    fn retry(&self) -> Done<()> {
        let (disk, id, tab) = (self.disk.clone(), self.id.clone(), self.tab);
        // What fails to be appended fails to be appended again.
        let passed = self.disk.act("append", Ok(()));
        let stored = async move {
            passed.await?;
            disk.commit(&id, tab, usize::MAX);
            Ok(())
        };
        stored.boxed_local()
    }

    fn take_over(&self) -> Done<()> {
        let (disk, id, tab) = (self.disk.clone(), self.id.clone(), self.tab);
        let taken = async move {
            if disk.row(&id, |row| row.writer.is_some())? {
                let (sender, freed) = oneshot::channel();
                disk.taking_over.borrow_mut().push((id.clone(), sender));
                freed.await.map_err(|_| error("closed"))?;
            }
            disk.row(&id, |row| row.writer = Some(tab))
        };
        taken.boxed_local()
    }

    fn close(&self) -> Done<()> {
        self.disk.commit(&self.id, self.tab, usize::MAX);
        self.disk.release(&self.id, self.tab);
        self.disk.act("close", Ok(()))
    }
}

/// Returns at most eight records from this one on.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "they are few"
)]
pub(super) fn part(records: &[String], from: f64) -> LogPart {
    let from = from as usize - 1;
    let to = (from + 8).min(records.len());
    LogPart {
        text: records.get(from..to).unwrap_or_default().concat(),
        last: to as f64,
        more: to < records.len(),
        damage: None,
    }
}
