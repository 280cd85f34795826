// The kernel's settings and dialogs: limits, the line that code asks for, the test of the seal; and
// files in bulk, added as folders and saved as one archive.

import { after, test } from "node:test";
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { neverBreached } from "../support/breach.mjs";
import { PHONE, openPage, ready, run, within } from "../support/browser.mjs";
import { startCanary } from "../support/canary.mjs";
import { scriptedJourney } from "../support/fixture.mjs";
import { expectAccessible } from "../support/looks.mjs";
import { native } from "../support/native.mjs";
import { ask, drop, id, openPython, profile, saved } from "../support/user.mjs";
import { python, toolTexts } from "../support/upstream.mjs";

const { upstream, server, browser, page } = await scriptedJourney();
const folder = await mkdtemp(path.join(tmpdir(), "insitu-bulk-"));

after(() => rm(folder, { recursive: true, force: true }));

test("code may ask the user for a line; it receives the line, an empty line or none", async () => {
  const cases = [
    ["42", "name = input('How many? ')\nname", "'42'"],
    ["", "input()", "''"],
    ["größe 数 👩‍🔬", "input('multi\\nline') == 'größe 数 👩\\u200d🔬'", "True"],
  ];
  for (const [line, code, value] of cases) {
    const pending = run(page, code);
    const dialog = page.locator(id("line"));
    await dialog.waitFor();
    await dialog.getByRole("textbox").fill(line);
    await page.keyboard.press("Enter");
    assert.equal((await within(20_000, code, pending)).results[0]?.text, value);
    await dialog.waitFor({ state: "hidden" });
  }
  const pending = run(
    page,
    "try:\n    input('Go on? ')\nexcept EOFError:\n    answer = 'none'\nanswer",
  );
  await page.locator(id("line")).filter({ hasText: "Go on?" }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  assert.equal((await within(20_000, "the end of the file", pending)).results[0]?.text, "'none'");
});

test("Escape answers each of several questions", async () => {
  const pending = run(
    page,
    "none = 0\nfor at in range(3):\n    try:\n        input(f'Question {at}')\n    except EOFError:\n        none += 1\nnone",
  );
  for (const at of [0, 1, 2]) {
    await page
      .locator(id("line"))
      .filter({ hasText: `Question ${at}` })
      .waitFor();
    await page.keyboard.press("Escape");
  }
  assert.equal((await within(20_000, "the answers", pending)).results[0]?.text, "3");
});

test("the wait for the user does not count, and Stop closes the question", async () => {
  const pending = run(page, "input('slowly ')", { timeoutMs: 1_500 });
  await page.locator(id("line")).waitFor();
  // The user takes twice as long as the code may.
  await page.waitForTimeout(3_000);
  await page.locator(id("line")).getByRole("textbox").fill("here");
  await page.keyboard.press("Enter");
  assert.equal((await within(20_000, "the line", pending)).results[0]?.text, "'here'");

  const stopped = run(page, "held = 1\ninput('never ')");
  await page.locator(id("line")).waitFor();
  await page.evaluate(() => window.insitu.interrupt());
  assert.equal((await within(20_000, "the stop", stopped)).status, "interrupted");
  await page.locator(id("line")).waitFor({ state: "hidden" });
  assert.equal((await run(page, "held")).results[0].text, "1");
});

test("in a model's turn input() raises an error that says why", async () => {
  upstream.script({ calls: [python("input('Your name? ')")] }, { text: "I cannot ask that way." });
  await ask(page, "ask me");
  assert.match(toolTexts(upstream.exchanges[1]).join(), /input/);
  assert.equal(await page.locator(id("line")).isVisible(), false);
});

test("the user sets the time limit of an execution", async () => {
  await menu("Time limit", "10 seconds");
  const outcome = await within(
    60_000,
    "the limit",
    run(page, "kept_at_limit = 1\nwhile True: pass"),
  );
  assert.equal(outcome.status, "timeout");
  assert.match(outcome.error?.value ?? "", /10 s/);
  assert.equal((await run(page, "kept_at_limit")).results[0].text, "1");
  await menu("Time limit", "None");
});

test("the memory limit applies from the next restart on, and a warning precedes it", async () => {
  await menu("Memory limit", "0.5 GB");
  await within(
    120_000,
    "the restart",
    page.evaluate(() => window.insitu.restart()),
  );
  await run(page, "small = bytearray(330 << 20)");
  await page
    .locator(id("notice"))
    .filter({ hasText: /Python holds/ })
    .waitFor({ timeout: 10_000 });
  const outcome = await within(60_000, "the limit", run(page, "big = bytearray(400 << 20)"));
  assert.ok(
    outcome.error?.name === "MemoryError" || outcome.status === "killed",
    JSON.stringify(outcome),
  );
  await ready(page);
  assert.equal((await run(page, "6 * 7")).results[0].text, "42");
  await menu("Memory limit", "2 GB");
  await within(
    120_000,
    "the restart",
    page.evaluate(() => window.insitu.restart()),
  );
});

test("a user can run the isolation test: every egress probe is refused, and nothing arrives", async () => {
  await page.locator(id("privacy-open")).click();
  await page.getByRole("button", { name: "Try every exit" }).click();
  assert.equal(await page.locator(id("seal-badge")).innerText(), "Not run yet");
  await page
    .locator(id("seal-word"))
    .filter({ hasText: /All \d+ exits were refused/ })
    .waitFor({ timeout: 60_000 });
  assert.equal(await page.locator(id("seal-badge")).innerText(), "Passed");
  assert.ok((await page.locator(id("exit")).count()) > 30);
  for (const place of [
    "From Python",
    "From JavaScript beside Python",
    "From JavaScript in the frame around it",
  ]) {
    await page.getByRole("heading", { name: place }).waitFor();
  }
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  const canary = await startCanary();
  const probes = await within(
    60_000,
    "the self-test",
    page.evaluate((target) => window.insitu.selfTest(target), `${canary.url}/`),
  );
  neverBreached(() =>
    assert.deepEqual(
      probes.filter(({ fate }) => fate !== "refused"),
      [],
    ),
  );
  assert.deepEqual(
    new Set(probes.map(({ place }) => place)),
    new Set(["worker", "python", "frame"]),
  );
  neverBreached(() => assert.deepEqual([canary.touched(), canary.heard()], [0, 0]));
  assert.equal((await run(page, "6 * 7")).results[0].text, "42");
});

test("a phone starts with a memory limit of half a gigabyte, and its dialog says so", async () => {
  const phone = await openPage(browser, server.url, PHONE);
  assert.deepEqual(await phone.evaluate(() => window.insitu.startup()), {
    from: "snapshot",
    why: null,
  });
  const { results } = await run(
    phone,
    "import insitu.library_defaults, json\njson.loads(insitu.library_defaults.memory())['limit']",
  );
  assert.equal(results[0].text, String(512 << 20));
  await openPython(phone);
  await phone.locator(id("little-memory")).waitFor();
  assert.equal(await phone.getByLabel("Memory limit").inputValue(), String(512 << 20));
  await phone.context().close();
});

test("the target of the egress probes answers", async () => {
  const status = await page.evaluate(async () => (await fetch("/kernel/exit/try")).status);
  assert.equal(status, 204);
});

test("all files that a turn wrote are saved as one archive, with empty files and folders", async () => {
  upstream.script(
    {
      calls: [
        python(
          "import os\nopen('a.csv', 'w').write('1,2\\n')\nopen('empty.txt', 'w').close()\nos.makedirs('charts', exist_ok=True)\nopen('charts/größe.txt', 'w').write('x' * 1000)",
        ),
      ],
    },
    { text: "Written." },
  );
  const turn = await ask(page, "write three files");
  const { bytes } = await saved(page, () =>
    turn.getByRole("button", { name: "Save all as a zip archive" }).first().click(),
  );
  const archive = path.join(folder, "all.zip");
  await writeFile(archive, bytes);
  const listed = await native(
    "import json, sys, zipfile\narchive = zipfile.ZipFile(sys.argv[1])\nassert archive.testzip() is None\nprint(json.dumps(sorted([[info.filename, info.file_size] for info in archive.infolist()])))",
    archive,
  );
  assert.deepEqual(listed, [
    ["a.csv", 4],
    ["charts/größe.txt", 1000],
    ["empty.txt", 0],
  ]);
});

test("an empty file can be saved", async () => {
  upstream.script({ calls: [python("open('nothing.txt', 'w').close()")] }, { text: "Written." });
  const turn = await ask(page, "write nothing");
  const { bytes } = await saved(page, () =>
    turn.locator(id("created-file")).getByRole("button").first().click(),
  );
  assert.equal(bytes.length, 0);
});

test("a folder is added with everything in it, picked or dropped", async () => {
  const year = path.join(folder, "year");
  await mkdir(path.join(year, "deep"), { recursive: true });
  await writeFile(path.join(year, "a.csv"), "v\n1\n");
  await writeFile(path.join(year, "deep", "b.csv"), "v\n2\n");
  await writeFile(path.join(year, ".DS_Store"), "nobody means this");
  const read =
    "import os\nsorted(os.path.relpath(os.path.join(top, name), '/data') for top, _, names in os.walk('/data') for name in names)";

  await page.locator('input[type="file"][webkitdirectory]').setInputFiles(year);
  await profile(page, "year/deep/b.csv");
  await profile(page, "year/a.csv");
  assert.equal(
    (await run(page, "open('year/deep/b.csv').read()")).results[0]?.text,
    String.raw`'v\n2\n'`,
  );

  const other = path.join(folder, "other");
  await mkdir(other);
  await writeFile(path.join(other, "c.csv"), "v\n3\n");
  await writeFile(path.join(other, ".hidden"), "nobody means this");
  await dropPaths([other]);
  await profile(page, "other/c.csv");
  const names = (await run(page, read)).results[0].text;
  assert.match(names, /other\/c\.csv/);
  assert.doesNotMatch(names, /hidden/);
});

test("a file name is shown without characters that reverse its direction", async () => {
  await drop(page, [{ name: "invoice\u202Exslx.csv", content: "v\n1\n" }]);
  await page.locator(id("file")).last().locator(id("file-profile")).waitFor();
  const name = await page.locator(id("file")).last().getByRole("heading").first().innerText();
  assert.doesNotMatch(name, /\u202E/);
});

test("Python's dialog is accessible at every width, light and dark", async () => {
  await openPython(page);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
});

test("the page has no unexpected errors", () => {
  // The browser reports the probes of the self-test as refused.
  const refused = /Content Security Policy|Connection-Allowlist|\/kernel\/frame\)/;
  assert.deepEqual(
    page.faults.filter((fault) => !refused.test(fault)),
    [],
  );
});

/**
 * Chooses an option in Python's dialog.
 *
 * @param {string} label
 * @param {string} choice
 */
async function menu(label, choice) {
  await openPython(page);
  await page.getByLabel(label).selectOption({ label: choice });
  await page.keyboard.press("Escape");
}

/**
 * Drops local files and folders onto the page, as a desktop would.
 *
 * @param {string[]} files
 */
async function dropPaths(files) {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of /** @type {const} */ (["dragEnter", "dragOver", "drop"])) {
    await session.send("Input.dispatchDragEvent", { type, x: 700, y: 300, data });
  }
  await session.detach();
}
