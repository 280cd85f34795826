// Shows Markdown from the tree of the page's parser: no markup is kept, no picture is loaded. Links are text here, since Python may have
// put anything into their addresses.

import { element } from "../dialogs/element.js";
import { visible } from "../dialogs/visible.js";
import { source } from "./text.js";

/**
 * The kind of an element, as in `crates/markdown/src/lib.rs`.
 *
 * @typedef {"Group" | "Paragraph" | "Quote" | "List" | "Item" | "Emphasis" | "Strong" | "Strike" | "Table" | "Head" | "Row" | { Heading: number }
 *   | { Ordered: number } | { Cell: boolean }} Kind
 */

/** @typedef {{ href: string, children: MarkdownNode[] }} Link */

/**
 * A node of the tree.
 *
 * @typedef {"Break" | "Rule" | { Text: string } | { Code: string } | { Block: { language: string, code: string } } | { Check: boolean } | { Link: Link }
 *   | { Element: [kind: Kind, children: MarkdownNode[]] }} MarkdownNode
 */

/** @typedef {{ Element: [kind: Kind, children: TableCell[]] }} TableRow */
/** @typedef {{ Element: [kind: { Cell: boolean }, children: MarkdownNode[]] }} TableCell */

/**
 * The only entry of a node that is an object.
 *
 * @typedef {["Text", string] | ["Code", string] | ["Block", { language: string, code: string }] | ["Check", boolean] | ["Link", Link]
 *   | ["Element", [kind: Kind, children: MarkdownNode[]]]} Entry
 */

/**
 * Returns the view of a parsed text.
 *
 * @param {MarkdownNode[]} tree
 */
export function markdown(tree) {
  return element("div", { class: "prose result-prose" }, ...nodes(tree));
}

/** @type {Record<string, string>} */
const SIMPLE = { Paragraph: "p", Quote: "blockquote", List: "ul", Item: "li", Emphasis: "em", Strong: "strong", Strike: "del", Head: "tr", Row: "tr" };

/**
 * @param {MarkdownNode[]} list
 * @returns {Array<Node | string>}
 */
const nodes = (list) => list.flatMap(node);

/**
 * Returns the elements of a node of the tree. Its kind is its only key, or the node itself if it is a string.
 *
 * @param {MarkdownNode} one
 * @returns {Array<Node | string>}
 */
function node(one) {
  if (one === "Break") return [element("br")];
  if (one === "Rule") return [element("hr")];
  const [[kind, inside]] = /** @type {[Entry]} */ (Object.entries(one));
  if (kind === "Text") return [visible(inside)];
  if (kind === "Code") return [element("code", {}, visible(inside))];
  if (kind === "Block") return [source(inside.code, inside.language)];
  if (kind === "Check") return [element("span", { class: "task", role: "img", "aria-label": inside ? "done" : "to do" }, inside ? "☑ " : "☐ ")];
  if (kind === "Link") return link(inside);
  return holder(...inside);
}

/**
 * @param {Link} link
 * @returns {Array<Node | string>}
 */
function link({ href, children }) {
  const words = nodes(children);
  const same = words.length === 1 && words[0] === href;
  return same ? [visible(href)] : [...words, element("span", { class: "result-address" }, ` (${visible(href)})`)];
}

/**
 * @param {Kind} kind
 * @param {MarkdownNode[]} children
 * @returns {Array<Node | string>}
 */
function holder(kind, children) {
  if (kind === "Table") return [table(/** @type {TableRow[]} */ (children))];
  const inner = nodes(children);
  if (kind === "Group") return inner;
  if (typeof kind === "string") return [element(SIMPLE[kind] ?? "div", {}, ...inner)];
  const [[name, value]] = /** @type {[["Heading" | "Ordered", number] | ["Cell", boolean]]} */ (Object.entries(kind));
  if (name === "Heading") return [element(`h${Math.min(5, value + 2)}`, {}, ...inner)];
  if (name === "Ordered") return [element("ol", { start: String(value) }, ...inner)];
  return [element("td", { class: value ? "is-number" : "" }, ...inner)];
}

/** @param {TableRow[]} rows */
function table(rows) {
  const head = [];
  const body = [];
  for (const row of rows) {
    const [kind, cells] = row.Element;
    if (kind !== "Head") body.push(...node(row));
    else
      head.push(
        element(
          "tr",
          {},
          ...cells.map(({ Element: [cell, inside] }) => element("th", { scope: "col", class: cell.Cell ? "is-number" : "" }, ...nodes(inside))),
        ),
      );
  }
  return element(
    "div",
    { class: "table-scroll", tabindex: "0", role: "group", "aria-label": "Table" },
    element("table", {}, element("thead", {}, ...head), element("tbody", {}, ...body)),
  );
}
