// The entries of a legend for a chart's traces: each name once, with its colour. Pure.

/** Returns the entries; none if there is only one name. */
export function names(data) {
  const found = new Map();
  for (const trace of data) {
    if (trace.type === "pie") {
      // Few slices have labels instead of a legend.
      if (trace.showlegend) trace.labels.forEach((label, at) => found.has(label) || found.set(label, trace.marker.colors[at]));
    } else if (trace.showlegend === true) found.set(trace.name, trace.line?.color ?? trace.marker?.color ?? trace.color);
  }
  return found.size > 1 ? Array.from(found, ([name, colour]) => ({ name, colour })) : [];
}
