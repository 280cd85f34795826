// Reads files from a wheel (a ZIP archive) without unpacking it. Supports neither ZIP64 nor
// encryption: wheels of this size have neither.

import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { inflateRawSync } from "node:zlib";

/** The maximum length of an archive's end record: 22 bytes and a comment of 65,535. */
const END_RECORD = 22 + 65_535;

/**
 * Opens a wheel: `names` lists its files, `read(name)` returns the content of one.
 *
 * @param {string} file
 */
export function openWheel(file) {
  const handle = openSync(file, "r");
  const part = (/** @type {number} */ from, /** @type {number} */ length) => {
    const bytes = Buffer.alloc(length);
    readSync(handle, bytes, 0, length, from);
    return bytes;
  };
  const size = fstatSync(handle).size;
  const tail = part(Math.max(0, size - END_RECORD), Math.min(size, END_RECORD));
  const end = tail.lastIndexOf("PK\x05\x06", undefined, "latin1");
  if (end < 0) throw new Error(`${file} is not a ZIP archive`);
  const directory = part(tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));
  /** @type {Map<string, { deflated: boolean, length: number, offset: number }>} */
  const entries = new Map();
  for (let at = 0; at < directory.length; ) {
    const nameLength = directory.readUInt16LE(at + 28);
    entries.set(directory.toString("utf8", at + 46, at + 46 + nameLength), {
      deflated: directory.readUInt16LE(at + 10) === 8,
      length: directory.readUInt32LE(at + 20),
      offset: directory.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return {
    names: [...entries.keys()],
    /** @param {string} name */
    read(name) {
      const { deflated, length, offset } =
        /** @type {{ deflated: boolean, length: number, offset: number }} */ (entries.get(name));
      const header = part(offset, 30);
      const content = part(offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28), length);
      return deflated ? inflateRawSync(content) : content;
    },
    close: () => closeSync(handle),
  };
}
