// Markdown as views, from the tree that the page's own reader makes of it: no markup passes, no picture is loaded. Links are words
// here, since Python may have put anything into their addresses.

import { element } from "../dialogs/element.js";
import { visible } from "../dialogs/visible.js";
import { source } from "./text.js";

/** The view of a text, as it is until its reader has come. */
export function markdown(content) {
  const place = element("div", { class: "prose result-prose" }, element("p", { class: "unread" }, visible(content)));
  Promise.resolve(globalThis.insituLazyModule)
    .then((module) => place.replaceChildren(...nodes(JSON.parse(module.markdown(content)))))
    // Where there is no reader the text stays as it was written.
    .catch(() => {});
  return place;
}

const SIMPLE = { Paragraph: "p", Quote: "blockquote", List: "ul", Item: "li", Emphasis: "em", Strong: "strong", Strike: "del", Head: "tr", Row: "tr" };

const nodes = (list) => list.flatMap(node);

/** One piece of the tree, which says its kind by its only key, or by its name where there is nothing more to say. */
function node(one) {
  if (one === "Break") return [element("br")];
  if (one === "Rule") return [element("hr")];
  const [[kind, inside]] = Object.entries(one);
  if (kind === "Text") return [visible(inside)];
  if (kind === "Code") return [element("code", {}, visible(inside))];
  if (kind === "Block") return [source(inside.code, inside.language)];
  if (kind === "Check") return [element("span", { class: "task", role: "img", "aria-label": inside ? "done" : "to do" }, inside ? "☑ " : "☐ ")];
  if (kind === "Link") return link(inside);
  return holder(...inside);
}

function link({ href, children }) {
  const words = nodes(children);
  const same = words.length === 1 && words[0] === href;
  return same ? [visible(href)] : [...words, element("span", { class: "result-address" }, ` (${visible(href)})`)];
}

function holder(kind, children) {
  if (kind === "Table") return [table(children)];
  const inner = nodes(children);
  if (kind === "Group") return inner;
  if (typeof kind === "string") return [element(SIMPLE[kind] ?? "div", {}, ...inner)];
  const [[name, value]] = Object.entries(kind);
  if (name === "Heading") return [element(`h${Math.min(5, value + 2)}`, {}, ...inner)];
  if (name === "Ordered") return [element("ol", { start: String(value) }, ...inner)];
  return [element("td", { class: value ? "is-number" : "" }, ...inner)];
}

function table(rows) {
  const head = [];
  const body = [];
  for (const row of rows) {
    const [kind, cells] = row.Element;
    if (kind !== "Head") body.push(...node(row));
    else head.push(element("tr", {}, ...cells.map(({ Element: [cell, inside] }) => element("th", { scope: "col", class: cell.Cell ? "is-number" : "" }, ...nodes(inside)))));
  }
  return element("div", { class: "table-scroll", tabindex: "0", role: "group", "aria-label": "Table" }, element("table", {}, element("thead", {}, ...head), element("tbody", {}, ...body)));
}
