// LaTeX as MathML, which the browser sets by itself. Trusts nothing: no links, no classes, no pictures, and macros that end.

import look from "temml/dist/Temml-STIX2.css" with { type: "text" };
import temml from "temml/dist/temml.mjs";

/** What its markup needs to look right: lines over and through it, columns to the left and to the right, broad accents. The font, which the
 * rules would fetch, is handed over by the page. */
const style = look.replace(/@font-face\s*\{[^}]*\}/, "").replace(/font-family: STIX2, math;/, "");

self.insituRender = { markup, style };

/** The formula's markup; `$…$`, `$$…$$`, `\\(…\\)` and `\\[…\\]` around it are taken off, as Python's objects hand them over. */
function markup(content) {
  const trimmed = content.trim();
  const [, display, inner] = [
    [/^\$\$([^]*)\$\$$/, true],
    [/^\\\[([^]*)\\\]$/, true],
    [/^\$([^]*)\$$/, false],
    [/^\\\(([^]*)\\\)$/, false],
  ].reduce((found, [pattern, display]) => found ?? (pattern.test(trimmed) ? [0, display, pattern.exec(trimmed)[1]] : null), null) ?? [0, true, trimmed];
  const options = { displayMode: display, trust: false, strict: false, throwOnError: true, maxExpand: 1000, maxSize: [50, 50], annotate: false };
  // Python's \displaystyle within single dollars is set as a display of its own.
  return temml.renderToString(inner, { ...options, displayMode: display || inner.includes("\\displaystyle") });
}
