// Wheels that a user drops: installed after a confirmation that names package, version and hash,
// and never otherwise; there again after a restart and a reload; named by every export and by a
// session file, which installs nothing. And hostile wheels, from the table in end2end/wheels: each
// is refused with its sentence, or does no more than any code.

import { after, before, describe, test } from "node:test";
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { neverBreached } from "../support/breach.mjs";
import { addFile, exported, ready, run } from "../support/browser.mjs";
import { startCanary } from "../support/canary.mjs";
import { expectOutcome } from "../support/hostile.mjs";
import { keptJourney } from "../support/kept.mjs";
import { expectAccessible } from "../support/looks.mjs";
import { root } from "../support/server.mjs";
import { python } from "../support/upstream.mjs";
import { ask, drop, id, openPython, profile } from "../support/user.mjs";
import { NATIVE, compiledModule, makeWheel, zip } from "../support/wheels.mjs";

/** @typedef {import("playwright-core").Page} Page */

const kept = await keptJourney();
const { upstream } = kept;

const PURE = makeWheel({
  name: "greeter",
  version: "2.5",
  files: {
    "greeter/__init__.py":
      "import os\nopen('/out/ran.txt', 'w').close()\ndef hello(name): return f'Hello, {name}'\n",
    "greeter-2.5.data/scripts/greeter": "#!python\n",
    "greeter-2.5.dist-info/entry_points.txt": "[console_scripts]\ngreeter = greeter:hello\n",
  },
  metadata: "Requires-Dist: numpy\nRequires-Dist: courtesy>=2\n",
});
const COMPILED = makeWheel({
  name: "answer",
  tag: NATIVE,
  files: { "answer.cpython-314-wasm32-emscripten.so": compiledModule("answer") },
});

/** @param {Page} page */
const dialog = (page) => page.locator(id("wheel"));
/** @param {Page} page @param {string} name */
const button = (page, name) => dialog(page).getByRole("button", { name, exact: true });
/** @param {Page} page @param {string} text */
const notice = (page, text) => page.locator(id("notice")).filter({ hasText: text }).first();
/** @param {Page} page */
const packages = (page) => page.locator(id("file-package"));

/**
 * Drops a wheel and waits until the page asks about it.
 *
 * @param {Page} page
 * @param {{ name: string, content: Buffer }} wheel
 */
async function offer(page, wheel) {
  await drop(page, [wheel]);
  await dialog(page).getByRole("heading", { name: "for this session?" }).waitFor();
}

/**
 * Drops a wheel and confirms it.
 *
 * @param {Page} page
 * @param {{ name: string, content: Buffer }} wheel
 * @param {string} [named] what the files then say
 */
async function install(page, wheel, named) {
  await offer(page, wheel);
  await button(page, "Install").click();
  await packages(page)
    .filter({ hasText: named ?? "dropped by you" })
    .last()
    .waitFor();
}

/** Runs code and returns the text of its value. @param {Page} page @param {string} code */
async function value(page, code) {
  const { status, results, error } = await run(page, code);
  assert.equal(status, "ok", error?.traceback);
  return results.at(-1)?.text;
}

/** Returns the error of an import. @param {Page} page @param {string} module */
async function missing(page, module) {
  const { error } = await run(page, `import ${module}`);
  return error?.name ?? "it is there";
}

/** @type {Page} */
let page;
before(async () => {
  page = await kept.openReady();
  await page.evaluate(() => localStorage.setItem("insitu-copies", "yes"));
});

test("the page asks, with what is in the wheel, and without a confirmation of the user nothing is installed", async () => {
  await offer(page, PURE);
  const text = await dialog(page).innerText();
  for (const part of [
    "Install greeter 2.5 for this session?",
    PURE.name,
    PURE.sha256,
    "greeter",
    "courtesy",
    "entry points, 1 program",
    "4 files",
  ])
    assert.ok(text.includes(part), `${part} is missing in ${text}`);
  assert.doesNotMatch(text, /numpy/, "what is there is not missing");
  await expectAccessible(page);
  // A script of the page clicks, and Enter cancels: neither installs.
  await button(page, "Install").evaluate((element) => /** @type {HTMLElement} */ (element).click());
  assert.equal(await dialog(page).isVisible(), true);
  await page.keyboard.press("Enter");
  await dialog(page).waitFor({ state: "hidden" });
  for (const cancel of ["Escape", "button"]) {
    await offer(page, PURE);
    if (cancel === "button") await button(page, "Cancel").click();
    else await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "hidden" });
  }
  assert.equal(await page.locator(id("file")).count(), 0);
  assert.equal(await missing(page, "greeter"), "ModuleNotFoundError");
});

