// Every form of a result on the page: its view, its controls, saving; large tables are in
// 29-tables.test.mjs, documents in 31-previews.test.mjs. A scripted model runs the code, so that
// results are shown where a user sees them.

import { test } from "node:test";
import assert from "node:assert/strict";
import { idle } from "../support/done.mjs";
import { scriptedJourney } from "../support/fixture.mjs";
import { expectAccessible } from "../support/looks.mjs";
import { PEOPLE, names, pick, shown } from "../support/results.mjs";
import { cells, id, image, saved } from "../support/user.mjs";

const fixture = await scriptedJourney();
const { page } = fixture;

const LINES = `import matplotlib.pyplot as plt
plt.plot([1, 2, 3, 4], [10, 40, 20, 30], label="north")
plt.plot([1, 2, 3, 4], [5, 6, 7, 8], label="south")
plt.legend(); plt.title("Revenue by month"); plt.xlabel("month"); plt.ylabel("revenue (EUR)")
plt.show()`;

test("a figure offers its image, its numbers, its summary, and both file formats", async () => {
  const turn = await shown(fixture, LINES);
  const figure = turn.locator(id("figure"));
  const lines = figure.frameLocator("iframe").locator(".scatterlayer .js-line");
  await lines.nth(1).waitFor();
  assert.equal(await figure.locator("img").isVisible(), false, "the chart has all of it");
  await page.emulateMedia({ media: "print" });
  assert.equal(await figure.locator("img").isVisible(), true, "on paper it is the picture");
  assert.equal(await figure.locator("iframe").isVisible(), false);
  await page.emulateMedia({ media: "screen" });
  const source = /** @type {string} */ (await (await image(figure)).getAttribute("src"));
  const { name, bytes } = await saved(page, () =>
    figure.getByRole("button", { name: "Save PNG" }).click(),
  );
  assert.equal(name, "revenue-by-month.png");
  assert.deepEqual(bytes, Buffer.from(source.slice(source.indexOf(",") + 1), "base64"));
  const vector = await saved(page, () => figure.getByRole("button", { name: "Save SVG" }).click());
  assert.match(vector.bytes.toString("utf8"), /<svg[\s\S]*<path/);
  await figure.getByRole("button", { name: "Numbers" }).click();
  assert.deepEqual(await cells(figure.locator(id("table"))), {
    columns: ["month", "north", "south"],
    rows: [
      ["1", "10", "5"],
      ["2", "40", "6"],
      ["3", "20", "7"],
      ["4", "30", "8"],
    ],
  });
  await figure.getByRole("button", { name: "Description" }).click();
  assert.match(
    await figure.innerText(),
    /Line chart “Revenue by month”\.[\s\S]*“north”, 4 points: highest 40 at 2, lowest 10 at 1/,
  );
  await figure.getByRole("button", { name: "Interactive" }).click();
  await lines.nth(1).waitFor();
});

// Before there are more results on the page, whose frames would be laid out again at each width.
test("every side of a figure is accessible at every width, light and dark", async () => {
  for (const side of ["Interactive", "Description", "Numbers"]) {
    const figure = page.locator(id("figure"));
    await figure.getByRole("button", { name: side }).click();
    await figure.scrollIntoViewIfNeeded();
    if (side === "Interactive")
      await figure
        .frameLocator("iframe")
        .getByRole("button", { name: "south", exact: true })
        .waitFor();
    await expectAccessible(page, id("figure"));
  }
});

