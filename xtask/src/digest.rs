//! SHA-256 of files, also for their names. Knows nothing about what the files are.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use base64::{Engine, prelude::BASE64_STANDARD};
use kernel::manifest::PIECE;
use sha2::{Digest, Sha256};

/// Returns the SHA-256 in lower-case hexadecimal.
pub(crate) fn of(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the SHA-256 over the SHA-256s of the pieces of a file that has more than one; see
/// [`kernel::manifest::Asset::tree`].
pub(crate) fn tree(bytes: &[u8]) -> Option<String> {
    (bytes.len() > PIECE).then(|| {
        let pieces: Vec<u8> = bytes.chunks(PIECE).flat_map(Sha256::digest).collect();
        of(&pieces)
    })
}

/// Returns the SHA-256 in the form of `fetch`'s `integrity`: in base64 after its name.
pub(crate) fn integrity(bytes: &[u8]) -> String {
    format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(bytes)))
}

/// Returns the SHA-256 of a file.
pub(crate) fn of_file(path: &Path) -> Result<String> {
    Ok(of(&fs::read(path).with_context(|| format!("cannot read {}", path.display()))?))
}

/// Returns whether the file exists and has this hash.
pub(crate) fn matches(path: &Path, sha256: &str) -> bool {
    of_file(path).is_ok_and(|found| found == sha256)
}

/// Returns `stem.<first 12 digits of the hash>.extension`: a name that changes with the content, so
/// that a browser may cache the file forever. Twelve digits are 48 bits, plenty for a few hundred
/// files.
pub(crate) fn hashed_name(stem: &str, extension: &str, sha256: &str) -> String {
    format!("{stem}.{}.{extension}", sha256.get(..12).unwrap_or(sha256))
}
