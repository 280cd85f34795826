// `cargo xtask test --only javascript` builds the module that these tests run, then `node --test
// public/sessions/`

import { freshBrowser, value } from "../storage/tests/fixture.js";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { crc32 } from "node:zlib";

import { jobsOf } from "../exporting/jobs.js";
import { replaced } from "../exporting/parts.js";
import { openStorage } from "../storage/main.js";
import { exportAs, importFile } from "./handover.js";

/** @typedef {import("../types/storage").SessionStorage} SessionStorage */

const MODULE = new URL("../../target/test_modules/export_module/export_module", import.meta.url);
const FIGURE = new TextEncoder().encode("\x89PNG and what follows");
const TABLE = "region,revenue\nnorth,5\n";

/** @param {string | Uint8Array} bytes */
const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

/**
 * Returns the record of an event, as `crates/session_log/src/record.rs` writes it.
 *
 * @param {number} seq
 * @param {object} body
 */
function recordOf(seq, body) {
  const rest = JSON.stringify({
    v: 2,
    seq,
    after: seq - 1,
    ms: 1_764_000_000_000 + seq,
    body,
  }).slice(1);
  return `{"crc":"${crc32(rest).toString(16).padStart(8, "0")}",${rest}\n`;
}

const shown = { mime: {}, text: "a figure", main: true };
const outcome = {
  status: "ok",
  executionCount: 1,
  stdout: "printed\n",
  stderr: "",
  results: [shown],
  error: null,
  files: [],
  durationMs: 5,
};
const part = {
  place: { in: "form", result: 0, form: "image/png", base64: true },
  blob: { sha256: sha256(FIGURE), mediaType: "image/png", bytes: FIGURE.length },
};
const LOG = [
  { kind: "created", id: "a" },
  {
    kind: "file-added",
    file: 1,
    name: "in/sales.csv",
    path: null,
    bytes: TABLE.length,
    sha256: sha256(TABLE),
    kept: "copy",
  },
  {
    kind: "file-added",
    file: 9,
    name: "removed.csv",
    path: null,
    bytes: 1,
    sha256: null,
    kept: "copy",
  },
  { kind: "file-removed", file: 9 },
  {
    kind: "question-asked",
    turn: 2,
    parent: null,
    text: "Revenue by region?",
    model: "a model",
    local: true,
  },
  {
    kind: "step-called",
    turn: 2,
    step: 3,
    reply: 0,
    call: "c",
    remark: "",
    purpose: "Draw",
    code: "df.plot()",
  },
  {
    kind: "execution-began",
    execution: 4,
    origin: { from: "step", turn: 2, step: 3 },
    code: "df.plot()",
  },
  { kind: "execution-ended", execution: 4, outcome: { inline: outcome, parts: [part] } },
  { kind: "answer-finished", turn: 2, text: "North has **5**." },
  { kind: "turn-ended", turn: 2, end: "answered", message: null },
].map((body, at) => recordOf(at + 1, body));

before(async () => {
  const script = fileURLToPath(`${MODULE}.js`);
  assert.ok(
    existsSync(script),
    `${script} is missing: cargo xtask test --only javascript builds it`,
  );
  const module = await import(`${MODULE}.js`);
  await module.default({ module_or_path: readFileSync(fileURLToPath(`${MODULE}_bg.wasm`)) });
  /** @type {any} */
  const jobs = jobsOf(module);
  /** @param {string} name */
  const later = (name) => [
    name,
    async (/** @type {unknown[]} */ ...given) => {
      const whole = await replaced(given, async (part) =>
        part instanceof Blob ? new Uint8Array(await part.arrayBuffer()) : undefined,
      );
      return replaced(jobs[name](...whole), (part) =>
        part instanceof Uint8Array
          ? new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (part)])
          : undefined,
      );
    },
  ];
  const exports = async () => ({ ...Object.fromEntries(Object.keys(jobs).map(later)), close() {} });
  Object.assign(globalThis, { insituPage: { exports } });
});

/** Returns the storage of an empty browser with one session, `a`. */
async function withSession() {
  freshBrowser();
  const storage = value(await openStorage());
  value(await storage.sessions.create({ id: "a", title: "Revenue by region?" }));
  value(await storage.blobs.put("a", FIGURE, "image/png"));
  for (const [name, text] of [
    ["in/sales.csv", TABLE],
    ["removed.csv", "x"],
  ]) {
    value(
      await storage.files.add("a", {
        file: new File([text], name, { type: "text/csv" }),
        copy: true,
      }),
    );
  }
  const session = value(await storage.open("a"));
  for (const [at, text] of LOG.entries())
    value((await session.writer?.append(at + 1, text)) ?? assert.fail("no writer"));
  value(await session.close());
  return storage;
}

/** @param {SessionStorage} storage @param {string} id */
const logOf = async (storage, id) => value(await storage.read(id)).records.map(({ text }) => text);

test("a session becomes each kind of document", async () => {
  const storage = await withSession();
  const environment = { python: "3.14.0", packages: { pandas: "3.0.1" }, seed: 7 };
  for (const [kind, name, type] of /** @type {const} */ ([
    ["notebook", "revenue-by-region.ipynb", "application/x-ipynb+json"],
    ["script", "revenue-by-region.py", "text/x-python"],
    ["markdown", "revenue-by-region.md", "text/markdown"],
    ["report", "revenue-by-region.html", "text/html"],
  ])) {
    const file = await exportAs(kind, { id: "a", storage, environment });
    assert.deepEqual([file.name, file.type], [name, type]);
    const text = await file.text();
    for (const wanted of [
      "Revenue by region?",
      "df.plot()",
      "in/sales.csv",
      sha256(TABLE),
      "3.14.0",
      "pandas 3.0.1",
    ]) {
      assert.ok(text.includes(wanted), `${kind} lacks ${wanted}: ${text}`);
    }
    assert.equal(text.includes(Buffer.from(FIGURE).toString("base64")), kind !== "script", kind);
    assert.ok(!text.includes("removed.csv"));
  }
  await storage.close();
});

