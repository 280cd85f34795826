// Single values of a chart for Plotly: numbers, dates, names and colours. Pure; any other value becomes null.

import { plain } from "./text.js";

/**
 * @typedef {import("../../types/kernel").Coordinate} Coordinate
 * @typedef {import("../theme.js").Theme} Theme
 */

/**
 * A colour scale from its lowest value to its highest.
 *
 * @typedef {Array<[share: number, colour: string]>} ColourScale
 */

/**
 * Returns a coordinate on an axis with a scale.
 *
 * @param {unknown} given
 * @param {string | undefined} scale
 * @returns {Coordinate}
 */
export function value(given, scale) {
  if (scale === "categorical") return given === null || given === undefined ? null : plain(String(given));
  if (scale === "datetime") return typeof given === "string" ? given : number(given);
  return typeof given === "string" ? plain(given) : number(given);
}

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
 * Returns the smallest distance between places that is not a rounding error; null if there are fewer than two places.
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
