// What the traces of all types are made of: texts, numbers, dates, colours and error bars in
// Plotly's form. Pure; knows no type of chart, and any other value becomes null or an empty text.

/**
 * @typedef {import("../../generated/kernel").Coordinate} Coordinate
 * @typedef {import("../theme.js").Theme} Theme
 */

/**
 * A colour scale from its lowest value to its highest.
 *
 * @typedef {Array<[share: number, colour: string]>} ColourScale
 */

/**
 * Escapes text that Plotly would read as markup.
 *
 * @param {unknown} text anything else becomes an empty text
 */
export function plain(text) {
  return typeof text === "string"
    ? text
        .replaceAll("&", "&amp;")
        .replaceAll("<", "&lt;")
        .replaceAll(">", "&gt;")
        .replaceAll("\n", "<br>")
    : "";
}

/**
 * Reverses `plain`, with the text on one line.
 *
 * @param {string} text
 */
export function words(text) {
  return text
    .replaceAll("<br>", " ")
    .replaceAll("\u200b", "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

/**
 * Returns a coordinate on an axis with a scale.
 *
 * @param {unknown} given
 * @param {string | undefined} scale
 * @returns {Coordinate}
 */
export function value(given, scale) {
  if (scale === "categorical")
    return given === null || given === undefined ? null : plain(String(given));
  if (scale === "datetime") return typeof given === "string" ? given : number(given);
  return typeof given === "string" ? plain(given) : number(given);
}

/**
 * Returns one coordinate of each point.
 *
 * @param {Coordinate[][]} points
 * @param {number} side the index of the coordinate
 * @param {string | undefined} scale
 */
export const coordinate = (points, side, scale) =>
  points.map((point) => value(point?.[side], scale));

/**
 * Returns a list as it is, and an empty one for anything else.
 *
 * @template T
 * @param {T[] | null | undefined} given
 * @returns {T[]}
 */
export const listOf = (given) => (Array.isArray(given) ? given : []);

/**
 * Returns a finite number as it is, and null for anything else.
 *
 * @param {unknown} given
 */
export function number(given) {
  return typeof given === "number" && Number.isFinite(given) ? given : null;
}

/**
 * Returns the number in a bar's label, or null if it is a name.
 *
 * @param {unknown} label
 */
export function placed(label) {
  const found = typeof label === "string" && label.trim() !== "" ? Number(label) : label;
  return number(found);
}

/**
 * Returns the smallest distance between places that is not a rounding error; null if there are
 * fewer than two places.
 *
 * @param {number[]} places
 */
export function apart(places) {
  const sorted = [...new Set(places)].sort((one, other) => one - other);
  const last = /** @type {number} */ (sorted.at(-1));
  const slack = (last - sorted[0]) * 1e-9;
  const gaps = sorted
    .slice(1)
    .map((place, at) => place - sorted[at])
    .filter((gap) => gap > slack);
  return gaps.length > 0 ? gaps.reduce((least, gap) => Math.min(least, gap)) : null;
}

/**
 * Returns the distance between the lowest and the highest value; not finite if there are none.
 *
 * @param {number[]} values
 */
export const extent = (values) =>
  values.reduce((most, one) => Math.max(most, one), -Infinity) -
  values.reduce((least, one) => Math.min(least, one), Infinity);

/**
 * Returns the colour of a series; colours repeat after the last.
 *
 * @param {Theme} theme
 * @param {number} index
 */
export function colour(theme, index) {
  return theme.series[index % theme.series.length];
}

/**
 * Returns a colour scale for areas: the lowest values are close to the background.
 *
 * @param {Theme} theme
 * @returns {ColourScale}
 */
export const shades = (theme) => [
  [0, theme.dark ? theme.sunken : theme["accent-wash"]],
  [1, theme.accent],
];

/**
 * Returns a colour scale for marks: the lowest values are visible too.
 *
 * @param {Theme} theme
 * @returns {ColourScale}
 */
export const strokes = (theme) => [
  [0, graded(theme, 0)],
  [1, graded(theme, 1)],
];

/**
 * Returns the colour at a share of a scale whose ends are both visible on the background.
 *
 * @param {Theme} theme
 * @param {number} share
 */
export function graded(theme, share) {
  const [low, high] = theme.dark
    ? [
        [58, 92, 98],
        [168, 226, 234],
      ]
    : [
        [151, 196, 203],
        [12, 62, 70],
      ];
  return `rgb(${low.map((part, at) => Math.round(part + (high[at] - part) * share)).join(", ")})`;
}

/**
 * Returns the bar that explains a colour scale.
 *
 * @param {string | undefined} label of the values
 */
export const colorbar = (label) => ({
  thickness: 12,
  outlinewidth: 0,
  title: { text: plain(label) },
});

/**
 * Returns the error bars of each point from their ends.
 *
 * @param {string} name the attribute of the trace
 * @param {Array<[low: Coordinate, high: Coordinate]> | null | undefined} ends
 * @param {Coordinate[][]} points
 * @param {number} side the index of the coordinate that the error bars belong to
 * @returns {{ [name: string]: object }}
 */
export function errors(name, ends, points, side) {
  if (!Array.isArray(ends) || ends.length !== points.length) return {};
  /**
   * @param {0 | 1} end
   * @param {1 | -1} way
   */
  const reach = (end, way) =>
    ends.map((pair, at) => way * ((number(pair?.[end]) ?? 0) - (number(points[at]?.[side]) ?? 0)));
  return {
    [name]: {
      type: "data",
      symmetric: false,
      array: reach(1, 1),
      arrayminus: reach(0, -1),
      thickness: 1.2,
      width: 3,
    },
  };
}
