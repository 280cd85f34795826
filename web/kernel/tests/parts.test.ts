// Unit tests of the worker's parts: names, memory, shared memory, outcomes, archives and the sealed
// scope.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";

import { unzip } from "../worker/archive.ts";
import { boundMemory, watchMemory } from "../worker/memory.ts";
import { safePath, uniqueName } from "../worker/names.ts";
import { readOutcome } from "../worker/outcome.ts";
import { sealScope } from "../worker/seal.ts";
import {
  awaitLine,
  sendLine,
  interrupt,
  interruptBuffer,
  makeShared,
  takeInterrupt,
  takeInterruptOf,
} from "../worker/shared.ts";
import { makeZip } from "../build/node-scope.ts";
import type { Outcome } from "../../generated/kernel.ts";

test("names are made safe and otherwise kept", () => {
  const cases = [
    ["sales.csv", "sales.csv"],
    ["Umsätze 2025 €.csv", "Umsätze 2025 €.csv"],
    ["売上.csv", "売上.csv"],
    [`"it's" 100%.csv`, `"it's" 100%.csv`],
    ["-rf.csv", "-rf.csv"],
    ["../../etc/passwd", "etc/passwd"],
    ["/etc/passwd", "etc/passwd"],
    ["year 2025/./Q1//north.csv", "year 2025/Q1/north.csv"],
    [`${"d/".repeat(20)}a.csv`, `${"d/".repeat(11)}${"d_".repeat(8)}d/a.csv`],
    ["a\\b.csv", "a_b.csv"],
    ["line\nbreak\0.csv", "line_break_.csv"],
    ["evil\u202egpj.csv", "evil_gpj.csv"],
    ["", "file"],
    ["..", "file"],
    ["  ", "file"],
    ["e\u0301.csv", "\u00e9.csv"],
    ["half\ud800.csv", "half_.csv"],
    [`${"x".repeat(300)}.csv`, `${"x".repeat(251)}.csv`],
    [`${"売".repeat(100)}.csv`, `${"売".repeat(83)}.csv`],
    [`${"x".repeat(251)}.csv`, `${"x".repeat(251)}.csv`],
    [`a.${"x".repeat(300)}`, `a.${"x".repeat(39)}`],
  ];
  for (const [wanted, expected] of cases) assert.equal(safePath(wanted), expected);
});

test("a name that is taken gets a number before its extension, and stays within the maximum length", () => {
  const long = `${"売".repeat(83)}.csv`;
  const taken = new Set(["a.csv", "a (2).csv", "README", ".env", long]);
  const cases = [
    ["a.csv", "a (3).csv"],
    ["b.csv", "b.csv"],
    ["A.csv", "A.csv"],
    ["README", "README (2)"],
    [".env", ".env (2)"],
    [long, `${"売".repeat(82)} (2).csv`],
  ];
  for (const [wanted, expected] of cases)
    assert.equal(
      uniqueName(wanted, (name) => taken.has(name)),
      expected,
    );
});

test("the maximum of a module's memory is set in the module, and a module without one is refused", () => {
  // One memory of 2 to 65,536 pages, the bound in three bytes as linkers write it.
  const module = () =>
    new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 5, 6, 1, 1, 2, 128, 128, 4])
      .buffer;
  const most = (wasm: ArrayBuffer) => {
    const section = new Uint8Array(wasm).slice(-3);
    return (section[0] & 127) + (section[1] & 127) * 128 + section[2] * 16384;
  };
  const cases = [
    [0, 65536, 2 ** 32],
    [2 ** 31, 32768, 2 ** 31],
    [3 * 65536 + 5, 3, 3 * 65536],
    [2 ** 33, 65536, 2 ** 32],
  ];
  for (const [limit, pages, holds] of cases) {
    const wasm = module();
    assert.deepEqual([boundMemory(wasm, limit), most(wasm)], [holds, pages], `${limit}`);
    assert.ok(WebAssembly.validate(wasm));
  }
  assert.throws(() => boundMemory(module(), 65536), /needs at least 0.125 MB of memory/);
  assert.throws(() => boundMemory(module().slice(0, 14), 2 ** 31), /no memory of its own/);
});

test("a memory is reported once when three quarters are in use", () => {
  const notices: [bytes: number, limit: number][] = [];
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 8 });
  watchMemory(memory, 8 * 65536, (...notice) => notices.push(notice));
  for (const pages of [3, 2, 1, 1]) memory.grow(pages);
  assert.deepEqual(notices, [[7 * 65536, 8 * 65536]]);
  assert.throws(() => memory.grow(1), RangeError);
});

test("a line typed on the page reaches the worker that waits for it", () => {
  const shared = makeShared();
  const answered = (answer: () => void) => awaitLine(shared, () => answer());
  sendLine(shared, "an answer from before the question");
  for (const line of ["42", "", "naïve 売上 😀", null])
    assert.equal(
      answered(() => sendLine(shared, line)),
      line,
    );
  assert.equal(answered(() => sendLine(shared, "x".repeat(300_000)))?.length, 1 << 18);
  assert.equal(
    answered(() => interrupt(shared, 1)),
    undefined,
  );
  assert.equal(takeInterrupt(shared), false, "the question has cleared the interrupt");
});

test("an interrupt before an execution begins counts if it is for that execution, and is cleared either way", () => {
  const shared = makeShared();
  assert.equal(takeInterruptOf(shared, 7), false);
  for (const [meant, expected] of [
    [6, false],
    [7, true],
  ] as [number, boolean][]) {
    interrupt(shared, meant);
    assert.deepEqual([takeInterruptOf(shared, 7), takeInterrupt(shared)], [expected, false]);
  }
});

