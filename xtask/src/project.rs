//! The paths of the checkout. Knows folders, not what is done with them.

use std::path::{Path, PathBuf};

/// Returns the repository's root.
pub(crate) fn root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask).to_path_buf()
}

/// Returns a path inside the repository, from a `/`-separated one.
pub(crate) fn path(relative: &str) -> PathBuf {
    root().join(relative)
}

/// Returns cargo's target folder, shared by every step.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| path("target"), |folder| root().join(folder))
}

/// Returns the folder that the server serves.
pub(crate) fn site() -> PathBuf {
    std::env::var_os("INSITU_SITE")
        .map_or_else(|| path("target/site"), |folder| root().join(folder))
}

/// Returns the folder of downloaded files, kept between runs and between checkouts of other
/// versions.
pub(crate) fn downloads() -> PathBuf {
    path("target/downloads")
}
