// Functions that the user has saved, for all sessions. Knows nothing of Python: what a function is
// called and what it needs is passed in.

import { attempt, Refusal, refuse, withRoom } from "./errors.ts";
import type { Functions, SavedFunction, StorageError } from "../types/storage.ts";
import type { Connection } from "./connection.ts";

/** The most functions, and the largest source in bytes. */
export const MAX_FUNCTIONS = 200;
export const MAX_SOURCE_BYTES = 64 << 10;
/** The longest name, and the most characters of signature, docstring and needed names together. */
const MAX_NAME_LENGTH = 80;
const MAX_TEXT_LENGTH = 16 << 10;

export function openFunctions(
  connection: Connection,
  { makeRoom }: { makeRoom?: (error: StorageError) => Promise<boolean> },
): Functions {
  return {
    list: () => attempt(async () => (await connection.use()).getAll("functions")),

    put: (saved, { instead } = {}) =>
      attempt(() => {
        expectBounds(saved);
        return withRoom(
          async () => {
            const transaction = (await connection.use()).transaction("functions", "readwrite");
            transaction.done.catch(() => {});
            const [before, taken, count] = await Promise.all([
              instead === undefined ? undefined : transaction.store.get(instead),
              transaction.store.get(saved.name),
              transaction.store.count(),
            ]);
            if (taken && saved.name !== instead) {
              throw refused(
                "taken",
                `There is already a saved function ${saved.name}. Choose another name, or replace it.`,
              );
            }
            if (!before && count >= MAX_FUNCTIONS) {
              throw refused(
                "bounds",
                `At most ${MAX_FUNCTIONS} functions can be saved. Delete one that you do not need, then try again.`,
              );
            }
            const now = Date.now();
            const { name, signature, docstring, source, names, session } = saved;
            const row = {
              name,
              signature,
              docstring,
              source,
              names,
              session,
              created: saved.created ?? before?.created ?? now,
              changed: saved.changed ?? now,
            };
            if (before && before.name !== name) await transaction.store.delete(before.name);
            await transaction.store.put(row);
            await transaction.done;
            return row;
          },
          { during: "function", needed: saved.source.length },
          makeRoom,
        );
      }),

    remove: (name) =>
      attempt(async () => {
        const transaction = (await connection.use()).transaction("functions", "readwrite");
        transaction.done.catch(() => {});
        if (!(await transaction.store.getKey(name)))
          throw refuse("gone", { message: "This function was deleted already." });
        await transaction.store.delete(name);
        await transaction.done;
      }),
  };
}

/** @throws {Refusal} */
function expectBounds({
  name,
  signature,
  docstring,
  source,
  names,
}: Pick<SavedFunction, "name" | "signature" | "docstring" | "source" | "names">) {
  if (new Blob([source]).size > MAX_SOURCE_BYTES) {
    throw refused(
      "bounds",
      `The source of a saved function has at most ${MAX_SOURCE_BYTES >> 10} KiB. Shorten it, or save parts of it as functions of their own.`,
    );
  }
  if (name.length > MAX_NAME_LENGTH)
    throw refused(
      "bounds",
      `The name of a saved function has at most ${MAX_NAME_LENGTH} characters. Choose a shorter one.`,
    );
  if (signature.length + docstring.length + names.join().length > MAX_TEXT_LENGTH) {
    throw refused(
      "bounds",
      "The parameters and the description are too long. Shorten the description.",
    );
  }
}

const refused = (kind: "bounds" | "taken", message: string) => new Refusal({ kind, message });
