//! A browser for tests: tabs with a session each, and a storage that is slow, full, broken or
//! another tab's where a test says so. Nothing happens by itself, and no time passes.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use futures::FutureExt;
use futures::channel::oneshot;
use futures::executor::{LocalPool, LocalSpawner};
use futures::task::LocalSpawnExt;
use kernel::Outcome;
use kernel::automation::Happening;
use session::log::{BlobRef, Body, Kept, State, StoredPart, read};

use super::super::super::{
    Done, FileQuestions, KeptFile, LogPart, OpenSession, Page, Restored, RestoredFile, Sessions,
    Shown, Storage, StorageError, StoredSession, Switching, lines,
};
use crate::session::{Doing, Id};

/// A user's file; two are the same if they are clones.
#[derive(Clone, Debug)]
pub(super) struct TestFile(pub(super) Rc<(String, String)>);

impl PartialEq for TestFile {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// Returns a file of this name and content.
pub(super) fn file(name: &str, content: &str) -> TestFile {
    TestFile(Rc::new((name.to_owned(), content.to_owned())))
}

/// Returns a failure of the storage.
pub(super) fn error(kind: &str) -> StorageError {
    let message = format!("It is {kind}.");
    StorageError { kind: kind.to_owned(), message, askable: kind == "permission" }
}

/// One session of the storage.
#[derive(Default)]
pub(super) struct Row {
    pub(super) title: String,
    pub(super) records: Vec<String>,
    /// The records that are appended and not stored.
    pending: Vec<String>,
    pub(super) removed: bool,
    /// The tab that writes it.
    writer: Option<u32>,
    /// The files, and why one cannot be read, if so.
    pub(super) files: BTreeMap<String, (TestFile, Option<&'static str>)>,
}

/// What is called when another tab has stored records of a session.
type Follower = (u32, String, Rc<dyn Fn()>);

/// What all tabs share.
#[derive(Default)]
pub(super) struct Disk {
    pub(super) rows: RefCell<BTreeMap<String, Row>>,
    /// What waits until it is released, by the names of the operations.
    slow: RefCell<Vec<&'static str>>,
    waiting: RefCell<Vec<(&'static str, oneshot::Sender<()>)>>,
    /// Why these operations fail.
    failing: RefCell<Vec<(&'static str, &'static str)>>,
    followers: RefCell<Vec<Follower>>,
    taking_over: RefCell<Vec<(String, oneshot::Sender<()>)>>,
    now: Cell<u64>,
    sleeping: RefCell<Vec<(u64, oneshot::Sender<()>)>>,
    tabs: Cell<u32>,
    /// The tabs that were shown one after the other.
    pub(super) shown: RefCell<Vec<u32>>,
}

impl Disk {
    /// Lets an operation wait until [`World::release`].
    pub(super) fn slow(&self, what: &'static str) {
        self.slow.borrow_mut().push(what);
    }

    /// Lets an operation fail, until [`Self::mended`].
    pub(super) fn failing(&self, what: &'static str, kind: &'static str) {
        self.failing.borrow_mut().push((what, kind));
    }

    /// Lets all operations work again.
    pub(super) fn mended(&self) {
        self.failing.borrow_mut().clear();
    }

    /// Returns how many operations of this name wait.
    pub(super) fn count(&self, what: &str) -> usize {
        self.waiting.borrow().iter().filter(|(waiting, _)| *waiting == what).count()
    }

    /// Carries an operation out: what is read is read now, and known when it is released.
    fn act<T: 'static>(
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

