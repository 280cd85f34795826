// The font of formulas: one for all browsers, with large brackets, roots and sums. The page hands it over, since the frame fetches
// nothing.

/** The font family of formulas. */
export const FORMULAS = "Insitu Formulas";

/**
 * Adds the font to this document, in which formulas are measured.
 *
 * @param {Blob} font
 * @returns {Promise<string>} the rule that adds it to another document: with the font's bytes, since that document cannot reach this one's
 */
export async function fontOf(font) {
  const face = new FontFace(FORMULAS, await font.arrayBuffer());
  document.fonts.add(await face.load());
  return `@font-face { font-family: "${FORMULAS}"; src: url("${await address(font)}") format("woff2"); font-display: block; }`;
}

/**
 * Returns a font as a data URL.
 *
 * @param {Blob} font
 * @returns {Promise<string>}
 */
function address(font) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(/** @type {string} */ (reader.result));
    reader.onerror = () => reject(new Error("The font of formulas cannot be read."));
    reader.readAsDataURL(font);
  });
}
