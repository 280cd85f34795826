// Highlights Python source. Knows the grammar and the class names of the stylesheet (`style/components/code.css`), not the page.

import { highlightTree, tagHighlighter, tags } from "@lezer/highlight";
import { parser } from "@lezer/python";

// The order of the rules does not matter: the highlighter prefers the most specific one.
const classes = tagHighlighter([
  { tag: [tags.keyword, tags.controlKeyword, tags.definitionKeyword, tags.operatorKeyword, tags.moduleKeyword], class: "keyword" },
  { tag: [tags.self, tags.bool, tags.null], class: "keyword" },
  { tag: [tags.string, tags.special(tags.string), tags.escape], class: "string" },
  { tag: tags.number, class: "number" },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.definition(tags.className)], class: "name" },
  { tag: [tags.function(tags.definition(tags.variableName)), tags.meta], class: "name" },
  { tag: [tags.comment, tags.lineComment], class: "comment" },
]);

/**
 * Splits Python source into a flat array `[class, text, class, text, …]`, the class empty for plain text.
 * The concatenated texts always equal the source.
 *
 * @param {string} code
 */
export function tokens(code) {
  /** @type {string[]} */
  const parts = [];
  let end = 0;
  highlightTree(parser.parse(code), classes, (from, to, name) => {
    if (from > end) parts.push("", code.slice(end, from));
    parts.push(name, code.slice(from, to));
    end = to;
  });
  if (end < code.length) parts.push("", code.slice(end));
  return parts;
}
