// Every form of a result on the page: its view, its controls, saving. A scripted model runs the code, so that results are shown
// where a user sees them.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { openPage, ready, run, startBrowser } from "../support/browser.mjs";
import { expectAccessible } from "../support/looks.mjs";
import { ask, cells, choose, id, unfold } from "../support/user.mjs";
import { startServer } from "../support/server.mjs";
import { MODEL, python, startUpstream } from "../support/upstream.mjs";

let upstream, server, browser, page;

before(async () => {
  upstream = await startUpstream();
  server = await startServer({ model: upstream.model });
  browser = await startBrowser();
  page = await openPage(browser, server.url);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await choose(page, MODEL);
});

after(async () => {
  await browser?.close();
  await server?.stop();
  await upstream?.stop();
});

const PEOPLE = `import pandas as pd
pd.DataFrame({"name": ["Ada", "Ben", "Zoë", "Carl", "Eve"], "age": [36, None, 7, 36, 81], "joined": pd.to_datetime(["2024-03-01", "2023-01-05", None, "2024-03-01", "2020-12-31"])})`;

const MILLION = `import numpy as np, pandas as pd
n = 1_000_000
big = pd.DataFrame({"order": np.arange(1, n + 1), "region": np.array(["north", "south", "east", "west"])[np.arange(n) % 4], "amount": (np.arange(n) * 104_729 % 1_000_003) / 100, "day": pd.Timestamp("2020-01-01") + pd.to_timedelta(np.arange(n) % 1000, unit="D"), "note": np.where(np.arange(n) % 5 == 0, None, "a note that is rather longer than any column of this table could be wide, and so is cut off")})
big`;

const LINES = `import matplotlib.pyplot as plt
plt.plot([1, 2, 3, 4], [10, 40, 20, 30], label="north")
plt.plot([1, 2, 3, 4], [5, 6, 7, 8], label="south")
plt.legend(); plt.title("Revenue by month"); plt.xlabel("month"); plt.ylabel("revenue (EUR)")
plt.show()`;

/** Has the model run the code and returns the turn with everything in it expanded. */
async function shown(code) {
  upstream.script({ calls: [python(code)] }, { text: "Here it is." });
  const turn = await ask(page, "show it", 120_000);
  await unfold(turn);
  return turn;
}

