// Which session a tab shows. It is kept for the tab, so that a reload shows the same session, and
// two tabs show two.

const KEY = "insitu-session";

/**
 * Returns the id of this tab's session, "new" for one that does not exist yet, and null where
 * nothing was chosen.
 */
export function chosen() {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/**
 * Chooses the session that this tab shows after a reload.
 *
 * @param {string} id an id, or "new"
 */
export function choose(id) {
  try {
    sessionStorage.setItem(KEY, id);
  } catch {
    // Without it the tab shows the session that was changed last.
  }
  markStored();
}

/**
 * Says that a session is stored in this browser, so that the page's program restores one at once,
 * before Python runs.
 */
export function markStored() {
  try {
    localStorage.setItem(KEY, "stored");
  } catch {
    // Without it a session is restored once Python runs.
  }
}

const COPIES = "insitu-copies";

/**
 * Returns whether the user agreed to copies of files in this browser's storage; null while that was
 * not asked.
 */
export function copies() {
  try {
    const answer = localStorage.getItem(COPIES);
    return answer === null ? null : answer === "yes";
  } catch {
    return false;
  }
}

/** Stores whether the user agrees to copies of files. @param {boolean} wanted */
export function allowCopies(wanted) {
  try {
    localStorage.setItem(COPIES, wanted ? "yes" : "no");
  } catch {
    // Without it the user is asked again.
  }
}
