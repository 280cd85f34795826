// Legitimate rendered results in their frame: content of each kind is drawn, follows light and dark, can be used by pointer and keyboard, and can be saved.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { openPage, startBrowser } from "../support/browser.mjs";
import { startFixture } from "../support/fixture.mjs";
import { frames, saved, show } from "../support/rendered.mjs";

/** How long to wait for what has no event, in milliseconds. */
const PAUSE = 250;

/** @typedef {import("playwright-core").Frame} Frame */

/** @type {import("../support/fixture.mjs").Fixture} */
let fixture;
/** @type {import("../support/browser.mjs").RecordedPage} */
let page;

before(async () => {
  fixture = await startFixture({ boot: false });
  ({ page } = fixture);
});

after(async () => {
  try {
    const elsewhere = page?.sent.filter(({ url }) => !url.startsWith(fixture.server.url) && !/^(blob|data|about|file):/.test(url)) ?? [];
    assert.deepEqual(elsewhere, [], "the page requested only this server's files");
  } finally {
    await fixture?.stop();
  }
});

const LINE = {
  type: "line",
  title: "Revenue",
  xLabel: "month",
  yLabel: "revenue (k€)",
  xScale: "datetime",
  yScale: "linear",
  xTicks: [],
  yTicks: [],
  elements: ["Milano", "Roma"].map((label, at) => ({
    label,
    points: Array.from({ length: 12 }, (_, month) => [`2025-${String(month + 1).padStart(2, "0")}-01`, month * (at + 1)]),
  })),
};
const ROUND = {
  ...LINE,
  title: "Wind",
  xScale: "linear",
  polar: true,
  angles: [
    [0, "north"],
    [1.5, "east"],
  ],
  elements: [
    {
      label: "speed",
      points: [
        [0, 1],
        [1.5, 2],
        [3, 1],
      ],
    },
  ],
};
const BARS = { ...LINE, type: "bar", polar: true, xScale: "linear", elements: [0, 1, 2].map((at) => ({ label: String(at), group: "", value: at + 1 })) };
const BOXES = {
  ...LINE,
  type: "box",
  xScale: "linear",
  elements: [[], [9]].map((outliers, at) => ({ label: `box ${at}`, min: 1, firstQuartile: 2, median: 3, thirdQuartile: 4, max: 5, outliers })),
};
const FIELD = {
  ...LINE,
  xScale: "linear",
  type: "contour",
  filled: true,
  elements: [
    {
      label: "0–1",
      from: 0,
      to: 1,
      points: [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 0],
      ],
    },
  ],
};
const SPACE = {
  ...LINE,
  type: "surface",
  title: "Hill",
  xScale: "linear",
  zLabel: "height",
  zScale: "linear",
  elements: [
    {
      label: "",
      points: [
        [0, 0, 1],
        [1, 0, 2],
        [1, 1, 4],
        [0, 1, 3],
      ],
      faces: [[0, 1, 2, 3]],
    },
  ],
};
const FIGURE = {
  data: [
    { type: "scatter", mode: "markers", x: [1, 2, 3], y: [4, 1, 9] },
    { type: "bar", x: [1, 2, 3], y: [2, 3, 4] },
  ],
  layout: { title: { text: "Points and bars" } },
};
const LITE = {
  data: {
    values: [
      { a: "A", b: 28 },
      { a: "B", b: 55 },
    ],
  },
  mark: "bar",
  encoding: { x: { field: "a", type: "nominal" }, y: { field: "b", type: "quantitative" } },
};
const VEGA = {
  width: 80,
  height: 60,
  marks: [{ type: "rect", encode: { enter: { x: { value: 5 }, y: { value: 5 }, width: { value: 40 }, height: { value: 30 }, fill: { value: "teal" } } } }],
};
const PDF = pdf("Quarterly report");

/**
 * Returns a function that counts the elements in a frame that match.
 *
 * @param {string} selector
 * @returns {(frame: Frame) => Promise<unknown>}
 */
const count = (selector) => (frame) => frame.evaluate((selector) => document.querySelectorAll(selector).length, selector);
/**
 * Contents, with what is found in their frame, or in the frame nested in it, once they are drawn.
 *
 * @type {{ kind: string, content?: unknown, base64?: string, found: (outer: Frame, inner: Frame) => Promise<unknown>, is: unknown }[]}
 */
