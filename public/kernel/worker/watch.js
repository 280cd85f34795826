// Which of Python's dictionaries and functions have changed, by their addresses. Python itself tells (`PyDict_AddWatcher`,
// `PyFunction_AddWatcher`), so nothing is looked at that has not changed. Knows not what they hold.

// Functions also tell when they are made and when they go.
const MODIFIED = 2;

/**
 * Returns what watches.
 *
 * @param {object} module Pyodide's, once Python is started
 * @returns {{ watch(dicts: string, functions: string): void, changed(): number }}
 */
export function watchChanges(module) {
  let watched = null;
  let changes = new Set();
  let taken = null;

  return {
    /**
     * Watches from now on what is at these addresses, JSON each, which has to stay there. Once: an address that is wrong ends Python.
     *
     * @throws {Error} where Python refuses
     */
    watch(dicts, functions) {
      if (watched) throw new Error("The interpreter is watched already.");
      watched = new Set(JSON.parse(functions));
      const dict = module._PyDict_AddWatcher(module.addFunction((_event, address) => {
        changes.add(address >>> 0);
        return 0;
      }, "iiiii"));
      const functionsToo = module._PyFunction_AddWatcher(module.addFunction((event, address) => {
        if (event >= MODIFIED && watched.has(address >>> 0)) changes.add(address >>> 0);
        return 0;
      }, "iiii"));
      const refused = JSON.parse(dicts).filter((address) => module._PyDict_Watch(dict, address) !== 0);
      if (functionsToo < 0 || refused.length) throw new Error("Python refused to be watched.");
    },
    /**
     * The address of one that has changed, and 0 after the last. What changes meanwhile belongs to the next round, which therefore ends
     * whatever code does when it is put right.
     */
    changed() {
      if (!taken) {
        if (!changes.size) return 0;
        taken = [...changes];
        changes = new Set();
      }
      const address = taken.pop();
      if (address === undefined) taken = null;
      return address ?? 0;
    },
  };
}
