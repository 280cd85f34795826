// From a form to its view. A view is its node, and whatever of this it has: `bar`, where the result's menu belongs; `copy`, which gives
// the text that copying takes; `saves`, further files; `entries`, further things to do; `remove`, which lets go of what it holds.

import { visible } from "../dialogs/visible.js";
import { element } from "../dialogs/element.js";
import { plain } from "./ansi.js";
import { figure } from "./figure.js";
import { json } from "./json.js";
import { markdown } from "./markdown.js";
import { image, picture } from "./picture.js";
import { rendered } from "./rendered.js";
import { table } from "./table.js";
import { code, text } from "./text.js";

/**
 * @param {object} shown the result
 * @param {{ kind: string, type: string | null }} form one of its forms
 * @param {(sentence: string) => void} tell says something beside the view
 * @param {(sentence: string) => void} failed is told where the view turns out later to be none
 */
export function view(shown, { kind, type }, tell, failed) {
  const content = type === null ? "" : shown.mime[type];
  switch (kind) {
    case "figure":
      return figure(shown, tell);
    case "table":
      return table(shown, tell);
    case "picture":
      return { node: element("div", { class: "figure", "data-testid": "picture" }, image(picture(shown), shown.text)) };
    case "markdown":
      return { node: markdown(content), copy: () => content };
    case "code":
      return { node: code(content), copy: () => content.slice(content.indexOf("\n") + 1) };
    case "json":
      return { node: json(content) ?? text(content), copy: () => content };
    case "text":
      return { node: text(words(shown, content)), copy: () => plain(words(shown, content)) };
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

/** What a result says in words, as a notebook shows it; its repr where that is all there is. */
const words = (shown, content) => content || shown.text;
