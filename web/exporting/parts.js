// Bytes on their way between the page and the worker: in pieces, so that none of them is a long
// task of the page, which has them as blobs.

/** The size of a piece, in bytes. */
export const PIECE = 4 << 20;

/**
 * Stands for bytes in a message, whose pieces have come before it.
 *
 * @typedef {{ pieces: number }} Part
 */

/**
 * Returns a value in which each part of its lists, maps and objects is replaced by what `replace`
 * resolves with, unless that is undefined; in their order.
 *
 * @param {any} value
 * @param {(part: any) => unknown} replace
 * @returns {Promise<any>}
 */
export async function replaced(value, replace) {
  const other = await replace(value);
  if (other !== undefined) return other;
  if (value === null || typeof value !== "object" || value instanceof ArrayBuffer) return value;
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  const changed = [];
  for (const [key, part] of entries) changed.push([key, await replaced(part, replace)]);
  if (value instanceof Map) return new Map(/** @type {[any, any][]} */ (changed));
  return Array.isArray(value) ? changed.map(([, part]) => part) : Object.fromEntries(changed);
}

/**
 * Collects pieces, and returns those of a part.
 *
 * @template Piece
 */
export function collector() {
  /** @type {Map<number, Piece[]>} */
  const pieces = new Map();
  return {
    /** @param {number} id of the job that it belongs to @param {Piece} piece */
    add(id, piece) {
      const known = pieces.get(id);
      if (known) known.push(piece);
      else pieces.set(id, [piece]);
    },
    /**
     * Returns the pieces of a part, which come in the order of the parts; undefined if it is none.
     *
     * @param {number} id
     * @param {any} part
     */
    take: (id, part) =>
      typeof part?.pieces === "number" ? (pieces.get(id) ?? []).splice(0, part.pieces) : undefined,
    /** @param {number} id */
    forget: (id) => pieces.delete(id),
  };
}

/**
 * Returns pieces as one array.
 *
 * @param {ArrayBuffer[]} pieces
 */
export function joined(pieces) {
  const bytes = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(new Uint8Array(piece), at);
    at += piece.byteLength;
  }
  return bytes;
}