    fn row<T>(&self, id: &str, act: impl FnOnce(&mut Row) -> T) -> Result<T, StorageError> {
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
    fn release(&self, id: &str, tab: u32) {
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
pub(super) struct Opened {
    disk: Rc<Disk>,
    id: String,
    tab: u32,
    log: LogPart,
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

/// A tab with one session, or one of several of a page.
pub(super) struct Tab {
    disk: Rc<Disk>,
    sessions: Rc<Sessions<Tab>>,
    number: u32,
    spawner: LocalSpawner,
    pub(super) said: RefCell<Vec<String>>,
    pub(super) happened: RefCell<Vec<Happening>>,
    pub(super) followed: RefCell<Vec<Restored<TestFile>>>,
    pub(super) files: RefCell<Vec<RestoredFile<TestFile>>>,
    pub(super) questions: RefCell<FileQuestions>,
    pub(super) copies: Cell<Option<bool>>,
    pub(super) unasked: Cell<bool>,
    /// The files of which a copy is shown to be kept.
    pub(super) kept: RefCell<Vec<Id>>,
    pub(super) asleep: Cell<bool>,
    pub(super) doing: Cell<Doing>,
    pub(super) chosen: RefCell<String>,
    pub(super) warning: Rc<()>,
    /// The comparisons under way.
    pub(super) comparing: RefCell<Option<oneshot::Receiver<()>>>,
}

impl Storage for Tab {
    type File = TestFile;
    type Blob = ();
    type Open = Opened;

    fn new_id(&self) -> Result<String, String> {
        Ok(format!("session-{}", self.disk.rows.borrow().len() + 1))
    }

    fn create(&self, id: &str, title: &str) -> Done<()> {
        let row = Row { title: title.to_owned(), ..Row::default() };
        self.disk.rows.borrow_mut().insert(id.to_owned(), row);
        self.disk.act("create", Ok(()))
    }

    fn open(&self, id: &str, on_records: impl Fn() + 'static) -> Done<Opened> {
        self.disk.followers.borrow_mut().push((self.number, id.to_owned(), Rc::new(on_records)));
        let log = self.disk.row(id, |row| {
            row.writer.get_or_insert(self.number);
            part(&row.records, 1.0)
        });
        let (disk, id, tab) = (self.disk.clone(), id.to_owned(), self.number);
        self.disk.act("open", log.map(|log| Opened { disk, id, tab, log }))
    }

    fn read(&self, id: &str, from: f64) -> Done<LogPart> {
        self.disk.act("read", self.disk.row(id, |row| part(&row.records, from)))
    }

    fn set_title(&self, id: &str, title: &str) -> Done<()> {
        self.disk.act("title", self.disk.row(id, |row| row.title = title.to_owned()))
    }

    fn remove(&self, id: &str) -> Done<()> {
        self.disk.act("remove", self.disk.row(id, |row| row.removed = true))
    }

    fn copy_contents(&self, from: &str, to: &str) -> Done<()> {
        let files = self.disk.row(from, |row| row.files.clone());
        let copied = files.and_then(|files| self.disk.row(to, |row| row.files = files));
        self.disk.act("copy", copied)
    }

    fn put_text(&self, _: &str, text: &str, media_type: &str) -> Done<BlobRef> {
        let (sha256, bytes) = (format!("{:064}", text.len()), text.len() as u64);
        let media_type = media_type.to_owned();
        self.disk.act("blob", Ok(BlobRef { sha256, media_type, bytes }))
    }

    async fn put_parts(
        &self,
        _: &str,
        _: &Outcome,
        _: Vec<Option<()>>,
    ) -> Result<(Vec<StoredPart>, Vec<String>), String> {
        Ok(self.disk.act("blob", Ok(<_>::default())).await?)
    }

    fn renamed(&self, file: &TestFile, name: &str) -> Result<TestFile, String> {
        let same = file.0.0 == name;
        Ok(if same { file.clone() } else { self::file(name, &file.0.1) })
    }

    fn size(&self, file: &TestFile) -> u64 {
        file.0.1.len() as u64
    }

    fn compare_file(&self, id: &str, file: &TestFile) -> Done<()> {
        let same = self
            .disk
            .row(id, |row| row.files.get(&file.0.0).is_none_or(|(known, _)| known.0 == file.0));
        self.disk.act("compare", if same == Ok(false) { Err(error("changed")) } else { Ok(()) })
    }

    fn add_file(&self, id: &str, file: &TestFile, copy: bool) -> Done<KeptFile> {
        let (name, absent) = (file.0.0.clone(), if copy { None } else { Some("missing") });
        let added = self.disk.row(id, |row| {
            row.files.insert(name, (file.clone(), absent));
            let kept = if copy { Kept::Copy } else { Kept::None };
            KeptFile { kept, digest: file.0.1.clone(), reason: None }
        });
        self.disk.act("add", added)
    }

    fn release_file(&self, id: &str, name: &str) -> Done<()> {
        let released = self.disk.row(id, |row| {
            if let Some((_, absent)) = row.files.get_mut(name) {
                *absent = Some("missing");
            }
        });
        self.disk.act("release", released)
    }

    fn open_file(&self, id: &str, name: &str, ask: bool, accept: bool) -> Done<TestFile> {
        let found = self.disk.row(id, |row| {
            let (file, absent) = row.files.get_mut(name).ok_or_else(|| error("gone"))?;
            absent.take_if(|why| *why == "permission" && ask || *why == "changed" && accept);
            absent.map_or_else(|| Ok(file.clone()), |why| Err(error(why)))
        });
        self.disk.act("file", found.flatten())
    }

    fn digests(&self, id: &str) -> Done<Vec<(String, String)>> {
        let digest =
            |(name, (file, _)): (&String, &(TestFile, _))| (name.clone(), file.0.1.clone());
        let all = self.disk.row(id, |row| row.files.iter().map(digest).collect());
        self.disk.act("digests", all)
    }
}

/// Returns at most eight records from this one on.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "they are few"
)]
fn part(records: &[String], from: f64) -> LogPart {
    let from = from as usize - 1;
    let to = (from + 8).min(records.len());
    LogPart {
        text: records.get(from..to).unwrap_or_default().concat(),
        last: to as f64,
        more: to < records.len(),
        damage: None,
    }
}

impl Page for Tab {
    fn now(&self) -> u64 {
        self.disk.now.get()
    }

    fn sleep(&self, milliseconds: u32) -> impl Future<Output = ()> + 'static {
        let (sender, over) = oneshot::channel();
        let until = self.disk.now.get() + u64::from(milliseconds);
        self.disk.sleeping.borrow_mut().push((until, sender));
        over.map(drop)
    }

    fn spawn(&self, task: impl Future<Output = ()> + 'static) {
        self.spawner.spawn_local(task).unwrap();
    }

    fn notify(&self, text: String, _: bool) {
        self.said.borrow_mut().push(text);
    }

    fn happened(&self, what: Happening) {
        self.happened.borrow_mut().push(what);
    }

    fn warn_before_closing(&self) -> impl Sized + 'static {
        self.warning.clone()
    }

