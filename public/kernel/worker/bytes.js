// Small things about bytes. Knows nothing of what they mean.

/** One array out of many, without a copy where there is but one. */
export function joined(pieces) {
  if (pieces.length === 1) return pieces[0];
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/**
 * Returns the bytes of a file once their SHA-256 is known to be the one expected.
 *
 * @param {ArrayBuffer | Blob} content
 * @param {string} sha256 in lower-case hexadecimal
 * @param {string} name what an error calls it
 * @throws {Error} where it is another file than the build made
 */
export async function checked(content, sha256, name) {
  const bytes = content instanceof ArrayBuffer ? content : await content.arrayBuffer();
  if (hex(await crypto.subtle.digest("SHA-256", bytes)) !== sha256) throw new Error(`The runtime's "${name}" is not the file that the build made: its SHA-256 differs.`);
  return bytes;
}

function hex(buffer) {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
