// Files of every kind, valid and faulty, are added by dropping, picking and pasting; each shows the right profile or an actionable
// reason, and Python reads each by its bare name.

import { after, test } from "node:test";
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { deflateSync } from "node:zlib";
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

const { page } = await journey();
const folder = await mkdtemp(path.join(tmpdir(), "insitu-files-"));

after(() => rm(folder, { recursive: true, force: true }));

const GERMAN = "Straße;Betrag;Tag\nMünchener Allee;1.234,50;31.01.2026\nÖlweg;99,90;01.02.2026\nAm Hügel;10,00;15.02.2026\n";

/**
 * Each file's name, its content, and what the profile shows.
 *
 * @type {[name: string, content: string | Buffer, patterns: RegExp[]][]}
 */
const TABLES = [
  ["utf16.csv", Buffer.from("\ufeffcity,people\nŁódź,670\nKøge,38\n", "utf16le"), [/2 rows/i, /city/, /people/]],
  ["latin.csv", Buffer.from(GERMAN, "latin1"), [/3 rows/i, /Straße/, /Betrag/, /Tag/]],
  ["bom.csv", Buffer.from("\ufeffname,n\nZoë,1\n"), [/1 row\b/i, /name/]],
  ["tabs.tsv", "a\tb\n1\t2\n3\t4\n5\t6\n", [/3 rows/i, /\ba\b/]],
  ["pipes.csv", "left|right\n1|2\n3|4\n", [/2 rows/i, /left/, /right/]],
  [
    "records.json",
    JSON.stringify([
      { x: 1, y: "a" },
      { x: 2, y: "b" },
    ]),
    [/2 rows/i, /\bx\b/],
  ],
  ["lines.jsonl", '{"x": 1, "y": "a"}\n{"x": 2, "y": "b"}\n{"x": 3, "y": null}\n', [/3 rows/i, /\by\b/]],
  ["notes.txt", "Just a note.\nWith two lines.\n", [/text|lines/i]],
];

test("tables in every encoding, delimiter and format have the right profile", async () => {
  await drop(
    page,
    TABLES.map(([name, content]) => ({ name, content })),
  );
  for (const [name, , patterns] of TABLES) {
    const text = await (await profile(page, name)).innerText();
    for (const pattern of patterns) assert.match(text, pattern, `the profile of ${name}`);
  }
});

test("decimal commas and dates are recognised", async () => {
  const turn = await ask(page, "total Betrag in latin.csv");
  assert.match(await turn.locator(id("answer")).innerText(), /1,?344\.40?\b/);
});

test("a workbook shows its sheets", async () => {
  const file = path.join(folder, "book.xlsx");
  await native(WORKBOOK, file);
  await drop(page, [{ name: "book.xlsx", content: await readFile(file) }]);
  const text = await (await profile(page, "book.xlsx")).innerText();
  for (const pattern of [/Orders/, /Staff/, /amount/, /age/]) assert.match(text, pattern);
  assert.match(await (await ask(page, "average age in book.xlsx")).locator(id("answer")).innerText(), /42\.33/);
});

test("the profile of a file that is not a table says what it is, or why it cannot be read", async () => {
  await drop(page, [
    { name: "dot.png", content: png(40, 30) },
    { name: "empty.csv", content: "" },
    { name: "garbage.csv", content: Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7919) % 256)) },
    { name: "fake.xlsx", content: "this is no workbook" },
    { name: "broken.json", content: '{"a": [1, 2' },
    { name: "header-only.csv", content: "a,b,c\n" },
  ]);
  for (const [name, pattern] of /** @type {[string, RegExp][]} */ ([
    ["dot.png", /40.{1,3}30/],
    ["empty.csv", /empty/i],
    ["garbage.csv", /binary|not text|cannot|could not|unreadable/i],
    ["fake.xlsx", /not|cannot|could not/i],
    ["broken.json", /not|cannot|could not/i],
    ["header-only.csv", /0 rows|no rows/i],
  ])) {
    const text = await (await profile(page, name)).innerText();
    assert.match(text, pattern, name);
    assert.doesNotMatch(text, /Traceback|undefined|panicked|0x[0-9a-f]{4}/, `${name}: a user reads this`);
  }
});

test("two files with the same name are both kept, and Python reads each", async () => {
  const before = await page.locator(id("file")).count();
  await drop(page, [{ name: "twin.csv", content: "v\n1\n" }]);
  await drop(page, [{ name: "twin.csv", content: "v\n1000\n" }]);
  await page
    .locator(id("file"))
    .nth(before + 1)
    .locator(id("file-profile"))
    .waitFor();
  const outcome = await run(page, "import glob\nsorted(int(open(f).read().split()[1]) for f in glob.glob('/data/twin*'))");
  assert.equal(outcome.results[0].text, "[1, 1000]");
});

test("a hostile name does no harm", async () => {
  const name = "../<b>ünï\"code</b> & 'so' $(x).csv";
  await page.evaluate(async (name) => window.insitu.addFile(new File(["v\n5\n"], name)), name);
  assert.equal(await page.locator(`${id("file")} b:text-is("ünï")`).count(), 0);
  const outcome = await run(page, "import os\n[open('/data/' + f).read() for f in os.listdir('/data') if 'code' in f]");
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
    composer.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  assert.match(await (await profile(page, "pasted.csv")).innerText(), /3 rows/i);
});

test("every file has its bare name, /data is read-only, /mnt/data is /out", async () => {
  const bare = "[len(open(n, 'rb').read()) > 0 for n in ['utf16.csv', 'book.xlsx', 'picked.csv', 'dot.png']]";
  assert.equal((await run(page, bare)).results[0].text, "[True, True, True, True]");
  assert.equal((await run(page, "open('/data/picked.csv', 'w')")).status, "error");
  const written = await run(page, "open('/mnt/data/made.txt', 'w').write('héllo')\nopen('/out/made.txt').read()");
  assert.equal(written.results[0].text, "'héllo'");
  assert.deepEqual(written.files, [{ path: "/out/made.txt", bytes: 6 }]);
});

test("the page has no errors", () => assert.deepEqual(page.faults, []));

/**
 * Returns a grey PNG image of that size.
 *
 * @param {number} width
 * @param {number} height
 */
function png(width, height) {
  const chunk = (/** @type {string} */ type, /** @type {Buffer} */ data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8 + body.length);
    frame.writeUInt32BE(data.length, 0);
    body.copy(frame, 4);
    frame.writeUInt32BE(crc(body), 4 + body.length);
    return frame;
  };
  const head = Buffer.from([0, 0, 0, width, 0, 0, 0, height, 8, 0, 0, 0, 0]);
  const rows = Buffer.alloc(height * (width + 1), 128);
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0;
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), chunk("IHDR", head), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))]);
}

/** @param {Buffer} bytes */
function crc(bytes) {
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return ~value >>> 0;
}
