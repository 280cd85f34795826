// Stores the runtime's files in the browser between visits, in the origin private file system, from
// which they are used by reference. If a browser has none, or refuses writing, nothing is
// stored, and the browser's own cache serves.

const FOLDER = "runtime";

/** The store of files; none of its functions throws. */
export interface Store {
  get: (name: string, size: number) => Promise<Blob | null>;
  put: (name: string, blob: Blob) => Promise<boolean>;
  keepOnly: (names: Set<string>) => Promise<void>;
}

/**
 * Opens the store.
 *
 * @param storage `navigator.storage`
 * @returns see the functions; none of them throws
 */
export async function openStore(storage: StorageManager | undefined): Promise<Store> {
  // If there is no folder, using it throws, which each function handles.
  const folder = (await open(storage)) as FileSystemDirectoryHandle;
  return {
    /** Returns the file of this name, or null if it is missing or incomplete. */
    async get(name, size) {
      try {
        const file = await (await folder.getFileHandle(name)).getFile();
        return file.size === size ? file : null;
      } catch {
        return null;
      }
    },
    /** Stores a file. Returns whether that succeeded: the disk may be full. */
    async put(name, blob) {
      try {
        const handle = await folder.getFileHandle(name, { create: true });
        // Closing replaces the file with the new content as a whole.
        const writable = await handle.createWritable();
        await writable.write(blob);
        await writable.close();
        return true;
      } catch {
        await folder?.removeEntry(name).catch(() => {});
        return false;
      }
    },
    /** Removes the files that are not among `names`: those of earlier builds. */
    async keepOnly(names) {
      try {
        // A file that another tab holds open stays for now.
        for await (const name of folder.keys())
          if (!names.has(name)) await folder.removeEntry(name).catch(() => {});
      } catch {
        // A file that stays only takes space.
      }
    },
  };
}

/** Returns the folder of the store, null if the browser offers none. */
async function open(storage: StorageManager | undefined) {
  try {
    return await (await (storage as StorageManager).getDirectory()).getDirectoryHandle(FOLDER, {
      create: true,
    });
  } catch {
    return null;
  }
}
