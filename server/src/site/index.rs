//! `files.json`: every file of the site, with its length and its hash. Compressed forms are files
//! of their own.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The files, by their `/`-separated paths.
pub(super) type Index = BTreeMap<String, Listed>;

/// What is known of a file.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
pub(super) struct Listed {
    /// Its length.
    pub(super) bytes: u64,
    /// Its SHA-256 in lower-case hexadecimal.
    pub(super) sha256: String,
}

/// Reads the list.
pub(super) fn parse(text: &str) -> Result<Index, String> {
    serde_json::from_str(text).map_err(|error| format!("{}: {error}", super::INDEX))
}

/// Returns the length and the hash of what `reader` has.
pub(super) fn listed(mut reader: impl std::io::Read) -> std::io::Result<Listed> {
    let mut hasher = Sha256::new();
    let bytes = std::io::copy(&mut reader, &mut hasher)?;
    let sha256 = hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(Listed { bytes, sha256 })
}
