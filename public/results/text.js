// Views of text and code. Nothing in them acts: the page splits printed text into runs with classes, and hidden characters are escaped.

import { element } from "../dialogs/element.js";
import { visible } from "../dialogs/visible.js";
import { bytes } from "./format.js";

/** A longer text is laid out in full only on request, in characters. */
const MAX_LAID_OUT = 32_000;

/** @typedef {import("./views.js").Page["runs"]} Runs */

/**
 * Returns the view of a text, as a terminal shows it.
 *
 * @param {string} content
 * @param {Runs} runs
 */
export function text(content, runs) {
  return long(content, (part) => styled(runs(part)), "Value");
}

/**
 * Returns what the view of a text shows, without styles and with hidden characters as they are.
 *
 * @param {string} content
 * @param {Runs} runs
 */
export function plain(content, runs) {
  return runs(content)
    .filter((_, at) => at % 2 === 1)
    .join("");
}

/**
 * Returns the elements of runs `[class, text, class, text, …]`.
 *
 * @param {string[]} flat
 */
const styled = (flat) =>
  flat.flatMap((name, at) => (at % 2 === 1 ? [] : [name === "" ? visible(flat[at + 1]) : element("span", { class: name }, visible(flat[at + 1]))]));

/**
 * Returns the view of code, highlighted if its language is supported; the first line of `content` names the language.
 *
 * @param {string} content
 */
export function code(content) {
  const end = content.indexOf("\n");
  const language = content
    .slice(0, end < 0 ? undefined : end)
    .trim()
    .toLowerCase();
  return source(end < 0 ? "" : content.slice(end + 1), language);
}

/**
 * Returns the view of source code in a language.
 *
 * @param {string} content
 * @param {string} language
 */
export function source(content, language) {
  const python = /^(python3?|py|ipython)$/.test(language);
  const draw = () => {
    const tokens = python ? globalThis.insituPage?.highlight : undefined;
    /** @param {string} part */
    const coloured = (part) => (typeof tokens === "function" ? styled(tokens(part)) : [visible(part)]);
    return long(content, coloured, language ? `Code, ${visible(language)}` : "Code");
  };
  const view = draw();
  view.classList.add("result-code");
  // The highlighter is loaded with the first code that is shown, which may be this. Without it code stays plain.
  if (python && !globalThis.insituPage?.highlight) {
    globalThis.insituPage?.highlighter?.().then(
      () => view.replaceChildren(...draw().childNodes),
      () => {},
    );
  }
  return view;
}

/**
 * @param {string} content
 * @param {(content: string) => Array<Node | string>} parts
 * @param {string} label
 */
function long(content, parts, label) {
  const place = element("pre", { class: "output is-value", tabindex: "0", role: "group", "aria-label": label });
  place.append(...parts(content.slice(0, MAX_LAID_OUT)));
  const box = element("div", { class: "code result-text" }, place);
  if (content.length <= MAX_LAID_OUT) return box;
  const rest = element("button", { class: "button is-quiet result-rest", type: "button" }, `Show all of it, ${bytes(content.length)}`);
  rest.addEventListener("click", () => {
    place.replaceChildren(...parts(content));
    rest.remove();
    place.focus();
  });
  box.append(rest);
  return box;
}