test("a session file becomes a new session with outputs and data, beside the one that it was made from", async () => {
  const storage = await withSession();
  const file = await exportAs("insitu", { id: "a", storage, withFiles: true });
  assert.equal(file.name, "revenue-by-region.insitu");
  const id = await importFile(file, storage);
  assert.notEqual(id, "a");
  const list = value(await storage.sessions.list());
  assert.deepEqual(
    list.map(({ id, title }) => [id, title]).sort(),
    [
      ["a", "Revenue by region?"],
      [id, "Revenue by region?"],
    ].sort(),
  );
  const stored = (await logOf(storage, id)).map((text) => JSON.parse(text));
  assert.deepEqual(
    stored.map(({ seq, ms, body }) => [seq, ms, body.kind]),
    LOG.map((text) => JSON.parse(text)).map(({ seq, ms, body }) => [seq, ms, body.kind]),
  );
  assert.deepEqual(stored[7].body.outcome.parts, [part]);
  // The bytes of a file that the user has removed are not handed on, and the log says so.
  assert.deepEqual([stored[1].body.kept, stored[2].body.kept], ["copy", "none"]);
  assert.equal(await value(await storage.files.open(id, "in/sales.csv")).text(), TABLE);
  assert.deepEqual(
    value(await storage.files.list(id)).map(({ name, keeping }) => [name, keeping]),
    [["in/sales.csv", "copy"]],
  );
  assert.deepEqual(
    value(await storage.blobs.list(id)).map(({ digest, mediaType }) => [digest, mediaType]),
    [[sha256(FIGURE), "image/png"]],
  );
  await storage.close();
});

test("in another browser the file is the whole session", async () => {
  const first = await withSession();
  const file = await exportAs("insitu", { id: "a", storage: first, withFiles: true });
  const notebook = await (
    await exportAs("notebook", { id: "a", storage: first, environment: {} })
  ).text();
  await first.close();
  freshBrowser();
  const second = value(await openStorage());
  const id = await importFile(file, second);
  assert.equal(
    await (await exportAs("notebook", { id, storage: second, environment: {} })).text(),
    notebook,
  );
  const again = await exportAs("insitu", { id, storage: second, withFiles: true });
  assert.equal(again.name, file.name);
  await second.close();
});

test("without data a session file has none, and the log asks for them", async () => {
  const storage = await withSession();
  const id = await importFile(await exportAs("insitu", { id: "a", storage }), storage);
  assert.deepEqual(value(await storage.files.list(id)), []);
  assert.equal(JSON.parse((await logOf(storage, id))[1]).body.kept, "none");
  await storage.close();
});

test("what is left out is reported", async () => {
  const storage = await withSession();
  value(await storage.blobs.drop("a", sha256(FIGURE)));
  value(await storage.files.add("a", { file: new File([TABLE], "in/sales.csv") }));
  /** @type {string[]} */
  const notices = [];
  const notify = (/** @type {string} */ sentence) => notices.push(sentence);
  const file = await exportAs("insitu", { id: "a", storage, withFiles: true, notify });
  assert.deepEqual(notices, [
    "One output is no longer stored or too large, and not part of the file.",
    "in/sales.csv is not part of the file. This session knows in/sales.csv only by its name. Add the file again.",
  ]);
  const id = await importFile(file, storage);
  assert.deepEqual(value(await storage.blobs.list(id)), []);
  await storage.close();
});

test("a file that cannot be opened leaves no session", async () => {
  const storage = await withSession();
  const good = new Uint8Array(await (await exportAs("insitu", { id: "a", storage })).arrayBuffer());
  const damaged = good.slice();
  damaged[120] ^= 1;
  for (const [bytes, message] of /** @type {[Uint8Array<ArrayBuffer>, RegExp][]} */ ([
    [
      new TextEncoder().encode("x,y\n"),
      /^This is not an Insitu file, or only a part of one\. Choose /,
    ],
    [
      good.slice(0, good.length - 9),
      /^This is not an Insitu file, or only a part of one\. Choose /,
    ],
    [damaged, /^The log of the session is damaged: .* Transfer the file again/],
  ])) {
    await assert.rejects(importFile(new Blob([bytes]), storage), { message });
  }
  await assert.rejects(importFile(/** @type {Blob} */ ({ size: 2 ** 40 }), storage), {
    message: /larger than 512 MB/,
  });
  assert.equal(value(await storage.sessions.list()).length, 1);
  await storage.close();
});

test("an import that finds no space is undone", async () => {
  const storage = await withSession();
  const file = await exportAs("insitu", { id: "a", storage, withFiles: true });
  await storage.close();
  freshBrowser();
  const other = value(await openStorage());
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...parameters) {
    if (this.name === "files" && parameters[0].keeping === "copy")
      throw new DOMException("The disk is full", "QuotaExceededError");
    return put.apply(this, parameters);
  };
  await assert.rejects(importFile(file, other), {
    message: /^There is no space left for a copy of this file\./,
  });
  Object.assign(IDBObjectStore.prototype, { put });
  const list = value(await other.sessions.list());
  assert.deepEqual(
    list.map(({ deleted }) => deleted !== undefined),
    [true],
  );
  await other.close();
});
