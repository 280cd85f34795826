// What the traces of all types are made of: texts, numbers, dates, colours and error bars in
// Plotly's form. Pure; knows no type of chart, and any other value becomes null or an empty text.

import type { Coordinate } from "../../generated/kernel.ts";
import type { Theme } from "../theme.ts";

/** A colour scale from its lowest value to its highest. */
type ColourScale = Array<[share: number, colour: string]>;

/**
 * Escapes text that Plotly would read as markup.
 *
 * @param text anything else becomes an empty text
 */
export function plain(text: unknown) {
  return typeof text === "string"
    ? text
        .replaceAll("&", "&amp;")
        .replaceAll("<", "&lt;")
        .replaceAll(">", "&gt;")
        .replaceAll("\n", "<br>")
    : "";
}

/** Reverses `plain`, with the text on one line. */
export function words(text: string) {
  return text
    .replaceAll("<br>", " ")
    .replaceAll("\u200b", "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

/** Returns a coordinate on an axis with a scale. */
export function value(given: unknown, scale: string | undefined): Coordinate {
  if (scale === "categorical")
    return given === null || given === undefined ? null : plain(String(given));
  if (scale === "datetime") return typeof given === "string" ? given : number(given);
  return typeof given === "string" ? plain(given) : number(given);
}

/**
 * Returns one coordinate of each point.
 *
 * @param side the index of the coordinate
 */
export const coordinate = (points: Coordinate[][], side: number, scale: string | undefined) =>
  points.map((point) => value(point?.[side], scale));

/** Returns a list as it is, and an empty one for anything else. */
export const listOf = <T>(given: T[] | null | undefined): T[] =>
  Array.isArray(given) ? given : [];

/** Returns a finite number as it is, and null for anything else. */
export function number(given: unknown) {
  return typeof given === "number" && Number.isFinite(given) ? given : null;
}

/** Returns the number in a bar's label, or null if it is a name. */
export function placed(label: unknown) {
  const found = typeof label === "string" && label.trim() !== "" ? Number(label) : label;
  return number(found);
}

/**
 * Returns the smallest distance between places that is not a rounding error; null if there are
 * fewer than two places.
 */
export function apart(places: number[]) {
  const sorted = [...new Set(places)].sort((one, other) => one - other);
  const last = sorted.at(-1) as number;
  const slack = (last - sorted[0]) * 1e-9;
  const gaps = sorted
    .slice(1)
    .map((place, at) => place - sorted[at])
    .filter((gap) => gap > slack);
  return gaps.length > 0 ? gaps.reduce((least, gap) => Math.min(least, gap)) : null;
}

/** Returns the distance between the lowest and the highest value; not finite if there are none. */
export const extent = (values: number[]) =>
  values.reduce((most, one) => Math.max(most, one), -Infinity) -
  values.reduce((least, one) => Math.min(least, one), Infinity);

/** Returns the colour of a series; colours repeat after the last. */
export function colour(theme: Theme, index: number) {
  return theme.series[index % theme.series.length];
}

/** Returns a colour scale for areas: the lowest values are close to the background. */
export const shades = (theme: Theme): ColourScale => [
  [0, theme.dark ? theme.sunken : theme["accent-wash"]],
  [1, theme.accent],
];

/** Returns a colour scale for marks: the lowest values are visible too. */
export const strokes = (theme: Theme): ColourScale => [
  [0, graded(theme, 0)],
  [1, graded(theme, 1)],
];

/** Returns the colour at a share of a scale whose ends are both visible on the background. */
export function graded(theme: Theme, share: number) {
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
 * @param label of the values
 */
export const colorbar = (label: string | undefined) => ({
  thickness: 12,
  outlinewidth: 0,
  exponentformat: "none",
  separatethousands: true,
  title: { text: plain(label) },
});

/**
 * Returns the error bars of each point from their ends.
 *
 * @param name the attribute of the trace
 * @param side the index of the coordinate that the error bars belong to
 */
export function errors(
  name: string,
  ends: Array<[low: Coordinate, high: Coordinate]> | null | undefined,
  points: Coordinate[][],
  side: number,
): { [name: string]: object } {
  if (!Array.isArray(ends) || ends.length !== points.length) return {};
  const reach = (end: 0 | 1, way: 1 | -1) =>
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
