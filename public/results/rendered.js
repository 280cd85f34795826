// Forms that only a sealed frame may show: laid-out markup, formulas and interactive charts. What is in the frame, and what it may
// do, is the frame's; this knows how a result asks for one.

import { element } from "../dialogs/element.js";
import { render } from "../render/host.js";
import { fileName, save } from "./save.js";

/** What a frame is called to those who cannot see it. */
const TITLES = { plotly: "Interactive chart", vegalite: "Interactive chart", vega: "Interactive chart", chart: "Interactive chart", html: "Laid-out result", svg: "Drawing", mathml: "Formula", latex: "Formula", pdf: "Document" };

/** Kinds that can be saved as a picture and as a page of their own. */
const CHARTS = new Set(["plotly", "vegalite", "vega", "chart"]);

/**
 * The view of content in a frame.
 *
 * @param {string} kind as the frame names it
 * @param {string | object | ArrayBuffer} content
 * @param {string} text what it shows, in words
 * @param {(sentence: string) => void} failed is told why nothing can be drawn
 * @param {number} [height] the most of what would be higher, in CSS pixels
 * @returns {{ node: HTMLElement, saves: Array<{ label: string, run: () => Promise<void> }>, remove: () => void, drawn: Promise<void> }}
 */
export function rendered(kind, content, text, failed, height) {
  const node = element("div", { class: `result-frame is-${kind}`, "data-testid": "result-frame", "data-kind": kind });
  const title = text.trim() === "" ? TITLES[kind] : `${TITLES[kind]}: ${text.split("\n")[0].slice(0, 120)}`;
  const handle = render(node, { kind, content, title, height });
  let gone = false;
  // Who takes it away knows that it is gone.
  handle.drawn.catch((error) => gone || failed(error.message));
  const saved = (label, ending, make) => ({ label, run: async () => save(fileName(text, "chart", ending), await make()) });
  const saves = CHARTS.has(kind) ? [saved("Save PNG", "png", () => handle.toPng()), saved("Save web page", "html", () => handle.toHtml())] : [];
  const remove = () => {
    gone = true;
    handle.remove();
  };
  return { node, saves, remove, drawn: handle.drawn };
}
