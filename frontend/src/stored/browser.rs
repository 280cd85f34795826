//! What a stored session has in the browser: the storage of `web/storage`, and the page, whose
//! program is the session's controller.

use std::cell::RefCell;

use app::session::stored::{
    Done, FileQuestions, KeptFile, LogPart, MAX_UNASKED, OpenSession, Page, Storage, StorageError,
};
use app::session::{Doing, Id, Session};
use futures::FutureExt;
use futures::future::LocalBoxFuture;
use js_sys::{Array, Date, Promise};
use kernel::Outcome;
use kernel::automation::Happening;
use leptos::prelude::{GetUntracked, Set, Update, WithUntracked};
use leptos::task::spawn_local;
use session::log::{BlobRef, Body, Kept, StoredPart};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{Blob, Event, File, FilePropertyBag};

use super::receiver::{Receiver, Receiving};
use super::{Shown, choice, contents, runtime, time};
use crate::foreign::device::new_id;
use crate::foreign::{get, message, nfkc, size, text, window};
use crate::storage::{self, SessionStorage, done, error_of, object, take_handle};
use crate::{activity, clock, notices};

/// What the page does with a session: what is decided here is carried out there.
pub(crate) trait Program {
    /// Shows the session in place of the one that is shown.
    fn show(&self);
    /// Ends the interpreter, or starts it again.
    fn set_asleep(&self, asleep: bool);
    /// Stops what the session does.
    fn stop(&self);
    /// Begins another session, which is not shown.
    fn begin_another(&self);
    /// Returns what the session is doing.
    fn doing(&self) -> Doing;
    /// Waits until the outcomes of code that has run again were compared, and what differs is
    /// shown.
    fn compared(&self) -> LocalBoxFuture<'static, ()>;
    /// Shows what the log says of the turns by now; `own` says whether this tab stores the session.
    fn turns_changed(&self, own: bool);
    /// Shows the session again, or files of it.
    fn follow(&self, shown: Shown);
    /// Returns what scripts have of the session.
    fn insitu(&self) -> JsValue;
}

/// One session of the page.
pub(crate) struct Browser {
    session: Session,
    program: Box<dyn Program>,
    receiving: RefCell<Receiving>,
}

impl Browser {
    /// Returns what surrounds this session.
    pub(super) fn new(session: Session, program: Box<dyn Program>) -> Self {
        Self { session, program, receiving: RefCell::default() }
    }

    /// Returns the functions that control the session.
    pub(crate) fn program(&self) -> &dyn Program {
        &*self.program
    }

    /// Returns who receives a turn that is complete, for the ledger; none where it stays here.
    pub(crate) fn receiver(&self) -> Option<String> {
        self.receiving.borrow().receiver()?.to()
    }

    /// Hands out a turn as JSON, once the ledger has it.
    pub(crate) fn hand_out(&self, turn: &str) {
        let receiver = self.receiving.borrow().receiver().cloned();
        if let Some(receiver) = receiver {
            receiver.send(turn);
        }
    }

    /// Sets who receives the turns of this session from now on.
    pub(crate) fn hand_out_to(&self, to: Receiver) {
        self.receiving.borrow_mut().set(to);
    }
}

/// Calls the storage at once, and returns what `read` makes of the result; a storage that is not
/// open does nothing.
fn call<T>(
    act: impl FnOnce(&SessionStorage) -> Promise,
    read: impl FnOnce(JsValue) -> T + 'static,
) -> Done<T> {
    finish(storage::current().map(|storage| act(&storage)), read)
}

fn finish<T>(called: Option<Promise>, read: impl FnOnce(JsValue) -> T + 'static) -> Done<T> {
    let finished = async move {
        match called {
            Some(called) => done(called).await.map(read),
            None => Err(StorageError::default()),
        }
    };
    finished.boxed_local()
}

impl Storage for Browser {
    type File = File;
    type Blob = Blob;
    type Open = storage::OpenSession;

    fn new_id(&self) -> Result<String, String> {
        new_id()
    }

