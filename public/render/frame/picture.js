// An SVG as a picture: what a browser draws of it then runs no script, loads nothing and follows no link.

/** An image element of an SVG's text. */
export function pictureOf(svg) {
  const image = document.createElement("img");
  // Drawn for paper, and often in black, so that it has a white ground in the dark too.
  Object.assign(image.style, { display: "block", maxWidth: "100%", height: "auto", boxSizing: "border-box", padding: "8px", background: "#fff", border: "1px solid var(--line)", borderRadius: "10px" });
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(named(svg))}`;
  return image;
}

/** With the namespace that a browser asks for in a picture and code often leaves out. */
function named(svg) {
  return /<svg[^>]*\sxmlns\s*=/i.test(svg) ? svg : svg.replace(/<svg(?=[\s>])/i, '<svg xmlns="http://www.w3.org/2000/svg"');
}
