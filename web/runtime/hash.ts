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

async function hash(bytes: BufferSource, subtle: Subtle) {
  return new Uint8Array(await subtle.digest("SHA-256", bytes));
}

function hex(bytes: Uint8Array) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
