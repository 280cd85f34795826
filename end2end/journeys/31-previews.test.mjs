// Documents that code has written are previewed in the page, each in its form, and can be saved
// if they are broken.

import { test } from "node:test";
import assert from "node:assert/strict";
import { scriptedJourney } from "../support/fixture.mjs";
import { expectAccessible } from "../support/looks.mjs";
import { shown } from "../support/results.mjs";
import { cells, id, saved } from "../support/user.mjs";

const fixture = await scriptedJourney();
const { page } = fixture;

test("documents are previewed in the page", async () => {
  const turn = await shown(
    fixture,
    `import pandas as pd
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
json.dump({"name": "config", "list": [1, {"a": None}]}, open("config.json", "w"))`,
  );
  for (const [
    name,
    seen,
  ] of /** @type {[name: string, seen: (body: import("playwright-core").Locator) => Promise<unknown>][]} */ ([
    [
      "book.xlsx",
      async (body) =>
        assert.deepEqual(await Promise.all((await body.locator(id("table")).all()).map(cells)), [
          { columns: ["a"], rows: [["1"], ["2"]] },
          { columns: ["b"], rows: [["x"]] },
        ]),
    ],
    [
      "notes.txt",
      async (body) => assert.match(await body.innerText(), /line one\n⟨U\+202E⟩line two/),
    ],
    [
      "dot.png",
      async (body) =>
        assert.equal(
          await body
            .locator("img")
            .evaluate((image) => /** @type {HTMLImageElement} */ (image).naturalWidth),
          30,
        ),
    ],
    ["page.pdf", (body) => body.locator("iframe").waitFor()],
    [
      "report.docx",
      (body) => body.frameLocator("iframe").frameLocator("iframe").getByText("Findings").waitFor(),
    ],
    [
      "slides.pptx",
      (body) => body.frameLocator("iframe").frameLocator("iframe").getByText("It grew").waitFor(),
    ],
    [
      "cities.csv",
      async (body) =>
        assert.deepEqual((await cells(body.locator(id("table")))).rows, [
          ["Roma", "2,873,000"],
          ["Bern", "134,000"],
        ]),
    ],
    ["config.json", async (body) => assert.match(await body.innerText(), /name: "config"/)],
  ])) {
    await page.setViewportSize({ width: 1280, height: name === "page.pdf" ? 600 : 900 });
    const dialog = await opened(turn, name);
    const body = dialog.locator(id("preview-body"));
    await body.locator(":scope > *").first().waitFor({ timeout: 60_000 });
    await seen(body);
    if (name === "page.pdf") {
      await body.frameLocator("iframe").locator(".textLayer span").first().waitFor();
      assert.ok(
        await dialog.evaluate((one) => one.scrollHeight <= one.clientHeight),
        "the document scrolls, the dialog around it does not",
      );
    }
    await expectAccessible(page, id("preview"));
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    const focused = () =>
      /** @type {Element} */ (document.activeElement).closest("[data-testid=created-file]")
        ?.textContent ?? "";
    assert.match(await page.evaluate(focused), new RegExp(name), "the focus goes back");
  }
  const dialog = await opened(turn, "broken.xlsx");
  await dialog
    .getByRole("status")
    .filter({ hasText: /You can save the file|cannot|could not|damaged|not a/i })
    .waitFor();
  const { bytes } = await saved(page, () =>
    dialog.getByRole("button", { name: "Save", exact: true }).click(),
  );
  assert.equal(bytes.toString("latin1"), "PK\x03\x04 no workbook");
  await page.keyboard.press("Escape");
});

test("the page has no errors", () => assert.deepEqual(page.faults, []));

/**
 * Presses the Preview button of a written file.
 *
 * @param {import("playwright-core").Locator} turn
 * @param {string} name
 */
async function opened(turn, name) {
  const file = turn.locator(id("created-file")).filter({ hasText: name });
  await file.getByRole("button", { name: /preview/i }).click();
  const dialog = page.locator(id("preview"));
  await dialog.waitFor();
  return dialog;
}
