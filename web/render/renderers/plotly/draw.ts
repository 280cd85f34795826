// Draws a Plotly figure, or a chart converted to one, in the page's colours. Knows Plotly's
// functions; theme.ts applies the theme, ../../chart/figure.ts converts charts, and legend.ts has
// the legend and the hidden series.

import { figure } from "../../chart/figure.ts";
import { injectStyles } from "../../frame/styles.ts";
import { PAPER } from "../../theme.ts";
import { entries, hiddenSeries, toggles, withHidden } from "./legend.ts";
import { themed } from "./theme.ts";
import { needsWebGl, requireWebGl } from "./webgl.ts";
import type { Figure, Graph, Layout } from "plotly.js-cartesian-dist-min";
import type { LegendEntry } from "../../chart/figure.ts";
import type { Drawing, TextJob } from "../../frame/frame.ts";
import type { Theme } from "../../theme.ts";
import type { FigureEntry } from "./legend.ts";

/** An entry of a chart's legend, or of a figure's, which has `traces` and `label` too. */
type Entry = Pick<FigureEntry, "name" | "colour" | "shown"> & Partial<FigureEntry>;

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

/** Returns the function that draws with this build of Plotly. */
export function drawer(
  Plotly: import("plotly.js-cartesian-dist-min").Plotly,
): (place: HTMLElement, job: TextJob) => Promise<Drawing> {
  return async (place, { kind, content, title, height, theme }) => {
    injectStyles(TOOLS);
    const graph = document.createElement("div") as HTMLElement as Graph;
    place.append(graph);
    let at = { theme, width: 0 };
    let drawn = false;
    const hidden = new Set<string>();
    const own = kind === "chart";
    const legend = toggles(place, { quiet: !own }, (key: Entry) =>
      own ? toggleInChart(key) : toggleInFigure(key as FigureEntry),
    );

    const made = (wanted: Theme, width: number, legend: boolean) => {
      const parsed = JSON.parse(content);
      const whole: Figure & { legend?: LegendEntry[]; legendTitle?: string } = own
        ? figure(parsed, wanted, width, { legend, hidden })
        : parsed;
      const { data, layout, frames } = themed(whole, { theme: wanted, width, height });
      // Zoom and hidden series stay: it is the same figure.
      const made = { data, layout: { uirevision: 1, ...layout }, frames };
      return {
        figure: own || !drawn ? made : withHidden(made, hiddenSeries(graph)),
        legend: whole.legend,
        legendTitle: whole.legendTitle,
      };
    };
    const draw = async () => {
      const width = place.clientWidth || 640;
      at = { ...at, width };
      const { figure, legend: names, legendTitle } = made(at.theme, width, false);
      if (needsWebGl(figure.data)) requireWebGl();
      if (own)
        legend(
          (names as LegendEntry[]).map((one) => ({
            ...one,
            shown: !hidden.has(one.name),
          })),
          at.theme,
          legendTitle,
        );
      try {
        await Plotly.react(graph, { ...figure, config: CONFIG });
      } catch (error) {
        throw new Error(
          `Plotly cannot draw this figure: ${(error as { message?: unknown } | null | undefined)?.message ?? error}.`,
        );
      }
      drawn = true;
    };
    /** Hides or shows a series of a chart, which is drawn again. */
    const toggleInChart = ({ name }: Entry) => {
      if (!hidden.delete(name)) hidden.add(name);
      draw();
    };
    /** Hides or shows a series of a figure, as a click in the figure's own legend does. */
    const toggleInFigure = ({ traces, label, shown }: FigureEntry) => {
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
 */
function zoomed(now: Layout | undefined, layout: Layout) {
  const parts = Object.entries(now ?? {}) as Array<
    [name: string, part: { autorange?: unknown; range: unknown[]; camera?: object }]
  >;
  const axes = parts.filter(
    ([name, axis]) =>
      /^[xy]axis\d*$/.test(name) && axis?.autorange === false && Array.isArray(axis.range),
  );
  const scenes = parts.filter(([name, scene]) => /^scene\d*$/.test(name) && scene?.camera);
  return {
    ...Object.fromEntries(
      axes.map(([name, axis]) => [
        name,
        { ...(layout[name] as object), range: [...axis.range], autorange: false },
      ]),
    ),
    ...Object.fromEntries(
      scenes.map(([name, { camera }]) => [name, { ...(layout[name] as object), camera }]),
    ),
  };
}
