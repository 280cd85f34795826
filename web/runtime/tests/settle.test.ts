// What the runtime does once a kernel runs: it stores files, cleans up the store, and hands over
// archives.

import assert from "node:assert/strict";
import { test } from "node:test";

import { textsOf } from "./fakes.ts";
import { contentOf, golden, nameOf, orderOf, until, visit } from "./visit.ts";
import type { How } from "./visit.ts";

const SNAPSHOT: string[] = golden("request", "boot-snapshot").core;
const WANTED = ["python_stdlib", "numpy", "openpyxl", "altair"];

const keptOf = (names: string[], version?: string): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, contentOf(name, version)]));
const sorted = (names: string[]) => [...names].sort();
const quiet = () => {};

/**
 * Makes a visit whose kernel has just become ready, after these starts; `settle` resolves to the
 * archives that were handed over.
 */
async function ready(how?: How, starts = ["snapshot"]) {
  const page = visit(how);
  for (const from of starts) await page.runtime.start(orderOf(from), quiet);
  page.fetched();
  const settle = async (wants: (name: string) => boolean = () => true) => {
    const handedOver: [name: string, archive: Blob][] = [];
    await page.runtime.settle((name, archive) => {
      handedOver.push([name, archive]);
      return wants(name);
    });
    return textsOf(new Map(handedOver));
  };
  return { ...page, settle };
}

/** Returns the store's files by the names of the build. */
const stored = async (files: Map<string, Blob>) =>
  Object.fromEntries(
    Object.entries(await textsOf(files)).map(([name, content]) => [nameOf(name), content]),
  );

const archivesOf = (names: string[]) =>
  Object.fromEntries(
    names.map((name) => [name, contentOf(name === "python_stdlib" ? "stdlib" : name)]),
  );

test("the moments of a start are marked in order", async () => {
  const { settle, marks } = await ready();
  await settle();
  assert.deepEqual([...new Set(marks)], ["frame", "worker", "files", "checked", "ready", "stored"]);
});

test("what is still to be fetched in the background is said, and nothing once it is over", async () => {
  const { runtime, settle } = await ready();
  assert.deepEqual(runtime.ahead(), []);
  const left: number[] = [];
  await settle(() => left.push(runtime.ahead().length) > 0);
  assert.ok(left.length > 1 && left.every((count) => count > 0), `${left}`);
  assert.deepEqual(runtime.ahead(), []);
  await settle(() => false);
  assert.deepEqual(runtime.ahead(), [], "a kernel that has been replaced needs no more");
});

test("all fetched files are stored, and files of earlier builds are removed", async () => {
  const { settle, files } = await ready({
    kept: { ...keptOf(["lxml"]), "heap-of-yesterday": "old" },
  });
  await settle();
  assert.deepEqual(
    await stored(files),
    keptOf([...SNAPSHOT, "stdlib", "numpy", "openpyxl", "altair", "lxml"]),
  );
});

test("files that had no room beside those of earlier builds are stored in their place", async () => {
  const { settle, files } = await ready({
    kept: { "heap-of-yesterday": "old" },
    isFull: (kept) => kept.has("heap-of-yesterday.bin"),
  });
  await settle(() => false);
  assert.deepEqual(await stored(files), keptOf(SNAPSHOT));
});

test("files that could not be stored are stored once that works", async () => {
  let full = true;
  const { runtime, settle, files } = await ready({ isFull: () => full });
  await settle();
  assert.deepEqual(await stored(files), {});
  full = false;
  await runtime.archive("lxml");
  await until(() => files.has("lxml.bin"));
  assert.deepEqual(
    await stored(files),
    keptOf([...SNAPSHOT, "stdlib", "numpy", "openpyxl", "altair", "lxml"]),
  );
});

