// The styles of the frame's document: transparent, in the page's colours and fonts, with the font
// of formulas. Knows the names of the theme's values, not what is drawn in them.

import type { Theme } from "../theme.ts";

const RULES = `
  html, body { margin: 0; background: transparent; overflow: hidden; }
  body { color: var(--ink); font: 0.875rem/1.5 var(--sans); }
  main { position: relative; display: flow-root; overflow-wrap: anywhere; }
  main:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
`;

let applied = false;

/** Applies the theme to the document. */
export function applyTheme(theme: Theme) {
  const root = document.documentElement;
  // The same as the page's, or the browser paints a background behind the transparent frame.
  root.style.colorScheme = theme.dark ? "dark" : "light";
  for (const [name, value] of Object.entries(theme)) {
    if (typeof value === "string") root.style.setProperty(`--${name}`, value);
  }
  if (!applied) injectStyles(RULES);
  applied = true;
}

/** Adds style rules to the document. */
export function injectStyles(rules: string) {
  const style = document.createElement("style");
  style.textContent = rules;
  document.head.append(style);
}

/** The font family of formulas: one for all browsers, with large brackets, roots and sums. */
export const FORMULAS = "Insitu Formulas";

/**
 * Adds the font of formulas to this document, in which they are measured.
 *
 * @param font which the page hands over, since the frame fetches nothing
 * @returns the rule that adds it to another document: with the font's bytes, since that document
 *   cannot reach this one's
 */
export async function addFormulaFont(font: Blob): Promise<string> {
  const face = new FontFace(FORMULAS, await font.arrayBuffer());
  document.fonts.add(await face.load());
  return `@font-face { font-family: "${FORMULAS}"; src: url("${await dataUrl(font)}") format("woff2"); font-display: block; }`;
}

/** Returns a font as a data URL. */
function dataUrl(font: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new Error("The font of formulas cannot be read."));
    reader.readAsDataURL(font);
  });
}
