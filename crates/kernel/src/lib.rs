//! The protocol spoken with the kernel, and the kernel's lifecycle.
//!
//! Does no IO and does not know that models exist. [`protocol`] is the vocabulary of the worker; [`outcome`] and
//! [`profile`] are what it produces; [`manifest`] says which files make up the runtime. [`lifecycle`] starts, interrupts, kills and
//! restarts it, with [`pending`] as its memory of what was asked.

pub mod lifecycle;
pub mod manifest;
pub mod outcome;
pub mod pending;
pub mod profile;
pub mod protocol;

pub use outcome::{FileRef, Outcome, PythonError, Shown, Status, TableData};
pub use profile::{Column, ColumnType, Profile, Table};
pub use protocol::{EgressProbe, Notice, Reply, Request, RequestId};