test("a polar figure has an interactive version, and with WebGL a 3D figure has one too", async () => {
  const turn = await shown(
    fixture,
    `import matplotlib.pyplot as plt, numpy as np
axes = plt.subplot(projection="polar")
axes.plot([0, 1, 2, 0], [1, 3, 2, 1], label="one"); axes.plot([0, 1, 2, 0], [2, 1, 3, 2], label="two"); axes.set_xticks([0, 1, 2], labels=["p", "q", "r"]); axes.legend(); axes.set_title("Radar")
plt.show()
axes = plt.figure().add_subplot(projection="3d")
u, v = np.meshgrid(np.linspace(0, 2 * np.pi, 100), np.linspace(0, np.pi, 100))
axes.plot_surface(np.cos(u) * np.sin(v), np.sin(u) * np.sin(v), np.cos(v)); axes.set_title("Ball"); axes.set_zlabel("height (m)")
plt.show()`,
  );
  assert.equal(
    await turn.locator(`${id("figure")}[data-side="figure"]`).count(),
    2,
    "neither chart is shown at first",
  );
  const [round, space] = [turn.locator(id("figure")).nth(0), turn.locator(id("figure")).nth(1)];
  await round.getByRole("button", { name: "Interactive" }).click();
  await round.frameLocator("iframe").locator(".polar .js-line").nth(1).waitFor();
  assert.deepEqual(
    await round.frameLocator("iframe").locator(".polar .angularaxistick text").allTextContents(),
    ["p", "q", "r"],
  );
  await round.frameLocator("iframe").getByRole("button", { name: "two", exact: true }).click();
  await round
    .frameLocator("iframe")
    .getByRole("button", { name: "two", exact: true, pressed: false })
    .waitFor();
  await expectAccessible(page, `${id("turn")}:last-of-type ${id("figure")}`);
  await space.getByRole("button", { name: "Interactive" }).click();
  await turn
    .getByText("This is drawn with WebGL, which this browser does not have")
    .first()
    .waitFor();
  assert.equal(await space.getAttribute("data-side"), "figure", "the picture stays");
  await space.getByRole("button", { name: "Description" }).click();
  assert.match(
    await space.innerText(),
    /Surface “Ball”\.[\s\S]*Third axis: height \(m\), from -1 to 1/,
  );
  await space.getByRole("button", { name: "Numbers" }).click();
  assert.deepEqual((await cells(space.locator(id("table")))).columns, ["x", "y", "height (m)"]);
  await expectAccessible(page, `${id("turn")}:last-of-type ${id("figure")}`);
});

/** @type {[form: string, code: string, words: RegExp][]} */
const FORMS = [
  [
    "html",
    "class Laid:\n  def _repr_html_(self): return '<b>bold</b> <table><tr><td>cell</td></tr></table>'\n  def __repr__(self): return 'laid'\nLaid()",
    /^$/,
  ],
  [
    "svg",
    'class Drawn:\n  def _repr_svg_(self): return \'<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><circle cx="20" cy="20" r="15"/></svg>\'\n  def __repr__(self): return \'drawn\'\nDrawn()',
    /^$/,
  ],
  [
    "latex",
    "class Formula:\n  def _repr_latex_(self): return r'$\\frac{a}{b}$'\n  def __repr__(self): return 'a/b'\nFormula()",
    /^$/,
  ],
  [
    "mathml",
    "class Formula:\n  def _repr_mimebundle_(self, **_): return {'text/plain': 'a/b', 'application/mathml+xml': '<math><mfrac><mi>a</mi><mi>b</mi></mfrac></math>'}\nFormula()",
    /^$/,
  ],
  [
    "markdown",
    "class Words:\n  def _repr_markdown_(self): return '## Title\\n\\n- one\\n- [two](https://a.example/x)'\n  def __repr__(self): return 'words'\nWords()",
    /Title[\s\S]*one[\s\S]*two \(https:\/\/a\.example\/x\)/,
  ],
  [
    "json",
    "from IPython.display import JSON\nJSON({'name': 'config', 'list': list(range(300)), 'deep': {'a': {'b': None}}})",
    /name: "config"[\s\S]*list: \[ 300 items \]/,
  ],
  [
    "code",
    "from IPython.display import Code\nCode('def f(x):\\n    return x + 1', language='python')",
    /def f\(x\):/,
  ],
  ["text", "'one\\x1b[31m red\\x1b[0m \\u202e two'", /one red ⟨U\+202E⟩ two/],
  ["picture", "from PIL import Image\nImage.new('RGB', (40, 20), 'teal')", /^$/],
  [
    "plotly",
    "import plotly.graph_objects as go\ngo.Figure(go.Bar(x=['a', 'b'], y=[1, 2]), layout={'title': {'text': 'Two bars'}})",
    /^$/,
  ],
  [
    "vegalite",
    "import altair, pandas\naltair.Chart(pandas.DataFrame({'a': ['x', 'y', 'z'], 'b': [1, 2, 3]}), title='Three bars').mark_bar().encode(x='a', y='b')",
    /^$/,
  ],
];

/**
 * Selectors of what a form's frame, or the nested frame, contains once it is drawn.
 *
 * @type {Record<string, string>}
 */
