// Names, archives and the sealed scope, each alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";

import { unzip } from "../worker/archive.js";
import { safeName, uniqueName } from "../worker/names.js";
import { installWheel } from "../worker/packages.js";
import { sealScope } from "../worker/seal.js";
import { makeZip } from "./node-scope.js";

test("names are made safe and keep what people wrote", () => {
  const cases = [
    ["sales.csv", "sales.csv"],
    ["Umsätze 2025 €.csv", "Umsätze 2025 €.csv"],
    ["売上.csv", "売上.csv"],
    ["../../etc/passwd", ".._.._etc_passwd"],
    ["a\\b.csv", "a_b.csv"],
    ["line\nbreak\0.csv", "line_break_.csv"],
    ["evil\u202egpj.csv", "evil_gpj.csv"],
    ["", "file"],
    ["..", "file"],
    ["  ", "file"],
    ["e\u0301.csv", "\u00e9.csv"],
    ["half\ud800.csv", "half_.csv"],
    [`${"x".repeat(300)}.csv`, `${"x".repeat(196)}.csv`],
  ];
  for (const [wanted, expected] of cases) assert.equal(safeName(wanted), expected);
});

test("a second file of one name gets a number before its extension", () => {
  const taken = new Set(["a.csv", "a (2).csv", "README", ".env"]);
  const cases = [["a.csv", "a (3).csv"], ["b.csv", "b.csv"], ["README", "README (2)"], [".env", ".env (2)"]];
  for (const [wanted, expected] of cases) assert.equal(uniqueName(wanted, (name) => taken.has(name)), expected);
});

test("archives are read whether stored or compressed", async () => {
  const text = Buffer.from("hello ".repeat(100));
  const archive = makeZip([
    { path: "a/stored.txt", content: text },
    { path: "a/packed.txt", content: deflateRawSync(text), method: 8, size: text.length },
    { path: "a/", content: Buffer.alloc(0) },
  ]);
  const files = await unzip(archive);
  assert.deepEqual(files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]), [
    ["a/stored.txt", text.toString()],
    ["a/packed.txt", text.toString()],
  ]);
  assert.equal(files[0].bytes.buffer, archive, "stored files are views, not copies");
  await assert.rejects(unzip(new ArrayBuffer(100)), /not a zip archive/);
});

test("wheels go where Python looks, and nowhere else", async () => {
  const written = [];
  const FS = { mkdirTree: () => {}, writeFile: (path) => written.push(path) };
  const content = Buffer.from("x");
  const paths = ["pkg/__init__.py", "pkg-1.data/purelib/more.py", "pkg-1.data/data/share/a", "pkg-1.data/scripts/run", "../escape", "/absolute"];
  await installWheel(FS, "/site", makeZip(paths.map((path) => ({ path, content }))));
  assert.deepEqual(written, ["/site/pkg/__init__.py", "/site/more.py", "/usr/share/a"]);
});

test("the sealed scope answers from handed-over bytes and reaches nothing else", async () => {
  class Scope {
    fetch() {
      return "network";
    }
    importScripts() {}
  }
  const self = new Scope();
  Object.assign(self, { setTimeout, setInterval, clearTimeout, clearInterval, Blob, Response, URL, postMessage: () => {}, WebSocket: class {} });
  const sealed = sealScope(self);
  sealed.serve("pyodide.asm.wasm", new Uint8Array([1, 2]).buffer, "application/wasm");
  const response = await self.fetch(new URL("pyodide.asm.wasm", sealed.BASE));
  assert.deepEqual([response.headers.get("content-type"), (await response.arrayBuffer()).byteLength], ["application/wasm", 2]);
  await assert.rejects(async () => self.fetch("https://example.org/"), /no network/);
  assert.throws(() => self.importScripts("x"), /not available/);
  assert.deepEqual([self.postMessage, self.WebSocket], [undefined, undefined]);
  assert.throws(() => {
    "use strict";
    self.postMessage = () => {};
  }, TypeError);
  await assert.rejects(async () => Scope.prototype.fetch.call(self), /no network/);
});
