// Finds the handle of a file that the user has dropped or picked, among those that
// `web/runtime/handles.js` has collected.

/**
 * Returns the handle of a file, and does not return it again; undefined where the browser has none.
 *
 * @param {Promise<FileSystemHandle | null>[] | undefined} handles those that were collected
 * @param {string} name the file's name, with the folders that it came in
 * @param {File} file
 * @returns {Promise<FileSystemFileHandle | undefined>}
 */
export async function takeHandle(handles, name, file) {
  for (const entry of handles ?? []) {
    const handle = await entry;
    if (!handle) continue;
    const found = await within(handle, name.split("/"));
    const own = await found?.getFile().catch(() => null);
    if (!found || own?.size !== file.size || own.lastModified !== file.lastModified) continue;
    // A folder has further files.
    if (handle === found) handles?.splice(handles.indexOf(entry), 1);
    return found;
  }
}

/**
 * Returns the file of a path that begins with the handle's name.
 *
 * @param {FileSystemHandle} handle
 * @param {string[]} path
 * @returns {Promise<FileSystemFileHandle | undefined>}
 */
async function within(handle, [first, ...rest]) {
  // As the page's program names files.
  if (handle.name.replaceAll("/", "_") !== first) return undefined;
  if (handle.kind === "file")
    return rest.length === 0 ? /** @type {FileSystemFileHandle} */ (handle) : undefined;
  let folder = /** @type {FileSystemDirectoryHandle} */ (handle);
  const file = rest.pop();
  if (file === undefined) return undefined;
  try {
    for (const name of rest) folder = await folder.getDirectoryHandle(name);
    return await folder.getFileHandle(file);
  } catch {
    return undefined;
  }
}
