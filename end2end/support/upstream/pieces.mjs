// How the scripted provider splits what it writes.

/**
 * Splits text into pieces of a few characters each; a character beyond the basic plane stays whole,
 * as JSON requires.
 *
 * @param {string} text
 */
export function pieces(text) {
  const letters = Array.from(text);
  return Array.from({ length: Math.ceil(letters.length / 5) }, (_, index) =>
    letters.slice(index * 5, index * 5 + 5).join(""),
  );
}
