// Using the page by keyboard alone, from the empty page to the answer: the sample, a suggestion, a
// question, Stop, the privacy panel.

import { test } from "node:test";
import assert from "node:assert/strict";
import { journey } from "../support/fixture.mjs";
import { id, over, profile } from "../support/user.mjs";

const { page } = await journey({ boot: false });

test("Tab reaches the sample, Enter adds it", async () => {
  await tabTo(page, "sample-sales");
  await page.keyboard.press("Enter");
  await profile(page, "sales.csv", 150_000);
});

test("Tab reaches the composer, Enter asks, Shift and Enter do not", async () => {
  await tabTo(page, "composer");
  await page.keyboard.type("top 3 customers");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("by revenue");
  assert.equal(await page.locator(id("turn")).count(), 0);
  await page.keyboard.press("Enter");
  const turn = page.locator(id("turn")).first();
  await over(turn);
  assert.match(await turn.locator(id("answer")).innerText(), /\d/);
  assert.ok(
    await page.locator(id("composer")).evaluate((element) => element === document.activeElement),
    "one can go on typing",
  );
});

test("a question that follows is asked with Enter, the steps and a step open with Enter", async () => {
  await tabTo(page, "follow-up");
  await page.keyboard.press("Enter");
  const turn = page.locator(id("turn")).nth(1);
  await over(turn);
  for (const fold of ["steps", "step"]) {
    const summary = turn.locator(`${id(fold)} > summary`).first();
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