test("once confirmed, nothing of it has run, and an import finds it, also one that failed before", async () => {
  await install(page, PURE, "Package greeter 2.5, dropped by you");
  assert.equal(
    await value(page, "import os, sys\nos.path.exists('/out/ran.txt'), 'greeter' in sys.modules"),
    "(False, False)",
  );
  assert.equal(
    await value(page, "import greeter\ngreeter.hello('you'), os.path.exists('/out/ran.txt')"),
    "('Hello, you', True)",
  );
  assert.equal(
    await value(
      page,
      "import importlib.metadata\nimportlib.metadata.version('greeter'), list(importlib.metadata.distribution('greeter').entry_points)",
    ),
    "('2.5', [])",
  );
});

test("compiled code is loaded, under the same policy", async () => {
  await offer(page, COMPILED);
  assert.match(await dialog(page).innerText(), /Python and compiled code/);
  await button(page, "Install").click();
  await packages(page).filter({ hasText: "answer 1.0" }).waitFor();
  assert.equal(await value(page, "import answer\nanswer.__doc__"), "'6*7=42'");
});

test("a wheel of the same package is refused, and so is one for another system", async () => {
  await drop(page, [
    makeWheel({ name: "greeter", version: "3.0", files: { "greeter/__init__.py": "" } }),
  ]);
  await notice(page, "greeter is installed already").waitFor();
  await drop(page, [
    makeWheel({
      name: "other",
      tag: "cp314-cp314-manylinux_2_17_x86_64",
      files: { "other.py": "" },
    }),
  ]);
  await notice(page, "The wheel is for cp314-cp314-manylinux_2_17_x86_64").waitFor();
  assert.equal(await dialog(page).isVisible(), false);
});

test("the list of packages in Python's dialog says what was dropped", async () => {
  await openPython(page);
  await page.locator(`${id("packages")} summary`).click();
  await page
    .locator(id("packages-dropped"))
    .filter({ hasText: "Dropped by you, for this session: greeter 2.5, answer 1.0" })
    .waitFor();
  await page.keyboard.press("Escape");
});

test("it is there in a fresh interpreter, after a restart and after a kill", async () => {
  await page.evaluate(() => window.insitu.restart());
  assert.equal(
    await value(page, "import greeter, answer\ngreeter.hello('you'), answer.__doc__"),
    "('Hello, you', '6*7=42')",
  );
  await page.evaluate(() => document.querySelector('iframe[src="/kernel/frame"]')?.remove());
  await page
    .locator(`${id("kernel-badge")}[data-state="restarting"]`)
    .waitFor({ state: "attached" });
  await ready(page);
  assert.equal(
    await value(page, "import greeter, answer\ngreeter.hello('you'), answer.__doc__"),
    "('Hello, you', '6*7=42')",
  );
});

test("a model reads its name and its version, and nothing else of it", async () => {
  upstream.script(
    { calls: [python("import greeter\ngreeter.hello('model')")] },
    { text: "It greets." },
  );
  await ask(page, "Whom does it greet?");
  const [{ body }] = upstream.exchanges;
  assert.match(
    String(body),
    /Packages that the user has added to this Python: greeter 2\.5, answer 1\.0\./,
  );
  neverBreached(() =>
    assert.ok(!String(body).includes(PURE.sha256) && !String(body).includes(PURE.name)),
  );
});

/** Shows a session in which nothing has happened. @param {Page} page */
async function begin(page) {
  await page.evaluate(() => window.insitu.sessions.create());
  await ready(page);
}

/** The session, handed on. @type {Buffer} */
let file;

test("every export names it by its hash, and a session file does not contain it", async () => {
  await begin(page);
  await install(page, PURE, "greeter 2.5");
  await install(page, COMPILED, "answer 1.0");
  assert.equal(
    await value(page, "import greeter, answer\ngreeter.hello('you'), answer.__doc__"),
    "('Hello, you', '6*7=42')",
  );
  const needs = `greeter==2.5, wheel sha256:${PURE.sha256}`;
  for (const kind of /** @type {const} */ (["notebook", "script", "markdown", "audit"])) {
    const text = (await exported(page, kind)).toString();
    assert.ok(
      text.includes(kind === "notebook" || kind === "script" ? `# needs ${needs}` : needs),
      kind,
    );
  }
  file = await exported(page, "insitu-with-data");
  // The names of an archive's parts are not compressed.
  assert.ok(
    file.includes("log.jsonl") &&
      !file.includes("files/") &&
      !file.includes(`blobs/${PURE.sha256}`),
  );
});

