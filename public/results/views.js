// Creates the view of a form.

import { visible } from "../dialogs/visible.js";
import { element } from "../dialogs/element.js";
import { figure } from "./figure.js";
import { json } from "./json.js";
import { markdown } from "./markdown.js";
import { image, picture } from "./picture.js";
import { readers } from "./readers.js";
import { rendered } from "./rendered.js";
import { wideTable } from "./column_pages.js";
import { code, plain, text } from "./text.js";

/**
 * The functions of the page that views call. They ask the kernel for tables, files and documents, and split printed text into runs
 * `[classes, text, classes, text, …]`, as a terminal shows it. `hidden` says that the session is not shown.
 *
 * @typedef {Pick<import("../types/automation").Insitu, "table" | "saveTable" | "saveVector" | "preview"> & { runs: (text: string) => string[], hidden?: boolean }} Page
 */

/**
 * A view has its `node`, and optionally: `bar`, which takes the result's menu; `type`, of the form that it saves itself; `copy`, which
 * returns the text to copy; `saves`, further files; `entries`, further actions; `remove`, which releases its resources.
 *
 * @typedef {{ node: HTMLElement, bar?: HTMLElement, type?: string, copy?: () => string | Promise<string>,
 *   saves?: Array<{ label: string, run: () => Promise<void> }>, entries?: () => Array<{ label: string, run: () => void }>, remove?: () => void }} View
 */

/**
 * Returns the view of a form.
 *
 * @param {import("./forms.js").Result} shown the result
 * @param {import("./forms.js").Form} form one of its forms
 * @param {Page} page
 * @param {(sentence: string) => void} notify shows a sentence beside the view
 * @param {(sentence: string) => void} failed is called with the reason if the view fails later
 * @returns {View}
 */
export function view(shown, { kind, type }, page, notify, failed) {
  const content = type === null ? "" : shown.mime[type];
  switch (kind) {
    case "figure":
      return figure(shown, page, notify);
    case "table":
      return wideTable(/** @type {typeof shown & { data: object }} */ (shown), page, notify);
    case "picture":
      return {
        node: element("div", { class: "figure", "data-testid": "picture" }, image(/** @type {import("./picture.js").Picture} */ (picture(shown)), shown.text)),
      };
    case "markdown":
      return { node: markdown(readers.parseMarkdown(content)), copy: () => content };
    case "code":
      return { node: code(content), copy: () => content.slice(content.indexOf("\n") + 1) };
    case "json":
      return { node: json(content) ?? text(content, page.runs), copy: () => content };
    case "text":
      return { node: text(words(shown, content), page.runs), copy: () => plain(words(shown, content), page.runs) };
    case "plotly":
    case "vegalite":
    case "vega":
    case "html":
    case "svg":
    case "mathml":
    case "latex":
      return { ...rendered(kind, content, shown.text ?? "", failed), copy: () => content };
    default:
      throw new Error(`There is no view for ${visible(kind)}.`);
  }
}

/**
 * Returns a result's text as a notebook shows it, or its repr if there is nothing else.
 *
 * @param {import("./forms.js").Result} shown
 * @param {string} content
 */
const words = (shown, content) => content || shown.text;
