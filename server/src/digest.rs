//! SHA-256 as policies, attributes and requests write it.

use base64::{Engine, prelude::BASE64_STANDARD};
use sha2::{Digest, Sha256};

/// Returns the source of a policy, without quotation marks, and the value of `integrity`, that
/// `content` alone meets.
pub(crate) fn integrity(content: impl AsRef<[u8]>) -> String {
    format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(content)))
}
