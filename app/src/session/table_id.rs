//! Names a table of the session's files.

use super::Id;

/// A table of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableId {
    /// The file.
    pub file: Id,
    /// Its place among the tables of the file's profile.
    pub at: usize,
}