    fn create(&self, id: &str, title: &str) -> Done<()> {
        let made = object(&[("id", &id.into()), ("title", &title.into())]);
        call(|storage| storage.sessions().create(&made), drop)
    }

    fn open(&self, id: &str, on_records: impl Fn() + 'static) -> Done<Self::Open> {
        let on_records = Closure::<dyn Fn()>::new(on_records).into_js_value();
        let options = object(&[("onRecords", &on_records)]);
        call(|storage| storage.open(id, &options), JsCast::unchecked_into)
    }

    fn read(&self, id: &str, from: f64) -> Done<LogPart> {
        let range = object(&[("from", &from.into())]);
        call(|storage| storage.read(id, &range), |part| contents::part(part.unchecked_ref()))
    }

    fn set_title(&self, id: &str, title: &str) -> Done<()> {
        let change = object(&[("title", &title.into())]);
        call(|storage| storage.sessions().change(id, &change), drop)
    }

    fn remove(&self, id: &str) -> Done<()> {
        call(|storage| storage.sessions().remove(id), drop)
    }

    fn copy_contents(&self, from: &str, to: &str) -> Done<()> {
        contents::copy(from.to_owned(), to.to_owned()).boxed_local()
    }

    fn put_text(&self, id: &str, text: &str, media_type: &str) -> Done<BlobRef> {
        contents::put_text(id.to_owned(), text.to_owned(), media_type.to_owned()).boxed_local()
    }

    fn put_parts(
        &self,
        id: &str,
        outcome: &Outcome,
        written: Vec<Option<Blob>>,
    ) -> impl Future<Output = Result<(Vec<StoredPart>, Vec<String>), String>> {
        contents::store_parts(id, outcome, written, |text| self.notify(text, true))
    }

    fn renamed(&self, file: &File, name: &str) -> Result<File, String> {
        if file.name() == name {
            return Ok(file.clone());
        }
        let options = FilePropertyBag::new();
        options.set_type(&file.type_());
        options.set_last_modified(file.last_modified());
        File::new_with_blob_sequence_and_options(&Array::of1(file), name, &options)
            .map_err(|thrown| message(&thrown))
    }

    fn size(&self, file: &File) -> u64 {
        size(file)
    }

    fn compare_file(&self, id: &str, file: &File) -> Done<()> {
        call(|storage| storage.files().compare(id, file), drop)
    }

    fn add_file(&self, id: &str, file: &File, copy: bool) -> Done<KeptFile> {
        let (id, file) = (id.to_owned(), file.clone());
        let added = async move {
            let handle = take_handle(&file.name(), &file).await;
            // A copy is there after a reload; by a handle, the user is asked for the file again.
            let handle =
                if copy && size(&file) <= MAX_UNASKED { JsValue::UNDEFINED } else { handle };
            let added = object(&[("file", &file), ("handle", &handle), ("copy", &copy.into())]);
            call(|storage| storage.files().add(&id, &added), kept).await
        };
        added.boxed_local()
    }

    fn release_file(&self, id: &str, name: &str) -> Done<()> {
        call(|storage| storage.files().release(id, Some(name)), drop)
    }

    fn open_file(&self, id: &str, name: &str, ask: bool, accept: bool) -> Done<File> {
        let options = object(&[("ask", &ask.into()), ("accept", &accept.into())]);
        call(|storage| storage.files().open(id, name, &options), JsCast::unchecked_into)
    }

    fn digests(&self, id: &str) -> Done<Vec<(String, String)>> {
        call(
            |storage| storage.files().list_of(id),
            |listed| {
                let listed = listed.dyn_into::<Array>().unwrap_or_default();
                listed.iter().map(|file| (text(&file, "name"), text(&file, "digest"))).collect()
            },
        )
    }
}

fn kept(info: JsValue) -> KeptFile {
    let kept = match text(&info, "keeping").as_str() {
        "copy" => Kept::Copy,
        "handle" => Kept::Handle,
        _ => Kept::None,
    };
    KeptFile { kept, digest: text(&info, "digest"), reason: error_of(&get(&info, "reason")) }
}

