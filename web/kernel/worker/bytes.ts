// Helpers for byte arrays.

/** Concatenates arrays; a single one is returned without a copy. */
export function joined(pieces: Uint8Array<ArrayBuffer>[]) {
  if (pieces.length === 1) return pieces[0];
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
