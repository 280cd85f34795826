// A new user's way by keyboard alone: a file is chosen, a question asked, a number followed to its
// place, the reading corrected, and the report exported. axe-core finds nothing on any of these
// screens. Then what else Tab reaches.

import { test } from "node:test";
import assert from "node:assert/strict";
import { ready } from "../support/browser.mjs";
import { journey } from "../support/fixture.mjs";
import { CORNERS, expectAccessible } from "../support/looks.mjs";
import { id, over, profile, saved } from "../support/user.mjs";

const CSV = `region,revenue,day
North,10,2026-01-03
North,20,2026-02-04
South,5,2026-03-05
West,7,2026-04-06
`;

const { page } = await journey({
  boot: false,
  // The driver sees what an input opens, not this.
  init: () => void delete window.showOpenFilePicker,
});
const turn = page.locator(id("turn")).first();

test("a file is chosen with Tab and Enter", async () => {
  await clean();
  // The keys of a page that is not hydrated yet do nothing.
  await ready(page);
  await tabTo(page, "pick");
  const choosing = page.waitForEvent("filechooser");
  // On a busy machine the key would overtake the driver's request to be told of the chooser.
  await page.evaluate(() => {});
  await page.keyboard.press("Enter");
  const chooser = await choosing;
  await chooser.setFiles({ name: "sales.csv", mimeType: "text/csv", buffer: Buffer.from(CSV) });
  await profile(page, "sales.csv", 150_000);
  await clean();
});

test("Tab reaches the composer, Enter asks, Shift and Enter do not", async () => {
  await tabTo(page, "composer");
  await page.keyboard.type("total revenue");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("by region");
  assert.equal(await page.locator(id("turn")).count(), 0);
  await page.keyboard.press("Enter");
  await over(turn);
  assert.match(await turn.locator(id("answer")).innerText(), /North[\s\S]*30/);
  assert.ok(
    await page.locator(id("composer")).evaluate((element) => element === document.activeElement),
    "one can go on typing",
  );
});

test("the badge marks the numbers, and a mark leads to its place", async () => {
  await tabTo(page, "claims-badge");
  await page.keyboard.press("Enter");
  await tabTo(page, "claim");
  await clean();
  await tabTo(page, "claim");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.closest(".steps, .highlights"));
  await clean();
});

test("a part of the reading is corrected, and the answer follows", async () => {
  await tabTo(page, "query-chip");
  await page.keyboard.press("ArrowDown");
  await page.locator(id("query-menu")).waitFor();
  await clean();
  await page.keyboard.type("aver");
  await page.locator(id("query-choice")).first().filter({ hasText: "Average" }).waitFor();
  await page.keyboard.press("Enter");
  await turn.locator(id("version")).filter({ hasText: "Version 2 of 2" }).waitFor();
  await over(turn);
  assert.match(await turn.locator(id("answer")).innerText(), /North[\s\S]*15/);
});

test("the menu of the session's title names the session and exports its report", async () => {
  await tabTo(page, "session-menu-open");
  await page.keyboard.press("Enter");
  await page.locator(id("session-versions")).getByText("version 2 of 2").waitFor();
  await clean();
  await tabTo(page, "session-name");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Average by region");
  await page.keyboard.press("Enter");
  await page.locator(id("session-menu-open")).filter({ hasText: "Average by region" }).waitFor();
  await page.keyboard.press("Tab");
  const { name, bytes } = await saved(page, () => page.keyboard.press("Enter"));
  assert.equal(name, "average-by-region.html");
  assert.match(bytes.toString(), /North/);
  await page
    .locator(id("session-status"))
    .filter({ hasText: `${name} was exported` })
    .waitFor();
  await page.keyboard.press("Escape");
});

test("a question that follows is asked with Enter, the steps and a step open with Enter", async () => {
  await tabTo(page, "follow-up");
  await page.keyboard.press("Enter");
  const next = page.locator(id("turn")).nth(1);
  await over(next);
  for (const fold of ["steps", "step"]) {
    const summary = next.locator(`${id(fold)} > summary`).first();
    const isOpen = () =>
      summary.evaluate((element) => /** @type {HTMLDetailsElement} */ (element.parentElement).open);
    assert.equal(await isOpen(), false, fold);
    await summary.focus();
    await page.keyboard.press("Enter");
    assert.equal(await isOpen(), true, fold);
  }
});

test("a question mark lists the shortcuts, except where it is text", async () => {
  await page.locator(id("composer")).fill("");
  await page.locator(id("composer")).focus();
  await page.keyboard.press("?");
  assert.equal(await page.locator(id("composer")).inputValue(), "?");
  assert.equal(await page.locator(id("shortcuts")).count(), 0);
  await page.locator(id("composer")).fill("");
  await tabTo(page, "more-open");
  await page.keyboard.press("?");
  await page.locator(id("shortcuts")).waitFor();
  await page.keyboard.press("Escape");
  await page.locator(id("shortcuts")).waitFor({ state: "detached" });
});

test("the privacy panel opens and closes, and the focus returns", async () => {
  await tabTo(page, "privacy-open");
  await page.keyboard.press("Enter");
  await page.locator(id("ledger")).waitFor();
  await page.keyboard.press("Escape");
  await page.locator(id("ledger")).waitFor({ state: "hidden" });
  assert.equal(
    await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).dataset.testid),
    "privacy-open",
  );
});

test("the page has no errors", () => assert.deepEqual(page.faults, []));

/** Checks the screen for accessibility, and returns to the width and colours of a desktop. */
async function clean() {
  await expectAccessible(page, "html", CORNERS);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
}

/**
 * Presses Tab until the element of that test id has the focus, which has to be visible; fails after
 * one round of the page.
 *
 * @param {import("playwright-core").Page} page
 * @param {string} name
 */
async function tabTo(page, name) {
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => {
      const element = /** @type {HTMLElement} */ (document.activeElement);
      const { width, height } = element.getBoundingClientRect();
      const around = /** @type {HTMLElement[]} */ (
        [
          element,
          element.parentElement,
          element.parentElement?.parentElement,
          element.closest("form"),
        ].filter(Boolean)
      );
      const looks = () =>
        around
          .map((one) => getComputedStyle(one))
          .map(({ outline, boxShadow, borderColor }) => [outline, boxShadow, borderColor].join());
      const focused = looks();
      element.blur();
      const without = looks();
      element.focus({ focusVisible: true, preventScroll: true });
      return {
        id: element.dataset?.testid,
        // Something looks otherwise than without the focus.
        visible: width > 0 && height > 0 && focused.some((look, at) => look !== without[at]),
      };
    });
    if (focused.id === name) {
      assert.ok(focused.visible, `${name} has no visible focus`);
      return;
    }
  }
  assert.fail(`Tab does not reach ${name}`);
}
