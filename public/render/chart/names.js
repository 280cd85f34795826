// The entries of a legend for a chart's traces: each name once, with its colour. Pure.

/**
 * A name in a legend, and the colour of its series.
 *
 * @typedef {{ name: string, colour: string }} LegendEntry
 */

/**
 * @typedef {import("plotly.js-cartesian-dist-min").Trace} Trace
 */

/**
 * A trace with what its type has of this: `labels` and `marker.colors` of a pie; the name and one of the colours of any other trace.
 *
 * @typedef {Trace & { name: string, color: string, labels: string[], marker: { color?: string, colors: string[] } }} Listed
 */

/**
 * Returns the entries; none if there is only one name.
 *
 * @param {Trace[]} data
 * @returns {LegendEntry[]}
 */
export function names(data) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const trace of /** @type {Listed[]} */ (data)) {
    if (trace.type === "pie") {
      // Few slices have labels instead of a legend.
      if (trace.showlegend) trace.labels.forEach((label, at) => found.has(label) || found.set(label, trace.marker.colors[at]));
    } else if (trace.showlegend === true) found.set(trace.name, trace.line?.color ?? trace.marker?.color ?? trace.color);
  }
  return found.size > 1 ? Array.from(found, ([name, colour]) => ({ name, colour })) : [];
}
