//! What a stored session needs of the page around it and of the storage below it. The browser's
//! are in `frontend/src/stored/browser.rs`; the tests have their own.

use futures::future::LocalBoxFuture;
use kernel::Outcome;
use kernel::automation::Happening;
use session::log::{BlobRef, Body, Kept, StoredPart};

use super::{FileQuestions, Shown, StorageError};
use crate::session::{Doing, Id};

/// Records of a log, from one on.
#[derive(Clone, Debug, Default)]
pub struct LogPart {
    /// The records.
    pub text: String,
    /// The sequence number of the last of them.
    pub last: f64,
    /// Whether there are further records that can be read.
    pub more: bool,
    /// Why the records after these cannot be read, if so.
    pub damage: Option<StorageError>,
}

/// How the storage keeps a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptFile {
    /// How.
    pub kept: Kept,
    /// Its SHA-256.
    pub digest: String,
    /// Why it is not kept better than it is, if something failed.
    pub reason: Option<StorageError>,
}

/// The storage of sessions. What is called first is done first, whether or not it is waited for.
pub trait Storage {
    /// A file of the user.
    type File: Clone + PartialEq + 'static;
    /// Bytes that code has written.
    type Blob: 'static;
    /// A session that is open.
    type Open: OpenSession;

    /// Returns an id that no session has.
    ///
    /// # Errors
    /// The message of the browser.
    fn new_id(&self) -> Result<String, String>;

    /// Creates a session.
    fn create(&self, id: &str, title: &str) -> Done<()>;

    /// Opens a session; `on_records` is called when another tab has stored records of it.
    fn open(&self, id: &str, on_records: impl Fn() + 'static) -> Done<Self::Open>;

    /// Returns the records of a session from this one on.
    fn read(&self, id: &str, from: f64) -> Done<LogPart>;

    /// Sets the title of a session.
    fn set_title(&self, id: &str, title: &str) -> Done<()>;

    /// Deletes a session, until that is undone.
    fn remove(&self, id: &str) -> Done<()>;

    /// Copies the outputs and the files of a session to another one, without outputs that are
    /// gone.
    fn copy_contents(&self, from: &str, to: &str) -> Done<()>;

    /// Stores a text of a session.
    fn put_text(&self, id: &str, text: &str, media_type: &str) -> Done<BlobRef>;

    /// Stores the large parts of an outcome, and the files that it wrote, whose contents are in
    /// their order; returns those, and the digests of those for which there is no space.
    fn put_parts(
        &self,
        id: &str,
        outcome: &Outcome,
        contents: Vec<Option<Self::Blob>>,
    ) -> impl Future<Output = Result<(Vec<StoredPart>, Vec<String>), String>>;

    /// Returns a file under another name.
    ///
    /// # Errors
    /// The message of the browser.
    fn renamed(&self, file: &Self::File, name: &str) -> Result<Self::File, String>;

    /// Returns the size of a file, in bytes.
    fn size(&self, file: &Self::File) -> u64;

    /// Says whether a file is the one that the session knows under its name.
    fn compare_file(&self, id: &str, file: &Self::File) -> Done<()>;

    /// Keeps a file as well as the browser allows, as a copy only where that is wanted.
    fn add_file(&self, id: &str, file: &Self::File, copy: bool) -> Done<KeptFile>;

    /// Deletes the copy of a file; it is known by its name from then on.
    fn release_file(&self, id: &str, name: &str) -> Done<()>;

    /// Returns a file of a session. The browser may `ask` the user for permission, and with
    /// `accept` a file that has changed is kept as it is.
    fn open_file(&self, id: &str, name: &str, ask: bool, accept: bool) -> Done<Self::File>;

    /// Returns the names and the SHA-256 of a session's files.
    fn digests(&self, id: &str) -> Done<Vec<(String, String)>>;
}

/// What comes of an action of the storage.
pub type Done<T> = LocalBoxFuture<'static, Result<T, StorageError>>;

/// A session that is open in the storage; clones are handles to the same.
pub trait OpenSession: Clone + 'static {
    /// Returns whether this tab writes it.
    fn is_writer(&self) -> bool;

    /// Returns the first records of its log when it was opened.
    fn log(&self) -> LogPart;

    /// Returns how many records are not stored yet.
    fn unsaved(&self) -> f64;

    /// Stores a record after those before it.
    fn append(&self, seq: f64, record: &str) -> Done<()>;

    /// Waits until all records so far are on the disk.
    fn flush(&self) -> Done<()>;

    /// Stores the records again for which there was no space.
    fn retry(&self) -> Done<()>;

    /// Waits until this tab writes the session.
    fn take_over(&self) -> Done<()>;

    /// Releases the session.
    fn close(&self) -> Done<()>;
}

/// The page around a session.
pub trait Page: Storage + 'static {
    /// Returns the milliseconds since 1970.
    fn now(&self) -> u64;

    /// Waits for this many milliseconds.
    fn sleep(&self, milliseconds: u32) -> impl Future<Output = ()> + 'static;

    /// Carries something out that nobody waits for.
    fn spawn(&self, task: impl Future<Output = ()> + 'static);

    /// Notifies the user of a problem, or of something else.
    fn notify(&self, text: String, problem: bool);

    /// Notes what has happened, for scripts.
    fn happened(&self, what: Happening);

    /// Warns the user who closes the page, until the result is dropped.
    fn warn_before_closing(&self) -> impl Sized + 'static;

    /// Returns a name in Unicode's form NFKC, in which Python compares names.
    fn nfkc(&self, name: &str) -> String;

    /// Returns an event with the runtime, if it is one of code that runs.
    fn with_runtime(&self, body: Body) -> Body;

    /// Chooses the session that this tab shows after a reload.
    fn choose(&self, id: &str);

    /// Returns what the session is doing.
    fn doing(&self) -> Doing;

    /// Ends the interpreter, or starts it again.
    fn set_asleep(&self, asleep: bool);

    /// Waits until the outcomes of code that has run again were compared, and what differs is
    /// shown.
    fn compared(&self) -> impl Future<Output = ()> + 'static;

    /// Shows what the log says of the turns by now; `own` says whether this tab stores the session.
    fn turns_changed(&self, own: bool);

    /// Shows the session again, or files of it.
    fn follow(&self, shown: Shown<Self::File>);

    /// Changes what the panel of files asks.
    fn ask(&self, change: impl FnOnce(&mut FileQuestions));

    /// Returns whether the user agreed to copies of files; none while that was not asked.
    fn copies(&self) -> Option<bool>;

    /// Shows the title of the session.
    fn show_title(&self, title: &str);

    /// Returns whether copies of small files are kept without asking.
    fn keeps_unasked(&self) -> bool;

    /// Shows whether the browser keeps a copy of a file.
    fn show_kept(&self, file: Id, is_kept: bool);

    /// Stores whether the user agrees to copies of files.
    fn allow_copies(&self, wanted: bool);

    /// Says that a file was added, to who receives the session's turns.
    fn file_added(&self, file: &Self::File, name: &str);
}
