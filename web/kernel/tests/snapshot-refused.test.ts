// Every reason for which a start from the snapshot is refused: it rejects with a message, and no
// part of the interpreter is returned. The page then starts a worker without a snapshot.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { LIMITS, needsRuntime, snapshotCore, startFromSnapshot } from "./built-runtime.ts";
import type { Facts } from "../worker/snapshot.ts";

/** The runtime's files by role. */
type Core = Record<string, ArrayBuffer>;

type Change = (core: Core) => import("../worker/interpreter.ts").Core;

const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).buffer;
const facts = (core: Core): Facts => JSON.parse(new TextDecoder().decode(core.facts));

/** Returns a change of the files that changes the facts. */
const otherFacts =
  (change: (facts: Facts) => unknown): Change =>
  (core) => {
    const changed = facts(core);
    change(changed);
    return { ...core, facts: encode(changed) };
  };

/** Returns a change of the files in which one could not be fetched. */
const failing =
  (role: string): Change =>
  (core) => {
    const file = Promise.reject(new Error(`The ${role} file could not be fetched.`));
    // As in `kernel.ts`.
    file.catch(() => {});
    return { ...core, [role]: file };
  };

const REASONS: Record<string, [Change, RegExp]> = {
  "of another format": [
    otherFacts((facts) => (facts.format = 0)),
    /^the snapshot has format 0 and this worker reads 2$/,
  ],
  "of another build of Pyodide": [
    otherFacts((facts) => (facts.build = "0".repeat(64))),
    /^the snapshot is of another build of Pyodide$/,
  ],
  "of a table with fewer functions": [
    otherFacts((facts) => (facts.coreSlots -= 1)),
    /^the interpreter's table of functions is another one in this browser$/,
  ],
  "of a table with more functions": [
    otherFacts((facts) => (facts.coreSlots += 1)),
    /^the interpreter's table of functions is another one in this browser$/,
  ],
  "of an interpreter with fewer functions in its table": [
    otherFacts((facts) => (facts.ownSlots -= 1)),
    /^the interpreter's table of functions is another one in this browser$/,
  ],
  "of an interpreter with more functions in its table": [
    otherFacts((facts) => (facts.ownSlots += 1)),
    /^the interpreter's table of functions is another one in this browser$/,
  ],
  "of a table without room": [
    otherFacts((facts) => (facts.tableBase = facts.coreSlots - 1)),
    /^the interpreter's table of functions is another one in this browser$/,
  ],
  "with one function at two table indices": [
    otherFacts(({ slots }) => slots[1].splice(1, 2, ...slots[0].slice(1))),
    /^the function \w+ got another place in the table$/,
  ],
  "with less memory than its facts say": [
    (core) => ({ ...core, heap: core.heap.slice(0, -4096) }),
    /^the snapshot's memory has \d+ bytes in place of \d+$/,
  ],
  "with more memory than its facts say": [
    (core) => ({ ...core, heap: new ArrayBuffer(core.heap.byteLength + 4096) }),
    /^the snapshot's memory has \d+ bytes in place of \d+$/,
  ],
  "with damaged side modules": [
    (core) => (new Uint8Array(core.libraries).fill(7, 5_000, 6_000), core),
    /^WebAssembly\.compile\(\): /,
  ],
  "with truncated side modules": [
    (core) => ({ ...core, libraries: core.libraries.slice(0, 100_000) }),
    /^Invalid typed array length: \d+$/,
  ],
  "with truncated facts": [(core) => ({ ...core, facts: core.facts.slice(0, 1000) }), /JSON/],
  "without facts": [({ facts, ...core }) => core, /^Boot lacks the runtime's "facts" file\.$/],
  ...Object.fromEntries(
    ["wasm", "lock", "index", "facts", "heap", "libraries"].map((role) => [
      `whose ${role} file cannot be fetched`,
      [failing(role), new RegExp(`^The ${role} file could not be fetched\\.$`)],
    ]),
  ),
};

describe("a snapshot", needsRuntime, () => {
  for (const [what, [change, message]] of Object.entries(REASONS)) {
    test(`${what} is refused`, async () => {
      await assert.rejects(startFromSnapshot({ core: change(snapshotCore()) }), { message });
    });
  }

  test("larger than the memory limit is refused, and one of the same size is not", async () => {
    const core = snapshotCore();
    const { heap } = facts(core);
    const start = (memoryBytes: number) =>
      startFromSnapshot({ core: snapshotCore(), limits: { ...LIMITS, memoryBytes } });
    await assert.rejects(start(heap - 65_536), {
      message: /^the memory limit of \d+ MB is below the \d+ MB of the snapshot$/,
    });
    const { execute } = await start(heap);
    assert.equal(
      (await execute("import pandas as pd\npd.Series([1, 2]).sum().item()")).results[0].text,
      "3",
    );
  });
});