    fn with_runtime(&self, body: Body) -> Body {
        body
    }

    fn choose(&self, id: &str) {
        self.chosen.replace(id.to_owned());
    }

    fn doing(&self) -> Doing {
        self.doing.get()
    }

    fn set_asleep(&self, asleep: bool) {
        self.asleep.set(asleep);
    }

    fn compared(&self) -> impl Future<Output = ()> + 'static {
        let comparing = self.comparing.take();
        async move {
            if let Some(comparing) = comparing {
                comparing.await.ok();
            }
        }
    }

    fn turns_changed(&self, _: bool) {}

    fn follow(&self, shown: Shown<TestFile>) {
        match shown {
            Shown::Session(restored) => self.followed.borrow_mut().push(*restored),
            Shown::Files(files) => self.files.borrow_mut().extend(files),
        }
    }

    fn ask(&self, change: impl FnOnce(&mut FileQuestions)) {
        change(&mut self.questions.borrow_mut());
    }

    fn copies(&self) -> Option<bool> {
        self.copies.get()
    }

    fn show_title(&self, _: &str) {}

    fn keeps_unasked(&self) -> bool {
        self.unasked.get()
    }

    fn show_kept(&self, file: Id, is_kept: bool) {
        let mut kept = self.kept.borrow_mut();
        kept.retain(|one| *one != file);
        if is_kept {
            kept.push(file);
        }
    }

    fn allow_copies(&self, wanted: bool) {
        self.copies.set(Some(wanted));
    }

    fn file_added(&self, _: &TestFile, _: &str) {}
}

impl Switching for Tab {
    fn show(&self) {
        self.disk.shown.borrow_mut().push(self.number);
    }

    fn begin_another(&self, id: &str) {
        let (sessions, id) = (self.sessions.clone(), id.to_owned());
        let begun = Self::begun(&self.disk, &sessions, &self.spawner);
        sessions.add(&begun);
        let (_, arrived) = sessions.take_expected().unwrap();
        self.spawn(async move {
            if id != "new" {
                begun.open_stored(&id, &id, true).await;
            }
            arrived.send(begun).ok();
        });
    }

    fn close_dialogs(&self) {}

    fn focus(&self) {}

    fn has_little_memory(&self) -> bool {
        false
    }
}

impl Tab {
    /// Returns a tab in which nothing has happened, with one of these sessions.
    fn begun(
        disk: &Rc<Disk>,
        sessions: &Rc<Sessions<Self>>,
        spawner: &LocalSpawner,
    ) -> StoredSession<Self> {
        disk.tabs.set(disk.tabs.get() + 1);
        let tab = Self {
            disk: disk.clone(),
            sessions: sessions.clone(),
            number: disk.tabs.get(),
            spawner: spawner.clone(),
            said: RefCell::default(),
            happened: RefCell::default(),
            followed: RefCell::default(),
            files: RefCell::default(),
            questions: RefCell::default(),
            copies: Cell::default(),
            unasked: Cell::default(),
            kept: RefCell::default(),
            asleep: Cell::default(),
            doing: Cell::default(),
            chosen: RefCell::default(),
            warning: Rc::default(),
            comparing: RefCell::default(),
        };
        StoredSession::new(tab, Rc::default())
    }
}

/// The browser.
#[derive(Default)]
pub(super) struct World {
    pool: RefCell<LocalPool>,
    pub(super) disk: Rc<Disk>,
}

impl World {
    /// Opens a tab in which nothing has happened.
    pub(super) fn tab(&self) -> StoredSession<Tab> {
        let session = Tab::begun(&self.disk, &Rc::default(), &self.pool.borrow().spawner());
        session.set_shown(true);
        session
    }