/** Returns the name and the bytes of the file that a press of this button saves. */
async function saved(press) {
  const [download] = await Promise.all([page.waitForEvent("download"), press()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** Chooses an entry in a result's menu. */
async function pick(part, entry) {
  await part.hover();
  await part.locator(id("result-menu")).first().click();
  await part.page().locator(".result-menu:popover-open").getByRole("button", { name: entry, exact: true }).click();
}

const names = async (table) => (await cells(table)).rows.map(([name]) => name);

test("a small table hides its controls until hover, sorts and searches without Python, and its cells can be copied", async () => {
  const turn = await shown(PEOPLE);
  const table = turn.locator(id("table"));
  assert.deepEqual(await cells(table), {
    columns: ["name", "age", "joined"],
    rows: [["Ada", "36", "2024-03-01"], ["Ben", "–", "2023-01-05"], ["Zoë", "7", "–"], ["Carl", "36", "2024-03-01"], ["Eve", "81", "2020-12-31"]],
  });
  await page.mouse.move(0, 0);
  assert.equal(await table.locator(id("result-menu")).evaluate((button) => getComputedStyle(button).opacity), "0", "tools are out of sight");
  const busy = run(page, "import time; time.sleep(4)");
  await table.getByRole("button", { name: "age", exact: true }).click();
  assert.deepEqual(await names(table), ["Zoë", "Ada", "Carl", "Eve", "Ben"]);
  assert.equal(await table.getByRole("columnheader", { name: "age" }).getAttribute("aria-sort"), "ascending");
  await table.getByRole("button", { name: "age", exact: true }).click();
  assert.deepEqual(await names(table), ["Eve", "Ada", "Carl", "Zoë", "Ben"]);
  await pick(table, "Search and filter");
  await table.getByRole("searchbox").fill("2024");
  await table.getByText("2 of 5 rows").waitFor();
  assert.deepEqual(await names(table), ["Ada", "Carl"]);
  await pick(table, "Copy");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "name\tage\tjoined\nAda\t36\t2024-03-01\nCarl\t36\t2024-03-01");
  await busy;
  await pick(table, "Show all rows");
});

test("a value that the table truncates is shown and copied whole, also in a sorted table", async () => {
  const turn = await shown(`import pandas as pd
pd.DataFrame({"n": [1, 2, 3], "text": ["a" * 3000 + " one", "b" * 1_200_000, "c" * 3000 + " three"]})`);
  const table = turn.locator(id("table"));
  await table.getByRole("button", { name: "n", exact: true }).click();
  await table.getByRole("button", { name: "n", exact: true }).click();
  const card = page.locator(id("table-cell"));
  const open = (row) => table.locator("tbody tr").nth(row).locator("td").last().click();
  await open(0);
  await card.getByText(/c three$/).waitFor();
  await card.getByRole("button", { name: "Copy" }).click();
  await card.waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `${"c".repeat(3000)} three`);
  await open(1);
  await card.getByText("The first 1,000,000 of 1,200,000 characters.").waitFor();
  await page.keyboard.press("Escape");
  await card.waitFor({ state: "detached" });
});

test("a million rows can be scrolled, and one key reaches the last row", async () => {
  const turn = await shown(MILLION);
  const table = turn.locator(id("table"));
  const grid = table.getByRole("grid");
  assert.equal(await grid.getAttribute("aria-rowcount"), "1000001");
  assert.ok((await table.locator("tbody tr").count()) < 60, "only what is seen is there");
  await grid.focus();
  await page.keyboard.press("Control+End");
  await row(table, 1_000_000);
  const scroller = table.locator(".table-scroll");
  await scroller.hover();
  await scroller.evaluate((one) => (one.scrollTop = (one.scrollHeight - one.clientHeight) / 2));
  await page.waitForFunction((part) => Math.abs(Number(part.querySelector("tbody tr").ariaRowIndex) - 500_000) < 50, await table.elementHandle());
  const before = await table.locator("tbody tr").first().getAttribute("aria-rowindex");
  await page.mouse.wheel(0, 320);
  await page.waitForFunction(([part, before]) => Number(part.querySelector("tbody tr").ariaRowIndex) === Number(before) + 10, [await table.elementHandle(), before]);
  await page.keyboard.press("Control+Home");
  await row(table, 1);
});

test("the column headers of a large table show type, missing share and distribution", async () => {
  const table = page.locator(id("table")).last();
  const summary = table.locator(".table-summary");
  await summary.waitFor();
  assert.match(await summary.innerText(), /1 – 1,000,000[\s\S]*4 distinct[\s\S]*20 % missing/);
  assert.match(await table.getByRole("columnheader", { name: "note" }).getAttribute("title"), /note: text; 200,000 values missing/);
  assert.ok((await summary.locator("rect.is-bin").count()) >= 10);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const cut = await summary.locator(".table-range, .table-gone").evaluateAll((parts) => parts.filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1).map((one) => one.textContent));
    assert.deepEqual(cut, [], `nothing is cut at ${width} px`);
  }
});

test("Python sorts, filters and searches a million rows, and the table shows the result", async () => {
  const table = page.locator(id("table")).last();
  await table.getByRole("button", { name: "amount", exact: true }).click();
  await table.getByRole("button", { name: "amount", exact: true }).click();
  const most = await run(page, "int(big.sort_values('amount', ascending=False, kind='stable').iloc[0]['order'])");
  await row(table, Number(most.results[0].text));
  await table.getByRole("button", { name: "Search and filter" }).click();
  await table.getByLabel("Column", { exact: true }).selectOption({ label: "region" });
  await table.getByLabel("Value", { exact: true }).fill("north");
  await table.getByRole("button", { name: "Add filter" }).click();
  await table.getByText("250,000 of 1,000,000 rows").waitFor({ timeout: 60_000 });
  await table.getByLabel("Column", { exact: true }).selectOption({ label: "order" });
  await table.getByLabel("Condition").selectOption({ label: "is at most" });
  await table.getByLabel("Value", { exact: true }).fill("2000");
  await table.getByRole("button", { name: "Add filter" }).click();
  await table.getByText("500 of 1,000,000 rows").waitFor({ timeout: 60_000 });
  const { name, bytes } = await saved(() => pick(table, "Save CSV"));
  const lines = bytes.toString("utf8").trim().split(/\r?\n/);
  assert.match(name, /\.csv$/);
  assert.equal(lines.length, 501);
  assert.match(lines[0], /order,region,amount,day,note/);
  const workbook = await saved(() => pick(table, "Save Excel"));
  assert.match(workbook.name, /\.xlsx$/);
  assert.equal(workbook.bytes.subarray(0, 2).toString(), "PK");
  await pick(table, "Show all rows");
  await table.getByText("1,000,000 rows", { exact: true }).waitFor({ timeout: 60_000 });
});

