// Error bars of points and bars. Pure.

import { number } from "./values.js";

/** @typedef {import("../../types/kernel").Coordinate} Coordinate */

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
  const reach = (end, way) => ends.map((pair, at) => way * ((number(pair?.[end]) ?? 0) - (number(points[at]?.[side]) ?? 0)));
  return { [name]: { type: "data", symmetric: false, array: reach(1, 1), arrayminus: reach(0, -1), thickness: 1.2, width: 3 } };
}
