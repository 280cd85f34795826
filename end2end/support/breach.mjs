// Marks the failures that no second try excuses: something arrived at the canary, a secret or a
// value appeared where it must not, a wall of the frames is open, a record was lost. Knows nothing
// of the runner, which looks for the mark.

const MARK = "BREACH: ";

/**
 * Runs assertions about values that are there; if one fails, the failure is marked, and run.mjs
 * does not try the file again.
 *
 * @param {() => void} assertions
 */
export function neverBreached(assertions) {
  try {
    assertions();
  } catch (error) {
    mark(error);
  }
}

/**
 * Returns whether the message of a failure has the mark.
 *
 * @param {string | undefined} message
 */
export function isBreach(message) {
  return message?.includes(MARK) ?? false;
}

/**
 * @param {unknown} error
 * @returns {never}
 */
function mark(error) {
  const failure = error instanceof Error ? error : new Error(String(error));
  if (!isBreach(failure.message)) failure.message = MARK + failure.message;
  throw failure;
}
