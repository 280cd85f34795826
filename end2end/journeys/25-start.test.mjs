// How Python starts: from a snapshot, with the files that a first and a repeat visit fetch;
// ordinarily, if none fits; what is prepared in the background, and what an import waits for.

import { test } from "node:test";
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { openPage, ready, run, until, within } from "../support/browser.mjs";
import { journey } from "../support/fixture.mjs";
import { cells, drop, id, openPython, over, type } from "../support/user.mjs";
import { site } from "../support/server.mjs";
import { untilStored } from "../support/stored.mjs";

const assets = JSON.parse(await readFile(path.join(site, "assets.json"), "utf8"));
/** @type {import("../../web/generated/kernel").Manifest} */
const { core, packages } = JSON.parse(
  await readFile(path.join(site, assets["manifest.json"]), "utf8"),
);
const { server, browser, page: first } = await journey({ background: true, boot: false });

/** @typedef {import("playwright-core").Page} Page */

const startup = (/** @type {Page} */ page) => page.evaluate(() => window.insitu.startup());
/** Returns the repr of an expression's value. */
const shown = async (/** @type {Page} */ page, /** @type {string} */ code) => {
  const outcome = await within(60_000, "the execution", run(page, code));
  assert.equal(outcome.status, "ok", outcome.error?.traceback);
  return outcome.results.at(-1)?.text;
};

/**
 * Opens the page again in the same browser profile, as the next visit does.
 *
 * @param {Page} page
 */
async function visitAgain(page) {
  const context = page.context();
  await page.close();
  const next = /** @type {Page & { faults: string[] }} */ (await context.newPage());
  next.faults = [];
  next.on("pageerror", (error) => next.faults.push(String(error)));
  await next.goto(server.url, { waitUntil: "load" });
  await next.waitForFunction(() => window.insitu !== undefined);
  await ready(next);
  return next;
}

/**
 * Returns what Python's dialog says about its start.
 *
 * @param {Page} page
 */
async function noteOf(page) {
  await openPython(page);
  const note = page.locator(id("startup"));
  await note.waitFor();
  return note.innerText();
}

/** Returns the file of a role. */
const assetOf = (/** @type {string} */ role) =>
  /** @type {import("../../web/generated/kernel").CoreFile} */ (
    core.find((file) => file.role === role)
  ).asset;

/** Returns the name under which a role's file is stored. */
const keptName = (/** @type {string} */ role) =>
  /** @type {string} */ (assetOf(role).url.split("/").at(-1));

/**
 * Waits until the fetched files are stored in the browser, and checks that these are among them.
 *
 * @param {Page} page
 * @param {string[]} roles
 */
async function kept(page, roles) {
  await untilStored(page);
  const files = roles.map(
    (role) => /** @type {[name: string, bytes: number]} */ ([keptName(role), assetOf(role).bytes]),
  );
  const sizes = await page.evaluate(
    async (names) => {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("runtime");
      const sizeOf = async (/** @type {string} */ name) =>
        (await (await folder.getFileHandle(name)).getFile()).size;
      return Promise.all(names.map((name) => sizeOf(name).catch(() => -1)));
    },
    files.map(([name]) => name),
  );
  assert.deepEqual(
    sizes,
    files.map(([, bytes]) => bytes),
  );
}

test("a first visit starts from the snapshot, with pandas and pyplot imported", async () => {
  // Not loaded again: by then the browser may have stored what it fetched.
  const page = first;
  await ready(page);
  assert.deepEqual(await startup(page), { from: "snapshot", why: null });
  assert.equal(await noteOf(page), "Python was started from its snapshot.");
  assert.equal(
    await shown(
      page,
      "import sys\n[name in sys.modules for name in ('numpy', 'pandas', 'matplotlib.pyplot', 'PIL.Image')]",
    ),
    "[True, True, True, True]",
  );
  assert.equal(
    await shown(
      page,
      "import pandas as pd\npd.DataFrame({'a': [1, 2, 1], 'b': [3, 4, 5]}).groupby('a')['b'].sum().tolist()",
    ),
    "[8, 4]",
  );
  assert.deepEqual(page.faults, []);
});

/**
 * A page whose runtime the browser has stored, in the profile of the visits before it.
 *
 * @type {Page & { faults: string[] }}
 */
let stored;

test("a repeat visit requests nothing of Python but the frame, and gets other random numbers than the first", async () => {
  const code =
    "import random, uuid, os, numpy as np\n[random.random(), float(np.random.rand()), uuid.uuid4().hex, os.urandom(8).hex()]";
  const numbers = await shown(first, code);
  await kept(first, ["wasm", "heap", "libraries", "stdlib"]);
  const again = await visitAgain(first);
  assert.deepEqual(await startup(again), { from: "snapshot", why: null });
  const fetched = await again.evaluate(() =>
    /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType("resource"))
      .filter(({ transferSize, name }) => transferSize > 0 && /\/(runtime|kernel)\//.test(name))
      .map(({ name }) => new URL(name).pathname),
  );
  // Archives that the first visit had no time to fetch come in the background once Python runs.
  const later = new Set(["/kernel/frame", ...packages.map(({ asset }) => asset.url)]);
  assert.deepEqual(
    fetched.filter((name) => !later.has(name)),
    [],
  );
  assert.notEqual(await shown(again, code), numbers);
  assert.deepEqual(again.faults, []);
  stored = again;
});

