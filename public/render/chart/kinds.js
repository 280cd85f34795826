// Which charts can be drawn interactively, and in which coordinates. Pure and small, since the page checks this too before it offers a chart.

/**
 * A coordinate: a number, a date in ISO 8601, or a category; null where there is none.
 *
 * @typedef {number | string | null} Coordinate
 */

/**
 * @typedef {[x: Coordinate, y: Coordinate]} Point
 * @typedef {[x: Coordinate, y: Coordinate, z: Coordinate]} Point3d
 */

/**
 * The ends of an error bar.
 *
 * @typedef {[low: Coordinate, high: Coordinate]} ErrorBar
 */

/**
 * A series of a line chart or of a scatter plot.
 *
 * @typedef {object} Series
 * @property {string} label
 * @property {Point[]} points
 * @property {number} [total] the number of points, where `points` are not all
 * @property {"pre" | "mid" | "post"} [step] of a step line
 * @property {Array<ErrorBar | null>} [xErrors] of each point
 * @property {Array<ErrorBar | null>} [yErrors] of each point
 * @property {Array<number | null>} [values] the number that each point's colour encodes
 * @property {Array<number | null>} [sizes] the area of each point
 */

/**
 * @typedef {object} Bar
 * @property {string} label
 * @property {string} group
 * @property {number} value
 * @property {number} [from] the lower end of a bin
 * @property {number} [to] the upper end of a bin
 * @property {Coordinate} [base] where the bar begins, unless it is zero
 * @property {ErrorBar | null} [error]
 */

/**
 * @typedef {object} Slice
 * @property {string} label
 * @property {number} angle
 * @property {number} radius
 * @property {number} value the share
 */

/**
 * @typedef {object} Box
 * @property {string} label
 * @property {number} min
 * @property {number} firstQuartile
 * @property {number} median
 * @property {number} thirdQuartile
 * @property {number} max
 * @property {number[]} outliers
 */

/**
 * What is known of a violin: null for what it has no line for.
 *
 * @typedef {object} Violin
 * @property {string} label
 * @property {number | null} min
 * @property {number | null} firstQuartile
 * @property {number | null} median
 * @property {number | null} thirdQuartile
 * @property {number | null} max
 * @property {number | null} mean
 */

/**
 * The cells of a heat map.
 *
 * @typedef {object} Cells
 * @property {string} label
 * @property {string[]} columns
 * @property {string[]} rows
 * @property {Array<Array<number | null>>} values of each row
 * @property {number} [total] the number of cells, where `values` are not all
 */

/**
 * @typedef {object} Hexagons
 * @property {string} label
 * @property {Point[]} points the centre of each hexagon
 * @property {Array<number | null>} values of each hexagon
 */

/**
 * The lines of a level, or with `from` and `to` the area between two.
 *
 * @typedef {object} Contour
 * @property {string} label
 * @property {number | null} [level]
 * @property {number | null} [from] null for an open end
 * @property {number | null} [to] null for an open end
 * @property {Point[]} points of the lines or borders, `[null, null]` between pieces
 * @property {number} [total] the number of points, where `points` are not all
 */

/**
 * The arrows of a vector field.
 *
 * @typedef {object} Arrows
 * @property {string} label
 * @property {Array<[x: Coordinate, y: Coordinate, alongX: Coordinate, alongY: Coordinate]>} vectors
 * @property {number} [total] the number of arrows, where `vectors` are not all
 */

/**
 * A series of a 3D chart.
 *
 * @typedef {object} Series3d
 * @property {string} label
 * @property {Point3d[]} points of a surface the vertices of its faces, each once
 * @property {number[][]} [faces] of a surface the indices of each face's vertices among `points`
 * @property {number} [total] the number of points, where `points` are not all
 */