test("an interrupt between the read and the reset of the buffer is not lost", () => {
  const shared = makeShared();
  const buffer = interruptBuffer(shared) as { [at: number]: number };
  assert.equal(buffer[0], 0);
  interrupt(shared, 1);
  buffer[0] = 0;
  assert.deepEqual([buffer[0], buffer[0]], [2, 0]);
});

test("an outcome of another shape is refused", () => {
  const outcome: Outcome = JSON.parse(
    readFileSync(
      new URL("../../../crates/kernel/golden/reply/executed-table.json", import.meta.url),
      "utf8",
    ),
  ).outcome;
  const { status, ...rest } = outcome;
  assert.deepEqual(readOutcome(JSON.stringify(outcome)), outcome);
  const damaged = [
    { status: "done", ...rest },
    rest,
    { ...outcome, executionCount: "FORGED" },
    { ...outcome, results: ["FORGED"] },
    { ...outcome, stdout: null },
    { ...outcome, results: [{ ...outcome.results[0], mime: { "text/html": 1 } }] },
    { ...outcome, files: [{ path: "/out/a" }] },
    { ...outcome, results: [{ ...outcome.results[0], data: { columns: [] } }] },
    { ...outcome, results: [{ ...outcome.results[0], id: 7 }] },
    { ...outcome, results: [{ ...outcome.results[0], chart: "line" }] },
    { ...outcome, results: [{ ...outcome.results[0], display: {} }] },
    { ...outcome, output: 5 },
    { ...outcome, error: "no" },
    { ...outcome, variables: [7] },
    { ...outcome, lineage: { files: true, made: ["forged"] } },
    { ...outcome, additions: [{ at: -1, text: "", file: "", arguments: [] }] },
    { ...outcome, deviations: [{ file: "a.csv", arguments: [7] }] },
    { ...outcome, findings: [{ kind: "forged" }] },
    {
      ...outcome,
      findings: [
        { kind: "noMatch", column: "a", test: "==", value: "b", nearest: [7], distinct: 1 },
      ],
    },
    {
      ...outcome,
      findings: [
        { kind: "notNumbers", column: "a", count: 1, of: 2, forms: ["forged"], examples: [] },
      ],
    },
    {
      ...outcome,
      findings: [
        { kind: "join", how: "x", left: 1, right: 1, rows: 1, leftAlone: 0, rightAlone: 0 },
      ],
    },
    null,
    [],
    7,
  ];
  for (const value of damaged)
    assert.throws(
      () => readOutcome(JSON.stringify(value)),
      /returns no outcome/,
      JSON.stringify(value),
    );
  for (const value of [undefined, null, {}, 5])
    assert.throws(() => readOutcome(value), /returns no outcome/);
});

test("the files of an archive are views into it, and a compressed one is refused", () => {
  const content = Buffer.from("hello ".repeat(100));
  const archive = makeZip([
    { path: "a/", content: Buffer.alloc(0) },
    { path: "a/hello.txt", content },
    { path: "empty", content: Buffer.alloc(0) },
  ]);
  const files = unzip(archive);
  assert.deepEqual(
    files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString(), bytes.buffer === archive]),
    [
      ["a/hello.txt", content.toString(), true],
      ["empty", "", true],
    ],
  );
  const packed = makeZip([
    { path: "a/packed.txt", content: deflateRawSync(content), method: 8, size: content.length },
  ]);
  assert.throws(() => unzip(packed), {
    message: '"a/packed.txt" is compressed, which entries of the runtime\'s archives are not.',
  });
  assert.throws(() => unzip(new ArrayBuffer(100)), { message: "This is not a zip archive." });
  const damaged = archive.slice();
  new DataView(damaged).setUint32(damaged.byteLength - 22 + 16, 0, true);
  assert.throws(() => unzip(damaged), { message: "The archive's directory is damaged." });
});

interface SealedScope {
  fetch: (address: string | URL) => Promise<Response>;
  importScripts: (address: string) => void;
  postMessage?: unknown;
  WebSocket?: unknown;
}

test("the sealed scope fetches only the bytes that it serves", async () => {
  class Scope {
    fetch() {
      return "network";
    }
    importScripts() {}
  }
  const self = new Scope() as unknown as SealedScope;
  Object.assign(self, {
    setTimeout,
    setInterval,
    clearTimeout,
    clearInterval,
    Blob,
    Response,
    URL,
    postMessage: () => {},
    WebSocket: class {},
  });
  const sealed = sealScope(self as any);
  sealed.serve("pyodide.asm.wasm", new Uint8Array([1, 2]).buffer, "application/wasm");
  const response = await self.fetch(new URL("pyodide.asm.wasm", sealed.BASE));
  assert.deepEqual(
    [response.headers.get("content-type"), (await response.arrayBuffer()).byteLength],
    ["application/wasm", 2],
  );
  await assert.rejects(async () => self.fetch("https://example.org/"), /no network/);
  assert.throws(() => self.importScripts("x"), /not available/);
  assert.deepEqual([self.postMessage, self.WebSocket], [undefined, undefined]);
  assert.throws(() => {
    "use strict";
    self.postMessage = () => {};
  }, TypeError);
  await assert.rejects(async () => Scope.prototype.fetch.call(self), /no network/);
});
