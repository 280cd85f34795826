// Vega and Vega-Lite. Expressions are interpreted from their syntax tree, since nothing here is ever compiled to script.

import { compile } from "vega-lite";
import { expressionInterpreter } from "vega-interpreter";
import * as vega from "vega";
import { PAPER } from "../theme.js";
import { configuration } from "./vega/theme.js";
import { tooltip } from "./vega/tooltip.js";

/**
 * @typedef {NonNullable<Parameters<typeof compile>[1]>} CompileOptions
 * @typedef {import("../frame/frame.js").Drawing} Drawing
 * @typedef {import("../frame/frame.js").TextJob} TextJob
 * @typedef {import("../theme.js").Theme} Theme
 * @typedef {import("vega-lite").TopLevelSpec} TopLevelSpec
 */

self.insituRender = { draw };

/** Height of a chart for which neither chart nor page sets one, in CSS pixels. */
const HEIGHT = 320;

const REFUSED = "The chart takes its data from an address, and nothing here may reach the network.";

/**
 * Returns a loader for Vega that refuses every address, and calls `report` with the reason.
 *
 * @param {(reason: string) => void} report
 */
function refusingLoader(report) {
  const refuse = () => Promise.reject(new Error(REFUSED));
  const load = () => {
    report(REFUSED);
    return refuse();
  };
  return { load, http: load, file: load, sanitize: refuse };
}

/**
 * @param {HTMLElement} place
 * @param {TextJob} job
 * @returns {Promise<Drawing>}
 */
async function draw(place, { kind, content, title, height, theme }) {
  const chart = document.createElement("div");
  chart.style.position = "relative";
  place.append(chart);
  place.style.overflowX = "auto";
  /** @type {{ content: string, theme: Theme, width: number, view: vega.View | null }} */
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

  /**
   * @param {string} text
   * @param {Theme} wanted
   * @param {number} width
   * @param {vega.Renderers} renderer
   */
  const make = (text, wanted, width, renderer) => {
    const spec = JSON.parse(text);
    const config = configuration(wanted);
    const whole = kind === "vegalite" ? lite(spec, config, width, height) : spec;
    const parsed = vega.parse(whole, kind === "vegalite" ? {} : /** @type {vega.Config} */ (config), { ast: true });
    /** @type {string | null} */
    let problem = null;
    const view = new vega.View(parsed, {
      renderer,
      loader: refusingLoader((words) => (problem ??= words)),
      expr: expressionInterpreter,
      logger: quiet((words) => (problem ??= words)),
    });
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
    /** @param {string} next */
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

/**
 * A Vega-Lite chart of the user's code, which nothing has validated.
 *
 * @typedef {{ encoding?: object, width?: unknown, height?: unknown }} Foreign
 */

/**
 * Compiles a Vega-Lite chart to Vega; one without a width takes the available width.
 *
 * @param {Foreign} spec
 * @param {ReturnType<typeof configuration>} config whose background is null: Vega accepts this, but the types of Vega-Lite do not include it
 * @param {number} width
 * @param {number | undefined} height
 */
function lite(spec, config, width, height) {
  const single =
    !["hconcat", "vconcat", "concat", "repeat", "facet", "spec"].some((name) => name in spec) &&
    !["row", "column", "facet"].some((name) => name in (spec.encoding ?? {}));
  const fitted = single && (spec.width === undefined || spec.width === "container" || /** @type {number} */ (spec.width) > width);
  const sized = fitted
    ? {
        ...spec,
        width: Math.max(width - 4, 120),
        autosize: { type: "fit", contains: "padding" },
        ...(spec.height === undefined || spec.height === "container" ? { height: height ?? HEIGHT } : {}),
      }
    : spec;
  /** @param {string} words */
  const fail = (words) => {
    throw new Error(words);
  };
  return compile(/** @type {TopLevelSpec} */ (sized), /** @type {CompileOptions} */ (/** @type {unknown} */ ({ config, logger: quiet(fail) }))).spec;
}

/**
 * Returns a logger that passes errors to `failed` and logs nothing: messages of a chart do not belong in the console.
 *
 * @param {(words: string) => void} failed
 * @returns {vega.LoggerInterface}
 */
function quiet(failed) {
  const logger = /** @type {vega.LoggerInterface} */ ({ level: () => logger, warn: () => logger, info: () => logger, debug: () => logger });
  logger.error = (...words) => {
    failed(words.map((word) => /** @type {{ message?: unknown } | null | undefined} */ (word)?.message ?? String(word)).join(" "));
    return logger;
  };
  return logger;
}