/**
 * What every chart may have beside its elements.
 *
 * @typedef {object} ChartHead
 * @property {string} title
 * @property {string} xLabel
 * @property {string} xUnit
 * @property {string} xScale `linear`, `log`, `datetime`, `categorical`, or the name of another of matplotlib's
 * @property {string} yLabel
 * @property {string} yUnit
 * @property {string} yScale
 * @property {string[]} xTicks
 * @property {string[]} yTicks
 * @property {string} [zLabel]
 * @property {string} [zUnit]
 * @property {string} [zScale]
 * @property {string[]} [zTicks]
 * @property {string} [valueLabel] the meaning of the colours
 * @property {string} [valueUnit]
 * @property {boolean} [horizontal] of bars, boxes and violins
 * @property {boolean} [stacked] of bars and of the layers of an area
 * @property {boolean} [filled] of contours: the elements are areas
 * @property {boolean} [polar] whether x is an angle in radians and y the distance from the centre
 * @property {number} [zeroAt] the angle of a polar chart's zero, in radians, counterclockwise from the right
 * @property {boolean} [clockwise] the direction of a polar chart's angles
 * @property {Array<[angle: number, word: string]>} [angles] the angular labels that the code set
 * @property {boolean} [over] whether it lies over the one before, with its own vertical axis
 */

/**
 * @typedef {ChartHead & { type: "line" | "scatter", elements: Series[] }} PointChart
 * @typedef {ChartHead & { type: "bar", elements: Bar[] }} BarChart
 * @typedef {ChartHead & { type: "pie", elements: Slice[] }} PieChart
 * @typedef {ChartHead & { type: "box", elements: Box[] }} BoxChart
 * @typedef {ChartHead & { type: "violin", elements: Violin[] }} ViolinChart
 * @typedef {ChartHead & { type: "heatmap", elements: Cells[] }} HeatmapChart
 * @typedef {ChartHead & { type: "hexbin", elements: Hexagons[] }} HexbinChart
 * @typedef {ChartHead & { type: "contour", elements: Contour[] }} ContourChart
 * @typedef {ChartHead & { type: "quiver", elements: Arrows[] }} QuiverChart
 * @typedef {ChartHead & { type: "scatter3d" | "line3d" | "surface", elements: Series3d[], zLabel: string, zScale: string }} Chart3d
 */

/**
 * A chart of one kind of marks in one set of axes.
 *
 * @typedef {PointChart | BarChart | PieChart | BoxChart | ViolinChart | HeatmapChart | HexbinChart | ContourChart | QuiverChart | Chart3d} SingleChart
 */

/**
 * Several axes, twin axes, or several kinds of marks in one.
 *
 * @typedef {ChartHead & { type: "several", elements: Chart[] }} SeveralCharts
 */

/**
 * A chart as data, as docs/results.md describes it. Its values come from Python, and their types are not checked before they are used.
 *
 * @typedef {SingleChart | SeveralCharts} Chart
 */

/** @typedef {"cartesian" | "polar" | "3d" | "pie"} CoordinateSystem */

/**
 * The types of charts that can be drawn.
 *
 * @type {Set<string | undefined>}
 */
export const KINDS = new Set(["line", "scatter", "bar", "pie", "box", "violin", "heatmap", "hexbin", "contour", "quiver", "scatter3d", "line3d", "surface"]);

/** The types that can be polar. */
const POLAR = new Set(["line", "scatter", "bar"]);

const THREE_D = new Set(["scatter3d", "line3d", "surface"]);

/**
 * Returns the coordinates that a chart is drawn in: "cartesian", "polar", "3d" or "pie".
 *
 * @param {SingleChart} chart
 * @returns {CoordinateSystem}
 */
export const coordinates = ({ type, polar }) => (type === "pie" ? "pie" : THREE_D.has(type) ? "3d" : polar === true ? "polar" : "cartesian");

/**
 * Returns whether a single chart can be drawn.
 *
 * @param {Chart | null | undefined} chart
 * @returns {chart is SingleChart}
 */
export const isDrawn = (chart) => chart != null && KINDS.has(chart.type) && Array.isArray(chart.elements) && (chart.polar !== true || POLAR.has(chart.type));

/**
 * Returns whether any part of a chart can be drawn and satisfies `wanted`.
 *
 * @param {Chart | null | undefined} chart
 * @param {(part: SingleChart) => boolean} [wanted]
 * @returns {boolean}
 */
export const drawable = (chart, wanted = () => true) =>
  chart?.type === "several" ? Array.isArray(chart.elements) && chart.elements.some((part) => drawable(part, wanted)) : isDrawn(chart) && wanted(chart);
