// Charts and the user's own figures in their frame: they follow light and dark and the width, and
// are used by pointer and keyboard. That each kind is drawn at all is in 28-drawn.test.mjs.

import { test } from "node:test";
import assert from "node:assert/strict";
import { elsewhere, openPage, startBrowser } from "../support/browser.mjs";
import { LINE, SURFACE } from "../support/contents.mjs";
import { journey } from "../support/fixture.mjs";
import { frames, saved, show } from "../support/rendered.mjs";

const { server, page } = await journey({ boot: false });

const BY_GROUP = {
  data: [
    { y: [1, 2], name: "north", legendgroup: "n", line: { color: "#123456" } },
    { y: [2, 3], name: "north again", legendgroup: "n", showlegend: false },
    { y: [3, 4], name: "<b>south</b> & east" },
    { y: [4, 5], name: "left out", visible: "legendonly" },
  ],
};
const SLICES = { data: [{ type: "pie", labels: ["a", "b", "c"], values: [1, 2, 3] }] };

/**
 * @typedef {{ scene: { _scene: { getCamera(): { eye: unknown } } } }} Layout what Plotly keeps of a
 *   3D figure
 */

test("a figure follows light and dark, and a phone's width", { timeout: 90_000 }, async () => {
  await show(page, { kind: "chart", content: LINE });
  const { outer } = await frames(page);
  const ink = () =>
    outer.evaluate(
      () =>
        getComputedStyle(/** @type {Element} */ (document.querySelector(".gtitle, .g-gtitle text")))
          .fill,
    );
  const light = await ink();
  await page.emulateMedia({ colorScheme: "dark" });
  await outer.waitForFunction(
    (light) =>
      getComputedStyle(/** @type {Element} */ (document.querySelector(".gtitle, .g-gtitle text")))
        .fill !== light,
    light,
  );
  assert.equal(
    await outer.evaluate(() => getComputedStyle(document.documentElement).colorScheme),
    "dark",
  );
  await page.setViewportSize({ width: 390, height: 800 });
  await outer.waitForFunction(
    () => /** @type {Element} */ (document.querySelector(".main-svg")).clientWidth === 390,
  );
  assert.ok(await outer.evaluate(() => document.documentElement.scrollWidth <= 390));
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
});

test("a figure shows the value under the pointer, zooms, and hides the series that is toggled in its legend", {
  timeout: 90_000,
}, async () => {
  const elements = LINE.elements.map((one) => ({
    ...one,
    points: one.points.map(([month, value]) => [month, Number(value) * 9905.8667]),
  }));
  await show(page, { kind: "chart", content: { ...LINE, elements } });
  const { outer } = await frames(page);
  const plot = /** @type {import("playwright-core").ElementHandle} */ (await outer.$(".nsewdrag"));
  const box = /** @type {DOMRect} */ (await plot.boundingBox());
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.5);
  await page.mouse.move(box.x + box.width * 0.5 + 2, box.y + box.height * 0.5 + 2);
  const points = await outer.$$(".scatterlayer .trace:first-child .point");
  const at = /** @type {DOMRect} */ (await points[6].boundingBox());
  await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
  // As tables show it, rather than 59.4352k.
  await outer.waitForFunction(() =>
    /59,435\.2/.test(document.querySelector(".hoverlayer .hovertext")?.textContent ?? ""),
  );
  const milano = outer.getByRole("button", { name: "Milano", exact: true });
  await milano.click();
  await outer.waitForFunction(
    () => document.querySelectorAll(".scatterlayer .js-line").length === 1,
  );
  assert.equal(await milano.getAttribute("aria-pressed"), "false");
  const ticks = () =>
    outer.evaluate(
      () => /** @type {Element} */ (document.querySelector(".xaxislayer-above")).textContent,
    );
  const before = await ticks();
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.3);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.7, { steps: 5 });
  await page.mouse.up();
  await outer.waitForFunction(
    (before) =>
      /** @type {Element} */ (document.querySelector(".xaxislayer-above")).textContent !== before,
    before,
  );
});

test("the series of a chart can be toggled by keyboard, and stay toggled in dark mode", {
  timeout: 90_000,
}, async () => {
  await show(page, { kind: "chart", content: LINE });
  const { outer } = await frames(page);
  const drawn = (/** @type {number} */ count) =>
    outer.waitForFunction(
      (count) => document.querySelectorAll(".scatterlayer .js-line").length === count,
      count,
    );
  const focus = () =>
    outer.evaluate(() => {
      const focused = /** @type {Element} */ (document.activeElement);
      return {
        name: focused.textContent,
        pressed: focused.getAttribute("aria-pressed"),
        seen: getComputedStyle(focused).outlineStyle,
      };
    });
  await outer
    .locator("main")
    .evaluate((main) =>
      /** @type {HTMLElement} */ (main.querySelector("button[aria-label]")).focus(),
    );
  for (let steps = 0; steps < 20 && (await focus()).name !== "Roma"; steps += 1)
    await page.keyboard.press("Tab");
  assert.deepEqual(await focus(), { name: "Roma", pressed: "true", seen: "solid" });
  await page.keyboard.press("Space");
  await drawn(1);
  assert.deepEqual(await focus(), { name: "Roma", pressed: "false", seen: "solid" });
  await page.emulateMedia({ colorScheme: "dark" });
  await outer.waitForFunction(
    () => getComputedStyle(document.documentElement).colorScheme === "dark",
  );
  await drawn(1);
  await page.emulateMedia({ colorScheme: "light" });
  await page.keyboard.press("Enter");
  await drawn(2);
});

