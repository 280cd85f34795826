// The icons of results, as paths on a 16 by 16 grid like those of `app/src/components/icon.rs`.

const SVG = "http://www.w3.org/2000/svg";

export const CHECK = "M3.5 8.5l3 3 6-7";
export const DOWN = "M8 2.5v8M4.5 7.5L8 11l3.5-3.5M3 13.5h10";
export const FIND = "M7 2.750a4.250 4.250 0 1 0 .01 0zM10.250 10.250l3.250 3.250";
export const MORE = "M3.5 8h.01M8 8h.01M12.500 8h.01";

/**
 * Returns an icon in the colour of the text around it. It is decorative: the control that holds it has a label.
 *
 * @param {string} path
 */
export function icon(path) {
  const svg = document.createElementNS(SVG, "svg");
  for (const [name, value] of Object.entries({ class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true", focusable: "false" })) {
    svg.setAttribute(name, value);
  }
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}