const handovers: [name: string, how: How, wants: (name: string) => boolean, expected: string[]][] =
  [
    ["the standard library comes first, then the packages by rank", {}, () => true, WANTED],
    [
      "a user who wants to save traffic gets only what every start needs",
      { thrifty: true },
      () => true,
      ["python_stdlib", "numpy"],
    ],
    [
      "nothing is handed over once no more is wanted",
      {},
      (name) => name !== "numpy",
      ["python_stdlib", "numpy"],
    ],
    [
      "a package that cannot be fetched is skipped",
      { answers: { numpy: [404] } },
      () => true,
      ["python_stdlib", "openpyxl", "altair"],
    ],
    [
      "a standard library that cannot be fetched is skipped",
      { answers: { stdlib: [404] } },
      () => true,
      ["numpy", "openpyxl", "altair"],
    ],
  ];
for (const [name, how, wants, expected] of handovers) {
  test(name, async () => {
    const { settle, fetched } = await ready(how);
    const handedOver = await settle(wants);
    const asked = [...expected, ...Object.keys(how.answers ?? {})].map((archive) =>
      archive === "python_stdlib" ? "stdlib" : archive,
    );
    assert.deepEqual(
      [Object.entries(handedOver), sorted(fetched())],
      [Object.entries(archivesOf(expected)), sorted(["manifest", ...asked])],
    );
  });
}

test("archives of earlier visits are handed over without a request for them", async () => {
  const { settle, fetched } = await ready({
    kept: keptOf(["stdlib", "numpy", "openpyxl", "altair"]),
  });
  const handedOver = await settle();
  assert.deepEqual([handedOver, fetched()], [archivesOf(WANTED), ["manifest"]]);
});

test("a damaged stored archive is replaced before it is handed over", async () => {
  const { settle, files, fetched } = await ready({
    kept: keptOf(["stdlib", "numpy", "openpyxl", "altair"], "!"),
  });
  const handedOver = await settle();
  assert.deepEqual(
    [handedOver, fetched()],
    [archivesOf(WANTED), ["manifest", "stdlib", "numpy", "openpyxl", "altair"]],
  );
  assert.deepEqual(
    await stored(files),
    keptOf([...SNAPSHOT, "stdlib", "numpy", "openpyxl", "altair"]),
  );
});

test("a damaged stored file is replaced in the store by the one that the start fetched", async () => {
  const { settle, files } = await ready({
    kept: { ...keptOf(SNAPSHOT), heap: contentOf("heap", "!") },
  });
  await settle(() => false);
  assert.equal((await stored(files)).heap, contentOf("heap"));
});

test("the archives of packages and of the standard library are available by name", async () => {
  const { runtime } = visit();
  const archives = await Promise.all(
    ["lxml", "python_stdlib"].map((name) => runtime.archive(name)),
  );
  assert.deepEqual(await Promise.all(archives.map((archive) => archive.text())), [
    contentOf("lxml"),
    contentOf("stdlib"),
  ]);
});

test("an archive that does not exist is an error with its name", async () => {
  await assert.rejects(visit().runtime.archive("torch"), {
    message: 'There is no package "torch" in this runtime.',
  });
});

for (const [name, kept, requests] of [
  ["a stored archive is taken from the store", keptOf(["lxml"]), ["manifest"]],
  ["a damaged stored archive is fetched again", keptOf(["lxml"], "!"), ["manifest", "lxml"]],
] as [string, Record<string, string>, string[]][]) {
  test(name, async () => {
    const { runtime, fetched } = visit({ kept });
    const archive = await runtime.archive("lxml");
    assert.deepEqual([await archive.text(), fetched()], [contentOf("lxml"), requests]);
  });
}

test("an archive that code imports after the background work is stored too", async () => {
  const { runtime, settle, files } = await ready();
  await settle();
  await runtime.archive("lxml");
  await until(() => files.has("lxml.bin"));
  assert.equal((await stored(files)).lxml, contentOf("lxml"));
});

test("the manifest is fetched once, and again after a failure", async () => {
  const { runtime, fetched } = visit({ answers: { manifest: [404, '{"packages":[]}'] } });
  const asked = () => runtime.manifest().catch((error) => error.message);
  assert.deepEqual(
    [await asked(), await asked(), await asked(), fetched()],
    [
      "/runtime/manifest.json could not be fetched: the server answered 404.",
      { packages: [] },
      { packages: [] },
      ["manifest", "manifest"],
    ],
  );
});
