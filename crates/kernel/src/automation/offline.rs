//! What the browser stores of the page for visits without network, as `offline` says it.

use serde::{Deserialize, Serialize};

/// What is stored for a visit without network.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OfflineStatus {
    /// Whether the browser may store this page at all.
    pub supported: bool,
    /// Why it does not, as a sentence; null if it does.
    pub why: Option<String>,
    /// The version that is stored as a whole and answers without network; null if none is.
    pub version: Option<String>,
    /// A version that is being stored, or waits to be used; null if there is none.
    pub next: Option<String>,
    /// Whether a version and all files of the next visit are stored.
    pub complete: bool,
    /// The names of the files of the next visit that are not stored yet.
    pub pending: Vec<String>,
}

/// What looking for a new version has found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OfflineUpdate {
    /// What.
    pub found: OfflineFound,
    /// The version that was found; null if there is none that is newer, or that is known.
    pub version: Option<String>,
    /// What to know of it, as a sentence; null if nothing is.
    pub why: Option<String>,
}

/// What looking for a new version may find.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum OfflineFound {
    /// There is none.
    Current,
    /// A newer one is stored as a whole. It is used from the next visit on, or once the user says
    /// so.
    Newer,
    /// There is one, and it was not stored: a file of it could not be fetched, or is another one.
    Refused,
    /// The browser did not say in time.
    Unknown,
}