    /// Opens a page of several sessions, whose first one has nothing yet.
    pub(super) fn page(&self) -> Rc<Sessions<Tab>> {
        let sessions: Rc<Sessions<Tab>> = Rc::default();
        sessions.add(&Tab::begun(&self.disk, &sessions, &self.pool.borrow().spawner()));
        sessions
    }

    /// Opens a tab that shows a stored session; returns what it shows.
    pub(super) fn open(&self, id: &str) -> (StoredSession<Tab>, Option<Restored<TestFile>>) {
        let (tab, id) = (self.tab(), id.to_owned());
        let (opening, title) = (tab.clone(), self.title(&id));
        let shown = self.done(async move { opening.open_stored(&id, &title, true).await });
        (tab, shown.unwrap())
    }

    fn title(&self, id: &str) -> String {
        self.disk.rows.borrow()[id].title.clone()
    }

    /// Does what can be done without what is slow.
    pub(super) fn run(&self) {
        self.pool.borrow_mut().run_until_stalled();
    }

    /// Does something as far as that can be done.
    pub(super) fn start(&self, act: impl Future<Output = ()> + 'static) {
        drop(self.begin(act));
    }

    /// Returns what comes of something, if it is over once all was done that can be.
    pub(super) fn done<T: 'static>(&self, act: impl Future<Output = T> + 'static) -> Option<T> {
        self.begin(act).now_or_never().and_then(Result::ok)
    }

    /// Begins something; the result has what comes of it.
    pub(super) fn begin<T: 'static>(
        &self,
        act: impl Future<Output = T> + 'static,
    ) -> oneshot::Receiver<T> {
        let (sender, done) = oneshot::channel();
        let act = async move {
            sender.send(act.await).ok();
        };
        self.pool.borrow().spawner().spawn_local(act).unwrap();
        self.run();
        done
    }

    /// Lets what waits be done that has this name, that of a place or all of it.
    pub(super) fn release(&self, what: &'static str, at: Option<usize>) {
        let mut found = 0;
        let mut waiting = self.disk.waiting.take();
        let released = waiting.extract_if(.., |(name, _)| {
            let is = *name == what && at.is_none_or(|at| at == found);
            found += usize::from(*name == what);
            is
        });
        let released: Vec<_> = released.collect();
        self.disk.waiting.replace(waiting);
        if at.is_none() {
            self.disk.slow.borrow_mut().retain(|slow| *slow != what);
        }
        for (_, sender) in released {
            sender.send(()).ok();
        }
        self.run();
    }

    /// Lets time pass.
    pub(super) fn pass(&self, milliseconds: u64) {
        self.run();
        self.disk.now.set(self.disk.now.get() + milliseconds);
        let now = self.disk.now.get();
        let (over, left) =
            self.disk.sleeping.take().into_iter().partition(|(until, _)| *until <= now);
        self.disk.sleeping.replace(left);
        let over: Vec<(u64, oneshot::Sender<()>)> = over;
        for (_, sender) in over {
            sender.send(()).ok();
        }
        self.run();
    }

    /// Ends a tab at once: what is not stored is lost.
    pub(super) fn kill(&self, tab: &StoredSession<Tab>) {
        let number = tab.page().number;
        self.disk.followers.borrow_mut().retain(|(of, ..)| *of != number);
        self.disk.release(&tab.id(), number);
        self.run();
    }

    /// Returns what is stored of a session.
    pub(super) fn stored(&self, id: &str) -> State {
        let records = self.disk.rows.borrow()[id].records.concat();
        let log = read(records.as_bytes()).unwrap();
        assert!(log.damage.is_empty(), "{:?}", log.damage);
        State::of(&log.events)
    }

    /// Returns the kinds of the records that are stored of a session.
    pub(super) fn kinds(&self, id: &str) -> Vec<String> {
        let records = self.disk.rows.borrow()[id].records.concat();
        let kind = |record: &str| {
            let record: serde_json::Value = serde_json::from_str(record).unwrap();
            record["body"]["kind"].as_str().unwrap().to_owned()
        };
        lines(&records).map(kind).collect()
    }
}
