//! The stored sessions of the page: what is stored when, who writes, which one a tab shows, when
//! its interpreter is ended, what is missing of it, and what it is called as a file. The storage
//! and the page around them are traits.

mod environment;
mod files;
mod handover;
mod hold;
mod log;
mod presence;
mod restored;
mod room;
pub(crate) mod show;
mod storing;
mod surroundings;
mod switching;
#[cfg(test)]
pub(crate) mod tests;

use serde::Deserialize;

pub use self::environment::{environment, runtime};
pub use self::files::{
    Absence, FileQuestions, Keeping, MAX_UNASKED, StorageError, StoredFile, WaitingFile, Wants,
    absence, keeping, missing,
};
pub use self::handover::{MAX_FILE, MAX_OUTPUT, left_out, renamed};
pub use self::hold::Hold;
pub use self::log::{Consoles, RanCode, SessionLog, ShownStep, ShownTurn, StoredEntry};
pub use self::presence::Presence;
pub use self::restored::{
    FormerOutcome, ReadSession, Restored, RestoredFile, RestoredStep, RestoredTurn, Shown, reran,
    stored as stored_file,
};
pub use self::room::room_made;
pub use self::show::show_reran;
pub use self::storing::{SharedLog, StoredSession, lines, number_of, records_from};
pub use self::surroundings::{Done, KeptFile, LogPart, OpenSession, Page, Storage};
pub use self::switching::{Sessions, Switching};

/// A session as the storage lists it; `SessionInfo` in `web/types/storage.ts`. Times are
/// milliseconds since 1970.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct SessionInfo {
    /// Its id.
    pub id: String,
    /// Its title; empty without a question.
    pub title: String,
    /// When it was created.
    pub created: f64,
    /// When something happened in it last.
    pub changed: f64,
    /// Whether it is pinned.
    pub pinned: bool,
    /// When it was deleted; none if it is not.
    pub deleted: Option<f64>,
    /// The size of what is stored of it.
    pub bytes: u64,
    /// The sequence number of its last record; none while there is none.
    pub last: Option<f64>,
}

/// How long copies of files are kept that nobody uses, in milliseconds: 30 days.
const MAX_UNUSED_MS: f64 = 30.0 * 24.0 * 3_600_000.0;

/// Returns the sessions in which nothing has happened for so long that the copies of their files
/// are deleted, at this time; a pinned one keeps them.
pub fn unused(sessions: &[SessionInfo], now: f64) -> impl Iterator<Item = &SessionInfo> {
    sessions.iter().filter(move |one| !one.pinned && one.changed < now - MAX_UNUSED_MS)
}

/// Returns what is said after the copies of this many files were deleted.
#[must_use]
pub fn released(count: u64) -> String {
    let files = words::stored_files(count);
    words::stored_copies_of_that_were(&files)
}

/// Returns the session that a tab opens first: the one that it has chosen, else, unless no other
/// one will do, the one that was changed last.
pub fn first<'a>(
    sessions: &'a [SessionInfo],
    chosen: Option<&str>,
    only: bool,
) -> Option<&'a SessionInfo> {
    let candidates = || sessions.iter().filter(|one| one.deleted.is_none() && one.last.is_some());
    let own = candidates().find(|one| Some(one.id.as_str()) == chosen);
    let newest = || {
        // Of two that were changed at once, the first.
        candidates().rev().max_by(|one, other| one.changed.total_cmp(&other.changed))
    };
    own.or_else(|| if only { None } else { newest() })
}
