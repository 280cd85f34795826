//! What can be wrong with a stored log, in words.

use std::fmt::{self, Display, Formatter};
use std::ops::Range;

/// Something that is wrong with a log. Displayed as a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Damage {
    /// These bytes are not a record.
    Corrupt {
        /// Which bytes.
        bytes: Range<usize>,
        /// The last record before them that is kept; 0 if there is none.
        after: u64,
        /// The next record after them that is kept.
        before: Option<u64>,
    },
    /// Records between these are missing.
    Missing {
        /// The last record before them; 0 if there is none.
        after: u64,
        /// The first record after them.
        before: u64,
    },
    /// A record with a number that was there before. The earlier one is kept.
    Repeated {
        /// The number.
        seq: u64,
    },
    /// A record that was written correctly and whose event its schema does not have.
    Unreadable {
        /// Its number.
        seq: u64,
        /// Its event's kind.
        kind: String,
        /// What is wrong with it.
        why: String,
    },
}

impl Display for Damage {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Corrupt { bytes, after, before } => {
                write!(out, "Bytes {} to {} of the log are damaged", bytes.start, bytes.end)?;
                match (after, before) {
                    (0, None) => out.write_str("; nothing else is there."),
                    (0, Some(before)) => {
                        write!(out, "; record {before} and those after it are kept.")
                    }
                    (after, None) => write!(out, "; the records up to {after} are kept."),
                    (after, Some(before)) => {
                        write!(out, "; the records up to {after} and from {before} on are kept.")
                    }
                }
            }
            Self::Missing { after, before } => {
                write!(
                    out,
                    "Records between {after} and {before} are missing; all others are kept."
                )
            }
            Self::Repeated { seq } => {
                write!(out, "Record {seq} is there twice or out of order; the first is kept.")
            }
            Self::Unreadable { seq, kind, why } => {
                write!(
                    out,
                    "Record {seq} (\"{kind}\") is not understood: {why}. All others are kept."
                )
            }
        }
    }
}