test("after a reload it is installed without a question, from the copy that the user has allowed", async () => {
  await page.evaluate(() => window.insitu.sessions.list());
  await page.reload();
  await ready(page);
  await packages(page).filter({ hasText: "greeter 2.5" }).waitFor();
  await packages(page).filter({ hasText: "answer 1.0" }).waitFor();
  assert.equal(await dialog(page).isVisible(), false);
  assert.equal(await value(page, "import greeter, answer\ngreeter.hello('you')"), "'Hello, you'");
});

test("a session file installs nothing: the page names the wheel by its hash, and asks before the code runs again", async () => {
  const reader = await (await keptJourney()).openReady();
  await reader.evaluate(() => localStorage.setItem("insitu-copies", "yes"));
  await drop(reader, [{ name: "handed-on.insitu", content: file }]);
  await reader
    .locator(id("file"))
    .filter({ hasText: PURE.name })
    .filter({ hasText: PURE.sha256 })
    .waitFor();
  await ready(reader);
  assert.equal(await missing(reader, "greeter"), "ModuleNotFoundError");
  // The wheel as a data file of the session changes nothing.
  await addFile(reader, PURE.name, PURE.content);
  assert.equal(await missing(reader, "greeter"), "ModuleNotFoundError");
  // Another wheel of that package is installed only as what it is.
  await offer(
    reader,
    makeWheel({
      name: "greeter",
      version: "2.5",
      files: { "greeter/__init__.py": "def hello(name): return 'Mallory'\n" },
    }),
  );
  assert.match(
    await dialog(reader).innerText(),
    new RegExp(`made with another wheel: greeter 2\\.5 with the SHA-256 ${PURE.sha256}`),
  );
  await button(reader, "Cancel").click();
  await dialog(reader).waitFor({ state: "hidden" });
  // Declined, nothing runs.
  const declined = reader.evaluate(() =>
    window.insitu.replay().then(String, (error) => error.message),
  );
  await dialog(reader).filter({ hasText: PURE.sha256 }).waitFor();
  assert.match(await dialog(reader).innerText(), /uses packages that are not installed/);
  await button(reader, "Cancel").click();
  assert.match(await declined, /^Nothing has run: a wheel that the code uses is not installed/);
  // Dropped on the question, each wheel is asked about; then the code runs.
  const replayed = reader.evaluate(() => window.insitu.replay());
  await dialog(reader).filter({ hasText: PURE.sha256 }).waitFor();
  await offer(reader, PURE);
  assert.match(await dialog(reader).innerText(), /It is the wheel that this session was made with/);
  await button(reader, "Install").click();
  await dialog(reader)
    .filter({ hasText: "uses packages that are not installed" })
    .filter({ hasText: COMPILED.sha256 })
    .waitFor();
  await offer(reader, COMPILED);
  await button(reader, "Install").click();
  const { differences } = await replayed;
  const failed = (/** @type {{ code: string }} */ { code }) => code !== "import greeter";
  assert.deepEqual(
    differences.filter(failed),
    [],
    "what differs is that the imports that failed here no longer do",
  );
});

test("where no copy is kept, the page asks for the wheel by name and hash after a reload", async () => {
  await page.evaluate(() => localStorage.setItem("insitu-copies", "no"));
  await begin(page);
  await install(page, PURE);
  assert.equal(await value(page, "import greeter\ngreeter.hello('you')"), "'Hello, you'");
  await page.evaluate(() => window.insitu.sessions.list());
  await page.reload();
  await page
    .locator(id("file"))
    .filter({ hasText: `Drop ${PURE.name} with the SHA-256 ${PURE.sha256} onto the page` })
    .waitFor();
  await notice(page, `drop ${PURE.name} onto the page, the wheel of greeter 2.5`).waitFor();
  await ready(page);
  assert.equal(await missing(page, "greeter"), "ModuleNotFoundError");
  await page.getByRole("button", { name: "Run the earlier code again" }).click();
  await dialog(page).filter({ hasText: PURE.sha256 }).waitFor();
  await dialog(page)
    .locator("input[type=file]")
    .setInputFiles({ name: PURE.name, mimeType: "", buffer: PURE.content });
  await button(page, "Install").click();
  await page.locator(id("rerun")).filter({ hasText: "has run again" }).waitFor();
  assert.equal(await value(page, "greeter.hello('you')"), "'Hello, you'");
});

