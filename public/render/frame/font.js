// The font of formulas: one for all browsers, with the large brackets, roots and sums that they grow into. Handed over by the page, since
// nothing is fetched here.

/** What it is called where formulas ask for it. */
export const FORMULAS = "Insitu Formulas";

/**
 * Makes the font known to this document, in which formulas are measured.
 *
 * @param {Blob} font
 * @returns {Promise<string>} the rule that makes it known to another: as text, since nothing of this document's can be reached from there
 */
export async function fontOf(font) {
  const face = new FontFace(FORMULAS, await font.arrayBuffer());
  document.fonts.add(await face.load());
  return `@font-face { font-family: "${FORMULAS}"; src: url("${await address(font)}") format("woff2"); font-display: block; }`;
}

function address(font) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(new Error("The font of formulas cannot be read."));
    reader.readAsDataURL(font);
  });
}
