// Vega and Vega-Lite. Expressions are interpreted from their syntax tree, since nothing here is ever compiled to script.

import { compile } from "vega-lite";
import { expressionInterpreter } from "vega-interpreter";
import * as vega from "vega";
import { PAPER } from "../theme.js";
import { configuration } from "./vega/theme.js";
import { tooltip } from "./vega/tooltip.js";

self.insituRender = { draw };

/** Height of a chart for which neither chart nor page sets one, in CSS pixels. */
const HEIGHT = 320;

const REFUSED = "The chart takes its data from an address, and nothing here may reach the network.";

/** Returns a loader for Vega that refuses every address, and calls `report` with the reason. */
function refusingLoader(report) {
  const refuse = () => Promise.reject(new Error(REFUSED));
  const load = () => {
    report(REFUSED);
    return refuse();
  };
  return { load, http: load, file: load, sanitize: refuse };
}

async function draw(place, { kind, content, title, height, theme }) {
  const chart = document.createElement("div");
  chart.style.position = "relative";
  place.append(chart);
  place.style.overflowX = "auto";
  let at = { content, theme, width: 0, view: null };

  const show = async () => {
    const width = place.clientWidth || 640;
    at = { ...at, width };
    at.view?.finalize();
    const { view, ran } = make(at.content, at.theme, width, "svg");
    view.tooltip(tooltip(chart, at.theme)).hover().initialize(chart);
    at = { ...at, view };
    await ran();
    chart.querySelector("svg")?.setAttribute("aria-label", title);
  };

  const make = (text, wanted, width, renderer) => {
    const spec = JSON.parse(text);
    const config = configuration(wanted);
    const whole = kind === "vegalite" ? lite(spec, config, width, height) : spec;
    const parsed = vega.parse(whole, kind === "vegalite" ? {} : config, { ast: true });
    let problem = null;
    const view = new vega.View(parsed, { renderer, loader: refusingLoader((words) => (problem ??= words)), expr: expressionInterpreter, logger: quiet((words) => (problem ??= words)) });
    const ran = async () => {
      await view.runAsync();
      // A chart without its data would be misleading, so it is an error.
      if (problem !== null) throw new Error(problem);
    };
    return { view, ran };
  };

  await show();
  new ResizeObserver(() => {
    if (place.clientWidth > 0 && place.clientWidth !== at.width) show();
  }).observe(place);

  return {
    async restyle(next) {
      at = { ...at, theme: next };
      await show();
    },
    async update(next) {
      at = { ...at, content: next };
      await show();
    },
    async picture() {
      const { view, ran } = make(at.content, PAPER, Math.max(at.width, 640), "none");
      view.background("#ffffff");
      await ran();
      const canvas = await view.toCanvas(2);
      view.finalize();
      return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture is too large."))), "image/png"));
    },
  };
}

/** Compiles a Vega-Lite chart to Vega; one without a width takes the available width. */
function lite(spec, config, width, height) {
  const single = !["hconcat", "vconcat", "concat", "repeat", "facet", "spec"].some((name) => name in spec) && !["row", "column", "facet"].some((name) => name in (spec.encoding ?? {}));
  const fitted = single && (spec.width === undefined || spec.width === "container" || spec.width > width);
  const sized = fitted ? { ...spec, width: Math.max(width - 4, 120), autosize: { type: "fit", contains: "padding" }, ...(spec.height === undefined || spec.height === "container" ? { height: height ?? HEIGHT } : {}) } : spec;
  const fail = (words) => {
    throw new Error(words);
  };
  return compile(sized, { config, logger: quiet(fail) }).spec;
}

/** Returns a logger that passes errors to `failed` and logs nothing: messages of a chart do not belong in the console. */
function quiet(failed) {
  const logger = { level: () => logger, warn: () => logger, info: () => logger, debug: () => logger };
  logger.error = (...words) => {
    failed(words.map((word) => word?.message ?? String(word)).join(" "));
    return logger;
  };
  return logger;
}
