//! A browser for tests: tabs with a session each, and a storage that is slow, full, broken or
//! another tab's where a test says so. Nothing happens by itself, and no time passes.

mod disk;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use futures::FutureExt;
use futures::channel::oneshot;
use futures::executor::{LocalPool, LocalSpawner};
use futures::task::LocalSpawnExt;
use kernel::Outcome;
use kernel::automation::Happening;
use session::log::{BlobRef, Body, Kept, State, StoredPart, read};

pub(crate) use self::disk::{Disk, Row, TestFile, error, file};
use self::disk::{Opened, part};
use super::super::{
    Done, FileQuestions, KeptFile, LogPart, Page, Restored, RestoredFile, Sessions, SharedLog,
    Shown, Storage, StoredSession, Switching, lines,
};
use crate::session::{Doing, Id};

/// A tab with one session, or one of several of a page.
pub(crate) struct Tab {
    disk: Rc<Disk>,
    sessions: Rc<Sessions<Tab>>,
    number: u32,
    spawner: LocalSpawner,
    pub(crate) said: RefCell<Vec<String>>,
    pub(crate) happened: RefCell<Vec<Happening>>,
    pub(crate) followed: RefCell<Vec<Restored<TestFile>>>,
    pub(crate) files: RefCell<Vec<RestoredFile<TestFile>>>,
    pub(crate) questions: RefCell<FileQuestions>,
    pub(crate) copies: Cell<Option<bool>>,
    pub(crate) unasked: Cell<bool>,
    /// The files of which a copy is shown to be kept.
    pub(crate) kept: RefCell<Vec<Id>>,
    pub(crate) asleep: Cell<bool>,
    pub(crate) doing: Cell<Doing>,
    pub(crate) chosen: RefCell<String>,
    pub(crate) warning: Rc<()>,
    /// The comparisons under way.
    pub(crate) comparing: RefCell<Option<oneshot::Receiver<()>>>,
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

    fn nfkc(&self, name: &str) -> String {
        name.to_owned()
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
        let begun = Self::begun(&self.disk, &sessions, &self.spawner, Rc::default());
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
        log: SharedLog,
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
        StoredSession::new(tab, log)
    }
}

/// The browser.
#[derive(Default)]
pub(crate) struct World {
    pool: RefCell<LocalPool>,
    pub(crate) disk: Rc<Disk>,
}

impl World {
    /// Opens a tab in which nothing has happened.
    pub(crate) fn tab(&self) -> StoredSession<Tab> {
        self.tab_of(Rc::default())
    }

    /// Opens a tab in which nothing has happened, whose log is this one.
    pub(crate) fn tab_of(&self, log: SharedLog) -> StoredSession<Tab> {
        let session = Tab::begun(&self.disk, &Rc::default(), &self.pool.borrow().spawner(), log);
        session.set_shown(true);
        session
    }

    /// Opens a page of several sessions, whose first one has nothing yet.
    pub(crate) fn page(&self) -> Rc<Sessions<Tab>> {
        let sessions: Rc<Sessions<Tab>> = Rc::default();
        let spawner = self.pool.borrow().spawner();
        sessions.add(&Tab::begun(&self.disk, &sessions, &spawner, Rc::default()));
        sessions
    }

    /// Opens a tab that shows a stored session; returns what it shows.
    pub(crate) fn open(&self, id: &str) -> (StoredSession<Tab>, Option<Restored<TestFile>>) {
        self.open_of(Rc::default(), id)
    }

    /// Does the same in a tab whose log is this one.
    pub(crate) fn open_of(
        &self,
        log: SharedLog,
        id: &str,
    ) -> (StoredSession<Tab>, Option<Restored<TestFile>>) {
        let (tab, id) = (self.tab_of(log), id.to_owned());
        let (opening, title) = (tab.clone(), self.title(&id));
        let shown = self.done(async move { opening.open_stored(&id, &title, true).await });
        (tab, shown.unwrap())
    }

    fn title(&self, id: &str) -> String {
        self.disk.rows.borrow()[id].title.clone()
    }

    /// Does what can be done without what is slow.
    pub(crate) fn run(&self) {
        self.pool.borrow_mut().run_until_stalled();
    }

    /// Does something as far as that can be done.
    pub(crate) fn start(&self, act: impl Future<Output = ()> + 'static) {
        drop(self.begin(act));
    }

    /// Returns what comes of something, if it is over once all was done that can be.
    pub(crate) fn done<T: 'static>(&self, act: impl Future<Output = T> + 'static) -> Option<T> {
        self.begin(act).now_or_never().and_then(Result::ok)
    }

    /// Begins something; the result has what comes of it.
    pub(crate) fn begin<T: 'static>(
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
    pub(crate) fn release(&self, what: &'static str, at: Option<usize>) {
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
    pub(crate) fn pass(&self, milliseconds: u64) {
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
    pub(crate) fn kill(&self, tab: &StoredSession<Tab>) {
        let number = tab.page().number;
        self.disk.followers.borrow_mut().retain(|(of, ..)| *of != number);
        self.disk.release(&tab.id(), number);
        self.run();
    }

    /// Returns what is stored of a session.
    pub(crate) fn stored(&self, id: &str) -> State {
        let records = self.disk.rows.borrow()[id].records.concat();
        let log = read(records.as_bytes()).unwrap();
        assert!(log.damage.is_empty(), "{:?}", log.damage);
        State::of(&log.events)
    }

    /// Returns the kinds of the records that are stored of a session.
    pub(crate) fn kinds(&self, id: &str) -> Vec<String> {
        let records = self.disk.rows.borrow()[id].records.concat();
        let kind = |record: &str| {
            let record: serde_json::Value = serde_json::from_str(record).unwrap();
            record["body"]["kind"].as_str().unwrap().to_owned()
        };
        lines(&records).map(kind).collect()
    }
}
