// Records which of Python's dictionaries and functions have changed, by their addresses. Python
// itself reports changes (`PyDict_AddWatcher`, `PyFunction_AddWatcher`), so nothing has to be
// compared. Does not know what they hold.

import type { Module } from "pyodide/pyodide.asm.mjs";

// Lower events report that a function was created or destroyed.
const MODIFIED = 2;

/**
 * Makes a watcher.
 *
 * @param module Pyodide's, once Python is started
 */
export function watchChanges(module: Module): {
  watch(dicts: string, functions: string): void;
  changed(): number;
} {
  let watched: Set<number> | null = null;
  let changes = new Set<number>();
  let taken: number[] | null = null;

  return {
    /**
     * Starts to watch the objects at these addresses, each list as JSON; the objects have to stay
     * there. Works once only, since a wrong address crashes Python.
     *
     * @throws {Error} if Python refuses
     */
    watch(dicts: string, functions: string) {
      if (watched) throw new Error("The interpreter is watched already.");
      watched = new Set(JSON.parse(functions));
      const dict = module._PyDict_AddWatcher(
        module.addFunction((_event: number, address: number) => {
          changes.add(address >>> 0);
          return 0;
        }, "iiiii"),
      );
      const functionsToo = module._PyFunction_AddWatcher(
        module.addFunction((event: number, address: number) => {
          if (event >= MODIFIED && (watched as Set<number>).has(address >>> 0))
            changes.add(address >>> 0);
          return 0;
        }, "iiii"),
      );
      const refused = JSON.parse(dicts).filter(
        (address: number) => module._PyDict_Watch(dict, address) !== 0,
      );
      if (functionsToo < 0 || refused.length) throw new Error("Python refused to be watched.");
    },
    /**
     * Returns the address of a changed object, and 0 after the last one. Changes in the meantime
     * belong to the next round, so that each round ends even if code that runs during the repair
     * changes something again.
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
