// Forms that only a sealed frame may show: laid-out markup, formulas and interactive charts. Knows how a result requests a frame,
// nothing of what the frame contains and may do.

import { element } from "../dialogs/element.js";
import { render } from "../render/host.js";
import { fileName, save } from "./save.js";

/**
 * The names of frames for screen readers.
 *
 * @type {Record<string, string>}
 */
const TITLES = {
  plotly: "Interactive chart",
  vegalite: "Interactive chart",
  vega: "Interactive chart",
  chart: "Interactive chart",
  html: "Laid-out result",
  svg: "Drawing",
  mathml: "Formula",
  latex: "Formula",
  pdf: "Document",
};

/** Kinds that can be saved as a picture and as a standalone page. */
const CHARTS = new Set(["plotly", "vegalite", "vega", "chart"]);

/**
 * Returns the view of content in a frame.
 *
 * @param {string} kind as the frame names it
 * @param {string | object | ArrayBuffer} content
 * @param {string} text that describes the content
 * @param {(sentence: string) => void} failed is called with the reason if nothing can be drawn
 * @param {number} [height] maximum height, in CSS pixels
 * @returns {{ node: HTMLElement, saves: Array<{ label: string, run: () => Promise<void> }>, remove: () => void, drawn: Promise<void> }}
 */
export function rendered(kind, content, text, failed, height) {
  const node = element("div", { class: `result-frame is-${kind}`, "data-testid": "result-frame", "data-kind": kind });
  const title = text.trim() === "" ? TITLES[kind] : `${TITLES[kind]}: ${text.split("\n")[0].slice(0, 120)}`;
  const handle = render(node, { kind, content, title, height });
  let gone = false;
  // After `remove` the rejection is no failure.
  handle.drawn.catch((error) => gone || failed(error.message));
  /**
   * @param {string} label
   * @param {string} ending
   * @param {() => Promise<Blob>} make
   */
  const saved = (label, ending, make) => ({ label, run: async () => save(fileName(text, "chart", ending), await make()) });
  const saves = CHARTS.has(kind) ? [saved("Save PNG", "png", () => handle.toPng()), saved("Save web page", "html", () => handle.toHtml())] : [];
  const remove = () => {
    gone = true;
    handle.remove();
  };
  return { node, saves, remove, drawn: handle.drawn };
}
