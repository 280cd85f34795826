//! What the user is asked to confirm.

use serde::{Deserialize, Serialize};

/// What is known of a wheel, from its bytes alone. Names, versions and modules consist of ASCII
/// letters, digits and a few signs; the other texts are to be shown as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Facts {
    /// The name of its file.
    pub file: String,
    /// The package's name, as the wheel writes it.
    pub name: String,
    /// The package's version.
    pub version: String,
    /// SHA-256 of the wheel's bytes in hexadecimal.
    pub sha256: String,
    /// The wheel's size in bytes.
    pub bytes: u64,
    /// The size of what is installed, in bytes.
    pub installed_bytes: u64,
    /// How many files are installed.
    pub files: usize,
    /// Whether it has compiled code.
    pub native: bool,
    /// The top-level modules that it adds, sorted.
    pub modules: Vec<String>,
    /// What it needs and nobody has, with the condition if there is one.
    pub missing: Vec<String>,
    /// What of it is not installed, in words.
    pub left_out: Vec<String>,
}
