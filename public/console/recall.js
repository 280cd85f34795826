// The earlier code that the arrow keys bring back: older at the editor's first line, newer at its last one. Knows no editor.

/**
 * Returns the function that chooses among earlier code. What was being written comes back after the newest one.
 *
 * @param {() => string[]} earlier the code that ran, oldest first
 */
export function recaller(earlier) {
  /** Which of them is shown, counted from the newest; -1 for what was being written. */
  let at = -1;
  let draft = "";
  /** What was brought back last. */
  let shown = "";
  /**
   * @param {-1 | 1} step older or newer
   * @param {string} code the editor's
   * @returns {string | null} null where there is none
   */
  return (step, code) => {
    const all = earlier().filter((one, index, list) => one !== list[index - 1]);
    // Once it was changed, it is what is being written.
    if (at >= 0 && code !== shown) at = -1;
    if (at < 0) draft = code;
    const next = at - step;
    if (next < -1 || next >= all.length) return null;
    at = next;
    shown = at < 0 ? draft : all[all.length - 1 - at];
    return shown;
  };
}
