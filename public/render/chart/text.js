// Text for Plotly, which interprets a few tags. Pure.

/**
 * Escapes text that Plotly would read as markup.
 *
 * @param {unknown} text anything else becomes an empty text
 */
export function plain(text) {
  return typeof text === "string" ? text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\n", "<br>") : "";
}

/**
 * Reverses `plain`, with the text on one line.
 *
 * @param {string} text
 */
export function words(text) {
  return text.replaceAll("<br>", " ").replaceAll("\u200b", "").replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
