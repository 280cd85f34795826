// Positions in text. Python counts code points, JavaScript counts UTF-16 code units.

/** Returns the code points before a position that counts code units. */
export function toPoints(text: string, units: number) {
  let points = 0;
  for (let at = 0; at < units; points++) at += width(text, at);
  return points;
}

/**
 * Returns the code units before a position that counts code points, or null if the text is
 * shorter.
 */
export function toUnits(text: string, points: number) {
  let at = 0;
  for (let left = points; left > 0; left--) {
    if (at >= text.length) return null;
    at += width(text, at);
  }
  return at;
}

const width = (text: string, at: number) => ((text.codePointAt(at) as number) > 0xffff ? 2 : 1);
