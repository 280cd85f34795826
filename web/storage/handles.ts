// Finds the handle of a file that the user has dropped or picked, among those that
// `web/runtime/handles.ts` has collected.

/**
 * Returns the handle of a file, and does not return it again; undefined if the browser has none.
 *
 * @param handles those that were collected
 * @param name the file's name, with the folders that it came in
 */
export async function takeHandle(
  handles: Promise<FileSystemHandle | null>[] | undefined,
  name: string,
  file: File,
): Promise<FileSystemFileHandle | undefined> {
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

/** Returns the file of a path that begins with the handle's name. */
async function within(
  handle: FileSystemHandle,
  [first, ...rest]: string[],
): Promise<FileSystemFileHandle | undefined> {
  // As the page's program names files.
  if (handle.name.replaceAll("/", "_") !== first) return undefined;
  if (handle.kind === "file")
    return rest.length === 0 ? (handle as FileSystemFileHandle) : undefined;
  let folder = handle as FileSystemDirectoryHandle;
  const file = rest.pop();
  if (file === undefined) return undefined;
  try {
    for (const name of rest) folder = await folder.getDirectoryHandle(name);
    return await folder.getFileHandle(file);
  } catch {
    return undefined;
  }
}