/** A page whose server lacks the snapshot. @type {Page} */
let lacking;

// The rows of many files are cases of `crates/text/src/first_rows/tests.rs`.
test("while Python loads, a dropped file shows its first rows as they are, and a question waits", async () => {
  /** @type {(value?: unknown) => void} */
  let release = () => {};
  const held = new Promise((resolve) => {
    release = resolve;
  });
  const prepare = (/** @type {Page} */ page) =>
    page.route(/\/runtime\/heap\./, async (route) => {
      await held;
      await route.fulfill({ status: 404 });
    });
  const page = await openPage(browser, server.url, { boot: false, prepare });
  lacking = page;
  const content = "id;day;amount\n007;03/04/2024;1,50\n008;04/04/2024;2,25\n009;05/04/2024;3,25\n";
  await drop(page, [{ name: "orders.csv", content }]);
  const table = page.locator(id("tables-rows")).locator(id("table"));
  await table.locator("tbody td").first().waitFor();
  assert.deepEqual(await cells(table), {
    columns: ["id", "day", "amount"],
    rows: [
      ["007", "03/04/2024", "1,50"],
      ["008", "04/04/2024", "2,25"],
      ["009", "05/04/2024", "3,25"],
    ],
  });
  assert.match(
    await page.locator(id("first-rows")).innerText(),
    /as the file has them.*when Python is ready/,
  );
  assert.equal(await page.locator(id("tables-size")).innerText(), "3 columns · 74 bytes");
  assert.equal((await table.locator(".table-range").allInnerTexts()).join("").trim(), "");
  const turn = await type(page, "Total amount?");
  assert.match(await turn.locator(id("phase")).innerText(), /^Waiting for Python/);
  release();
  await over(turn, 120_000);
  assert.match(await turn.locator(id("answer")).innerText(), /\b7\b/);
  await page.locator(id("tables-fold")).click();
  await page.locator(id("tables-size")).getByText("3 rows · 3 columns").waitFor();
  // The rows stay until those of Python come.
  await table.getByText("2024-04-03").waitFor();
  await page.locator(id("first-rows")).waitFor({ state: "detached" });
  assert.deepEqual((await cells(table)).rows[0], ["007", "2024-04-03", "1.50"]);
});

// Each reason for which the worker refuses a snapshot is a case of
// `web/kernel/tests/snapshot-refused.test.ts`.
test("a snapshot that the server lacks leads to an ordinary start, and the page says why", async () => {
  const page = lacking;
  const { from, why } = await startup(page);
  assert.equal(from, "ordinary");
  assert.match(why ?? "", /heap\..* could not be fetched: the server answered 404/);
  assert.equal(
    await shown(
      page,
      "import pandas as pd, matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()\nint(pd.Series([1, 2]).sum())",
    ),
    "3",
  );
  assert.match(await noteOf(page), /without its snapshot, which takes longer: /);
  await page.context().close();
});

/** Changes one bit at the end of a stored file: nothing crashes, and only the hash reveals it. */
const damage = (/** @type {Page} */ page, /** @type {string} */ name) =>
  page.evaluate(async (name) => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("runtime");
    const handle = await folder.getFileHandle(name);
    const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer());
    bytes[bytes.length - 1] ^= 1;
    const writable = await handle.createWritable();
    await writable.write(bytes);
    await writable.close();
  }, name);

/**
 * Runs in the page: returns whether a stored file has this SHA-256.
 *
 * @param {[name: string, sha256: string]} expected
 */
async function hasDigest([name, sha256]) {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("runtime");
  // While it is being replaced it cannot be read.
  const content = await folder
    .getFileHandle(name)
    .then((handle) => handle.getFile())
    .then((file) => file.arrayBuffer())
    .catch(() => new ArrayBuffer(0));
  return (
    Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256", content)), (byte) =>
      byte.toString(16).padStart(2, "0"),
    ).join("") === sha256
  );
}

test("a stored file that was damaged is never used: it is fetched again before the start, and stored", async () => {
  const heap = keptName("heap");
  await damage(stored, heap);
  const { sha256 } = assetOf("heap");
  assert.equal(
    await stored.evaluate(hasDigest, /** @type {[string, string]} */ ([heap, sha256])),
    false,
  );
  const context = stored.context();
  /** @type {(string | undefined)[]} */
  const asked = [];
  context.on("request", (request) => asked.push(request.url().split("/").at(-1)));
  const again = await visitAgain(stored);
  assert.deepEqual(await startup(again), { from: "snapshot", why: null });
  assert.deepEqual(
    asked.filter(
      (name) => /^(heap|wasm|libraries|facts|index)\./.test(name ?? "") || name === heap,
    ),
    [heap],
  );
  assert.equal(await shown(again, "1 + 1"), "2");
  await until(
    again,
    "the replacement",
    hasDigest,
    /** @type {[string, string]} */ ([heap, sha256]),
  );
  stored = again;
});

