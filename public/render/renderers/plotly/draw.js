// Draws a Plotly figure, or a chart as data by way of one, in the page's colours. Knows Plotly's functions; how a figure is
// themed is theme.js, what a chart becomes ../../chart/figure.js, and what of it can be left out legend.js.

import { figure } from "../../chart/figure.js";
import { PAPER } from "../../theme.js";
import { entries, left, without } from "./legend.js";
import { dressed } from "./theme.js";
import { toggles } from "./toggles.js";
import { injectStyles } from "../../inject_styles.js";
import { demandWebGl, needsWebGl } from "./webgl.js";

/** What of Plotly's tools would leave the frame, or says nothing to somebody who only looks. */
const TOOLS_LEFT_OUT = ["toImage", "sendDataToCloud", "sendChartToCloud", "editInChartStudio", "select2d", "lasso2d", "autoScale2d"];

const CONFIG = {
  displaylogo: false,
  modeBarButtonsToRemove: TOOLS_LEFT_OUT,
  plotlyServerURL: "",
  topojsonURL: "about:invalid",
  responsive: false,
  doubleClick: "reset",
};

/** Plotly's tools: their focus is seen in the dark too, and beside them there is room for the result's menu, which the page lays over. */
const TOOLS = `
  .js-plotly-plot .plotly .modebar-btn.modebar-btn:focus-visible { outline: 2px solid var(--accent, #14606b); outline-offset: -2px; }
  .js-plotly-plot .plotly .modebar.modebar { right: 40px !important; }
`;

/** What draws with this Plotly. */
export function drawer(Plotly) {
  return async (place, { kind, content, title, height, theme }) => {
    injectStyles(TOOLS);
    const graph = document.createElement("div");
    place.append(graph);
    let at = { content, theme, width: 0, edition: 1 };
    let drawn = 0;
    const hidden = new Set();
    const own = kind === "chart";
    const legend = toggles(place, { quiet: !own }, (key) => (own ? leave(key) : press(key)));

    const made = (wanted, width, legend) => {
      const parsed = JSON.parse(at.content);
      const whole = own ? figure(parsed, wanted, width, { legend, hidden }) : parsed;
      const { data, layout, frames } = dressed(whole, { theme: wanted, width, height });
      // What the user zoomed to and left out stays as long as it is the same figure.
      const made = { data, layout: { uirevision: at.edition, ...layout }, frames };
      return { figure: own || drawn !== at.edition ? made : without(made, left(graph)), legend: whole.legend };
    };
    const draw = async () => {
      const width = place.clientWidth || 640;
      at = { ...at, width };
      const { figure, legend: names } = made(at.theme, width, false);
      if (needsWebGl(figure.data)) demandWebGl();
      if (own) legend(names.map((one) => ({ ...one, shown: !hidden.has(one.name) })), at.theme);
      try {
        await Plotly.react(graph, { ...figure, config: CONFIG });
      } catch (error) {
        throw new Error(`Plotly cannot draw this figure: ${error?.message ?? error}.`);
      }
      drawn = at.edition;
    };
    /** A chart is drawn anew without the series. */
    const leave = ({ name }) => {
      if (!hidden.delete(name)) hidden.add(name);
      draw();
    };
    /** A figure keeps its own legend, and does what a click there does. */
    const press = ({ traces, label, shown }) => {
      if (label === null) return Plotly.restyle(graph, { visible: shown ? "legendonly" : true }, traces);
      const { labels } = left(graph);
      return Plotly.relayout(graph, { hiddenlabels: shown ? [...labels, label] : labels.filter((other) => other !== label) });
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
      async update(next) {
        at = { ...at, content: next, edition: at.edition + 1 };
        await draw();
      },
      async picture() {
        const { layout: now } = graph;
        const { data, layout } = made(PAPER, Math.max(at.width, 640), true).figure;
        const paper = { ...layout, paper_bgcolor: "#ffffff", ...zoomed(now, layout) };
        const address = await Plotly.toImage({ data, layout: paper, config: CONFIG }, { format: "png", scale: 2, width: layout.width, height: layout.height });
        const bytes = Uint8Array.from(atob(address.slice(address.indexOf(",") + 1)), (letter) => letter.charCodeAt(0));
        return new Blob([bytes], { type: "image/png" });
      },
    };
  };
}

/** The axes of `layout` with the ranges that the user has zoomed to, and its boxes as the user has turned them. */
function zoomed(now, layout) {
  const parts = Object.entries(now ?? {});
  const axes = parts.filter(([name, axis]) => /^[xy]axis\d*$/.test(name) && axis?.autorange === false && Array.isArray(axis.range));
  const boxes = parts.filter(([name, box]) => /^scene\d*$/.test(name) && box?.camera);
  return {
    ...Object.fromEntries(axes.map(([name, axis]) => [name, { ...layout[name], range: [...axis.range], autorange: false }])),
    ...Object.fromEntries(boxes.map(([name, { camera }]) => [name, { ...layout[name], camera }])),
  };
}