test("the series of the user's own Plotly figure can be toggled by keyboard, those of a group together", {
  timeout: 120_000,
}, async () => {
  assert.equal(await show(page, { kind: "plotly", content: BY_GROUP }), null);
  const { outer } = await frames(page);
  const lines = (/** @type {number} */ count) =>
    outer.waitForFunction(
      (count) => document.querySelectorAll(".scatterlayer .js-line").length === count,
      count,
    );
  const named = () =>
    outer.evaluate(() =>
      Array.from(
        document.querySelectorAll(".toggles button"),
        (one) => `${one.textContent} ${one.getAttribute("aria-pressed")}`,
      ),
    );
  assert.deepEqual(await named(), ["north true", "south & east true", "left out false"]);
  assert.equal(
    await outer.evaluate(() => document.querySelectorAll(".legend .traces").length),
    3,
    "it keeps the legend that it has",
  );
  const high = () => page.$eval("#shown iframe", (frame) => frame.clientHeight);
  const before = await high();
  assert.ok(
    /** @type {DOMRect} */ (await outer.locator(".toggles").boundingBox()).height <= 1,
    "and looks as it did",
  );
  await outer
    .locator("main")
    .evaluate((main) => /** @type {HTMLElement} */ (main.querySelector(".toggles button")).focus());
  await page.waitForFunction(
    (before) =>
      /** @type {Element} */ (document.querySelector("#shown iframe")).clientHeight > before,
    before,
  );
  await page.keyboard.press("Space");
  await lines(1);
  assert.deepEqual(await named(), ["north false", "south & east true", "left out false"]);
  // Hidden series stay hidden in dark mode and in a saved image, and the buttons follow clicks in
  // the legend.
  await page.emulateMedia({ colorScheme: "dark" });
  await outer.waitForFunction(
    () => getComputedStyle(document.documentElement).colorScheme === "dark",
  );
  await lines(1);
  await page.emulateMedia({ colorScheme: "light" });
  assert.equal((await saved(page, "toPng")).type, "image/png");
  await outer.locator(".legendtoggle").nth(2).click();
  await lines(2);
  await outer.waitForFunction(
    () => document.querySelectorAll(".toggles button[aria-pressed=true]").length === 2,
  );
  assert.deepEqual(await named(), ["north false", "south & east true", "left out true"]);
  assert.equal(await show(page, { kind: "plotly", content: SLICES }), null);
  const { outer: pie } = await frames(page);
  await pie
    .locator("main")
    .evaluate((main) =>
      /** @type {HTMLElement} */ (main.querySelectorAll(".toggles button")[1]).focus(),
    );
  await page.keyboard.press("Enter");
  await pie.waitForFunction(() => document.querySelectorAll(".pielayer .slice path").length === 2);
  for (const alone of [
    { data: BY_GROUP.data.slice(0, 1) },
    { ...BY_GROUP, layout: { showlegend: false } },
  ]) {
    assert.equal(await show(page, { kind: "plotly", content: alone }), null);
    assert.equal(
      await (await frames(page)).outer.evaluate(
        () => document.querySelectorAll(".toggles button").length,
      ),
      0,
    );
  }
});

test("a 3D chart is drawn with WebGL, and the page says so where there is none", {
  timeout: 180_000,
}, async () => {
  const cloud = { data: [{ type: "scatter3d", x: [1, 2], y: [1, 2], z: [1, 2] }] };
  for (const [kind, content] of /** @type {[string, object][]} */ ([
    ["chart", SURFACE],
    ["plotly", cloud],
  ])) {
    assert.match(
      (await show(page, { kind, content })) ?? "",
      /^This is drawn with WebGL, which this browser does not have/,
    );
    assert.equal(await page.evaluate(() => document.querySelectorAll("#shown iframe").length), 0);
  }
  const able = await startBrowser({ webgl: true, compileLess: true, windows: true });
  try {
    const other = await openPage(able, server.url, { boot: false });
    for (const [kind, content] of /** @type {[string, object][]} */ ([
      ["chart", SURFACE],
      ["plotly", cloud],
    ])) {
      assert.equal(await show(other, { kind, content }), null);
      const { outer } = await frames(other);
      assert.equal(
        await outer.evaluate(() => document.querySelectorAll(".gl-container canvas").length),
        1,
      );
      // Dragging rotates it.
      const eye = (/** @type {string} */ before) => {
        const { _fullLayout } = /** @type {Element & { _fullLayout: Layout }} */ (
          document.querySelector(".js-plotly-plot")
        );
        const now = JSON.stringify(_fullLayout.scene._scene.getCamera().eye);
        return now === before ? null : now;
      };
      const before = await outer.evaluate(eye, "");
      const box = /** @type {DOMRect} */ (await other.locator("#shown iframe").boundingBox());
      await other.mouse.move(box.x + box.width / 2, box.y + 200);
      await other.mouse.down();
      await other.mouse.move(box.x + box.width / 2 + 120, box.y + 230, { steps: 6 });
      await other.mouse.up();
      await outer.waitForFunction(eye, String(before));
      const picture = await saved(other, "toPng");
      assert.ok(
        picture.bytes.length > 8_000,
        `something is in the picture of ${picture.bytes.length} bytes`,
      );
    }
    assert.deepEqual(other.faults, []);
  } finally {
    await able.close();
  }
});

test("the page requested only this server's files", () =>
  assert.deepEqual(elsewhere(page, server.url), []));
