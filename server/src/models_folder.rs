//! The folder in which the page finds models for its tab, and the names of the files in it.

use std::path::Path;

/// The folder, below the page's address.
pub(crate) const FOLDER: &str = "models";

/// Returns the name under which a file is offered.
pub(crate) fn name(path: &Path) -> Option<&str> {
    path.file_name()?.to_str()
}
