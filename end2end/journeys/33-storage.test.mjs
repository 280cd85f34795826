// The storage for sessions in a real browser, on a bare page: what is left after the browser's
// process is killed, two tabs on one session, the end of space, files by handle, and the deletion
// of everything. Tests of web/storage cover the rest.

import { after, test } from "node:test";
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { neverBreached } from "../support/breach.mjs";
import { newProfile, openBare, serveStorage } from "../support/storage.mjs";

const { url, stop } = await serveStorage();
const profile = newProfile();
let browser = await profile.start();
after(async () => {
  await browser.context.close();
  profile.remove();
  stop();
});

/** Opens the storage in a page and, if it is named, a session. */
async function pageWith(/** @type {{ create?: string, open?: string }} */ wanted = {}, at = url) {
  const page = await openBare(browser.context, at);
  await page.evaluate(async ({ create, open }) => {
    globalThis.seen = [];
    globalThis.storage = value(
      await storageModule.openStorage({ onLost: ({ kind }) => seen.push(kind) }),
    );
    if (create) value(await storage.sessions.create({ id: create, title: create }));
    if (open)
      globalThis.opened = value(
        await storage.open(open, {
          onRecords: (records) => seen.push(...records.map(({ seq }) => seq)),
        }),
      );
  }, wanted);
  return page;
}

test("2,000 records are stored, and after the browser was killed while it stored more, the log is a prefix with everything acknowledged", async () => {
  const page = await pageWith({ create: "a", open: "a" });
  const stored = await page.evaluate(async () => {
    const results = await Promise.all(
      Array.from({ length: 2_000 }, (_, seq) =>
        opened.writer?.append(seq, `record ${seq} ${"x".repeat(300)}`),
      ),
    );
    return results.filter((result) => result?.ok).length;
  });
  assert.equal(stored, 2_000);

  let acknowledged = 1_999;
  const enough = new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
    void page.exposeFunction("stored", (/** @type {number} */ seq) => {
      acknowledged = Math.max(acknowledged, seq);
      if (acknowledged > 2_600) resolve();
    });
  });
  await page.waitForFunction(() => "stored" in globalThis);
  await page.evaluate(() => {
    // Several at once, each as soon as an earlier one is stored, so that one is being stored at any
    // moment.
    let seq = 2_000;
    const next = async () => {
      for (;;) {
        const result = await opened.writer?.append(seq, `record ${seq++} ${"x".repeat(300)}`);
        if (result?.ok) void globalThis.stored(result.value);
      }
    };
    for (let lane = 0; lane < 5; lane += 1) void next();
  });
  await enough;
  await browser.kill();
  const reported = acknowledged;

  browser = await profile.start();
  const again = await pageWith({ open: "a" });
  const { log, bad, next, other } = await again.evaluate(() => ({
    log: { length: opened.log.records.length, damage: opened.log.damage },
    bad: opened.log.records.findIndex(
      ({ seq, text }, index) => seq !== index || text !== `record ${index} ${"x".repeat(300)}`,
    ),
    next: opened.writer?.next,
    other: opened.locks,
  }));
  neverBreached(() => {
    assert.deepEqual([log.damage, bad, next, other], [null, -1, log.length, true]);
    assert.ok(
      log.length > reported,
      `record ${reported} was acknowledged, and the log has ${log.length}`,
    );
  });
  await again.close();
});

test("a second tab follows the first in order, and takes over when it is closed", async () => {
  const first = await pageWith({ create: "b", open: "b" });
  const second = await pageWith({ open: "b" });
  assert.equal(await second.evaluate(() => opened.writer), null);
  const refused = await second.evaluate(async () => [
    await opened.takeOver({ now: true }),
    await storage.sessions.remove("b"),
  ]);
  assert.deepEqual(
    refused.map((result) => !result.ok && result.error.kind),
    ["locked", "locked"],
  );
  await first.evaluate(() =>
    Promise.all(Array.from({ length: 300 }, (_, seq) => opened.writer?.append(seq, "x"))),
  );
  await second.waitForFunction(() => seen.length === 300);
  const waiting = second.evaluate(async () => {
    const writer = value(await opened.takeOver());
    return [writer.next, value(await writer.append(300, "mine"))];
  });
  await first.close({ runBeforeUnload: false });
  assert.deepEqual(await waiting, [300, 300]);
  assert.deepEqual(
    await second.evaluate(() => seen),
    Array.from({ length: 300 }, (_, seq) => seq),
  );
  await second.close();
});

test("without space, an append, a blob and a copy say so; with space, the log goes on without a gap", async () => {
  // An origin of its own: the browser asks for an origin's quota once, and counts from there for
  // half a minute.
  const at = url.replace("127.0.0.1", "localhost");
  const { origin } = new URL(at);
  const blank = await browser.context.newPage();
  const devtools = await browser.context.newCDPSession(blank);
  await devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 50_000 });
  const page = await pageWith({ create: "c", open: "c" }, at);
  const kinds = await page.evaluate(async () => {
    const bytes = crypto.getRandomValues(new Uint8Array(60_000));
    const copied = value(
      await storage.files.add("c", { file: new File([bytes], "a.bin"), copy: true }),
    );
    const results = [
      await opened.writer?.append(0, "x".repeat(3_000_000)),
      await opened.writer?.append(1, "one"),
      await storage.blobs.put("c", bytes, "application/octet-stream"),
    ];
    return [
      ...results.map((result) =>
        result?.ok ? "stored" : `${result?.error.kind} ${result?.error.during ?? ""}`,
      ),
      copied.keeping,
      copied.reason?.kind,
    ];
  });
  assert.deepEqual(kinds, ["quota append", "held ", "quota blob", "reference", "quota"]);
  await devtools.send("Storage.overrideQuotaForOrigin", { origin });
  const [retried, lengths] = await page.evaluate(async () => [
    (await opened.writer?.retry())?.ok,
    value(await storage.read("c")).records.map(({ text }) => text.length),
  ]);
  neverBreached(() => assert.deepEqual([retried, lengths], [true, [3_000_000, 3]]));
  await page.close();
  await blank.close();
});