impl OpenSession for storage::OpenSession {
    fn is_writer(&self) -> bool {
        self.writer().is_some()
    }

    fn log(&self) -> LogPart {
        contents::part(&self.first_part())
    }

    fn unsaved(&self) -> f64 {
        self.writer().map_or(0.0, |writer| writer.unsaved())
    }

    fn append(&self, seq: f64, record: &str) -> Done<()> {
        finish(self.writer().map(|writer| writer.append(seq, record)), drop)
    }

    fn flush(&self) -> Done<()> {
        finish(self.writer().map(|writer| writer.flush()), drop)
    }

    fn retry(&self) -> Done<()> {
        finish(self.writer().map(|writer| writer.retry()), drop)
    }

    fn take_over(&self) -> Done<()> {
        finish(Some(self.take_over_promise()), drop)
    }

    fn close(&self) -> Done<()> {
        finish(Some(self.close_promise()), drop)
    }
}

/// Asks before the page is closed, until it is dropped.
struct Warning(Closure<dyn Fn(Event)>);

impl Drop for Warning {
    fn drop(&mut self) {
        let listener = self.0.as_ref().unchecked_ref();
        window().remove_event_listener_with_callback("beforeunload", listener).ok();
    }
}

impl Page for Browser {
    fn now(&self) -> u64 {
        time(Date::now())
    }

    fn sleep(&self, milliseconds: u32) -> impl Future<Output = ()> + 'static {
        clock::sleep(milliseconds)
    }

    fn spawn(&self, task: impl Future<Output = ()> + 'static) {
        spawn_local(task);
    }

    fn notify(&self, text: String, problem: bool) {
        notices::notify(self.session, text, problem);
    }

    fn happened(&self, what: Happening) {
        activity::happened(self.session, None, what);
    }

    fn warn_before_closing(&self) -> impl Sized + 'static {
        let warning = Warning(Closure::new(|event: Event| event.prevent_default()));
        let listener = warning.0.as_ref().unchecked_ref();
        window().add_event_listener_with_callback("beforeunload", listener).ok();
        warning
    }

    fn nfkc(&self, name: &str) -> String {
        nfkc(name)
    }

    fn with_runtime(&self, body: Body) -> Body {
        runtime::with_runtime(body)
    }

    fn choose(&self, id: &str) {
        choice::choose(id);
    }

    fn doing(&self) -> Doing {
        self.program.doing()
    }

    fn set_asleep(&self, asleep: bool) {
        self.program.set_asleep(asleep);
    }

    fn compared(&self) -> impl Future<Output = ()> + 'static {
        self.program.compared()
    }

    fn turns_changed(&self, own: bool) {
        self.program.turns_changed(own);
    }

    fn follow(&self, shown: Shown) {
        self.program.follow(shown);
    }

    fn ask(&self, change: impl FnOnce(&mut FileQuestions)) {
        let signal = self.session.file_questions;
        let mut questions = signal.with_untracked(Clone::clone);
        change(&mut questions);
        if signal.with_untracked(|before| *before != questions) {
            signal.update(|before| *before = questions);
        }
    }

    fn copies(&self) -> Option<bool> {
        choice::copies()
    }

    fn show_title(&self, title: &str) {
        let shown = self.session.title;
        if shown.with_untracked(|before| before != title) {
            shown.set(title.to_owned());
        }
    }

    fn keeps_unasked(&self) -> bool {
        choice::keeps_unasked()
    }

    fn show_kept(&self, file: Id, is_kept: bool) {
        let files = self.session.files.get_untracked();
        if let Some(file) = files.iter().find(|one| one.id == file) {
            file.kept.try_set(is_kept);
        }
    }

    fn allow_copies(&self, wanted: bool) {
        choice::allow_copies(wanted);
    }

    fn file_added(&self, file: &File, name: &str) {
        self.receiving.borrow_mut().file_added(file, name);
    }
}
