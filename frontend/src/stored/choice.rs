//! What tab and browser remember of stored sessions: which one the tab shows, so that a reload
//! shows the same, and two tabs show two; and whether the user wants copies of files.

use web_sys::Storage;

use crate::foreign::window;

const KEY: &str = "insitu-session";
const COPIES: &str = "insitu-copies";

/// Returns the id of this tab's session, "new" for one that does not exist yet, and none where
/// nothing was chosen.
pub(super) fn chosen() -> Option<String> {
    tab()?.get_item(KEY).ok()?
}

/// Chooses the session that this tab shows after a reload: an id, or "new". Without a storage of
/// the tab, it shows the session that was changed last.
pub(super) fn choose(id: &str) {
    if let Some(tab) = tab() {
        tab.set_item(KEY, id).ok();
    }
    mark_stored();
}

/// Says that a session is stored in this browser, so that one is restored at once, before Python
/// runs.
pub(super) fn mark_stored() {
    if let Some(browser) = browser() {
        browser.set_item(KEY, "stored").ok();
    }
}

/// Returns whether a session is stored in this browser.
pub(crate) fn is_stored() -> bool {
    browser().is_some_and(|browser| matches!(browser.get_item(KEY), Ok(Some(_))))
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
    if let Some(browser) = browser() {
        browser.set_item(COPIES, if wanted { "yes" } else { "no" }).ok();
    }
}

fn tab() -> Option<Storage> {
    window().session_storage().ok().flatten()
}

fn browser() -> Option<Storage> {
    window().local_storage().ok().flatten()
}
