// Results on the page of a scripted model: shows them, saves their files, uses their menu.

import { python } from "./upstream.mjs";
import { ask, cells, id, unfold } from "./user.mjs";

/** Code that shows a table of five rows. */
export const PEOPLE = `import pandas as pd
pd.DataFrame({"name": ["Ada", "Ben", "Zoë", "Carl", "Eve"], "age": [36, None, 7, 36, 81], "joined": pd.to_datetime(["2024-03-01", "2023-01-05", None, "2024-03-01", "2020-12-31"])})`;

/**
 * Has the model run the code and returns the turn with everything in it expanded.
 *
 * @param {Pick<import("./fixture.mjs").ScriptedJourney, "upstream" | "page">} fixture
 * @param {string} code
 */
export async function shown({ upstream, page }, code) {
  upstream.script({ calls: [python(code)] }, { text: "Here it is." });
  const turn = await ask(page, "show it", 120_000);
  await unfold(turn);
  return turn;
}

/**
 * Chooses an entry in a result's menu.
 *
 * @param {import("playwright-core").Locator} part
 * @param {string} entry
 */
export async function pick(part, entry) {
  await part.hover();
  await part.locator(id("result-menu")).first().click();
  await part
    .page()
    .locator(".result-menu:popover-open")
    .getByRole("button", { name: entry, exact: true })
    .click();
}

/**
 * Returns the cells of a table's first column.
 *
 * @param {import("playwright-core").Locator} table
 */
export async function names(table) {
  return (await cells(table)).rows.map(([name]) => name);
}
