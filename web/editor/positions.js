// Positions in text. Python counts code points, JavaScript counts UTF-16 code units.

/**
 * Returns the code points before a position that counts code units.
 *
 * @param {string} text
 * @param {number} units
 */
export function toPoints(text, units) {
  let points = 0;
  for (let at = 0; at < units; points++) at += width(text, at);
  return points;
}

/**
 * Returns the code units before a position that counts code points, or null where the text is
 * shorter.
 *
 * @param {string} text
 * @param {number} points
 */
export function toUnits(text, points) {
  let at = 0;
  for (let left = points; left > 0; left--) {
    if (at >= text.length) return null;
    at += width(text, at);
  }
  return at;
}

/**
 * @param {string} text
 * @param {number} at
 */
const width = (text, at) => (/** @type {number} */ (text.codePointAt(at)) > 0xffff ? 2 : 1);
