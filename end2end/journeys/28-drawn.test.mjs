// Legitimate rendered results in their frame: content of each kind is drawn, and can be saved,
// moved, replaced and removed. How figures are used is in 30-figures.test.mjs.

import { test } from "node:test";
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { elsewhere } from "../support/browser.mjs";
import {
  POLAR_BARS,
  BOXES,
  AREAS,
  FIGURE,
  LINE,
  LITE,
  POLAR,
  VEGA,
  pdf,
} from "../support/contents.mjs";
import { journey } from "../support/fixture.mjs";
import { frames, saved, show } from "../support/rendered.mjs";

/** @typedef {import("playwright-core").Frame} Frame */

const { server, browser, page } = await journey({ boot: false });

const PDF = pdf("Quarterly report");

/**
 * Returns a function that counts the elements in a frame that match.
 *
 * @param {string} selector
 * @returns {(frame: Frame) => Promise<unknown>}
 */
const count = (selector) => (frame) =>
  frame.evaluate((selector) => document.querySelectorAll(selector).length, selector);
/**
 * Contents, with what is found in their frame, or in the frame nested in it, once they are drawn.
 *
 * @type {{ kind: string, content?: unknown, base64?: string, found: (outer: Frame, inner: Frame) =>
 *   Promise<unknown>, is: unknown }[]}
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
    found: (outer) =>
      outer.evaluate(
        () => /** @type {HTMLImageElement} */ (document.querySelector("img")).naturalWidth,
      ),
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
    found: async (_, inner) =>
      inner.evaluate(() => document.querySelectorAll("mfrac msqrt").length),
    is: 1,
  },
  {
    kind: "plotly",
    content: FIGURE,
    found: count(".scatterlayer .point, .barlayer .point"),
    is: 6,
  },
  {
    kind: "plotly",
    content: JSON.stringify({ data: [{ type: "funnel", y: ["a", "b"], x: [2, 1] }] }),
    found: count(".funnellayer .point, .barlayer .point"),
    is: 2,
  },
  { kind: "chart", content: LINE, found: count(".scatterlayer .js-line"), is: 2 },
  {
    kind: "chart",
    content: POLAR,
    found: (outer) =>
      outer.evaluate(() =>
        [
          document.querySelectorAll(".polar .js-line").length,
          ...Array.from(
            document.querySelectorAll(".polar .angularaxistick text"),
            (one) => one.textContent,
          ),
        ].join(),
      ),
    is: "1,north,east",
  },
  { kind: "chart", content: POLAR_BARS, found: count(".polar .barlayer .point"), is: 3 },
  { kind: "chart", content: BOXES, found: count(".boxlayer path.box"), is: 2 },
  { kind: "chart", content: AREAS, found: count(".fills .js-fill, .scatterlayer .js-fill"), is: 1 },
  { kind: "vegalite", content: LITE, found: count("svg .mark-rect path"), is: 2 },
  { kind: "vega", content: VEGA, found: count("svg .mark-rect path"), is: 1 },
  {
    kind: "pdf",
    base64: PDF,
    found: (outer) =>
      outer
        .waitForFunction(() =>
          /Quarterly report/.test(document.querySelector(".textLayer")?.textContent ?? ""),
        )
        .then(() => outer.evaluate(dark)),
    is: true,
  },
];

/** Returns whether the first page has a dark pixel. */
function dark() {
  const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector(".sheet canvas"));
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  return pen
    .getImageData(0, 0, canvas.width, canvas.height)
    .data.some((value, at) => at % 4 < 3 && value < 60);
}

/**
 * Waits until nothing of a frame's content is cut off, in the fonts that it has loaded.
 *
 * @param {Frame} frame
 */
async function uncut(frame) {
  // A formula is shown in another font until ours has loaded.
  await frame.evaluate(async () => void (await document.fonts.ready));
  await frame.waitForFunction(() => document.documentElement.scrollHeight <= innerHeight + 1);
}

for (const { kind, found, is, ...one } of DRAWN) {
  test(`${kind} is drawn at its full height (${JSON.stringify(one).slice(0, 40)}…)`, {
    timeout: 90_000,
  }, async () => {
    assert.equal(await show(page, { kind, ...one, title: "What it is" }), null);
    const { outer, inner } = await frames(page);
    assert.equal(await found(outer, /** @type {Frame} */ (inner)), is);
    const { title, height, width } = await page.$eval("#shown iframe", (frame) => {
      const { title, clientHeight, clientWidth } = /** @type {HTMLElement} */ (frame);
      return { title, height: clientHeight, width: clientWidth };
    });
    assert.equal(title, "What it is");
    assert.ok(height >= 20 && width === 1280, `${width} × ${height}`);
    // The height reaches the frames' processes later than the page.
    for (const frame of inner ? [outer, inner] : [outer]) await uncut(frame);
  });
}

test("in dark mode, content with its own light background gets dark text, and no other content does", {
  timeout: 60_000,
}, async () => {
  await page.emulateMedia({ colorScheme: "dark" });
  const cells = ["background:gold", "background:gold;color:red", "background:#300", ""].map(
    (style) => `<td style="${style}">1</td>`,
  );
  assert.equal(
    await show(page, { kind: "html", content: `<table><tr>${cells.join("")}</tr></table>` }),
    null,
  );
  const inner = /** @type {Frame} */ ((await frames(page)).inner);
  const colours = await inner.evaluate(() =>
    Array.from(document.querySelectorAll("td"), (cell) => getComputedStyle(cell).color),
  );
  const ink = await inner.evaluate(() => getComputedStyle(document.documentElement).color);
  assert.deepEqual(colours, ["rgb(31, 30, 27)", "rgb(255, 0, 0)", ink, ink]);
  await page.emulateMedia({ colorScheme: "light" });
});

