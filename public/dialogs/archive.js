// Files in bulk, in and out: finds what is in dropped folders, and puts many files into one archive.
// Knows the browser's entries and blobs; nothing of the page, of Python, or of what the files are for.

import { downloadZip } from "client-zip";

/** Files that desktops leave in folders and that nobody means. */
const hidden = (name) => name.startsWith(".") || name === "Thumbs.db" || name === "__MACOSX";

/**
 * The files of dropped entries (`DataTransferItem.webkitGetAsEntry()`) and of the folders among them, however deep.
 *
 * @param {FileSystemEntry[]} entries
 * @param {number} most how many files are read at most; one more than that tells that there were more
 * @returns {Promise<Array<string | File>>} path, file, path, file, …; a path has its folders in it, parted by `/`
 * @throws {Error} where the browser cannot read one of them
 */
export async function walk(entries, most) {
  const found = [];
  const visit = async (entry) => {
    if (found.length > 2 * most) return;
    if (entry.isFile) {
      found.push(entry.fullPath.replace(/^\/+/, ""), await new Promise((resolve, reject) => entry.file(resolve, reject)));
      return;
    }
    const reader = entry.createReader();
    // A reader gives some of its entries at a time, and none when it has given all.
    for (;;) {
      const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
      if (some.length === 0) return;
      for (const inner of some) if (!hidden(inner.name)) await visit(inner);
    }
  };
  for (const entry of entries) await visit(entry);
  return found;
}

/**
 * A zip archive. The files are stored as they are: most are pictures and workbooks, which are compressed already.
 *
 * @param {Array<string | Blob>} files name, content, name, content, …; none makes an empty archive
 * @returns {Promise<Blob>}
 */
export async function zip(files) {
  const parts = [];
  for (let at = 0; at < files.length; at += 2) parts.push({ name: files[at], input: files[at + 1], lastModified: new Date() });
  return downloadZip(parts).blob();
}
