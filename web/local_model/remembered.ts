// The model that was loaded last, by the handles of its files: no copy is kept. In browsers without
// handles nothing is remembered. The database has the kept state too (`kept.ts`).

import { openDB } from "idb";
import type { IDBPDatabase } from "idb";
import type { Picked } from "./file.ts";

/** The name of the database, which `web/storage/erase.ts` deletes too. */
const DATABASE = "insitu-local-model";
const STORE = "models";
/** The store of `kept.ts`. */
export const STATES = "states";
const LAST = "last";

export type Remembered = { label: string; handles: FileSystemFileHandle[] };

/** @param before its version */
function upgrade(database: IDBPDatabase, before: number) {
  if (before < 1) database.createObjectStore(STORE);
  database.createObjectStore(STATES);
}

const opened = () => openDB(DATABASE, 2, { upgrade });

/**
 * Does something with the database; returns undefined if the browser has none, or that failed.
 */
export async function within<T>(act: (database: IDBPDatabase) => Promise<T>) {
  const database = await opened().catch(() => null);
  if (!database) return undefined;
  try {
    return await act(database);
  } catch {
    return undefined;
  } finally {
    database.close();
  }
}

/** Remembers a model, or none. */
export const remember = (model: Remembered) =>
  within<unknown>((database) =>
    model.handles.length > 0 ? database.put(STORE, model, LAST) : database.delete(STORE, LAST),
  );

export const remembered = (): Promise<Remembered | undefined> =>
  within((database) => database.get(STORE, LAST));

/** Forgets the model. */
export const forget = () => within((database) => database.delete(STORE, LAST));

/**
 * Returns the files of a remembered model, after asking for permission if the browser wants
 * that. Must be called in a click.
 */
export async function reopened({ handles }: Remembered): Promise<Picked> {
  for (const handle of handles) {
    const may = await handle.queryPermission?.({ mode: "read" });
    if (may === "prompt" && (await handle.requestPermission?.({ mode: "read" })) !== "granted") {
      throw new Error(
        "The browser was not allowed to read the file. Load it again and allow it, or choose another model.",
      );
    }
  }
  const files = await Promise.all(handles.map((handle) => handle.getFile())).catch(() => {
    throw new Error("The file is not where it was. Choose it again, or choose another model.");
  });
  return { files, handles };
}
