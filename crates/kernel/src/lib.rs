//! The protocol spoken with the kernel, and the kernel's life.
//!
//! Does no IO and does not know that models exist. [`protocol`] is the vocabulary of the worker; [`outcome`] and
//! [`profile`] are what it produces; [`manifest`] says which files make up the runtime. [`life`] starts, interrupts, kills and
//! restarts it, with [`pending`] as its memory of what was asked.

pub mod life;
pub mod manifest;
pub mod outcome;
pub mod pending;
pub mod profile;
pub mod protocol;

pub use outcome::{FileRef, Outcome, PythonError, Shown, Status, TableData};
pub use profile::{Column, ColumnType, Profile, Table};
pub use protocol::{Exit, Notice, Reply, Request, RequestId};
