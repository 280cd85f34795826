//! What tab and browser remember of stored sessions: which one the tab shows, so that a reload
//! shows the same, and two tabs show two; and whether the user wants copies of files.

use crate::foreign::storage::{browser, read, tab, write};
use crate::foreign::{is_within_another_page, window};

const KEY: &str = "insitu-session";
const COPIES: &str = "insitu-copies";

/// Returns the id of this tab's session, "new" for one that does not exist yet, and none where
/// nothing was chosen.
pub(super) fn chosen() -> Option<String> {
    read(tab(), KEY)
}

/// Chooses the session that this tab shows after a reload: an id, or "new". Without a storage of
/// the tab, it shows the session that was changed last.
pub(super) fn choose(id: &str) {
    write(tab(), KEY, id).ok();
    mark_stored();
}

/// Says that a session is stored in this browser, so that one is restored at once, before Python
/// runs.
pub(super) fn mark_stored() {
    write(browser(), KEY, "stored").ok();
}

/// Returns whether a session is stored in this browser.
pub(crate) fn is_stored() -> bool {
    read(browser(), KEY).is_some()
}

/// Returns whether the user agreed to copies of files; none while that was not asked.
pub(super) fn copies() -> Option<bool> {
    match browser().map(|browser| browser.get_item(COPIES)) {
        Some(Ok(answer)) => answer.map(|answer| answer == "yes"),
        Some(Err(_)) | None => Some(false),
    }
}

/// Stores whether the user agrees to copies of files. Without a storage the user is asked again.
pub(super) fn allow_copies(wanted: bool) {
    write(browser(), COPIES, if wanted { "yes" } else { "no" }).ok();
}

/// Returns whether copies of small files are kept without asking: not if the operator has it
/// otherwise, and not within another page.
pub(super) fn keeps_unasked() -> bool {
    let root = window().document().and_then(|document| document.document_element());
    let is_asked = root.is_none_or(|root| root.has_attribute("data-keep-files"));
    !is_asked && !is_within_another_page()
}
