//! The user's files of a stored session: why the content of one is not there, and what is missing
//! before code can run again.

use kernel::Key;
use kernel::choices::TableChoice;
use session::log::{Kept, Wheel};

use crate::session::Id;

/// The most bytes of a session's files that are kept without asking.
pub const MAX_UNASKED: u64 = 50 << 20;

/// What is done with a file that the user adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeping {
    /// A copy is kept.
    Copy,
    /// It is kept by its handle if there is one; else the user is asked.
    Ask,
    /// It is kept by its handle if there is one, else by name.
    Reference,
}

/// Returns what is done with a file: by what the user has chosen, if anything, by whether the page
/// keeps small files without asking, and by the size of the session's files together, in bytes.
#[must_use]
pub fn keeping(chosen: Option<bool>, is_unasked: bool, together: u64) -> Keeping {
    match chosen {
        Some(false) => Keeping::Reference,
        _ if is_unasked && together <= MAX_UNASKED => Keeping::Copy,
        Some(true) => Keeping::Copy,
        None => Keeping::Ask,
    }
}

/// A file of a stored session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredFile {
    /// Its id.
    pub id: Id,
    /// The name under which it is stored, with the folders that it came in.
    pub name: String,
    /// The name under which code reads it, which is that of the file in whose place it is.
    pub own_name: String,
    /// Describes that file, if it is in one's place.
    pub former: Option<String>,
    /// Its size.
    pub bytes: u64,
    /// How it is kept.
    pub kept: Kept,
    /// The package, if it is a wheel.
    pub wheel: Option<Wheel>,
    /// The encoding that the user has chosen.
    pub encoding: Option<String>,
    /// How else the user has its tables read.
    pub choices: Vec<TableChoice>,
    /// The keys of its columns that the user has dismissed.
    pub dismissed: Vec<Key>,
    /// Why its content is not there; none if it is.
    pub absent: Option<Absence>,
}

/// Why the content of a file is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Absence {
    /// The reason, as a sentence.
    pub why: String,
    /// What it waits for, if the user is asked.
    pub wants: Option<Wants>,
}

/// What a file waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wants {
    /// Permission to read it again.
    Permission,
    /// To go on with what it has become.
    Changed,
}

/// What the panel of files asks the user.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileQuestions {
    /// Whether copies of the files are to be kept in the browser's storage.
    pub keep_copies: bool,
    /// What the files that wait are to be read for.
    pub waiting: Vec<WaitingFile>,
}

/// A file that waits for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingFile {
    /// Its id.
    pub id: Id,
    /// Its name.
    pub name: String,
    /// What it waits for.
    pub wants: Wants,
}

/// Why the storage does not do something: `StorageError` in `web/types/storage.ts`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StorageError {
    /// Its kind.
    pub kind: String,
    /// A sentence for the user.
    pub message: String,
    /// Whether the browser asks the user when it is asked to.
    pub askable: bool,
}

impl From<StorageError> for String {
    fn from(error: StorageError) -> Self {
        error.message
    }
}

impl StoredFile {
    /// Returns whether its content may be looked up: whatever is stored under its name, a wheel
    /// that nobody has confirmed in this browser is asked for.
    pub fn may_be_read(&self) -> bool {
        self.wheel.as_ref().is_none_or(|wheel| wheel.confirmed)
    }

    /// Returns what the user is asked for it, if it waits.
    pub fn waiting(&self) -> Option<WaitingFile> {
        let wants = self.wants()?;
        Some(WaitingFile { id: self.id, name: self.own_name.clone(), wants })
    }

    fn wants(&self) -> Option<Wants> {
        self.absent.as_ref().and_then(|absent| absent.wants)
    }
}

/// Says why the content of a file is not there, and what the user is asked for.
pub fn absence(file: &StoredFile, failure: Option<&StorageError>) -> Absence {
    let (kind, message, askable) = failure
        .map(|error| (error.kind.as_str(), error.message.as_str(), error.askable))
        .unwrap_or_default();
    let askable = kind == "permission" && askable;
    // Only the user confirms what a wheel has become, and what nobody has confirmed here.
    if let Some(wheel) = file.wheel.as_ref().filter(|_| !askable) {
        return Absence { why: missing_wheel(&file.name, wheel, kind == "changed"), wants: None };
    }
    let (why, wants) = match kind {
        "permission" if askable => {
            (words::stored_files_waits_until_you_allow(), Some(Wants::Permission))
        }
        "changed" => (message, Some(Wants::Changed)),
        "permission" => (message, None),
        "missing" if file.kept == Kept::Handle => (message, None),
        _ => (words::stored_files_its_content_is_not(), None),
    };
    Absence { why: why.to_owned(), wants }
}

/// Asks for a wheel.
fn missing_wheel(file: &str, Wheel { name, version, sha256, .. }: &Wheel, changed: bool) -> String {
    let changed = if changed { words::stored_files_the_file_is_no() } else { "" };
    words::stored_files_the_session_uses_from(&changed, &file, &name, &sha256, &version)
}

/// Says what is missing before the code of a session can run again; empty if nothing is.
pub fn missing(files: &[StoredFile]) -> String {
    let absent = || files.iter().filter(|file| file.absent.is_some());
    let named = |wants: Option<Wants>| {
        let is =
            |file: &&StoredFile| file.wants() == wants && (file.wheel.is_none() || wants.is_some());
        let names: Vec<&str> = absent().filter(is).map(|file| file.own_name.as_str()).collect();
        (!names.is_empty()).then(|| names.join(", "))
    };
    let permission = named(Some(Wants::Permission))
        .map(|names| words::stored_files_allow_reading_again_below(&names));
    let changed =
        named(Some(Wants::Changed)).map(|names| words::stored_files_choose_below_the_files(&names));
    let gone = named(None).map(|names| words::stored_files_add_again_whose_content(&names));
    let wheels = absent().filter(|file| file.wants().is_none()).filter_map(|file| {
        let Wheel { name, version, .. } = file.wheel.as_ref()?;
        Some(words::stored_files_drop_onto_the_page(&file.name, &name, &version))
    });
    let todo: Vec<String> =
        [permission, changed, gone].into_iter().flatten().chain(wheels).collect();
    todo.join("; ")
}

#[cfg(test)]
mod tests;
