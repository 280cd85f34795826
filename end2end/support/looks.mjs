// How the page holds at phone and desktop width, light and dark, with what stands in the frames of its results. Knows no state of the
// page; the caller brings it there.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import { AxeBuilder } from "@axe-core/playwright";

const LOOKS = [390, 1280].flatMap((width) => ["light", "dark"].map((colorScheme) => ({ width, height: 900, colorScheme })));

const AXE = await readFile(createRequire(import.meta.resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"), "utf8");

/** Rules about a whole page, which a frame within one is not. */
const WHOLE = ["bypass", "document-title", "landmark-one-main", "page-has-heading-one", "region"];

/**
 * No violation that axe-core knows in any look, and nothing wider than the page.
 *
 * @param {import("playwright-core").Page} page
 * @param {string} part what of the page is looked at, as a selector
 */
export async function holds(page, part = "html") {
  for (const { width, height, colorScheme } of LOOKS) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).include(part).exclude("iframe").analyze();
    const found = told(violations);
    for (const frame of await shown(page, part)) found.push(...(await framed(page, frame, { width, height, colorScheme })));
    assert.deepEqual(found, [], `at ${width} px, ${colorScheme}`);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(overflow <= 0, `the page is ${overflow} px too wide at ${width} px`);
  }
}

/** The frames in a part of the page that can be seen. */
async function shown(page, part) {
  const elements = await page.locator(part).locator("iframe[data-testid=rendered]:visible").elementHandles();
  return (await Promise.all(elements.map((element) => element.contentFrame()))).filter(Boolean);
}

/** What axe-core finds in one frame and in the one within it. */
async function framed(page, frame, look) {
  await frame.waitForFunction((wanted) => getComputedStyle(document.documentElement).colorScheme === wanted, look.colorScheme);
  const ground = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--surface"));
  const found = [await frame.evaluate(judged(ground))];
  // No script runs in a frame within, so that what stands in it is judged in a page of its own.
  for (const inner of frame.childFrames()) {
    const copy = await page.context().newPage();
    await copy.setViewportSize({ width: look.width, height: look.height });
    await copy.emulateMedia({ colorScheme: look.colorScheme });
    await copy.setContent(await inner.content());
    found.push(await copy.evaluate(judged(ground)));
    await copy.close();
  }
  return found.flatMap(told).map((sentence) => `in a frame: ${sentence}`);
}

/** What has axe-core look at a document. One that is shown in a frame is transparent, so that the page's ground is put behind it. */
function judged(ground) {
  const rules = Object.fromEntries(WHOLE.map((name) => [name, { enabled: false }]));
  return `(async () => {
    ${AXE};
    document.documentElement.style.background = ${JSON.stringify(ground)};
    const { violations } = await axe.run(document, { iframes: false, elementRef: false, rules: ${JSON.stringify(rules)} });
    document.documentElement.style.background = "";
    return violations;
  })()`;
}

const told = (violations) => violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join(" | ")}`);