const DRAWN = [
  {
    kind: "html",
    content: "<h2>Head</h2><table><tr><td>cell</td></tr></table>",
    found: async (_, inner) => inner.evaluate(() => document.querySelectorAll("td").length),
    is: 1,
  },
  {
    kind: "svg",
    content: "<svg width='120' height='40'><rect width='120' height='40' fill='red'/></svg>",
    found: (outer) => outer.evaluate(() => /** @type {HTMLImageElement} */ (document.querySelector("img")).naturalWidth),
    is: 120,
  },
  {
    kind: "mathml",
    content: "<math><mfrac><mi>a</mi><mi>b</mi></mfrac></math>",
    found: async (_, inner) => inner.evaluate(() => document.querySelectorAll("mfrac").length),
    is: 1,
  },
  {
    kind: "latex",
    content: "$\\frac{\\sqrt{\\pi}}{2}$",
    found: async (_, inner) => inner.evaluate(() => document.querySelectorAll("mfrac msqrt").length),
    is: 1,
  },
  { kind: "plotly", content: FIGURE, found: count(".scatterlayer .point, .barlayer .point"), is: 6 },
  {
    kind: "plotly",
    content: JSON.stringify({ data: [{ type: "funnel", y: ["a", "b"], x: [2, 1] }] }),
    found: count(".funnellayer .point, .barlayer .point"),
    is: 2,
  },
  { kind: "chart", content: LINE, found: count(".scatterlayer .js-line"), is: 2 },
  {
    kind: "chart",
    content: ROUND,
    found: (outer) =>
      outer.evaluate(() =>
        [
          document.querySelectorAll(".polar .js-line").length,
          ...Array.from(document.querySelectorAll(".polar .angularaxistick text"), (one) => one.textContent),
        ].join(),
      ),
    is: "1,north,east",
  },
  { kind: "chart", content: BARS, found: count(".polar .barlayer .point"), is: 3 },
  { kind: "chart", content: BOXES, found: count(".boxlayer path.box"), is: 2 },
  { kind: "chart", content: FIELD, found: count(".fills .js-fill, .scatterlayer .js-fill"), is: 1 },
  { kind: "vegalite", content: LITE, found: count("svg .mark-rect path"), is: 2 },
  { kind: "vega", content: VEGA, found: count("svg .mark-rect path"), is: 1 },
  {
    kind: "pdf",
    base64: PDF,
    found: (outer) =>
      outer.waitForFunction(() => /Quarterly report/.test(document.querySelector(".textLayer")?.textContent ?? "")).then(() => outer.evaluate(dark)),
    is: true,
  },
];

/** Returns whether the first page has a dark pixel. */
function dark() {
  const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector(".sheet canvas"));
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  return pen.getImageData(0, 0, canvas.width, canvas.height).data.some((value, at) => at % 4 < 3 && value < 60);
}

for (const { kind, found, is, ...one } of DRAWN) {
  test(`${kind} is drawn at its full height (${JSON.stringify(one).slice(0, 40)}…)`, { timeout: 90_000 }, async () => {
    assert.equal(await show(page, { kind, ...one, title: "What it is" }), null);
    const { outer, inner } = await frames(page);
    assert.equal(await found(outer, /** @type {Frame} */ (inner)), is);
    const { title, height, width } = await page.$eval("#shown iframe", (frame) => {
      const { title, clientHeight, clientWidth } = /** @type {HTMLElement} */ (frame);
      return { title, height: clientHeight, width: clientWidth };
    });
    assert.equal(title, "What it is");
    assert.ok(height >= 20 && width === 1280, `${width} × ${height}`);
    assert.ok(await outer.evaluate(() => document.documentElement.scrollHeight <= innerHeight + 1), "nothing is cut off");
    // A formula is shown in another font until ours has loaded.
    const cut = (/** @type {Frame} */ frame) => frame.evaluate(() => document.fonts.ready.then(() => document.documentElement.scrollHeight - innerHeight));
    if (inner) assert.ok((await cut(inner)) <= 1, `nothing is cut off within: ${await cut(inner)} px`);
  });
}

