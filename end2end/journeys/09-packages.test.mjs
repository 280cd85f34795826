// The packages that the page lists, and those whose import depends on the frame's policy. What each
// package computes is tested in Node.

import { test } from "node:test";
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { run, within } from "../support/browser.mjs";
import { journey } from "../support/fixture.mjs";
import { id, openPython } from "../support/user.mjs";

const { page } = await journey();

for (const [what, code, expected] of [
  [
    "a package that compiles WebAssembly at run time",
    "from reportlab.pdfgen.canvas import Canvas\ncanvas = Canvas('r.pdf')\ncanvas.drawString(9, 9, 'hi')\ncanvas.save()\nimport pypdfium2\npypdfium2.PdfDocument('r.pdf')[0].get_textpage().get_text_range()",
    "'hi'",
  ],
  [
    "a part of a namespace",
    "import arro3.core as arrow\narrow.Array([1, None], arrow.DataType.int64()).to_pylist()",
    "[1, None]",
  ],
]) {
  test(`${what} is imported`, async () => {
    const outcome = await within(120_000, what, run(page, code));
    assert.equal(outcome.results.at(-1)?.text, expected, outcome.error?.traceback);
  });
}

test("the dialog of Python lists the packages of the README with their versions", async () => {
  await openPython(page);
  await page.locator(`${id("packages")} summary`).click();
  const tested = page.locator(id("packages-tested"));
  await tested.filter({ hasText: "numpy" }).waitFor();
  const listed = String(await tested.textContent()).split(", ");
  const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
  const [, names = ""] = /\d+ packages: ([^.]+)\.\n<!-- end of packages -->/.exec(readme) ?? [];
  assert.deepEqual(
    listed.map((item) => item.replace(/ [\d.]+(post\d+)?$/, "")),
    names.split(/,\s+/),
  );
  assert.ok(await page.locator(id("packages-untested")).isHidden());
  const modified = String(await page.locator(id("packages-modified")).textContent());
  assert.match(
    modified,
    /^numpy [\d.]+, modified: .* SHA-256 as published [0-9a-f]{64}, as edited [0-9a-f]{64}\.pandas /,
  );
});

test("the page has no errors", () => assert.deepEqual(page.faults, []));