test("a stored file that is damaged between two starts of a visit is not used either", async () => {
  const again = await visitAgain(stored);
  await damage(again, keptName("heap"));
  await again.evaluate(() => window.insitu.restart());
  // The reference to the file is no longer valid, so this start fails; the next one hashes the file
  // that it finds.
  const { from, why } = await startup(again);
  assert.equal(from, "ordinary");
  assert.match(why ?? "", /could not be read|NotReadable/);
  await again.evaluate(() => window.insitu.restart());
  assert.deepEqual(await startup(again), { from: "snapshot", why: null });
  assert.equal(await shown(again, "1 + 1"), "2");
  await again.context().close();
});

/** A page of tests that leave nothing behind. @type {Page} */
let plain;

test("time zone and language are the browser's, not the build's", async () => {
  plain = await openPage(browser, server.url, { timezoneId: "Asia/Kolkata", locale: "hi-IN" });
  const zone = await shown(
    plain,
    "import datetime, os, time\n(time.timezone, datetime.datetime.now().astimezone().utcoffset().total_seconds(), os.environ['LANG'])",
  );
  assert.equal(zone, "(-19800, 19800.0, 'hi_IN.UTF-8')");
});

test("after a start from the snapshot the engine is examined again: asyncio.run works within a cell, where stacks can be switched", async () => {
  assert.equal(
    await shown(
      plain,
      "import asyncio\nasync def five():\n    await asyncio.sleep(0.05)\n    return 5\nasyncio.run(five())",
    ),
    "5",
  );
});

const IMPORTS = {
  "exec of a text": "exec('import regex')\nregex.__name__",
  "a name that is put together":
    "import importlib\nimportlib.import_module('net' + 'workx').__name__",
  "a module that the user wrote":
    "open('helper.py', 'w').write('import tabulate\\nNAME = tabulate.__name__');\nimport helper\nhelper.NAME",
  "a library that imports when it is called":
    "import pandas as pd\npd.DataFrame({'a': [1.0, None, 4.0, 9.0, 16.0]}).interpolate(method='quadratic')\n'scipy' in __import__('sys').modules",
  "a part of the standard library that is not in the snapshot":
    "import sqlite3, wave, colorsys\ncolorsys.__name__",
  "a file of a package":
    "import importlib.resources\n'xlrd' if importlib.resources.files('xlrd').joinpath('__init__.pyc').is_file() else None",
};

test("an import in any form fetches its package, also when nothing has been prepared", async () => {
  const wanted = ["'regex'", "'networkx'", "'tabulate'", "True", "'colorsys'", "'xlrd'"];
  for (const [index, [what, code]] of Object.entries(IMPORTS).entries())
    assert.equal(await shown(plain, code), wanted[index], what);
});

test("the page says which package is being fetched, and Stop ends the wait and keeps the variables; an error says why, and a later import fetches it", async () => {
  /** @type {(value?: unknown) => void} */
  let release = () => {};
  const held = new Promise((resolve) => {
    release = resolve;
  });
  let broken = true;
  const page = plain;
  await page.route(/\/runtime\/sympy/, async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  await page.route(/\/runtime\/tqdm/, (route) =>
    broken ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await run(page, "treasure = 7");
  const running = run(page, "import importlib\nimportlib.import_module('sympy')");
  await page.locator(`${id("kernel-badge")}[data-state="fetching"]`).waitFor();
  assert.match(await page.locator(id("kernel-badge")).innerText(), /Fetching sympy/);
  await page.evaluate(() => window.insitu.interrupt());
  assert.equal((await within(10_000, "the end", running)).status, "interrupted");
  release();
  assert.equal(await shown(page, "treasure"), "7");
  assert.equal(await shown(page, "import sympy\nsympy.__name__"), "'sympy'");
  const { error } = await run(page, "import tqdm");
  assert.equal(error?.name, "ModuleNotFoundError");
  assert.match(error?.value ?? "", /tqdm.* could not be fetched: the server answered 404/);
  broken = false;
  assert.equal(await shown(page, "import tqdm\ntqdm.__name__"), "'tqdm'");
  await page.unrouteAll();
});

test("a fresh interpreter after a termination starts from the snapshot too, and finds packages as before", async () => {
  const died = await run(plain, "import os\nos._exit(3)");
  assert.equal(died.status, "killed");
  await ready(plain);
  assert.deepEqual(await startup(plain), { from: "snapshot", why: null });
  assert.equal(
    await shown(plain, "from scipy import stats\nround(float(stats.norm.cdf(1.96)), 3)"),
    "0.975",
  );
  await plain.context().close();
});
