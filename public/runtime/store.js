// Keeps the runtime's files in the browser between visits, in the form in which they are used: the origin private file system, from which they come
// by reference. Where a browser has none, or lets nobody write there, nothing is kept, and the browser's own cache serves.

const FOLDER = "runtime";

/**
 * Opens the store.
 *
 * @param {StorageManager | undefined} storage `navigator.storage`
 * @returns {Promise<object>} see the functions; none of them throws
 */
export async function openStore(storage) {
  const folder = await open(storage);
  return {
    /** The file of this name, or null where it is not here as a whole. */
    async get(name, size) {
      try {
        const file = await (await folder.getFileHandle(name)).getFile();
        return file.size === size ? file : null;
      } catch {
        return null;
      }
    },
    /** Keeps a file. Says whether that worked: the disk may be full. */
    async put(name, blob) {
      try {
        const handle = await folder.getFileHandle(name, { create: true });
        // What is written takes the file's place when it is closed, as a whole.
        const writable = await handle.createWritable();
        await writable.write(blob);
        await writable.close();
        return true;
      } catch {
        await folder?.removeEntry(name).catch(() => {});
        return false;
      }
    },
    /** Removes what is not among `names`: files of earlier builds. */
    async keepOnly(names) {
      try {
        // One that another tab holds stays for now.
        for await (const name of folder.keys()) if (!names.has(name)) await folder.removeEntry(name).catch(() => {});
      } catch {
        // What stays takes room and nothing else.
      }
    },
  };
}

async function open(storage) {
  try {
    return await (await storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });
  } catch {
    return null;
  }
}
