// Single values of a chart as Plotly takes them: numbers, dates, names and colours. Pure; whatever is none of these is left out.

import { plain } from "./text.js";

/** A place along an axis of a scale. */
export function value(given, scale) {
  if (scale === "categorical") return given === null || given === undefined ? null : plain(String(given));
  if (scale === "datetime") return typeof given === "string" ? given : number(given);
  return typeof given === "string" ? plain(given) : number(given);
}

export function number(given) {
  return typeof given === "number" && Number.isFinite(given) ? given : null;
}

/** The number that a bar's label is, or null where it is a name. */
export function placed(label) {
  const found = typeof label === "string" && label.trim() !== "" ? Number(label) : label;
  return number(found);
}

/** How far apart places are at least that are not the same but for the last digits; null where there are fewer than two. */
export function apart(places) {
  const sorted = [...new Set(places)].sort((one, other) => one - other);
  const slack = (sorted.at(-1) - sorted[0]) * 1e-9;
  const gaps = sorted.slice(1).map((place, at) => place - sorted[at]).filter((gap) => gap > slack);
  return gaps.length > 0 ? gaps.reduce((least, gap) => Math.min(least, gap)) : null;
}

/** The colour of a series; they begin again after the last. */
export function colour(theme, index) {
  return theme.series[index % theme.series.length];
}

/** From little to much, where the ground shows what is least. */
export const shades = (theme) => [[0, theme.dark ? theme.sunken : theme["accent-wash"]], [1, theme.accent]];

/** From little to much, where what is least has to be seen as well. */
export const strokes = (theme) => [[0, graded(theme, 0)], [1, graded(theme, 1)]];

/** A colour between those of little and of much, `share` of the way; both are seen on the ground. */
export function graded(theme, share) {
  const [low, high] = theme.dark ? [[58, 92, 98], [168, 226, 234]] : [[151, 196, 203], [12, 62, 70]];
  return `rgb(${low.map((part, at) => Math.round(part + (high[at] - part) * share)).join(", ")})`;
}
