// The tables of hostile contents, and functions that show one content at a time in the page as the
// results' views do. Knows nothing of single cases.

import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { root } from "./server.mjs";

const folder = path.join(root, "end2end/rendered");

/**
 * A content, and whether it is drawn.
 *
 * @typedef {{ kind: string, name: string, content: any, drawn?: boolean | "either" }} Case
 */

/**
 * Returns all cases, with `{canary}` filled in: `kind`, `name`, `content` (repeated `times` times),
 * and `drawn`: whether it is drawn, true by default, or "either".
 *
 * @param {string} canary
 * @returns {Case[]}
 */
export function renderedCases(canary) {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .flatMap((name) => readFileSync(path.join(folder, name), "utf8").split("\n").filter(Boolean))
    .map((line) => JSON.parse(line.replaceAll("{canary}", canary)))
    .map(({ times = 1, ...one }) =>
      times > 1 ? { ...one, content: one.content.repeat(times) } : one,
    );
}

/**
 * Shows a content in place of the previous one; resolves with null when it is drawn, or with the
 * sentence that says why it is not.
 *
 * @param {{ evaluate(act: (wanted: string) => Promise<string | null>, wanted: string):
 *   Promise<string | null> }} page
 * @param {{ kind: string, content?: unknown, base64?: string, title?: string, height?: number }}
 *   shown
 */
export function show(page, { kind, content, base64, title = "Test", height }) {
  return page.evaluate(
    // As text, since not every driver accepts an object with hostile keys.
    async (wanted) => {
      const { kind, content, base64, title, height } = JSON.parse(wanted);
      const { render } = await globalThis.insituPage.results();
      globalThis.shown?.handle.remove();
      document.querySelector("#shown")?.remove();
      const place = document.createElement("div");
      place.id = "shown";
      Object.assign(place.style, {
        position: "fixed",
        inset: "0 0 auto 0",
        zIndex: "1000",
        maxHeight: "100vh",
        overflow: "auto",
        background: "var(--paper)",
      });
      document.body.append(place);
      const bytes =
        base64 && Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)).buffer;
      globalThis.shown = {
        place,
        handle: render(place, { kind, content: bytes ?? content, title, height }),
      };
      return globalThis.shown.handle.drawn.then(
        () => null,
        (error) => error.message,
      );
    },
    JSON.stringify({ kind, content, base64, title, height }),
  );
}

/**
 * Returns the frame that shows the content, and the nested one for static HTML.
 *
 * @param {import("playwright-core").Page} page
 */
export async function frames(page) {
  const element = await page.waitForSelector("#shown iframe");
  const outer = /** @type {import("playwright-core").Frame} */ (await element.contentFrame());
  return { outer, inner: outer.childFrames().at(-1) ?? null };
}

/**
 * Returns the file that the result's handle saves by `how`: "toPng" or "toHtml".
 *
 * @param {import("playwright-core").Page} page
 * @param {"toPng" | "toHtml"} how
 */
export async function saved(page, how) {
  const text = await page.evaluate(async (how) => {
    const blob = await globalThis.shown.handle[how]();
    const reader = new FileReader();
    return /** @type {Promise<string>} */ (
      new Promise((resolve) => {
        reader.onload = () => resolve(/** @type {string} */ (reader.result));
        reader.readAsDataURL(blob);
      })
    );
  }, how);
  return {
    type: /** @type {RegExpExecArray} */ (/^data:([^;,]*)/.exec(text))[1],
    bytes: Buffer.from(text.slice(text.indexOf(",") + 1), "base64"),
  };
}
