// Checks the accessibility of the page at phone and desktop width, light and dark, with the content
// of its results' frames. Knows no state of the page; the caller prepares it.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import { FULL, OFFSET } from "./sample.mjs";

/**
 * A width, height and colour scheme of the page.
 *
 * @typedef {{ width: number, height: number, colorScheme: "light" | "dark" }} Look
 */

/**
 * Every width with every colour scheme.
 *
 * @type {Look[]}
 */
export const LOOKS = [390, 1280].flatMap((width) =>
  /** @type {const} */ (["light", "dark"]).map((colorScheme) => ({
    width,
    height: 900,
    colorScheme,
  })),
);

/** Two looks that have each width and each colour scheme; which two changes with the commit. */
export const CORNERS = LOOKS.filter(
  ({ width, colorScheme }) => (width < 600 === (colorScheme === "light")) === (OFFSET % 2 === 0),
);

const AXE = await readFile(
  createRequire(import.meta.resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** axe-core's rules that apply only to a whole page, not to a frame in it. */
const WHOLE = ["bypass", "document-title", "landmark-one-main", "page-has-heading-one", "region"];

/** Those for which colours count: with the dark scheme nothing else differs from the light one. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/**
 * Checks that axe-core finds no violation at some widths and colour schemes, and that nothing is wider
 * than the page.
 *
 * @param {import("playwright-core").Page} page
 * @param {string} part the selector of the part to check
 * @param {Look[]} looks `CORNERS` by default, and all in a full run
 */
export async function expectAccessible(page, part = "html", looks = FULL ? LOOKS : CORNERS) {
  for (const { width, height, colorScheme } of looks) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const found = await violations(page, colorScheme, { include: [[part]], exclude: [["iframe"]] });
    for (const frame of await shown(page, part))
      found.push(...(await framed(page, frame, { width, height, colorScheme })));
    assert.deepEqual(found, [], `at ${width} px, ${colorScheme}`);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.ok(overflow <= 0, `the page is ${overflow} px too wide at ${width} px`);
  }
}

/**
 * Returns the visible frames in a part of the page.
 *
 * @param {import("playwright-core").Page} page
 * @param {string} part
 */
async function shown(page, part) {
  const elements = await page
    .locator(part)
    .locator("iframe[data-testid=rendered]:visible")
    .elementHandles();
  return (await Promise.all(elements.map((element) => element.contentFrame()))).filter(
    (frame) => frame !== null,
  );
}

/**
 * Returns what axe-core finds in one frame and in the one nested in it.
 *
 * @param {import("playwright-core").Page} page
 * @param {import("playwright-core").Frame} frame
 * @param {Look} look
 */
async function framed(page, frame, look) {
  // By a timer: a frame outside the viewport gets no animation frames, which is what the driver
  // waits with by default.
  await frame.waitForFunction(
    (wanted) => getComputedStyle(document.documentElement).colorScheme === wanted,
    look.colorScheme,
    { polling: 100 },
  );
  const ground = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue("--surface"),
  );
  const found = await violations(frame, look.colorScheme, null, ground);
  // No script runs in a nested frame, so that its content is checked in a separate page.
  for (const inner of frame.childFrames()) {
    const copy = await page.context().newPage();
    await copy.setViewportSize({ width: look.width, height: look.height });
    await copy.emulateMedia({ colorScheme: look.colorScheme });
    await copy.setContent(await inner.content());
    found.push(...(await violations(copy, look.colorScheme, null, ground)));
    await copy.close();
  }
  return found.map((sentence) => `in a frame: ${sentence}`);
}

/**
 * Returns the violations that axe-core finds in a document, without those of its frames: in a part
 * of a page, or in all of a frame's document. A frame is transparent, so that it gets the page's
 * background.
 *
 * @param {import("playwright-core").Page | import("playwright-core").Frame} target
 * @param {Look["colorScheme"]} scheme
 * @param {{ include: string[][], exclude: string[][] } | null} part
 * @param {string} [ground]
 */
async function violations(target, scheme, part, ground = "") {
  if (!(await target.evaluate(() => "axe" in globalThis))) await target.evaluate(AXE);
  const rules = part ? {} : Object.fromEntries(WHOLE.map((name) => [name, { enabled: false }]));
  const runOnly = scheme === "dark" ? OF_COLOURS : undefined;
  const found = await target.evaluate(
    async ([part, ground, rules, runOnly]) => {
      const { style } = document.documentElement;
      if (ground) style.background = ground;
      const { violations } = await axe.run(part ?? document, {
        iframes: false,
        elementRef: false,
        resultTypes: ["violations"],
        rules: runOnly ? {} : rules,
        runOnly,
      });
      if (ground) style.background = "";
      return violations;
    },
    /** @type {const} */ ([part, ground, rules, runOnly]),
  );
  return found.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join(" | ")}`,
  );
}
