// The icons of results, from the document's sprite (`app/src/components/icon.rs`).

const SVG = "http://www.w3.org/2000/svg";

/**
 * Returns an icon in the colour of the text around it. It is decorative: the control that holds it
 * has a label.
 */
export function icon(name: "check" | "more" | "save" | "search") {
  const svg = document.createElementNS(SVG, "svg");
  for (const [attribute, value] of Object.entries({
    class: "icon",
    "aria-hidden": "true",
    focusable: "false",
  }))
    svg.setAttribute(attribute, value);
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#icon-${name}`);
  svg.append(use);
  return svg;
}
