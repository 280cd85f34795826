// How the page holds at phone and desktop width, light and dark. Knows no state of the page; the caller brings it there.

import assert from "node:assert/strict";
import { AxeBuilder } from "@axe-core/playwright";

const LOOKS = [390, 1280].flatMap((width) => ["light", "dark"].map((colorScheme) => ({ width, height: 900, colorScheme })));

/** No violation that axe-core knows in any look, and nothing wider than the page. */
export async function holds(page) {
  for (const { width, height, colorScheme } of LOOKS) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).exclude("iframe").analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join(" | ")}`);
    assert.deepEqual(found, [], `at ${width} px, ${colorScheme}`);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(overflow <= 0, `the page is ${overflow} px too wide at ${width} px`);
  }
}