test("a file is kept by its handle over a restart of the page; one that changed or is gone is named", async () => {
  const page = await pageWith({ create: "d" });
  const keeping = await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const handle = await root.getFileHandle("a.csv", { create: true });
    const writable = await handle.createWritable();
    await writable.write("x,y");
    await writable.close();
    return value(await storage.files.add("d", { file: await handle.getFile(), handle })).keeping;
  });
  assert.equal(keeping, "handle");
  await page.reload();
  await page.waitForFunction(() => globalThis.storageModule !== undefined);
  const outcomes = await page.evaluate(async () => {
    globalThis.storage = value(await storageModule.openStorage());
    const root = await navigator.storage.getDirectory();
    const outcome = async (accept = false) => {
      const result = await storage.files.open("d", "a.csv", { accept });
      return result.ok
        ? await result.value.text()
        : `${result.error.kind}: ${result.error.message}`;
    };
    const seen = [await outcome()];
    const writable = await (await root.getFileHandle("a.csv")).createWritable();
    await writable.write("x,z");
    await writable.close();
    seen.push(await outcome(), await outcome(true), await outcome());
    await root.removeEntry("a.csv");
    return [...seen, await outcome()];
  });
  assert.deepEqual(outcomes, [
    "x,y",
    "changed: a.csv has other content since it was added. Go on with the file as it is now, or put the earlier one back.",
    "x,z",
    "x,z",
    "missing: a.csv is not where it was. Move it back, or add it again.",
  ]);
  await page.close();
});

test("a copy of a file of the disk stays when the file is gone, also for the next browser", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "insitu-copy-"));
  const source = path.join(folder, "large.bin");
  const bytes = randomBytes(5 << 20);
  writeFileSync(source, bytes);
  let page = await pageWith({ create: "f" });
  await page.evaluate(() =>
    document.body.append(Object.assign(document.createElement("input"), { type: "file" })),
  );
  await page.setInputFiles("input", source);
  const info = await page.evaluate(async () => {
    const file = document.querySelector("input")?.files?.[0];
    return file && value(await storage.files.add("f", { file, copy: true }));
  });
  const pieces = [bytes.subarray(0, 4 << 20), bytes.subarray(4 << 20)].map((piece) =>
    createHash("sha256").update(piece).digest(),
  );
  const digest = `tree:${createHash("sha256").update(Buffer.concat(pieces)).digest("hex")}`;
  assert.deepEqual([info?.keeping, info?.size, info?.digest], ["copy", bytes.length, digest]);
  rmSync(folder, { recursive: true });

  await browser.context.close();
  browser = await profile.start();
  page = await pageWith();
  const hash = await page.evaluate(async () => {
    const file = value(await storage.files.open("f", "large.bin"));
    return [...new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()))];
  });
  assert.deepEqual(Buffer.from(hash), createHash("sha256").update(bytes).digest());
  await page.close();
});

test("blobs and copies are read again, and everything can be deleted while another tab is open", async () => {
  const page = await pageWith({ create: "e" });
  const other = await pageWith({ open: "b" });
  const proof = await page.evaluate(async () => {
    const { digest } = value(await storage.blobs.put("e", new Uint8Array([1, 2, 3]), "image/png"));
    value(await storage.files.add("e", { file: new File(["x,y"], "a.csv"), copy: true }));
    const blob = value(await storage.blobs.get(digest));
    const file = value(await storage.files.open("e", "a.csv"));
    await (await caches.open("insitu-models")).put("./models/small.gguf", new Response("GGUF"));
    await new Promise((resolve) => {
      const open = indexedDB.open("insitu-local-model", 2);
      open.onupgradeneeded = () =>
        open.result.createObjectStore("states").put({ bytes: new ArrayBuffer(8) }, "state");
      open.onsuccess = () => resolve(open.result.close());
    });
    const root = await navigator.storage.getDirectory();
    const heap = await (await root.getDirectoryHandle("runtime", { create: true })).getFileHandle(
      "heap",
      { create: true },
    );
    // A tab that stores the runtime's files at the moment holds one.
    const writing = await heap.createWritable();
    setTimeout(() => writing.close(), 500);
    localStorage.setItem("insitu-endpoint", "a connection with its key");
    sessionStorage.setItem("insitu-endpoint", "the same of this tab");
    const read = [
      digest,
      blob.type,
      [...new Uint8Array(await blob.arrayBuffer())].join(),
      await file.text(),
    ];
    return [read, value(await storageModule.eraseEverything())];
  });
  const [read, { deleted, left, failed }] =
    /** @type {[string[], import("../../web/types/storage").Proof]} */ (proof);
  assert.deepEqual(read, [
    "039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81",
    "image/png",
    "1,2,3",
    "x,y",
  ]);
  assert.deepEqual(deleted, { databases: ["insitu-sessions"], folders: ["runtime"] });
  neverBreached(() =>
    assert.deepEqual(
      [left.databases, left.folders, left.caches, left.keys, failed],
      [[], [], [], [], []],
    ),
  );
  assert.deepEqual(await other.evaluate(() => seen), ["erased"]);
  const refused = await other.evaluate(() => opened.writer?.append(301, "x"));
  assert.equal(refused?.ok === false && refused.error.kind, "erased");
});
