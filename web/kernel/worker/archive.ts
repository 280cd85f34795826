// Reads zip archives without copying what is stored uncompressed. Knows nothing of wheels or
// Python.

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const STORED = 0;

/**
 * Returns the files of a zip archive whose entries are stored, as in all archives of the runtime.
 *
 * @param buffer the archive
 * @returns directories left out, in the archive's order; `offset` is where the content begins, in
 *   bytes
 * @throws {Error} if it is not a zip archive, or an entry is compressed
 */
export function entriesOf(buffer: ArrayBuffer): { path: string; offset: number; size: number }[] {
  const view = new DataView(buffer);
  const entries = [];
  let { offset: at, count } = directory(view);
  for (; count > 0; count -= 1) {
    if (view.getUint32(at, true) !== ENTRY) throw new Error("The archive's directory is damaged.");
    const nameLength = view.getUint16(at + 28, true);
    const path = new TextDecoder().decode(new Uint8Array(buffer, at + 46, nameLength));
    const local = view.getUint32(at + 42, true);
    if (!path.endsWith("/")) {
      if (view.getUint16(at + 10, true) !== STORED)
        throw new Error(
          `"${path}" is compressed, which entries of the runtime's archives are not.`,
        );
      const offset =
        local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      entries.push({ path, offset, size: view.getUint32(at + 20, true) });
    }
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/**
 * Returns the files of such an archive, each with its `path` and its `bytes`, a view into the
 * archive.
 */
export function unzip(buffer: ArrayBuffer) {
  return entriesOf(buffer).map(({ path, offset, size }) => ({
    path,
    bytes: new Uint8Array(buffer, offset, size),
  }));
}

function directory(view: DataView) {
  // Only a comment of at most 65,535 bytes can follow the end record.
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 0xffff); at -= 1) {
    if (view.getUint32(at, true) === END) {
      return { count: view.getUint16(at + 10, true), offset: view.getUint32(at + 16, true) };
    }
  }
  throw new Error("This is not a zip archive.");
}
