// What a legend of a chart's traces names, each name once, with its colour. Pure.

/** The names; none where there is nothing to tell apart. */
export function names(data) {
  const found = new Map();
  for (const trace of data) {
    if (trace.type === "pie") {
      // Few slices are named where they are drawn.
      if (trace.showlegend) trace.labels.forEach((label, at) => found.has(label) || found.set(label, trace.marker.colors[at]));
    } else if (trace.showlegend === true) found.set(trace.name, trace.line?.color ?? trace.marker?.color ?? trace.color);
  }
  return found.size > 1 ? Array.from(found, ([name, colour]) => ({ name, colour })) : [];
}