test("a figure follows light and dark, and a phone's width", { timeout: 90_000 }, async () => {
  await show(page, { kind: "chart", content: LINE });
  const { outer } = await frames(page);
  const ink = () => outer.evaluate(() => getComputedStyle(/** @type {Element} */ (document.querySelector(".gtitle, .g-gtitle text"))).fill);
  const light = await ink();
  await page.emulateMedia({ colorScheme: "dark" });
  await outer.waitForFunction((light) => getComputedStyle(/** @type {Element} */ (document.querySelector(".gtitle, .g-gtitle text"))).fill !== light, light);
  assert.equal(await outer.evaluate(() => getComputedStyle(document.documentElement).colorScheme), "dark");
  await page.setViewportSize({ width: 390, height: 800 });
  await outer.waitForFunction(() => /** @type {Element} */ (document.querySelector(".main-svg")).clientWidth === 390);
  assert.ok(await outer.evaluate(() => document.documentElement.scrollWidth <= 390));
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
});

test("in dark mode, content with its own light background gets dark text, and no other content does", { timeout: 60_000 }, async () => {
  await page.emulateMedia({ colorScheme: "dark" });
  const cells = ["background:gold", "background:gold;color:red", "background:#300", ""].map((style) => `<td style="${style}">1</td>`);
  assert.equal(await show(page, { kind: "html", content: `<table><tr>${cells.join("")}</tr></table>` }), null);
  const inner = /** @type {Frame} */ ((await frames(page)).inner);
  const colours = await inner.evaluate(() => Array.from(document.querySelectorAll("td"), (cell) => getComputedStyle(cell).color));
  const ink = await inner.evaluate(() => getComputedStyle(document.documentElement).color);
  assert.deepEqual(colours, ["rgb(31, 30, 27)", "rgb(255, 0, 0)", ink, ink]);
  await page.emulateMedia({ colorScheme: "light" });
});

test("a figure shows the value under the pointer, zooms, and hides the series that is toggled in its legend", { timeout: 90_000 }, async () => {
  await show(page, { kind: "chart", content: LINE });
  const { outer } = await frames(page);
  const plot = /** @type {import("playwright-core").ElementHandle} */ (await outer.$(".nsewdrag"));
  const box = /** @type {DOMRect} */ (await plot.boundingBox());
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.5);
  await page.mouse.move(box.x + box.width * 0.5 + 2, box.y + box.height * 0.5 + 2);
  const points = await outer.$$(".scatterlayer .trace:first-child .point");
  const at = /** @type {DOMRect} */ (await points[6].boundingBox());
  await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
  await outer.waitForFunction(() => /6/.test(document.querySelector(".hoverlayer .hovertext")?.textContent ?? ""));
  const milano = outer.getByRole("button", { name: "Milano", exact: true });
  await milano.click();
  await outer.waitForFunction(() => document.querySelectorAll(".scatterlayer .js-line").length === 1);
  assert.equal(await milano.getAttribute("aria-pressed"), "false");
  const ticks = () => outer.evaluate(() => /** @type {Element} */ (document.querySelector(".xaxislayer-above")).textContent);
  const before = await ticks();
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.3);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.7, { steps: 5 });
  await page.mouse.up();
  await outer.waitForFunction((before) => /** @type {Element} */ (document.querySelector(".xaxislayer-above")).textContent !== before, before);
});

test("the series of a chart can be toggled by keyboard, and stay toggled in dark mode", { timeout: 90_000 }, async () => {
  await show(page, { kind: "chart", content: LINE });
  const { outer } = await frames(page);
  const drawn = (/** @type {number} */ count) => outer.waitForFunction((count) => document.querySelectorAll(".scatterlayer .js-line").length === count, count);
  const focus = () =>
    outer.evaluate(() => {
      const focused = /** @type {Element} */ (document.activeElement);
      return { name: focused.textContent, pressed: focused.getAttribute("aria-pressed"), seen: getComputedStyle(focused).outlineStyle };
    });
  await outer.locator("main").evaluate((main) => /** @type {HTMLElement} */ (main.querySelector("button[aria-label]")).focus());
  for (let steps = 0; steps < 20 && (await focus()).name !== "Roma"; steps += 1) await page.keyboard.press("Tab");
  assert.deepEqual(await focus(), { name: "Roma", pressed: "true", seen: "solid" });
  await page.keyboard.press("Space");
  await drawn(1);
  assert.deepEqual(await focus(), { name: "Roma", pressed: "false", seen: "solid" });
  await page.emulateMedia({ colorScheme: "dark" });
  await outer.waitForFunction(() => getComputedStyle(document.documentElement).colorScheme === "dark");
  await drawn(1);
  await page.emulateMedia({ colorScheme: "light" });
  await page.keyboard.press("Enter");
  await drawn(2);
});

