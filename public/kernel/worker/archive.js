// Reads zip archives without copying what is stored uncompressed. Knows nothing of wheels or Python.

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const STORED = 0;
const DEFLATED = 8;

/**
 * The files of a zip archive.
 *
 * @param {ArrayBuffer} buffer the archive; stored entries are views into it
 * @returns {Promise<{ path: string, bytes: Uint8Array }[]>} directories left out, in the archive's order
 * @throws {Error} where it is not a zip archive, or uses what this reader does not know (encryption, zip64, other methods)
 */
export async function unzip(buffer) {
  const view = new DataView(buffer);
  const entries = [];
  let { offset, count } = directory(view);
  for (; count > 0; count -= 1) {
    if (view.getUint32(offset, true) !== ENTRY) throw new Error("The archive's directory is damaged.");
    const method = view.getUint16(offset + 10, true);
    const size = view.getUint32(offset + 20, true);
    const nameLength = view.getUint16(offset + 28, true);
    const local = view.getUint32(offset + 42, true);
    const path = new TextDecoder().decode(new Uint8Array(buffer, offset + 46, nameLength));
    offset += 46 + nameLength + view.getUint16(offset + 30, true) + view.getUint16(offset + 32, true);
    if (path.endsWith("/")) continue;
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    entries.push({ path, method, packed: new Uint8Array(buffer, start, size) });
  }
  return Promise.all(entries.map(async ({ path, method, packed }) => ({ path, bytes: await unpack(path, method, packed) })));
}

function directory(view) {
  // The end record is the last thing but for a comment of at most 65,535 bytes.
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 0xffff); at -= 1) {
    if (view.getUint32(at, true) === END) {
      return { count: view.getUint16(at + 10, true), offset: view.getUint32(at + 16, true) };
    }
  }
  throw new Error("This is not a zip archive.");
}

async function unpack(path, method, packed) {
  if (method === STORED) return packed;
  if (method !== DEFLATED) throw new Error(`"${path}" is compressed in a way that is not known here (method ${method}).`);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
