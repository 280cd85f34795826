// Bytes on their way between the page and the worker: in pieces, so that none of them is a long
// task of the page, which has them as blobs.

/** The size of a piece, in bytes. */
export const PIECE = 4 << 20;

/** Stands for bytes in a message, whose pieces have come before it. */
export type Part = { pieces: number };

/**
 * Returns a value in which each part of its lists, maps and objects is replaced by what `replace`
 * resolves with, unless that is undefined; in their order.
 */
export async function replaced(value: any, replace: (part: any) => unknown): Promise<any> {
  const other = await replace(value);
  if (other !== undefined) return other;
  if (value === null || typeof value !== "object" || value instanceof ArrayBuffer) return value;
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  const changed = [];
  for (const [key, part] of entries) changed.push([key, await replaced(part, replace)]);
  if (value instanceof Map) return new Map(changed as [any, any][]);
  return Array.isArray(value) ? changed.map(([, part]) => part) : Object.fromEntries(changed);
}

/** Collects pieces, and returns those of a part. */
export function collector<Piece>() {
  const pieces = new Map<number, Piece[]>();
  return {
    /** @param id of the job that it belongs to */
    add(id: number, piece: Piece) {
      const known = pieces.get(id);
      if (known) known.push(piece);
      else pieces.set(id, [piece]);
    },
    /**
     * Returns the pieces of a part, which come in the order of the parts; undefined if it is not a
     * part.
     */
    take: (id: number, part: any) =>
      typeof part?.pieces === "number" ? (pieces.get(id) ?? []).splice(0, part.pieces) : undefined,
    forget: (id: number) => pieces.delete(id),
  };
}

/** Returns pieces as one array. */
export function joined(pieces: ArrayBuffer[]) {
  const bytes = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(new Uint8Array(piece), at);
    at += piece.byteLength;
  }
  return bytes;
}
