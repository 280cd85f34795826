// A phone: touch targets of sufficient size, a keyboard that is hidden with the question, and pinch
// zoom over everything that is shown.

import { before, test } from "node:test";
import assert from "node:assert/strict";

import { PHONE, addFile, within } from "../support/browser.mjs";
import { journey } from "../support/fixture.mjs";
import { id, openPython } from "../support/user.mjs";
import { show } from "../support/rendered.mjs";

/** The minimum size of a touch target, in CSS pixels: Apple's guidelines and WCAG 2.5.5. */
const TARGET = 44;
/** The font size below which iOS zooms in on a field that gets the focus, in CSS pixels. */
const FIELD = 16;

const SHOP = `item,amount,when\n${Array.from({ length: 60 }, (_, row) => `thing ${row % 7},${(row * 37) % 101},2025-0${1 + (row % 9)}-03`).join("\n")}`;
const CHART = {
  data: [{ type: "bar", x: ["a", "b"], y: [1, 2] }],
  layout: { title: { text: "Bars" } },
};

const { page } = await journey(PHONE);

before(() => addFile(page, "shop.csv", SHOP));

/**
 * Returns the visible touch targets that are too small. Links within an answer are as high as their
 * line, which WCAG's criterion on target size exempts.
 */
const tooSmall = () =>
  page.evaluate((target) => {
    const all = document.querySelectorAll(
      "button, a[href], input, select, textarea, summary, [role='button']",
    );
    return Array.from(all)
      .filter(
        (one) =>
          !one.matches(".prose a") &&
          one.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
      )
      .flatMap((one) => {
        // Rounding may cost half a pixel; elements for screen readers alone have no size; a label
        // is the target of its field.
        const boxes = /** @type {Element[]} */ ([one, one.closest("label")].filter(Boolean)).map(
          (box) => box.getBoundingClientRect(),
        );
        const size = /** @type {const} */ (["width", "height"]).map((side) =>
          Math.max(...boxes.map((box) => box[side])),
        );
        const shown = size.every((length) => length > 1);
        return shown && size.some((length) => length < target - 0.5)
          ? [`${one.outerHTML.slice(0, 120)} ${size.join(" × ")}`]
          : [];
      });
  }, TARGET);

const fits = async () => {
  assert.deepEqual(await tooSmall(), []);
  assert.ok(
    await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    "nothing is wider than the screen",
  );
};

/**
 * Moves two fingers apart over an element, which zooms the page, and together again.
 *
 * @param {import("playwright-core").Locator} locator
 */
async function pinched(locator) {
  await locator.scrollIntoViewIfNeeded();
  const { x, y, width, height } = /** @type {DOMRect} */ (await locator.boundingBox());
  const session = await page.context().newCDPSession(page);
  const moved = async (/** @type {number} */ from, /** @type {number} */ to) => {
    const fingers = (/** @type {number} */ apart) =>
      [-1, 1].map((side, id) => ({
        x: x + width / 2 + (side * apart) / 2,
        y: Math.min(y + height / 2, PHONE.viewport.height - 200),
        id,
      }));
    await session.send("Input.dispatchTouchEvent", {
      type: "touchStart",
      touchPoints: fingers(from),
    });
    for (let step = 1; step <= 10; step += 1) {
      await session.send("Input.dispatchTouchEvent", {
        type: "touchMove",
        touchPoints: fingers(from + ((to - from) * step) / 10),
      });
      await page.waitForTimeout(16);
    }
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  await moved(60, 180);
  await page.waitForFunction(() => /** @type {VisualViewport} */ (visualViewport).scale > 1.5);
  await moved(300, 30);
  await page.waitForFunction(() => /** @type {VisualViewport} */ (visualViewport).scale === 1);
  await session.detach();
}

test("all touch targets are large enough, and fields do not zoom in", async () => {
  await fits();
  const sizes = await page.evaluate(() =>
    Array.from(document.querySelectorAll("textarea, select, input"), (field) =>
      Number.parseFloat(getComputedStyle(field).fontSize),
    ),
  );
  assert.ok(sizes.length > 0 && sizes.every((size) => size >= FIELD), `${sizes}`);
  const header = await page.locator(".header").boundingBox();
  assert.ok(header && header.height <= 56, "the header is one row");
  for (const menu of ["model-menu", "privacy-open", "more-open"]) {
    await page.locator(id(menu)).tap();
    await page.locator(":popover-open").waitFor();
    await fits();
    await page.keyboard.press("Escape");
  }
  await openPython(page);
  await fits();
  await page.keyboard.press("Escape");
});

test("the keyboard's Enter key is labelled Send, and the keyboard is hidden with the question", async () => {
  const field = page.locator(id("composer"));
  assert.equal(await field.getAttribute("enterkeyhint"), "send");
  await field.tap();
  await field.fill("total amount per item as a bar chart");
  assert.ok(await field.evaluate((element) => element === document.activeElement));
  await page.keyboard.press("Enter");
  assert.ok(await field.evaluate((element) => element !== document.activeElement));
  await page.locator(id("figure")).first().waitFor();
  await page.locator(id("send")).waitFor();
  await fits();
});

test("the touch targets of a turn are large enough, and pinch zoom works over tables, figures and charts", async () => {
  for (const what of [
    page.locator(`${id("turn")} .table-box`).first(),
    page.locator(id("figure")).first(),
  ]) {
    await pinched(what);
  }
  assert.equal(
    await within(
      30_000,
      "the chart",
      show(page, { kind: "plotly", content: JSON.stringify(CHART) }),
    ),
    null,
  );
  await pinched(page.locator("#shown iframe"));
});
