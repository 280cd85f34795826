// Files are added by dropping, picking and pasting; each shows its profile or an actionable reason,
// and Python reads each by its bare name. What the profile of a file says, in every encoding and
// format, is tested in web/kernel/harness/tests/test_profile.py.

import { after, test } from "node:test";
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { run } from "../support/browser.mjs";
import { journey } from "../support/fixture.mjs";
import { native } from "../support/native.mjs";
import { ask, drop, id, profile } from "../support/user.mjs";

const WORKBOOK = `
import datetime, json, sys, openpyxl
book = openpyxl.Workbook()
sheet = book.active
sheet.title = "Orders"
for row in [["day", "item", "amount"], [datetime.date(2026, 1, 5), "lamp", 12.5], [datetime.date(2026, 2, 7), "chair", 80]]:
    sheet.append(row)
other = book.create_sheet("Staff")
for row in [["name", "age"], ["Zoë", 31], ["Ann", 44], ["Bob", 52]]:
    other.append(row)
book.save(sys.argv[1])
print(json.dumps("saved"))
`;

/** A grey PNG image of 40 by 30 pixels. */
const DOT =
  "iVBORw0KGgoAAAANSUhEUgAAACgAAAAeCAAAAAB7tgMBAAAAGElEQVR42mNoIBIwjCocVTiqcFThYFYIAME9WB8e3PU7AAAAAElFTkSuQmCC";

const { page } = await journey();
const folder = await mkdtemp(path.join(tmpdir(), "insitu-files-"));

after(() => rm(folder, { recursive: true, force: true }));

test("the profile of a file says what it holds, what else it is, or why it cannot be read", async () => {
  await drop(page, [
    {
      name: "utf16.csv",
      content: Buffer.from("\ufeffcity,people\nŁódź,670\nKøge,38\n", "utf16le"),
    },
    { name: "dot.png", content: Buffer.from(DOT, "base64") },
    { name: "broken.json", content: '{"a": [1, 2' },
  ]);
  for (const [name, patterns] of /** @type {[string, RegExp[]][]} */ ([
    ["utf16.csv", [/2 rows/i, /city/, /people/]],
    ["dot.png", [/40 × 30/]],
    ["broken.json", [/could not be read as json/]],
  ])) {
    const text = await (await profile(page, name)).innerText();
    for (const pattern of patterns) assert.match(text, pattern, `the profile of ${name}`);
    assert.doesNotMatch(
      text,
      /Traceback|undefined|panicked|0x[0-9a-f]{4}/,
      `${name}: a user reads this`,
    );
  }
});

test("the table is shown as its profile reads it, in full, and again after Python restarted", async () => {
  const ids = Array.from({ length: 60 }, (_, at) => `${String(at).padStart(4, "0")};${at},5`);
  await drop(page, [{ name: "ids.csv", content: `id;tag\n${ids.join("\n")}\n` }]);
  await profile(page, "ids.csv");
  await page.locator(id("table-tab")).filter({ hasText: "ids.csv" }).click();
  const rows = page.locator(id("tables-rows"));
  const first = rows.locator("tbody tr").first().locator("td, th");
  await rows.getByText("0000", { exact: true }).waitFor();
  assert.deepEqual(await first.allInnerTexts(), ["0000", "0.5"]);
  assert.match(await page.locator(id("tables-size")).innerText(), /60 rows · 2 columns/);
  await rows.locator("thead button", { hasText: "tag" }).click({ clickCount: 1 });
  await rows.locator("thead button", { hasText: "tag" }).click();
  await rows.getByText("0059", { exact: true }).waitFor();
  await page.evaluate(() => window.insitu.restart());
  await rows.getByText("0000", { exact: true }).waitFor({ timeout: 60_000 });
  const many = Array.from({ length: 50_001 }, (_, at) => `{"n":${at}}`);
  await drop(page, [{ name: "many.jsonl", content: many.join("\n") }]);
  await profile(page, "many.jsonl");
  await page.locator(id("table-tab")).filter({ hasText: "many.jsonl" }).click();
  await rows.getByText("The first 50,000 rows of 50,001 are shown.").waitFor();
  await page.locator(id("tables-all")).click();
  await rows.getByText("50,001 rows").waitFor();
  assert.equal(await page.locator(id("tables-all")).count(), 0);
  await page.locator(id("tables-fold")).click();
  assert.equal(await rows.isVisible(), false);
});

test("a workbook shows its sheets", async () => {
  const file = path.join(folder, "book.xlsx");
  await native(WORKBOOK, file);
  await drop(page, [{ name: "book.xlsx", content: await readFile(file) }]);
  const text = await (await profile(page, "book.xlsx")).innerText();
  for (const pattern of [/Orders/, /Staff/, /amount/, /age/]) assert.match(text, pattern);
  assert.match(
    await (await ask(page, "average age in book.xlsx")).locator(id("answer")).innerText(),
    /42\.33/,
  );
});

test("two files with the same name are both kept if the user wants that, and Python reads each", async () => {
  const before = await page.locator(id("file")).count();
  await drop(page, [{ name: "twin.csv", content: "v\n1\n" }]);
  await drop(page, [{ name: "twin.csv", content: "v\n1000\n" }]);
  await page.locator(id("keep-both")).click();
  await page
    .locator(id("file"))
    .nth(before + 1)
    .locator(id("file-profile"))
    .waitFor();
  const outcome = await run(
    page,
    "import glob\nsorted(int(open(f).read().split()[1]) for f in glob.glob('/data/twin*'))",
  );
  assert.equal(outcome.results[0].text, "[1, 1000]");
});

test("a hostile name does no harm", async () => {
  const name = "../<b>ünï\"code</b> & 'so' $(x).csv";
  await page.evaluate(async (name) => window.insitu.addFile(new File(["v\n5\n"], name)), name);
  assert.equal(await page.locator(`${id("file")} b:text-is("ünï")`).count(), 0);
  const outcome = await run(
    page,
    "import os\n[open('/data/' + f).read() for f in os.listdir('/data') if 'code' in f]",
  );
  assert.equal(outcome.results[0].text, String.raw`['v\n5\n']`);
});

test("files can be picked and pasted too", async () => {
  await page
    .locator(".pick input")
    .first()
    .setInputFiles({ name: "picked.csv", mimeType: "text/csv", buffer: Buffer.from("p\n1\n2\n") });
  assert.match(await (await profile(page, "picked.csv")).innerText(), /2 rows/i);
  await page.locator(id("composer")).evaluate((composer) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(["q\n1\n2\n3\n"], "pasted.csv"));
    composer.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  assert.match(await (await profile(page, "pasted.csv")).innerText(), /3 rows/i);
});

test("every file has its bare name, /data is read-only, /mnt/data is /out", async () => {
  const bare =
    "[len(open(n, 'rb').read()) > 0 for n in ['utf16.csv', 'book.xlsx', 'picked.csv', 'dot.png']]";
  assert.equal((await run(page, bare)).results[0].text, "[True, True, True, True]");
  assert.equal((await run(page, "open('/data/picked.csv', 'w')")).status, "error");
  const written = await run(
    page,
    "open('/mnt/data/made.txt', 'w').write('héllo')\nopen('/out/made.txt').read()",
  );
  assert.equal(written.results[0].text, "'héllo'");
  assert.deepEqual(written.files, [{ path: "/out/made.txt", bytes: 6 }]);
});

test("the page has no errors", () => assert.deepEqual(page.faults, []));
