// SHA-256 of blobs by the browser, off the main thread; of a large blob piece by piece, so that
// nothing else is blocked for long.

/**
 * The size of a piece of a large file, in bytes, see `PIECE` in `crates/kernel/src/manifest.rs`.
 */
export const PIECE = 4 << 20;
/**
 * How many pieces of a file are hashed concurrently: one is read while another is hashed, and a
 * busy page delays neither.
 */
const LANES = 4;

type Subtle = Pick<SubtleCrypto, "digest">;

/** Returns the SHA-256 of a blob in hexadecimal. */
export async function sha256(blob: Blob, subtle: Subtle) {
  return hex(await hash(await blob.arrayBuffer(), subtle));
}

/** Returns the SHA-256 over the concatenated SHA-256s of a blob's pieces, in hexadecimal. */
export async function treeHash(blob: Blob, subtle: Subtle) {
  const count = Math.ceil(blob.size / PIECE);
  const hashes = new Uint8Array(count * 32);
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const piece = next++;
      const bytes = await blob.slice(piece * PIECE, (piece + 1) * PIECE).arrayBuffer();
      hashes.set(await hash(bytes, subtle), piece * 32);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return hex(await hash(hashes, subtle));
}

/**
 * Collects a file as it arrives, and hashes each piece of it meanwhile: nothing is read again, and
 * no work at the end blocks everything else.
 *
 * @param size of the file, in bytes
 * @param inPieces whether the hash is that of its pieces' hashes, see `treeHash`
 */
export function hashWhileCollecting(size: number, inPieces: boolean, subtle: Subtle) {
  const blobs: Blob[] = [];
  const hashes: Promise<Uint8Array<ArrayBuffer>>[] = [];
  let left = size;
  let piece = new Uint8Array(0);
  let filled = 0;
  return {
    /** Takes the next bytes, which do not go beyond the file's size. */
    add(bytes: Uint8Array<ArrayBuffer>) {
      for (let from = 0; from < bytes.length; ) {
        if (filled === 0) piece = new Uint8Array(inPieces ? Math.min(PIECE, left) : size);
        const part = bytes.subarray(from, from + piece.length - filled);
        piece.set(part, filled);
        from += part.length;
        filled += part.length;
        if (filled < piece.length) continue;
        const hashed = hash(piece, subtle);
        hashed.catch(() => {});
        hashes.push(hashed);
        blobs.push(new Blob([piece]));
        left -= filled;
        filled = 0;
      }
    },
    /** Returns the file once it is complete, with its hash in hexadecimal. */
    async end() {
      if (hashes.length === 0) hashes.push(hash(piece, subtle));
      const all = await Promise.all(hashes);
      const whole = inPieces ? await hash(await new Blob(all).arrayBuffer(), subtle) : all[0];
      return { blob: new Blob(blobs), hash: hex(whole) };
    },
  };
}

async function hash(bytes: BufferSource, subtle: Subtle) {
  return new Uint8Array(await subtle.digest("SHA-256", bytes));
}

function hex(bytes: Uint8Array) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
