// A figure that Python drew: the picture and, if its chart is known, an interactive chart, its numbers and a description. Combines
// these views; each is made elsewhere.

import { element } from "../dialogs/element.js";
import { visible } from "../dialogs/visible.js";
import { drawable } from "../render/chart/types.js";
import { icon } from "./icon.js";
import { image, picture } from "./picture.js";
import { readers } from "./readers.js";
import { rendered } from "./rendered.js";
import { fileName, fromBase64, save } from "./save.js";
import { table } from "./table.js";

/** @typedef {import("../types/kernel").Chart} Chart */

/**
 * Returns the view of a figure.
 *
 * @param {import("./forms.js").Result} shown the result, with a picture
 * @param {import("./views.js").Page} page
 * @param {(sentence: string) => void} notify reports problems
 * @returns {import("./views.js").View}
 */
export function figure(shown, page, notify) {
  const drawn = /** @type {import("./picture.js").Picture} */ (picture(shown));
  const ending = drawn.mime.split("/")[1].replace("jpeg", "jpg");
  const stage = element("div", { class: "figure-stage" });
  const node = element("figure", { class: "figure", "data-testid": "figure" }, stage);
  const describe = () => readers.describeChart(JSON.stringify(shown.chart));
  /** @type {{ chart?: ReturnType<typeof rendered> }} */
  const frame = {};
  /** @type {Record<string, () => HTMLElement>} */
  const sides = {
    Figure: () => pictured(drawn, shown, describe),
    Interactive: () => {
      frame.chart ??= rendered("chart", /** @type {Chart} */ (shown.chart), shown.text, (sentence) => {
        notify(sentence);
        turn("Figure");
        frame.chart = undefined;
      });
      return frame.chart.node;
    },
    Numbers: () =>
      element(
        "div",
        { class: "figure-numbers" },
        ...readers.chartTables(JSON.stringify(shown.chart)).flatMap(({ title, data }) => [
          ...(title ? [element("p", { class: "figure-title" }, visible(title))] : []),
          table({ data, text: title }, page, notify).node,
        ]),
      ),
    Description: () => description(describe()),
  };
  /** @param {string} name */
  const turn = (name) => {
    node.dataset.side = name.toLowerCase();
    for (const button of tabs.children) button.setAttribute("aria-pressed", String(button.textContent === name));
    // The frame restarts if it is removed from the page, so it stays, hidden.
    const side = sides[name]();
    for (const other of [...stage.children]) if (other !== side && other !== frame.chart?.node) other.remove();
    if (frame.chart) frame.chart.node.hidden = side !== frame.chart.node;
    if (side.parentNode !== stage) stage.append(side);
  };
  const tabs = element("div", { class: "figure-sides", role: "group", "aria-label": "Show the figure as" });
  const known = Object.keys(sides).filter((name) => name !== "Interactive" || drawable(shown.chart));
  if (shown.chart) for (const name of known) tabs.append(element("button", { class: "button is-quiet", type: "button", click: () => turn(name) }, name));
  /**
   * @param {() => unknown} run
   * @returns {(event: Event) => Promise<void>}
   */
  const attempt = (run) => async (event) => {
    const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
    button.disabled = true;
    try {
      await run();
    } catch (error) {
      notify(/** @type {Error} */ (error).message);
    }
    button.disabled = false;
  };
  const named = shown.chart?.title || shown.text || "";
  const picked = () => save(fileName(named, "figure", ending), fromBase64(drawn.base64, drawn.mime));
  const vector = async () => {
    const file = await page.saveVector(shown.id);
    save(fileName(named, "figure", "svg"), file);
  };
  /**
   * @param {string} label
   * @param {string} name
   * @param {() => unknown} run
   */
  const keep = (label, name, run) =>
    element("button", { class: "button is-quiet figure-save", type: "button", "aria-label": `Save ${name}`, click: attempt(run) }, icon("save"), label);
  const saves = element("div", { class: "figure-saves" }, keep(ending.toUpperCase(), ending.toUpperCase(), picked));
  // The kernel can draw a figure again as SVG; a photograph cannot be converted.
  if (shown.id && (shown.chart || /^Figure(:|$)/.test(shown.text ?? "")) && !shown.mime["image/svg+xml"]) saves.append(keep("SVG", "SVG", vector));
  const bar = element("div", { class: "figure-bar" }, tabs, saves);
  node.append(bar);
  turn("Figure");
  const words = shown.chart ? () => describe().join("\n") : undefined;
  return { node, bar: saves, type: drawn.mime, copy: words, saves: [], remove: () => frame.chart?.remove() };
}

/**
 * Returns the picture. Its alternative text is Python's, or the beginning of the chart's description.
 *
 * @param {import("./picture.js").Picture} drawn
 * @param {import("./forms.js").Result} shown
 * @param {() => string[]} describe
 */
function pictured(drawn, { text, chart }, describe) {
  const view = image(drawn, text);
  if (chart && text.trim() === "") view.setAttribute("alt", visible(describe().slice(0, 3).join(" ")));
  return view;
}

/**
 * Returns the chart's description.
 *
 * @param {string[]} sentences
 */
function description(sentences) {
  const paragraphs = sentences.map((sentence) => element("p", {}, visible(sentence)));
  return element("div", { class: "figure-words", tabindex: "0", role: "group", "aria-label": "Description of the figure" }, ...paragraphs);
}
