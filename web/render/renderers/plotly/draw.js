// Draws a Plotly figure, or a chart converted to one, in the page's colours. Knows Plotly's
// functions; theme.js applies the theme, ../../chart/figure.js converts charts, and legend.js has
// the legend and the hidden series.

import { figure } from "../../chart/figure.js";
import { injectStyles } from "../../frame/styles.js";
import { PAPER } from "../../theme.js";
import { entries, hiddenSeries, toggles, withHidden } from "./legend.js";
import { themed } from "./theme.js";
import { needsWebGl, requireWebGl } from "./webgl.js";

/**
 * @typedef {import("plotly.js-cartesian-dist-min").Figure} Figure
 * @typedef {import("plotly.js-cartesian-dist-min").Graph} Graph
 * @typedef {import("plotly.js-cartesian-dist-min").Layout} Layout
 * @typedef {import("../../chart/figure.js").LegendEntry} LegendEntry
 * @typedef {import("../../frame/frame.js").Drawing} Drawing
 * @typedef {import("../../frame/frame.js").TextJob} TextJob
 * @typedef {import("../../theme.js").Theme} Theme
 * @typedef {import("./legend.js").FigureEntry} FigureEntry
 */

/**
 * An entry of a chart's legend, or of a figure's, which has `traces` and `label` too.
 *
 * @typedef {Pick<FigureEntry, "name" | "colour" | "shown"> & Partial<FigureEntry>} Entry
 */

/** Plotly's tools that would leave the frame, or that are of no use for viewing. */
const REMOVED_TOOLS = [
  "toImage",
  "sendDataToCloud",
  "sendChartToCloud",
  "editInChartStudio",
  "select2d",
  "lasso2d",
  "autoScale2d",
];

const CONFIG = {
  displaylogo: false,
  modeBarButtonsToRemove: REMOVED_TOOLS,
  plotlyServerURL: "",
  topojsonURL: "about:invalid",
  responsive: false,
  doubleClick: "reset",
};

/**
 * Styles of Plotly's tools: their focus is visible in dark mode too, and beside them there is room
 * for the result's menu, which the page lays over.
 */
const TOOLS = `
  .js-plotly-plot .plotly .modebar-btn.modebar-btn:focus-visible { outline: 2px solid var(--accent, #14606b); outline-offset: -2px; }
  .js-plotly-plot .plotly .modebar.modebar { right: 40px !important; }
`;

/**
 * Returns the function that draws with this build of Plotly.
 *
 * @param {import("plotly.js-cartesian-dist-min").Plotly} Plotly
 * @returns {(place: HTMLElement, job: TextJob) => Promise<Drawing>}
 */
