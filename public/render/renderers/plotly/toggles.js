// The legend of a chart as buttons below it: each leaves its series out, or shows it again, by pointer and by keyboard. Knows names and
// colours, nothing of what draws the series.

import { words } from "../../chart/text.js";
import { wear } from "./wear.js";

const LOOK = `
  .toggles { display: flex; flex-wrap: wrap; gap: 4px; padding: 0 8px 8px; }
  .toggles:empty { display: none; }
  .toggles button { display: inline-flex; align-items: center; gap: 8px; max-width: 100%; min-height: 32px; padding: 2px 10px; border: 1px solid transparent;
    border-radius: 6px; background: none; color: var(--ink); font: 13px/1.4 var(--sans); text-align: start; cursor: pointer; }
  .toggles button:hover { background: var(--sunken); }
  .toggles button:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
  .toggles button::before { content: ""; flex: none; box-sizing: border-box; width: 12px; height: 12px; border: 2px solid var(--series); border-radius: 3px; background: var(--series); }
  .toggles button[aria-pressed="false"] { color: var(--soft); text-decoration: line-through; }
  .toggles button[aria-pressed="false"]::before { background: none; }
  .toggles span { min-width: 0; overflow: hidden; text-overflow: ellipsis; unicode-bidi: isolate; }
`;

/**
 * Adds the buttons at the end of `place`.
 *
 * @param {HTMLElement} place
 * @param {(name: string) => void} toggle is told which name was pressed
 * @returns {(legend: Array<{ name: string, colour: string }>, hidden: Set<string>, theme: object) => void} brings them up to date
 */
export function toggles(place, toggle) {
  wear(LOOK);
  const row = document.createElement("div");
  row.className = "toggles";
  row.setAttribute("role", "group");
  row.setAttribute("aria-label", "Series that are shown");
  place.append(row);
  let named = "";

  return (legend, hidden, theme) => {
    // A page that was saved has none of the theme's values by itself.
    for (const name of ["ink", "soft", "sunken", "accent", "sans"]) place.style.setProperty(`--${name}`, theme[name]);
    const names = JSON.stringify(legend.map(({ name }) => name));
    // The same buttons stay, and the focus with them.
    if (names !== named) row.replaceChildren(...legend.map(({ name }) => button(name, toggle)));
    named = names;
    legend.forEach(({ name, colour }, at) => {
      row.children[at].style.setProperty("--series", colour);
      row.children[at].setAttribute("aria-pressed", String(!hidden.has(name)));
    });
  };
}

function button(name, toggle) {
  const made = document.createElement("button");
  const label = document.createElement("span");
  made.type = "button";
  label.textContent = words(name);
  made.append(label);
  made.addEventListener("click", () => toggle(name));
  return made;
}