test("formulas use our own font, with overlines, stretched brackets and aligned columns", {
  timeout: 60_000,
}, async () => {
  const content =
    "$$\\overline{y} + \\left( \\begin{array}{l} 1 \\\\ x_{k}^{2^{3}} \\end{array} \\right)$$";
  for (const one of [
    { kind: "latex", content },
    { kind: "mathml", content: "<math><mi>x</mi></math>" },
    { kind: "html", content: "<p>so <math><mi>x</mi></math></p>" },
  ]) {
    assert.equal(await show(page, one), null);
    const inner = /** @type {Frame} */ ((await frames(page)).inner);
    const fonts = await inner.evaluate(
      async () => (
        await document.fonts.ready,
        Array.from(
          document.fonts,
          ({ family, status }) => `${family.replaceAll('"', "")} ${status}`,
        )
      ),
    );
    assert.deepEqual(fonts, ["Insitu Formulas loaded"], one.kind);
  }
  await show(page, { kind: "latex", content });
  const inner = /** @type {Frame} */ ((await frames(page)).inner);
  const found = await inner.evaluate(() => {
    const [bracket] = document.querySelectorAll("mo[stretchy], mo.tml-open, mrow > mo:first-child");
    const styleOf = (/** @type {string} */ selector) =>
      getComputedStyle(/** @type {Element} */ (document.querySelector(selector)));
    return {
      over: styleOf(".tml-overline").borderTopStyle,
      column: styleOf("mtd").textAlign,
      high: bracket.getBoundingClientRect().height > 30,
    };
  });
  assert.deepEqual(found, { over: "solid", column: "-webkit-left", high: true });
});

test("a PDF in an Asian script is drawn with encoding tables that it does not contain", {
  timeout: 90_000,
}, async () => {
  const asian = (
    /** @type {string} */ name,
    /** @type {string} */ ordering,
    /** @type {string} */ encoding,
  ) =>
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/${encoding}/DescendantFonts[<</Type/Font/Subtype/CIDFontType0/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(${ordering})/Supplement 2>>/DW 1000/FontDescriptor<</Type/FontDescriptor/FontName/${name}/Flags 6/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>>>]>>`;
  const codes = (/** @type {string} */ words) =>
    `<${Array.from(words, (sign) => sign.charCodeAt(0).toString(16).padStart(4, "0")).join("")}>`;
  const asked = () =>
    page.sent.filter(({ url, worker }) => !worker && url.includes("/render/pdf-maps.")).length;
  assert.equal(asked(), 0, "they are large, and no other document needs them");
  for (const [words, font] of [
    ["日本語の報告", asian("HeiseiMin-W3", "Japan1", "UniJIS-UCS2-H")],
    ["中文报告", asian("STSong-Light", "GB1", "UniGB-UCS2-H")],
  ]) {
    assert.equal(await show(page, { kind: "pdf", base64: pdf(codes(words), font) }), null);
    const { outer } = await frames(page);
    await outer.waitForFunction(
      (words) => document.querySelector(".textLayer")?.textContent.includes(words),
      words,
    );
    assert.equal(await outer.evaluate(dark), true);
  }
  assert.equal(asked(), 1);
});

for (const [kind, content] of /** @type {[string, object][]} */ ([
  ["plotly", FIGURE],
  ["chart", LINE],
  ["vegalite", LITE],
  ["vega", VEGA],
])) {
  test(`${kind} is saved as an image and as a page that needs no network`, {
    timeout: 120_000,
  }, async () => {
    assert.equal(await show(page, { kind, content, title: "Saved <b>" }), null);
    const picture = await saved(page, "toPng");
    assert.equal(picture.type, "image/png");
    assert.deepEqual([...picture.bytes.subarray(0, 8)], [137, 80, 78, 71, 13, 10, 26, 10]);
    assert.ok(picture.bytes.readUInt32BE(16) >= 160, "at twice the size");
    const html = await saved(page, "toHtml");
    assert.equal(html.type, "text/html");
    const folder = await mkdtemp(path.join(tmpdir(), "insitu-"));
    const alone = await browser.newContext({ offline: true });
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

test("a result that is moved in the page is drawn again, and remove() deletes its frame", {
  timeout: 90_000,
}, async () => {
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
  assert.match(
    await page.evaluate(() => globalThis.shown.handle.toPng().catch((error) => error.message)),
    /not shown any more/,
  );
});

test("content that cannot be drawn removes the frame", { timeout: 90_000 }, async () => {
  assert.match((await show(page, { kind: "svg", content: "<svg" })) ?? "", /SVG/);
  assert.equal(await page.evaluate(() => document.querySelectorAll("#shown iframe").length), 0);
});

test("a result that is removed from the document without remove() is garbage-collected", {
  timeout: 60_000,
}, async () => {
  await page.evaluate(async () => {
    const { render } = await globalThis.insituPage.results();
    const place = document.createElement("div");
    document.body.append(place);
    await render(place, { kind: "html", content: "<p>x</p>", title: "t" }).drawn;
    globalThis.gone = new WeakRef(place);
    place.remove();
  });
  const inside = await page.context().newCDPSession(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.emulateMedia({ colorScheme: "light" });
  // What the change of colours has begun is over with the second frame from here, and is collected
  // then.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await inside.send("HeapProfiler.collectGarbage");
  assert.equal(await page.evaluate(() => globalThis.gone.deref()), undefined);
});

test("the page requested only this server's files", () =>
  assert.deepEqual(elsewhere(page, server.url), []));
