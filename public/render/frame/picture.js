// Shows an SVG as an image, in which the browser runs no script, loads nothing and follows no link.

/**
 * Returns an image element for the text of an SVG.
 *
 * @param {string} svg
 */
export function pictureOf(svg) {
  const image = document.createElement("img");
  // Drawings are made for paper, and often black, so they have a white background in dark mode too.
  Object.assign(image.style, {
    display: "block",
    maxWidth: "100%",
    height: "auto",
    boxSizing: "border-box",
    padding: "8px",
    background: "#fff",
    border: "1px solid var(--line)",
    borderRadius: "10px",
  });
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(withNamespace(svg))}`;
  return image;
}

/**
 * Adds the namespace, which browsers require in an image and code often omits.
 *
 * @param {string} svg
 */
function withNamespace(svg) {
  return /<svg[^>]*\sxmlns\s*=/i.test(svg) ? svg : svg.replace(/<svg(?=[\s>])/i, '<svg xmlns="http://www.w3.org/2000/svg"');
}