export function drawer(Plotly) {
  return async (place, { kind, content, title, height, theme }) => {
    injectStyles(TOOLS);
    const graph = /** @type {Graph} */ (/** @type {HTMLElement} */ (document.createElement("div")));
    place.append(graph);
    let at = { content, theme, width: 0, edition: 1 };
    let drawn = 0;
    /** @type {Set<string>} */
    const hidden = new Set();
    const own = kind === "chart";
    const legend = toggles(
      place,
      { quiet: !own },
      /** @param {Entry} key */ (key) =>
        own ? toggleInChart(key) : toggleInFigure(/** @type {FigureEntry} */ (key)),
    );

    /**
     * @param {Theme} wanted
     * @param {number} width
     * @param {boolean} legend
     */
    const made = (wanted, width, legend) => {
      const parsed = JSON.parse(at.content);
      /** @type {Figure & { legend?: LegendEntry[] }} */
      const whole = own ? figure(parsed, wanted, width, { legend, hidden }) : parsed;
      const { data, layout, frames } = themed(whole, { theme: wanted, width, height });
      // Zoom and hidden series stay as long as it is the same figure.
      const made = { data, layout: { uirevision: at.edition, ...layout }, frames };
      return {
        figure: own || drawn !== at.edition ? made : withHidden(made, hiddenSeries(graph)),
        legend: whole.legend,
      };
    };
    const draw = async () => {
      const width = place.clientWidth || 640;
      at = { ...at, width };
      const { figure, legend: names } = made(at.theme, width, false);
      if (needsWebGl(figure.data)) requireWebGl();
      if (own)
        legend(
          /** @type {LegendEntry[]} */ (names).map((one) => ({
            ...one,
            shown: !hidden.has(one.name),
          })),
          at.theme,
        );
      try {
        await Plotly.react(graph, { ...figure, config: CONFIG });
      } catch (error) {
        throw new Error(
          `Plotly cannot draw this figure: ${/** @type {{ message?: unknown } | null | undefined} */ (error)?.message ?? error}.`,
        );
      }
      drawn = at.edition;
    };
    /**
     * Hides or shows a series of a chart, which is drawn again.
     *
     * @param {Entry} entry
     */
    const toggleInChart = ({ name }) => {
      if (!hidden.delete(name)) hidden.add(name);
      draw();
    };
    /**
     * Hides or shows a series of a figure, as a click in the figure's own legend does.
     *
     * @param {FigureEntry} entry
     */
    const toggleInFigure = ({ traces, label, shown }) => {
      if (label === null)
        return Plotly.restyle(graph, { visible: shown ? "legendonly" : true }, traces);
      const { labels } = hiddenSeries(graph);
      return Plotly.relayout(graph, {
        hiddenlabels: shown ? [...labels, label] : labels.filter((other) => other !== label),
      });
    };
    await draw();
    if (!own) {
      const follow = () => legend(entries(graph), at.theme);
      graph.on("plotly_afterplot", follow);
      follow();
    }
    graph.setAttribute("role", "group");
    graph.setAttribute("aria-label", title);
    new ResizeObserver(() => {
      if (place.clientWidth > 0 && place.clientWidth !== at.width) draw();
    }).observe(place);

    return {
      async restyle(next) {
        at = { ...at, theme: next };
        await draw();
      },
      /** @param {string} next */
      async update(next) {
        at = { ...at, content: next, edition: at.edition + 1 };
        await draw();
      },
      async picture() {
        const { layout: now } = graph;
        const { data, layout } = made(PAPER, Math.max(at.width, 640), true).figure;
        const paper = { ...layout, paper_bgcolor: "#ffffff", ...zoomed(now, layout) };
        const address = await Plotly.toImage(
          { data, layout: paper, config: CONFIG },
          { format: "png", scale: 2, width: layout.width, height: layout.height },
        );
        const bytes = Uint8Array.from(atob(address.slice(address.indexOf(",") + 1)), (letter) =>
          letter.charCodeAt(0),
        );
        return new Blob([bytes], { type: "image/png" });
      },
    };
  };
}

/**
 * Returns the axes of `layout` with the ranges that the user zoomed to, and its 3D scenes as the
 * user rotated them.
 *
 * @param {Layout | undefined} now
 * @param {Layout} layout
 */
function zoomed(now, layout) {
  const parts =
    /** @type {Array<[name: string, part: { autorange?: unknown, range: unknown[], camera?: object }]>} */ (
      Object.entries(now ?? {})
    );
  const axes = parts.filter(
    ([name, axis]) =>
      /^[xy]axis\d*$/.test(name) && axis?.autorange === false && Array.isArray(axis.range),
  );
  const scenes = parts.filter(([name, scene]) => /^scene\d*$/.test(name) && scene?.camera);
  return {
    ...Object.fromEntries(
      axes.map(([name, axis]) => [
        name,
        { .../** @type {object} */ (layout[name]), range: [...axis.range], autorange: false },
      ]),
    ),
    ...Object.fromEntries(
      scenes.map(([name, { camera }]) => [
        name,
        { .../** @type {object} */ (layout[name]), camera },
      ]),
    ),
  };
}