const DRAWN = {
  html: "td",
  svg: "main > img",
  latex: "mfrac",
  mathml: "mfrac",
  plotly: ".barlayer .point",
  vegalite: ".mark-rect path",
};

for (const [form, code, words] of FORMS) {
  test(`${form} is shown`, async () => {
    const turn = await shown(fixture, code);
    const result = turn.locator(id("result")).first();
    const wanted = form === "picture" ? "figure" : form;
    const part = /** @type {import("playwright-core").ElementHandle<HTMLElement>} */ (
      await result.elementHandle()
    );
    await page.waitForFunction(
      ([part, wanted]) => part.dataset.form === wanted,
      /** @type {const} */ ([part, wanted]),
    );
    assert.match((await result.innerText()).trim().replace(/^PNG$|^Text$/gm, ""), words);
    if (form === "picture")
      assert.equal(
        await result.getByRole("button", { name: "Save SVG" }).count(),
        0,
        "there are no lines to save",
      );
    if (!DRAWN[form]) return;
    const frame = result.frameLocator("iframe");
    const within = ["html", "latex", "mathml"].includes(form)
      ? frame.frameLocator("iframe")
      : frame;
    await within.locator(DRAWN[form]).first().waitFor({ timeout: 60_000 });
    const { height } = /** @type {DOMRect} */ (await result.locator("iframe").boundingBox());
    assert.ok(height > 15, `the frame is ${height} px high`);
  });
}

for (const [form, marks, count] of /** @type {const} */ ([
  ["plotly", ".barlayer .point", 2],
  ["vegalite", ".mark-rect path", 3],
])) {
  test(`a chart of ${form} is saved as an image and as a page that needs no network`, async () => {
    const result = page.locator(`${id("result")}[data-form=${form}]`).last();
    const picture = await saved(page, () => pick(result, "Save PNG"));
    assert.match(picture.name, /\.png$/);
    assert.equal(picture.bytes.subarray(0, 8).toString("latin1"), "\x89PNG\r\n\x1a\n");
    const file = await saved(page, () => pick(result, "Save web page"));
    assert.match(file.name, /\.html$/);
    const alone = await fixture.browser.newContext({ offline: true });
    try {
      const opened = await alone.newPage();
      /** @type {string[]} */
      const faults = [];
      opened.on("pageerror", (error) => faults.push(String(error)));
      await opened.setContent(file.bytes.toString("utf8"));
      await opened.locator(marks).first().waitFor({ state: "attached" });
      assert.equal(await opened.locator(marks).count(), count);
      assert.deepEqual(faults, []);
    } finally {
      await alone.close();
    }
  });
}

test("an unsupported form is named and offered as a file", async () => {
  const turn = await shown(
    fixture,
    "class Sound:\n  def _repr_mimebundle_(self, **_): return {'text/plain': 'a sound', 'audio/wav': 'UklGRg=='}\nSound()",
  );
  const result = turn.locator(id("result")).first();
  assert.match(
    await result.innerText(),
    /a sound[\s\S]*It has the form audio\/wav, which cannot be shown here/,
  );
  const { name, bytes } = await saved(page, () =>
    result.getByRole("button", { name: "Save it as a file" }).click(),
  );
  assert.match(name, /\.wav$/);
  assert.deepEqual(bytes.toString(), "RIFF");
});

/**
 * The sides of a figure: a selector of what each shows, and what Tab reaches there.
 *
 * @type {Record<string, { shows: string, reaches: string[] }>}
 */
const SIDES = {
  Interactive: { shows: "iframe", reaches: ["south, seen"] },
  Numbers: { shows: "table", reaches: ["Table, 4 rows, seen", "Search and filter, seen"] },
  Description: { shows: ".figure-words", reaches: ["Description of the figure, seen"] },
};

