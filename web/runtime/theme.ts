// The colour scheme that the user has chosen, on the document's element, where style/tokens.css finds
// it, before anything is drawn. frontend/src/theme.rs stores it.

const NAME = "insitu-theme";

/**
 * Sets the stored colour scheme; without one the system's counts.
 *
 * @param storage returns the browser's storage, and may throw
 */
export function applyTheme(
  root: { dataset: DOMStringMap },
  storage: () => Pick<Storage, "getItem">,
) {
  try {
    const stored = storage().getItem(NAME);
    if (stored === "light" || stored === "dark") root.dataset.theme = stored;
  } catch {
    // This browser stores nothing for this page.
  }
}