test("a removed wheel is gone with the next interpreter", async () => {
  await page.getByRole("button", { name: `Remove ${PURE.name}` }).click();
  await notice(page, "greeter can be imported until Python is restarted").waitFor();
  await page.evaluate(() => window.insitu.restart());
  assert.equal(await missing(page, "greeter"), "ModuleNotFoundError");
});

test("a script, a folder and an archive bring a file and no package", async () => {
  const wheel = makeWheel({ name: "smuggled", files: { "smuggled.py": "" } });
  await addFile(page, wheel.name, wheel.content);
  await profile(page, wheel.name);
  await drop(page, [
    { name: "more.zip", content: zip([{ path: wheel.name, content: wheel.content }]) },
  ]);
  await profile(page, "more.zip");
  const folder = mkdtempSync(path.join(tmpdir(), "insitu-wheels-"));
  after(() => rmSync(folder, { recursive: true }));
  for (const name of ["picked", "dropped"]) {
    mkdirSync(path.join(folder, name));
    writeFileSync(path.join(folder, name, wheel.name), wheel.content);
  }
  await page
    .locator('input[type="file"][webkitdirectory]')
    .setInputFiles(path.join(folder, "picked"));
  await profile(page, `picked/${wheel.name}`);
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files: [path.join(folder, "dropped")], dragOperationsMask: 1 };
  for (const type of /** @type {const} */ (["dragEnter", "dragOver", "drop"]))
    await devtools.send("Input.dispatchDragEvent", { type, x: 700, y: 300, data });
  await profile(page, `dropped/${wheel.name}`);
  assert.equal(await dialog(page).isVisible(), false);
  assert.equal(await missing(page, "smuggled"), "ModuleNotFoundError");
  assert.equal(await packages(page).count(), 0);
});

/**
 * A hostile wheel, with its one outcome: `refused` with this sentence, or installed, and `code` has
 * this outcome, see `hostileCases`.
 *
 * @typedef {{ name: string, wheel: object, refused?: string } &
 *   Partial<import("../support/hostile.mjs").Expectations>} Hostile
 */

describe("hostile wheels", async () => {
  const canary = await startCanary();
  const lines = readFileSync(path.join(root, "end2end/wheels/hostile.jsonl"), "utf8")
    .trimEnd()
    .split("\n");
  /** @type {(key: string, value: any) => unknown} */
  const filled = (_, value) => {
    if (typeof value === "string") return value.replaceAll("{canary}", canary.url);
    if (typeof value?.zeros === "number") return Buffer.alloc(value.zeros);
    if (typeof value?.compiled === "string")
      return compiledModule(value.compiled, value.javascript);
    return value;
  };
  const cases = lines.map((line) => /** @type {Hostile} */ (JSON.parse(line, filled)));
  after(() => page.close());

  for (const { name, wheel, refused, code, ...wanted } of cases) {
    test(name, async () => {
      const made = makeWheel(wheel);
      const dismiss = page.locator(id("notice")).getByRole("button", { name: "Dismiss" });
      for (let left = await dismiss.count(); left > 0; left -= 1) await dismiss.first().click();
      const before = await packages(page).count();
      if (refused) {
        await drop(page, [made]);
        await notice(page, made.name).waitFor();
        const text = await notice(page, made.name).innerText();
        assert.ok(text.includes(refused), text);
        assert.equal(await dialog(page).isVisible(), false);
        assert.equal(await packages(page).count(), before, "nothing is installed");
      } else {
        await install(page, made);
        expectOutcome(await run(page, /** @type {string} */ (code)), { code: "", ...wanted });
      }
      assert.equal(await value(page, "print('out')\n6 * 7"), "42");
      neverBreached(() => assert.equal(canary.touched(), 0, "nothing arrives"));
    });
  }

  test("the frame is as sealed as before", async () => {
    const probes = await page.evaluate(() => window.insitu.selfTest());
    neverBreached(() =>
      assert.deepEqual(
        probes.filter(({ fate }) => fate !== "refused"),
        [],
      ),
    );
  });
});
