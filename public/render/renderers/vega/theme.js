// A Vega configuration in the page's colours, which has the defaults of a chart. Pure.

/**
 * Returns the configuration.
 *
 * @param {import("../../theme.js").Theme} theme
 */
export function configuration(theme) {
  const words = {
    labelColor: theme.soft,
    titleColor: theme.ink,
    labelFont: theme.sans,
    titleFont: theme.sans,
    labelFontSize: 12,
    titleFontSize: 12,
    titleFontWeight: /** @type {const} */ (500),
  };
  return {
    background: null,
    font: theme.sans,
    view: { stroke: null },
    title: {
      color: theme.ink,
      font: theme.sans,
      fontSize: 15,
      fontWeight: /** @type {const} */ (600),
      anchor: /** @type {const} */ ("start"),
      offset: 12,
      subtitleColor: theme.soft,
      subtitleFont: theme.sans,
    },
    axis: { ...words, domainColor: theme.edge, gridColor: theme.line, tickColor: theme.edge },
    legend: words,
    header: { labelColor: theme.ink, titleColor: theme.ink, labelFont: theme.sans, titleFont: theme.sans },
    range: {
      category: theme.series,
      ramp: [theme.dark ? theme.sunken : theme["accent-wash"], theme.accent],
      heatmap: [theme.dark ? theme.sunken : theme["accent-wash"], theme.accent],
    },
    mark: { color: theme.series[0] },
    arc: { stroke: theme.surface },
    text: { color: theme.ink, fill: theme.ink },
    rule: { color: theme.soft, stroke: theme.soft },
    group: {},
  };
}
