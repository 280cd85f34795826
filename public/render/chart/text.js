// Texts of a figure's as Plotly takes them, which reads a little markup. Pure.

/** A text in which what would be markup is text. */
export function plain(text) {
  return typeof text === "string" ? text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\n", "<br>") : "";
}

/** What `plain` made of a text, on one line as it is read. */
export function words(text) {
  return text.replaceAll("<br>", " ").replaceAll("\u200b", "").replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
