// Converts LaTeX to MathML, which the browser renders. Trusts nothing: no links, no classes, no
// pictures, and a limit on macros.

import look from "temml/dist/Temml-STIX2.css" with { type: "text" };
import temml from "temml/dist/temml.mjs";
import type { Options } from "temml";

/** The styles that the markup needs: overlines and strikes, column alignment, wide accents. The font rules are removed, since they would
 * fetch the font, which the page hands over. */
const style = look.replace(/@font-face\s*\{[^}]*\}/, "").replace(/font-family: STIX2, math;/, "");

self.insituRender = { markup, style };

/**
 * Returns the formula's markup, without `$…$`, `$$…$$`, `\\(…\\)` or `\\[…\\]` around it, which
 * Python's objects include.
 */
function markup(content: string) {
  const trimmed = content.trim();
  const [, display, inner] = (
    [
      [/^\$\$([^]*)\$\$$/, true],
      [/^\\\[([^]*)\\\]$/, true],
      [/^\$([^]*)\$$/, false],
      [/^\\\(([^]*)\\\)$/, false],
    ] as Array<[pattern: RegExp, display: boolean]>
  ).reduce(
    (found, [pattern, display]) =>
      found ??
      (pattern.test(trimmed) ? [0, display, (pattern.exec(trimmed) as RegExpExecArray)[1]] : null),
    null as [at: number, display: boolean, inner: string] | null,
  ) ?? [0, true, trimmed];
  const options: Options = {
    displayMode: display,
    trust: false,
    strict: false,
    throwOnError: true,
    maxExpand: 1000,
    maxSize: [50, 50],
    annotate: false,
  };
  // Python's objects write `\displaystyle` within single dollars for display mode.
  return temml.renderToString(inner, {
    ...options,
    displayMode: display || inner.includes("\\displaystyle"),
  });
}
