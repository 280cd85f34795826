// Highlights Python source. Knows the grammar and the class names of the stylesheet
// (`style/components/code.css`), not the page.

import { highlightTree } from "@lezer/highlight";
import { parser } from "@lezer/python";

import { classes } from "./classes.ts";

/**
 * Splits Python source into a flat array `[class, text, class, text, …]`, the class empty for plain
 * text. The concatenated texts always equal the source.
 */
export function tokens(code: string) {
  const parts: string[] = [];
  let end = 0;
  highlightTree(parser.parse(code), classes, (from, to, name) => {
    if (from > end) parts.push("", code.slice(end, from));
    parts.push(name, code.slice(from, to));
    end = to;
  });
  if (end < code.length) parts.push("", code.slice(end));
  return parts;
}
