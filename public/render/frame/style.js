// The frame's own styles: transparent, in the page's colours and fonts. Knows the names of the theme's values.

const RULES = `
  html, body { margin: 0; background: transparent; overflow: hidden; }
  body { color: var(--ink); font: 0.875rem/1.5 var(--sans); }
  main { position: relative; display: flow-root; overflow-wrap: anywhere; }
  main:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
`;

/**
 * Applies the theme to the document.
 *
 * @param {import("../theme.js").Theme} theme
 */
export function applyTheme(theme) {
  const root = document.documentElement;
  // The same as the page's, or the browser paints a background behind the transparent frame.
  root.style.colorScheme = theme.dark ? "dark" : "light";
  for (const [name, value] of Object.entries(theme)) {
    if (typeof value === "string") root.style.setProperty(`--${name}`, value);
  }
  if (!document.querySelector("style[data-own]")) {
    const style = document.createElement("style");
    style.dataset.own = "";
    style.textContent = RULES;
    document.head.append(style);
  }
}