test("a truncated cell is shown and copied whole", async () => {
  const table = page.locator(id("table")).last();
  await table.getByRole("button", { name: "order", exact: true }).click();
  await row(table, 1);
  const cell = table.locator("tbody tr").nth(1).locator("td").last();
  await cell.scrollIntoViewIfNeeded();
  await cell.click();
  const card = page.locator(id("table-cell"));
  assert.match(await card.innerText(), /a note that is rather longer than any column of this table could be wide, and so is cut off/);
  await card.getByRole("button", { name: "Copy" }).click();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^a note .* cut off$/);
  await card.waitFor({ state: "detached" });
});

test("while Python computes the table says that it waits, and continues by itself", async () => {
  const table = page.locator(id("table")).last();
  const busy = run(page, "import time; time.sleep(3)");
  await table.getByRole("grid").focus();
  await page.keyboard.press("Control+End");
  await table.getByText("Waiting for Python").waitFor();
  await row(table, 1_000_000);
  await busy;
});

test("after a restart the loaded rows stay, and a line says why no others can be loaded", async () => {
  const table = page.locator(id("table")).last();
  await page.evaluate(() => window.insitu.restart());
  await ready(page);
  await table.locator(".table-scroll").evaluate((one) => (one.scrollTop = one.scrollHeight / 3));
  await table.getByText(/are still here/).waitFor();
  await table.getByRole("button", { name: "Try again" }).waitFor();
  assert.ok((await table.locator("tbody tr").count()) > 3, "there are rows to look at");
});

test("a figure offers its image, its numbers, its summary, and both file formats", async () => {
  const turn = await shown(LINES);
  const figure = turn.locator(id("figure"));
  const source = await figure.locator("img").getAttribute("src");
  const { name, bytes } = await saved(() => figure.getByRole("button", { name: "Save PNG" }).click());
  assert.equal(name, "revenue-by-month.png");
  assert.deepEqual(bytes, Buffer.from(source.slice(source.indexOf(",") + 1), "base64"));
  const vector = await saved(() => figure.getByRole("button", { name: "Save SVG" }).click());
  assert.match(vector.bytes.toString("utf8"), /<svg[\s\S]*<path/);
  await figure.getByRole("button", { name: "Numbers" }).click();
  assert.deepEqual(await cells(figure.locator(id("table"))), {
    columns: ["month", "north", "south"],
    rows: [["1", "10", "5"], ["2", "40", "6"], ["3", "20", "7"], ["4", "30", "8"]],
  });
  await figure.getByRole("button", { name: "Description" }).click();
  assert.match(await figure.innerText(), /Line chart “Revenue by month”\.[\s\S]*“north”, 4 points: highest 40 at 2, lowest 10 at 1/);
  await figure.getByRole("button", { name: "Interactive" }).click();
  await figure.locator("iframe").waitFor();
  await figure.getByRole("button", { name: "Figure", exact: true }).click();
  assert.equal(await figure.locator("img").getAttribute("src"), source);
});