test("a PDF in an Asian script is drawn with encoding tables that it does not contain", { timeout: 90_000 }, async () => {
  const asian = (/** @type {string} */ name, /** @type {string} */ ordering, /** @type {string} */ encoding) =>
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/${encoding}/DescendantFonts[<</Type/Font/Subtype/CIDFontType0/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(${ordering})/Supplement 2>>/DW 1000/FontDescriptor<</Type/FontDescriptor/FontName/${name}/Flags 6/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>>>]>>`;
  const codes = (/** @type {string} */ words) => `<${Array.from(words, (sign) => sign.charCodeAt(0).toString(16).padStart(4, "0")).join("")}>`;
  const asked = () => page.sent.filter(({ url }) => url.includes("/render/pdf-maps.")).length;
  assert.equal(asked(), 0, "they are large, and no other document needs them");
  for (const [words, font] of [
    ["日本語の報告", asian("HeiseiMin-W3", "Japan1", "UniJIS-UCS2-H")],
    ["中文报告", asian("STSong-Light", "GB1", "UniGB-UCS2-H")],
  ]) {
    assert.equal(await show(page, { kind: "pdf", base64: pdf(codes(words), font) }), null);
    const { outer } = await frames(page);
    await outer.waitForFunction((words) => document.querySelector(".textLayer")?.textContent.includes(words), words);
    assert.equal(await outer.evaluate(dark), true);
  }
  assert.equal(asked(), 1);
});

test("formulas use our own font, with overlines, stretched brackets and aligned columns", { timeout: 60_000 }, async () => {
  const content = "$$\\overline{y} + \\left( \\begin{array}{l} 1 \\\\ x_{k}^{2^{3}} \\end{array} \\right)$$";
  for (const one of [
    { kind: "latex", content },
    { kind: "mathml", content: "<math><mi>x</mi></math>" },
    { kind: "html", content: "<p>so <math><mi>x</mi></math></p>" },
  ]) {
    assert.equal(await show(page, one), null);
    const inner = /** @type {Frame} */ ((await frames(page)).inner);
    const fonts = await inner.evaluate(
      async () => (await document.fonts.ready, Array.from(document.fonts, ({ family, status }) => `${family.replaceAll('"', "")} ${status}`)),
    );
    assert.deepEqual(fonts, ["Insitu Formulas loaded"], one.kind);
  }
  await show(page, { kind: "latex", content });
  const inner = /** @type {Frame} */ ((await frames(page)).inner);
  const found = await inner.evaluate(() => {
    const [bracket] = document.querySelectorAll("mo[stretchy], mo.tml-open, mrow > mo:first-child");
    const styleOf = (/** @type {string} */ selector) => getComputedStyle(/** @type {Element} */ (document.querySelector(selector)));
    return { over: styleOf(".tml-overline").borderTopStyle, column: styleOf("mtd").textAlign, high: bracket.getBoundingClientRect().height > 30 };
  });
  assert.deepEqual(found, { over: "solid", column: "-webkit-left", high: true });
});

test("a result that is removed from the document without remove() is garbage-collected", { timeout: 60_000 }, async () => {
  await page.evaluate(async () => {
    const { render } = await globalThis.insituResults();
    const place = document.createElement("div");
    document.body.append(place);
    await render(place, { kind: "html", content: "<p>x</p>", title: "t" }).drawn;
    globalThis.gone = new WeakRef(place);
    place.remove();
  });
  const inside = await page.context().newCDPSession(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.emulateMedia({ colorScheme: "light" });
  for (let tries = 0; tries < 20 && (await page.evaluate(() => globalThis.gone.deref() !== undefined)); tries += 1) {
    await inside.send("HeapProfiler.collectGarbage");
    await page.waitForTimeout(PAUSE);
  }
  assert.equal(await page.evaluate(() => globalThis.gone.deref()), undefined);
});

const BY_GROUP = {
  data: [
    { y: [1, 2], name: "north", legendgroup: "n", line: { color: "#123456" } },
    { y: [2, 3], name: "north again", legendgroup: "n", showlegend: false },
    { y: [3, 4], name: "<b>south</b> & east" },
    { y: [4, 5], name: "left out", visible: "legendonly" },
  ],
};
const SLICES = { data: [{ type: "pie", labels: ["a", "b", "c"], values: [1, 2, 3] }] };

test("the series of the user's own Plotly figure can be toggled by keyboard, those of a group together", { timeout: 120_000 }, async () => {
  assert.equal(await show(page, { kind: "plotly", content: BY_GROUP }), null);
  const { outer } = await frames(page);
  const lines = (/** @type {number} */ count) => outer.waitForFunction((count) => document.querySelectorAll(".scatterlayer .js-line").length === count, count);
  const named = () =>
    outer.evaluate(() => Array.from(document.querySelectorAll(".toggles button"), (one) => `${one.textContent} ${one.getAttribute("aria-pressed")}`));
  assert.deepEqual(await named(), ["north true", "south & east true", "left out false"]);
  assert.equal(await outer.evaluate(() => document.querySelectorAll(".legend .traces").length), 3, "it keeps the legend that it has");
  const high = () => page.$eval("#shown iframe", (frame) => frame.clientHeight);
  const before = await high();
  assert.ok(/** @type {DOMRect} */ (await outer.locator(".toggles").boundingBox()).height <= 1, "and looks as it did");
  await outer.locator("main").evaluate((main) => /** @type {HTMLElement} */ (main.querySelector(".toggles button")).focus());
  await page.waitForFunction((before) => /** @type {Element} */ (document.querySelector("#shown iframe")).clientHeight > before, before);
  await page.keyboard.press("Space");
  await lines(1);
  assert.deepEqual(await named(), ["north false", "south & east true", "left out false"]);
  // Hidden series stay hidden in dark mode and in a saved image, and the buttons follow clicks in the legend.
  await page.emulateMedia({ colorScheme: "dark" });
  await outer.waitForFunction(() => getComputedStyle(document.documentElement).colorScheme === "dark");
  await lines(1);
  await page.emulateMedia({ colorScheme: "light" });
  assert.equal((await saved(page, "toPng")).type, "image/png");
  await outer.locator(".legendtoggle").nth(2).click();
  await lines(2);
  await outer.waitForFunction(() => document.querySelectorAll(".toggles button[aria-pressed=true]").length === 2);
  assert.deepEqual(await named(), ["north false", "south & east true", "left out true"]);
  assert.equal(await show(page, { kind: "plotly", content: SLICES }), null);
  const { outer: pie } = await frames(page);
  await pie.locator("main").evaluate((main) => /** @type {HTMLElement} */ (main.querySelectorAll(".toggles button")[1]).focus());
  await page.keyboard.press("Enter");
  await pie.waitForFunction(() => document.querySelectorAll(".pielayer .slice path").length === 2);
  for (const alone of [{ data: BY_GROUP.data.slice(0, 1) }, { ...BY_GROUP, layout: { showlegend: false } }]) {
    assert.equal(await show(page, { kind: "plotly", content: alone }), null);
    assert.equal(await (await frames(page)).outer.evaluate(() => document.querySelectorAll(".toggles button").length), 0);
  }
});

/** @typedef {{ scene: { _scene: { getCamera(): { eye: unknown } } } }} Layout what Plotly keeps of a 3D figure */

test("a 3D chart is drawn with WebGL, and the page says so where there is none", { timeout: 180_000 }, async () => {
  const cloud = { data: [{ type: "scatter3d", x: [1, 2], y: [1, 2], z: [1, 2] }] };
  for (const [kind, content] of /** @type {[string, object][]} */ ([
    ["chart", SPACE],
    ["plotly", cloud],
  ])) {
    assert.match((await show(page, { kind, content })) ?? "", /^This is drawn with WebGL, which this browser does not have/);
    assert.equal(await page.evaluate(() => document.querySelectorAll("#shown iframe").length), 0);
  }
  const able = await startBrowser({ webgl: true });
  try {
    const other = await openPage(able, fixture.server.url, { boot: false });
    for (const [kind, content] of /** @type {[string, object][]} */ ([
      ["chart", SPACE],
      ["plotly", cloud],
    ])) {
      assert.equal(await show(other, { kind, content }), null);
      const { outer } = await frames(other);
      assert.equal(await outer.evaluate(() => document.querySelectorAll(".gl-container canvas").length), 1);
      // Dragging rotates it.
      const eye = () =>
        outer.evaluate(() => {
          const { _fullLayout } = /** @type {Element & { _fullLayout: Layout }} */ (document.querySelector(".js-plotly-plot"));
          return JSON.stringify(_fullLayout.scene._scene.getCamera().eye);
        });
      const before = await eye();
      const box = /** @type {DOMRect} */ (await other.locator("#shown iframe").boundingBox());
      await other.mouse.move(box.x + box.width / 2, box.y + 200);
      await other.mouse.down();
      await other.mouse.move(box.x + box.width / 2 + 120, box.y + 230, { steps: 6 });
      await other.mouse.up();
      await other.waitForTimeout(PAUSE * 2);
      assert.notEqual(await eye(), before);
      const picture = await saved(other, "toPng");
      assert.ok(picture.bytes.length > 8_000, `something is in the picture of ${picture.bytes.length} bytes`);
    }
    assert.deepEqual(other.faults, []);
  } finally {
    await able.close();
  }
});

for (const [kind, content] of /** @type {[string, object][]} */ ([
  ["plotly", FIGURE],
  ["chart", LINE],
  ["vegalite", LITE],
  ["vega", VEGA],
])) {
  test(`${kind} is saved as an image and as a page that needs no network`, { timeout: 120_000 }, async () => {
    assert.equal(await show(page, { kind, content, title: "Saved <b>" }), null);
    const picture = await saved(page, "toPng");
    assert.equal(picture.type, "image/png");
    assert.deepEqual([...picture.bytes.subarray(0, 8)], [137, 80, 78, 71, 13, 10, 26, 10]);
    assert.ok(picture.bytes.readUInt32BE(16) >= 160, "at twice the size");
    const html = await saved(page, "toHtml");
    assert.equal(html.type, "text/html");
    const folder = await mkdtemp(path.join(tmpdir(), "insitu-"));
    const alone = await fixture.browser.newContext({ offline: true });
    try {
      await writeFile(path.join(folder, "saved.html"), html.bytes);
      const opened = await alone.newPage();
      /** @type {string[]} */
      const faults = [];
      opened.on("pageerror", (error) => faults.push(String(error)));
      opened.on("console", (message) => message.type() === "error" && faults.push(message.text()));
      /** @type {string[]} */
      const requests = [];
      opened.on("request", (request) => requests.push(request.url()));
      await opened.goto(pathToFileURL(path.join(folder, "saved.html")).href);
      await opened.waitForSelector("main svg path", { state: "attached" });
      assert.equal(await opened.title(), "Saved <b>");
      assert.deepEqual(faults, []);
      assert.deepEqual(
        requests.filter((url) => !/^(file|data|blob):/.test(url)),
        [],
      );
    } finally {
      await alone.close();
      await rm(folder, { recursive: true });
    }
  });
}

test("a result that is moved in the page is drawn again, and remove() deletes its frame", { timeout: 90_000 }, async () => {
  await show(page, { kind: "chart", content: LINE });
  await page.evaluate(() => {
    const { place } = globalThis.shown;
    const around = document.createElement("section");
    document.body.append(around);
    around.append(place);
  });
  const { outer } = await frames(page);
  await outer.waitForSelector(".scatterlayer .js-line");
  await page.evaluate(() => globalThis.shown.handle.remove());
  assert.equal(await page.evaluate(() => document.querySelectorAll("#shown iframe").length), 0);
  assert.match(await page.evaluate(() => globalThis.shown.handle.toPng().catch((error) => error.message)), /not shown any more/);
});

test("content is replaced in place, and content that cannot be drawn removes the frame", { timeout: 90_000 }, async () => {
  await show(page, { kind: "plotly", content: FIGURE });
  const { outer } = await frames(page);
  await page.evaluate(() => globalThis.shown.handle.update({ data: [{ type: "bar", y: [1, 2, 3, 4, 5] }] }));
  await outer.waitForFunction(() => document.querySelectorAll(".barlayer .point").length === 5);
  assert.match((await show(page, { kind: "svg", content: "<svg" })) ?? "", /SVG/);
  assert.equal(await page.evaluate(() => document.querySelectorAll("#shown iframe").length), 0);
});

/**
 * Returns a PDF of one page with one line on it, in base64: in Helvetica, which every reader has, or as hexadecimal codes of another font.
 *
 * @param {string} line
 */
function pdf(line, font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>") {
  const text = `BT /F1 24 Tf 72 700 Td ${line.startsWith("<") ? line : `(${line})`} Tj ET`;
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
    `<</Length ${text.length}>>stream\n${text}\nendstream`,
    font,
  ];
  let out = "%PDF-1.4\n";
  const offsets = objects.map((object, at) => {
    const offset = out.length;
    out += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = out.length;
  out += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("")}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF`;
  return Buffer.from(out, "latin1").toString("base64");
}
