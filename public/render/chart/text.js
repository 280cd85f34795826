// Texts of a figure's as Plotly takes them, which reads a little markup. Pure.

/** A text in which what would be markup is text. */
export function plain(text) {
  return typeof text === "string" ? text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\n", "<br>") : "";
}