test("a polar figure has an interactive version, and with WebGL a 3D figure has one too", async () => {
  const turn = await shown(`import matplotlib.pyplot as plt, numpy as np
axes = plt.subplot(projection="polar")
axes.plot([0, 1, 2, 0], [1, 3, 2, 1], label="one"); axes.plot([0, 1, 2, 0], [2, 1, 3, 2], label="two"); axes.set_xticks([0, 1, 2], labels=["p", "q", "r"]); axes.legend(); axes.set_title("Radar")
plt.show()
axes = plt.figure().add_subplot(projection="3d")
u, v = np.meshgrid(np.linspace(0, 2 * np.pi, 100), np.linspace(0, np.pi, 100))
axes.plot_surface(np.cos(u) * np.sin(v), np.sin(u) * np.sin(v), np.cos(v)); axes.set_title("Ball"); axes.set_zlabel("height (m)")
plt.show()`);
  const [round, space] = [turn.locator(id("figure")).nth(0), turn.locator(id("figure")).nth(1)];
  await round.getByRole("button", { name: "Interactive" }).click();
  await round.frameLocator("iframe").locator(".polar .js-line").nth(1).waitFor();
  assert.deepEqual(await round.frameLocator("iframe").locator(".polar .angularaxistick text").allTextContents(), ["p", "q", "r"]);
  await round.frameLocator("iframe").getByRole("button", { name: "two", exact: true }).click();
  await round.frameLocator("iframe").getByRole("button", { name: "two", exact: true, pressed: false }).waitFor();
  await expectAccessible(page, `${id("turn")}:last-of-type ${id("figure")}`);
  await space.getByRole("button", { name: "Interactive" }).click();
  await turn.getByText("This is drawn with WebGL, which this browser does not have").first().waitFor();
  assert.equal(await space.getAttribute("data-side"), "figure", "the picture stays");
  await space.getByRole("button", { name: "Description" }).click();
  assert.match(await space.innerText(), /Surface “Ball”\.[\s\S]*Third axis: height \(m\), from -1 to 1/);
  await space.getByRole("button", { name: "Numbers" }).click();
  assert.deepEqual((await cells(space.locator(id("table")))).columns, ["x", "y", "height (m)"]);
  await expectAccessible(page, `${id("turn")}:last-of-type ${id("figure")}`);
});

const FORMS = [
  ["html", "class Laid:\n  def _repr_html_(self): return '<b>bold</b> <table><tr><td>cell</td></tr></table>'\n  def __repr__(self): return 'laid'\nLaid()", /^$/],
  ["svg", "class Drawn:\n  def _repr_svg_(self): return '<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"80\" height=\"40\"><circle cx=\"20\" cy=\"20\" r=\"15\"/></svg>'\n  def __repr__(self): return 'drawn'\nDrawn()", /^$/],
  ["latex", "class Formula:\n  def _repr_latex_(self): return r'$\\frac{a}{b}$'\n  def __repr__(self): return 'a/b'\nFormula()", /^$/],
  ["mathml", "class Formula:\n  def _repr_mimebundle_(self, **_): return {'text/plain': 'a/b', 'application/mathml+xml': '<math><mfrac><mi>a</mi><mi>b</mi></mfrac></math>'}\nFormula()", /^$/],
  ["markdown", "class Words:\n  def _repr_markdown_(self): return '## Title\\n\\n- one\\n- [two](https://a.example/x)'\n  def __repr__(self): return 'words'\nWords()", /Title[\s\S]*one[\s\S]*two \(https:\/\/a\.example\/x\)/],
  ["json", "from IPython.display import JSON\nJSON({'name': 'config', 'list': list(range(300)), 'deep': {'a': {'b': None}}})", /name: "config"[\s\S]*list: \[ 300 items \]/],
  ["code", "from IPython.display import Code\nCode('def f(x):\\n    return x + 1', language='python')", /def f\(x\):/],
  ["text", "'one\\x1b[31m red\\x1b[0m \\u202e two'", /one red ⟨U\+202E⟩ two/],
  ["picture", "from PIL import Image\nImage.new('RGB', (40, 20), 'teal')", /^$/],
  ["plotly", "import plotly.graph_objects as go\ngo.Figure(go.Bar(x=['a', 'b'], y=[1, 2]), layout={'title': {'text': 'Two bars'}})", /^$/],
  ["vegalite", "import altair, pandas\naltair.Chart(pandas.DataFrame({'a': ['x', 'y', 'z'], 'b': [1, 2, 3]}), title='Three bars').mark_bar().encode(x='a', y='b')", /^$/],
];

