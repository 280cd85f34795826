//! The protocol between page and kernel, and the kernel's lifecycle.
//!
//! Does no IO and does not know how a model is asked. [`protocol`] defines the worker's messages;
//! [`outcome`] and [`profile`] are what it produces; [`reading`] is how code reads files,
//! [`choices`] what the user has chosen of that; [`finding`] is what it says of the data besides;
//! [`keys`] decides which columns join tables; [`manifest`] lists the runtime's files.
//! [`lifecycle`] starts, interrupts, kills and restarts it; [`pending`] keeps the requests that
//! wait for a reply. [`automation`] is the data that scripts exchange with the page, and
//! [`activity`] what the page did and has not ended. [`wheels`] judges wheels that a user drops.

pub mod activity;
pub mod automation;
pub mod choices;
pub mod finding;
pub mod keys;
pub mod lifecycle;
pub mod manifest;
pub mod outcome;
pub mod pending;
pub mod profile;
pub mod protocol;
pub mod reading;
pub mod wheels;

pub use finding::{Finding, Form};
pub use outcome::{
    FileRef, Lineage, Made, Outcome, PythonError, Shown, Status, TableData, join_notes,
    unresolved_deviations,
};
pub use profile::{Column, ColumnType, EncodingCandidate, Key, Profile, Table, Total};
pub use protocol::{EgressProbe, Notice, Reply, Request, RequestId};
pub use reading::{Addition, Deviation, Reading};
