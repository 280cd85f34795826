// Lists the files of dropped folders, and packs many files into one zip archive. Knows the
// browser's file system entries and blobs; nothing of the page, of Python, or of what the files are
// for.

import { downloadZip } from "client-zip";

/**
 * Returns whether a name is of a file that operating systems leave in folders.
 *
 * @param {string} name
 */
const hidden = (name) => name.startsWith(".") || name === "Thumbs.db" || name === "__MACOSX";

/**
 * Returns the files among dropped entries (`DataTransferItem.webkitGetAsEntry()`) and in their
 * folders, at any depth.
 *
 * @param {FileSystemEntry[]} entries
 * @param {number} most the largest number of files to read; one more is returned if there are more
 * @returns {Promise<Array<string | File>>} path, file, path, file, …; a path contains its folders,
 *   separated by `/`
 * @throws {Error} if the browser cannot read one of them
 */
export async function walk(entries, most) {
  /** @type {Array<string | File>} */
  const found = [];
  /** @param {FileSystemEntry} entry */
  const visit = async (entry) => {
    if (found.length > 2 * most) return;
    if (entry.isFile) {
      found.push(
        entry.fullPath.replace(/^\/+/, ""),
        await new Promise((resolve, reject) =>
          /** @type {FileSystemFileEntry} */ (entry).file(resolve, reject),
        ),
      );
      return;
    }
    const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
    // `readEntries` returns the entries in batches, and an empty batch at the end.
    for (;;) {
      /** @type {FileSystemEntry[]} */
      const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
      if (some.length === 0) return;
      for (const inner of some) if (!hidden(inner.name)) await visit(inner);
    }
  };
  for (const entry of entries) await visit(entry);
  return found;
}

/**
 * Packs files into a zip archive without compression: most are pictures and workbooks, which are
 * compressed already.
 *
 * @param {Array<string | Blob>} files name, content, name, content, …; an empty list makes an empty
 *   archive
 * @returns {Promise<Blob>}
 */
export async function zip(files) {
  const parts = [];
  for (let at = 0; at < files.length; at += 2)
    parts.push({ name: files[at], input: files[at + 1], lastModified: new Date() });
  return downloadZip(parts).blob();
}