test("every control of a result can be reached by keyboard, has a visible focus, and returns the focus", async () => {
  const figure = (await shown(fixture, LINES)).locator(id("figure"));
  await image(figure);
  const sides = ["Figure", "Interactive", "Numbers", "Description"];
  assert.deepEqual(
    await walked(figure),
    seen([...sides, "Save PNG", "Save SVG", "More about this result"]),
  );
  for (const name of sides.slice(1)) {
    await figure.getByRole("button", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
    await figure.locator(SIDES[name].shows).waitFor();
    if (name === "Interactive")
      await figure
        .frameLocator("iframe")
        .getByRole("button", { name: "south", exact: true })
        .waitFor();
    const reached = await walked(figure);
    assert.deepEqual(
      reached.filter((one) => !one.endsWith(", seen")),
      [],
      "the focus is seen everywhere",
    );
    for (const part of SIDES[name].reaches) {
      assert.ok(reached.includes(part), `${part} is not among ${reached.join("; ")}`);
    }
  }

  const table = (await shown(fixture, PEOPLE)).locator(id("table"));
  const reached = await walked(table);
  assert.deepEqual(
    reached.filter((one) => !one.endsWith(", seen")),
    [],
  );
  for (const part of [
    "Table, 5 rows, seen",
    "Search and filter, seen",
    "More about this result, seen",
  ])
    assert.ok(reached.includes(part), `${part} is not among ${reached.join("; ")}`);
  const grid = table.getByRole("grid");
  await grid.focus();
  for (const key of ["ArrowUp", "ArrowRight", "Enter"]) await page.keyboard.press(key);
  assert.deepEqual(
    await names(table),
    ["Zoë", "Ada", "Carl", "Eve", "Ben"],
    "a column's head is reached by arrows, and sorts",
  );
  for (const key of ["ArrowDown", "Enter"]) await page.keyboard.press(key);
  await page.locator(id("table-cell")).waitFor();
  await page.keyboard.press("Escape");
  await page.locator(id("table-cell")).waitFor({ state: "detached" });
  assert.ok(
    await grid.evaluate((table) => table === document.activeElement),
    "the cell returns the focus",
  );
  const more = table.locator(id("result-menu"));
  await more.focus();
  await page.keyboard.press("Enter");
  await page.locator(".result-menu:popover-open").waitFor();
  const entries = [];
  for (let steps = 0; steps < 3; steps += 1) {
    await page.keyboard.press("Tab");
    entries.push(
      await page.evaluate(() => /** @type {Element} */ (document.activeElement).textContent),
    );
  }
  assert.deepEqual(entries, ["Table", "HTML", "Text"]);
  await page.keyboard.press("Escape");
  assert.ok(
    await more.evaluate((button) => button === document.activeElement),
    "the menu returns the focus",
  );
});

test("every form is accessible at every width, light and dark", async () => {
  await page.locator(id("table")).last().getByRole("button", { name: "Search and filter" }).click();
  const menu = page.locator(`${id("result")}[data-form=html]`).first();
  await menu.hover();
  await menu.locator(id("result-menu")).click();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
});

test("the page has no errors", () => assert.deepEqual(page.faults, []));

/**
 * Returns what Tab reaches within a part of the page and within its frames, in order, and whether
 * the focus is visible there.
 *
 * @param {import("playwright-core").Locator} part
 */
async function walked(part) {
  const page = part.page();
  /** @type {string[]} */
  const found = [];
  // A frame that is still loading may take the focus from where the walk begins.
  await part.scrollIntoViewIfNeeded();
  await idle(page);
  await part.evaluate((element) => {
    // From just before the part, as if the user had tabbed there.
    element.tabIndex = -1;
    element.focus();
  });
  for (let steps = 0; steps < 40; steps += 1) {
    await page.keyboard.press("Tab");
    if (!(await part.evaluate((element) => element.contains(document.activeElement)))) break;
    const element = await page.evaluateHandle(() => document.activeElement);
    const frame = await /** @type {import("playwright-core").ElementHandle} */ (
      element.asElement()
    ).contentFrame();
    const one = await /** @type {import("playwright-core").Frame} */ (frame ?? page).evaluate(
      () => {
        const at = /** @type {Element} */ (document.activeElement);
        const name = at.getAttribute("aria-label") ?? at.textContent.trim();
        // A table's focus ring is around the element that scrolls it.
        const outlined = [at, at.closest(".table-scroll")].some(
          (one) => one && getComputedStyle(one).outlineStyle !== "none",
        );
        return `${name}, ${outlined && getComputedStyle(at).opacity === "1" ? "seen" : "not seen"}`;
      },
    );
    if (found.at(-1) !== one) found.push(one);
  }
  await part.evaluate((element) => element.removeAttribute("tabindex"));
  return found;
}

/** @param {string[]} names */
const seen = (names) => names.map((name) => `${name}, seen`);
