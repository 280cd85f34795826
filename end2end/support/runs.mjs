// What a run of test files comes to: which files run again, what is flaky, and whether the run
// passes. Runs nothing itself.

/** The number of flaky files that a run may have. */
export const MAX_FLAKY = 2;

/** The days after which a quarantined file decides again. */
export const QUARANTINE_DAYS = 14;

/**
 * A failed test; `breach` says that it is marked as one.
 *
 * @typedef {{ test: string, message: string, breach: boolean }} Failure
 */

/**
 * A file that has run.
 *
 * @typedef {{ file: string, seconds: number, tests: number, failures: Failure[] }} Ran
 */

/**
 * A file that is known to be unreliable, and the day since when, as YYYY-MM-DD.
 *
 * @typedef {{ file: string, since: string, reason: string }} Quarantined
 */

/**
 * Returns the files that run once more, alone. None does if more failed than may be flaky, since
 * then it is the change, or in a full run; a breach is never tried again.
 *
 * @param {Ran[]} ran
 * @param {{ full: boolean, quarantine: Quarantined[] }} rules
 */
export function runAgain(ran, { full, quarantine }) {
  const failed = ran.filter(
    ({ file, failures }) => failures.length > 0 && !isQuarantined(file, quarantine),
  );
  const again = failed.filter(({ failures }) => failures.every(({ breach }) => !breach));
  return full || failed.length > MAX_FLAKY ? [] : again.map(({ file }) => file);
}

/**
 * Returns what a run comes to: the failures that decide, and the files that are flaky, each with
 * the test that failed at first.
 *
 * @param {Ran[]} ran
 * @param {Ran[]} second the files that ran again
 * @param {{ quarantine: Quarantined[], today: string }} rules
 * @returns {{ failed: string[], flaky: { file: string, test: string, message: string }[],
 *   quarantined: string[] }}
 */
export function outcome(ran, second, { quarantine, today }) {
  const passedAgain = new Set(
    second.filter(({ failures }) => failures.length === 0).map(({ file }) => file),
  );
  const failing = ran.filter(({ failures }) => failures.length > 0);
  const flaky = failing
    .filter(({ file }) => passedAgain.has(file))
    .map(({ file, failures: [{ test, message }] }) => ({ file, test, message }));
  const left = failing.filter(({ file }) => !passedAgain.has(file));
  const quarantined = left
    .filter(({ file }) => isQuarantined(file, quarantine))
    .map(({ file }) => file);
  const failed = [
    ...left
      .filter(
        ({ file, failures }) =>
          !quarantined.includes(file) || failures.some(({ breach }) => breach),
      )
      .map(({ file }) => file),
    // A run without tests proves nothing.
    ...ran.filter(({ tests }) => tests === 0).map(({ file }) => `${file}: it has no tests`),
    ...quarantine
      .filter(({ since }) => age(since, today) > QUARANTINE_DAYS)
      .map(({ file, since }) => `${file}: it is in quarantine since ${since}`),
  ];
  return { failed: [...new Set(failed)], flaky, quarantined };
}

/**
 * Sorts files: those that took longest the last time first, so that no core waits for one of them
 * at the end. One that has never run counts as long.
 *
 * @param {string[]} files
 * @param {Record<string, number>} seconds
 */
export function longestFirst(files, seconds) {
  const took = (/** @type {string} */ file) => seconds[file] ?? Number.POSITIVE_INFINITY;
  return [...files].sort((a, b) => (took(a) === took(b) ? a.localeCompare(b) : took(b) - took(a)));
}

/**
 * @param {string} file
 * @param {Quarantined[]} quarantine
 */
function isQuarantined(file, quarantine) {
  return quarantine.some((one) => one.file === file);
}

/**
 * @param {string} since
 * @param {string} today
 */
function age(since, today) {
  return (Date.parse(today) - Date.parse(since)) / 86_400_000;
}