/** Selectors of what a form's frame, or the nested frame, contains once it is drawn. */
const DRAWN = { html: "td", svg: "main > img", latex: "mfrac", mathml: "mfrac", plotly: ".barlayer .point", vegalite: ".mark-rect path" };

for (const [form, code, words] of FORMS) {
  test(`${form} is shown`, async () => {
    const turn = await shown(code);
    const result = turn.locator(id("result")).first();
    const wanted = form === "picture" ? "figure" : form;
    await page.waitForFunction(([part, wanted]) => part.dataset.form === wanted, [await result.elementHandle(), wanted]);
    assert.match((await result.innerText()).trim().replace(/^PNG$|^Text$/gm, ""), words);
    if (form === "picture") assert.equal(await result.getByRole("button", { name: "Save SVG" }).count(), 0, "there are no lines to save");
    if (!DRAWN[form]) return;
    const frame = result.frameLocator("iframe");
    const within = ["html", "latex", "mathml"].includes(form) ? frame.frameLocator("iframe") : frame;
    await within.locator(DRAWN[form]).first().waitFor({ timeout: 60_000 });
    const { height } = await result.locator("iframe").boundingBox();
    assert.ok(height > 15, `the frame is ${height} px high`);
  });
}

for (const [form, marks, count] of [["plotly", ".barlayer .point", 2], ["vegalite", ".mark-rect path", 3]]) {
  test(`a chart of ${form} is saved as an image and as a page that needs no network`, async () => {
    const result = page.locator(`${id("result")}[data-form=${form}]`).last();
    const picture = await saved(() => pick(result, "Save PNG"));
    assert.match(picture.name, /\.png$/);
    assert.equal(picture.bytes.subarray(0, 8).toString("latin1"), "\x89PNG\r\n\x1a\n");
    const file = await saved(() => pick(result, "Save web page"));
    assert.match(file.name, /\.html$/);
    const alone = await browser.newContext({ offline: true });
    try {
      const opened = await alone.newPage();
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
  const turn = await shown("class Sound:\n  def _repr_mimebundle_(self, **_): return {'text/plain': 'a sound', 'audio/wav': 'UklGRg=='}\nSound()");
  const result = turn.locator(id("result")).first();
  assert.match(await result.innerText(), /a sound[\s\S]*It has the form audio\/wav, which cannot be shown here/);
  const { name, bytes } = await saved(() => result.getByRole("button", { name: "Save it as a file" }).click());
  assert.match(name, /\.wav$/);
  assert.deepEqual(bytes.toString(), "RIFF");
});

test("every control of a result can be reached by keyboard, has a visible focus, and returns the focus", async () => {
  const figure = (await shown(LINES)).locator(id("figure"));
  const sides = ["Figure", "Interactive", "Numbers", "Description"];
  assert.deepEqual(await walked(figure), seen([...sides, "Save PNG", "Save SVG", "More about this result"]));
  for (const name of sides.slice(1)) {
    await figure.getByRole("button", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
    await figure.locator({ Interactive: "iframe", Numbers: "table", Description: ".figure-words" }[name]).waitFor();
    if (name === "Interactive") await figure.frameLocator("iframe").getByRole("button", { name: "south", exact: true }).waitFor();
    const reached = await walked(figure);
    assert.deepEqual(reached.filter((one) => !one.endsWith(", seen")), [], "the focus is seen everywhere");
    for (const part of { Interactive: ["south, seen"], Numbers: ["Table, 4 rows, seen", "Search and filter, seen"], Description: ["Description of the figure, seen"] }[name]) {
      assert.ok(reached.includes(part), `${part} is not among ${reached.join("; ")}`);
    }
  }

  const table = (await shown(PEOPLE)).locator(id("table"));
  const reached = await walked(table);
  assert.deepEqual(reached.filter((one) => !one.endsWith(", seen")), []);
  for (const part of ["Table, 5 rows, seen", "Search and filter, seen", "More about this result, seen"]) assert.ok(reached.includes(part), `${part} is not among ${reached.join("; ")}`);
  const grid = table.getByRole("grid");
  await grid.focus();
  for (const key of ["ArrowUp", "ArrowRight", "Enter"]) await page.keyboard.press(key);
  assert.deepEqual(await names(table), ["Zoë", "Ada", "Carl", "Eve", "Ben"], "a column's head is reached by arrows, and sorts");
  for (const key of ["ArrowDown", "Enter"]) await page.keyboard.press(key);
  await page.locator(id("table-cell")).waitFor();
  await page.keyboard.press("Escape");
  await page.locator(id("table-cell")).waitFor({ state: "detached" });
  assert.ok(await grid.evaluate((table) => table === document.activeElement), "the cell returns the focus");
  const more = table.locator(id("result-menu"));
  await more.focus();
  await page.keyboard.press("Enter");
  await page.locator(".result-menu:popover-open").waitFor();
  const entries = [];
  for (let steps = 0; steps < 3; steps += 1) {
    await page.keyboard.press("Tab");
    entries.push(await page.evaluate(() => document.activeElement.textContent));
  }
  assert.deepEqual(entries, ["Table", "HTML", "Text"]);
  await page.keyboard.press("Escape");
  assert.ok(await more.evaluate((button) => button === document.activeElement), "the menu returns the focus");
});

test("every form is accessible at every width, light and dark", async () => {
  for (const side of ["Interactive", "Description", "Numbers"]) {
    const figure = page.locator(id("figure")).first();
    await figure.getByRole("button", { name: side }).click();
    await figure.scrollIntoViewIfNeeded();
    if (side === "Interactive") await figure.frameLocator("iframe").getByRole("button", { name: "south", exact: true }).waitFor();
    await expectAccessible(page, id("figure"));
  }
  await page.locator(id("table")).first().getByRole("button", { name: "Search and filter" }).click();
  const menu = page.locator(`${id("result")}[data-form=html]`).first();
  await menu.hover();
  await menu.locator(id("result-menu")).click();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
});

test("an error is accessible too", async () => {
  const turn = await shown("import pandas\ndef inner(row):\n    return row['b']\npandas.DataFrame({'a': [1]}).apply(inner, axis=1)");
  await turn.getByText("KeyError").first().waitFor();
  await expectAccessible(page, id("turn"));
});

test("documents are previewed in the page", async () => {
  const turn = await shown(`import pandas as pd
with pd.ExcelWriter("book.xlsx") as book:
    pd.DataFrame({"a": [1, 2]}).to_excel(book, sheet_name="First", index=False)
    pd.DataFrame({"b": ["x"]}).to_excel(book, sheet_name="Second", index=False)
open("notes.txt", "w").write("line one\\n\\u202eline two")
open("broken.xlsx", "wb").write(b"PK\\x03\\x04 no workbook")
from PIL import Image
Image.new("RGB", (30, 20), "teal").save("dot.png")
from reportlab.pdfgen.canvas import Canvas
paper = Canvas("page.pdf"); paper.drawString(100, 700, "Hello paper"); paper.save()
import docx, json, pptx
word = docx.Document(); word.add_heading("Findings", 1); word.add_paragraph("It grew.").add_run(" Much.").bold = True
grid = word.add_table(rows=1, cols=2); grid.cell(0, 0).text = "region"; grid.cell(0, 1).text = "total"; word.save("report.docx")
slides = pptx.Presentation(); slide = slides.slides.add_slide(slides.slide_layouts[1]); slide.shapes.title.text = "Revenue"; slide.placeholders[1].text = "It grew"; slides.save("slides.pptx")
pd.DataFrame({"city": ["Roma", "Bern"], "people": [2873000, 134000]}).to_csv("cities.csv", index=False)
json.dump({"name": "config", "list": [1, {"a": None}]}, open("config.json", "w"))`);
  for (const [name, seen] of [
    ["book.xlsx", async (body) => assert.deepEqual(await Promise.all((await body.locator(id("table")).all()).map(cells)), [{ columns: ["a"], rows: [["1"], ["2"]] }, { columns: ["b"], rows: [["x"]] }])],
    ["notes.txt", async (body) => assert.match(await body.innerText(), /line one\n⟨U\+202E⟩line two/)],
    ["dot.png", async (body) => assert.equal(await body.locator("img").evaluate((image) => image.naturalWidth), 30)],
    ["page.pdf", (body) => body.locator("iframe").waitFor()],
    ["report.docx", (body) => body.frameLocator("iframe").frameLocator("iframe").getByText("Findings").waitFor()],
    ["slides.pptx", (body) => body.frameLocator("iframe").frameLocator("iframe").getByText("It grew").waitFor()],
    ["cities.csv", async (body) => assert.deepEqual((await cells(body.locator(id("table")))).rows, [["Roma", "2,873,000"], ["Bern", "134,000"]])],
    ["config.json", async (body) => assert.match(await body.innerText(), /name: "config"/)],
  ]) {
    await page.setViewportSize({ width: 1280, height: name === "page.pdf" ? 600 : 900 });
    const dialog = await opened(turn, name);
    const body = dialog.locator(id("preview-body"));
    await body.locator(":scope > *").first().waitFor({ timeout: 60_000 });
    await seen(body);
    if (name === "page.pdf") {
      await body.frameLocator("iframe").locator(".textLayer span").first().waitFor();
      assert.ok(await dialog.evaluate((one) => one.scrollHeight <= one.clientHeight), "the document scrolls, the dialog around it does not");
    }
    await expectAccessible(page, id("preview"));
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    assert.match(await page.evaluate(() => document.activeElement.closest("[data-testid=created-file]")?.textContent ?? ""), new RegExp(name), "the focus goes back");
  }
  const dialog = await opened(turn, "broken.xlsx");
  await dialog.getByRole("status").filter({ hasText: /You can save the file|cannot|could not|damaged|not a/i }).waitFor();
  const { bytes } = await saved(() => dialog.getByRole("button", { name: "Save", exact: true }).click());
  assert.equal(bytes.toString("latin1"), "PK\x03\x04 no workbook");
  await page.keyboard.press("Escape");
});

test("the page has no errors", () => assert.deepEqual(page.faults, []));

/** Returns what Tab reaches within a part of the page and within its frames, in order, and whether the focus is visible there. */
async function walked(part) {
  const page = part.page();
  const found = [];
  // A frame that is still loading may take the focus from where the walk begins; then it begins again.
  for (let tries = 0; tries < 3 && found.length === 0; tries += 1) {
    if (tries > 0) await page.waitForTimeout(500);
    await part.evaluate((element) => {
      // From just before the part, as if the user had tabbed there.
      element.tabIndex = -1;
      element.focus();
    });
    for (let steps = 0; steps < 40; steps += 1) {
      await page.keyboard.press("Tab");
      if (!(await part.evaluate((element) => element.contains(document.activeElement)))) break;
      const element = await page.evaluateHandle(() => document.activeElement);
      const frame = await element.asElement().contentFrame();
      const one = await (frame ?? page).evaluate(() => {
        const at = document.activeElement;
        const name = at.getAttribute("aria-label") ?? at.textContent.trim();
        // A table's focus ring is around the element that scrolls it.
        const outlined = [at, at.closest(".table-scroll")].some((one) => one && getComputedStyle(one).outlineStyle !== "none");
        return `${name}, ${outlined && getComputedStyle(at).opacity === "1" ? "seen" : "not seen"}`;
      });
      if (found.at(-1) !== one) found.push(one);
    }
  }
  await part.evaluate((element) => element.removeAttribute("tabindex"));
  return found;
}

const seen = (names) => names.map((name) => `${name}, seen`);

/** Presses the Preview button of a written file. */
async function opened(turn, name) {
  const file = turn.locator(id("created-file")).filter({ hasText: name });
  await file.getByRole("button", { name: /preview/i }).click();
  const dialog = page.locator(id("preview"));
  await dialog.waitFor();
  return dialog;
}

/** Waits until the table shows the row with that order number. */
async function row(table, order) {
  await page.waitForFunction(
    ([part, wanted]) => Array.from(part.querySelectorAll("tbody tr"), (tr) => tr.cells[0].textContent.replaceAll(",", "")).includes(wanted),
    [await table.elementHandle(), String(order)],
    { timeout: 60_000 },
  );
}
