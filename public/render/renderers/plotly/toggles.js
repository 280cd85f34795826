// The legend of a chart, or of a figure, as buttons below it: each hides or shows its series, by pointer and by keyboard. Knows names and colours,
// nothing of how series are drawn.

import { words } from "../../chart/text.js";
import { injectStyles } from "../../inject_styles.js";

const STYLES = `
  .toggles { display: flex; flex-wrap: wrap; gap: 4px; padding: 0 8px 8px; }
  .toggles:empty { display: none; }
  .toggles.is-quiet:not(:focus-within) { position: absolute; width: 1px; height: 1px; padding: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  .toggles button { display: inline-flex; align-items: center; gap: 8px; max-width: 100%; min-height: 32px; padding: 2px 10px; border: 1px solid transparent;
    border-radius: 6px; background: none; color: var(--ink); font: 13px/1.4 var(--sans); text-align: start; cursor: pointer; }
  .toggles button:hover { background: var(--sunken); }
  .toggles button:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
  .toggles button::before { content: ""; flex: none; box-sizing: border-box; width: 12px; height: 12px; border: 2px solid var(--series); border-radius: 3px; background: var(--series); }
  .toggles button[aria-pressed="false"] { color: var(--soft); text-decoration: line-through; }
  .toggles button[aria-pressed="false"]::before { background: none; }
  .toggles span { min-width: 0; overflow: hidden; text-overflow: ellipsis; unicode-bidi: isolate; }
`;

/** @typedef {import("../../theme.js").Token} Token */

/**
 * Adds the buttons at the end of `place`.
 *
 * @template {{ name: string, colour: string, shown: boolean }} Entry
 * @param {HTMLElement} place
 * @param {{ quiet: boolean }} how `quiet`: they are visible only while one has the focus, for a figure with its own legend
 * @param {(entry: Entry) => void} toggle is called with the entry that was pressed
 * @returns {(legend: Entry[], theme: import("../../theme.js").Theme) => void} updates the buttons
 */
export function toggles(place, { quiet }, toggle) {
  injectStyles(STYLES);
  const row = document.createElement("div");
  row.className = quiet ? "toggles is-quiet" : "toggles";
  row.setAttribute("role", "group");
  row.setAttribute("aria-label", "Series that are shown");
  place.append(row);
  let named = "";
  /** @type {Entry[]} */
  let entries = [];

  return (legend, theme) => {
    entries = legend;
    // A saved page does not set the theme's values itself.
    for (const name of /** @type {Token[]} */ (["ink", "soft", "sunken", "surface", "accent", "sans"])) place.style.setProperty(`--${name}`, theme[name]);
    const names = JSON.stringify(legend.map(({ name }) => name));
    // Buttons of the same names stay, and the focus with them.
    if (names !== named) row.replaceChildren(...legend.map(({ name }, at) => button(name, () => toggle(entries[at]))));
    named = names;
    legend.forEach(({ colour, shown }, at) => {
      /** @type {HTMLElement} */ (row.children[at]).style.setProperty("--series", colour);
      row.children[at].setAttribute("aria-pressed", String(shown));
    });
  };
}

/**
 * @param {string} name
 * @param {() => void} press
 */
function button(name, press) {
  const made = document.createElement("button");
  const label = document.createElement("span");
  made.type = "button";
  label.textContent = words(name);
  made.append(label);
  made.addEventListener("click", press);
  return made;
}
