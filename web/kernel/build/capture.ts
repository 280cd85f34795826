// Captures the snapshot from which the kernel starts: runs the worker's own code under Node,
// imports and warms up everything, and records the memory and what belongs to it. The counterpart
// of `worker/snapshot.ts`. The same inputs produce the same bytes.

import crypto from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { joined } from "../worker/bytes.ts";
import { startInterpreter } from "../worker/interpreter.ts";
import { SITE } from "../worker/packages.ts";
import { FORMAT, trampolineWord } from "../worker/snapshot.ts";
import { pyodideFolder } from "./node-scope.ts";
import { describeLibrary, singleSlots, watchInstances, withoutData } from "./side-modules.ts";
import type { Module, Settings } from "pyodide/pyodide.asm.mjs";
import type { Pyodide } from "pyodide/pyodide.mjs";
import type { Entry, FolderEntry, PackagesIndex } from "../worker/packages.ts";
import type { Facts } from "../worker/snapshot.ts";
import type { nodeScope } from "./node-scope.ts";

// Spare entries in the table of functions before those of packages: at least the first number, then
// up to the next multiple of the second. One entry is known to be needed, by an engine that adds
// its trampoline (`widenTable`).
const TABLE_ROOM = 2048;
const TABLE_ROUND = 1024;
// What replaces it reads a clock of its own, see `fixEntropyAndClock`.
const SystemDate = Date;
// The unit in which memory is searched for zeros, in bytes.
const PAGE = 4096;
const LIMITS = {
  streamBytes: 1 << 20,
  results: 100,
  figures: 20,
  tableRows: 100,
  memoryBytes: 0,
  imageBytes: 10 << 20,
  newFiles: 200,
  outBytes: 1 << 30,
};
// The parts of an order that a start without a page does not need.
const STILL = {
  warm: [],
  limits: LIMITS,
  interrupt: null,
  progress() {},
  stream() {},
  ask() {},
  memory() {},
  slice: () => {
    throw new Error("Nothing is read by reference here.");
  },
};
// Pyodide's options that make two starts identical.
const FIXED = {
  _sysExecutable: "./this.program",
  jsglobals: {},
  env: {
    HOME: "/home/user",
    MPLBACKEND: "module://insitu.backend",
    PYTHONHASHSEED: "20260101",
    LANG: "C.UTF-8",
  },
};

/**
 * Captures the snapshot.
 *
 * @param order.core the files of an ordinary start by role
 * @param order.packages the archives that are imported from
 * @param order.index see `indexPackages`
 * @param order.scope a substitute for the worker's sealed scope
 * @returns see `restoring`; `libraries` are the side modules without their data, followed by the
 *   `facts.files`
 */
export async function capture({
  core,
  packages,
  index,
  scope,
}: {
  core: Record<string, ArrayBuffer>;
  packages: { name: string; bytes: ArrayBuffer }[];
  index: PackagesIndex;
  scope: ReturnType<typeof nodeScope>;
}): Promise<{ facts: Facts; heap: Uint8Array; libraries: Uint8Array }> {
  const stackSwitching = await placeOfStackSwitching(core, scope);
  fixEntropyAndClock();
  const watch = watchInstances();
  let module = null as Module | null;
  let own = null as WebAssembly.Exports | null;
  let ownSlots = 0;
  let coreSlots = 0;
  let tableBase = 0;
  let gotBefore: Record<string, number> = {};
  const pyodide = await startInterpreter({
    ...STILL,
    core,
    packages,
    scope,
    options: {
      ...FIXED,
      _makeSnapshot: true,
      async createPyodideModule(settings: Settings) {
        const [, { default: create }] = await scope.scripts();
        const { instantiateWasm } = settings;
        settings.instantiateWasm = (imports, done) =>
          instantiateWasm(imports, (instance, ...rest) => {
            own = instance.exports;
            ownSlots = (own.__indirect_function_table as WebAssembly.Table).length;
            return done(instance, ...rest);
          });
        settings.preRun.push((made) => {
          const { wasmTable } = made;
          coreSlots = wasmTable.length - (made.HEAP32[trampolineWord(made)] ? 1 : 0);
          wasmTable.grow(
            Math.ceil((wasmTable.length + TABLE_ROOM) / TABLE_ROUND) * TABLE_ROUND -
              wasmTable.length,
          );
          tableBase = wasmTable.length;
          gotBefore = Object.fromEntries(
            Object.entries(made.GOT).map(([name, { value }]) => [name, value]),
          );
        });
        module = watch.module = await create(settings);
        return module;
      },
    },
    capture: (started) => started,
  });
  if (!module) throw new Error("Pyodide did not start.");
  const readFirst = warmUp(pyodide);
  clearFreeMemory(module);
  const libraries = watch.loads.map((load) => describeLibrary(module as Module, load));
  const facts = {
    format: FORMAT,
    build: module.API.config.BUILD_ID,
    heap: module.HEAPU8.length,
    ownFunctions: Object.fromEntries(
      Object.entries(gotBefore).filter(
        ([name, slot]) =>
          typeof (own as WebAssembly.Exports)[name] === "function" && slot < ownSlots,
      ),
    ),
    ownSlots,
    coreSlots,
    tableBase,
    tableLength: module.wasmTable.length,
    slots: singleSlots(module.wasmTable, tableBase, libraries, watch.loads),
    got: Object.fromEntries(
      Object.entries(module.GOT)
        .filter(([name, { value }]) => gotBefore[name] !== value)
        .map(([name, { value }]) => [name, value]),
    ),
    config: module.API.serializeHiwireState(),
    stackSwitching,
    runs: runsOf(module.HEAPU8),
  } as Facts;
  if (facts.config.hiwireKeys.some((key) => key !== null))
    throw new Error("The snapshot would hold references to JavaScript's objects.");
  const { FS } = module;
  const parts = libraries.map(({ path }) => withoutData(FS.readFile(path)));
  const files = readFirst.map((path) => placeOf(index.tree, path));
  parts.push(...readFirst.map((path) => FS.readFile(path)));
  let at = 0;
  const places = parts.map(({ length }) => ({ at: (at += length) - length, size: length }));
  facts.libraries = libraries.map((library, number) => ({ ...library, ...places[number] }));
  facts.files = files.map((file, number) => ({ ...file, ...places[libraries.length + number] }));
  const heap = joined(
    facts.runs.map(([address, length]) =>
      (module as Module).HEAPU8.subarray(address, address + length),
    ),
  );
  return { facts, heap, libraries: joined(parts) };
}

/**
 * Imports everything and runs it twice. Returns the paths that the second run still reads, which
 * the first cells will need.
 */
function warmUp(pyodide: Pyodide) {
  const { FS } = pyodide;
  const namespace = pyodide.toPy({ __name__: "warm" });
  const python = (code: string) => pyodide.runPython(code, { globals: namespace });
  const call = (method: string) => {
    const failed = python(`attempt(warm.${method})`);
    if (failed) throw new Error(failed);
  };
  python(readFileSync(new URL("warm.py", import.meta.url), "utf8"));
  python("warm = Warm()");
  call("prepare");
  call("work");
  const read = new Set<string>();
  const { open } = FS;
  FS.open = (path, ...rest) => {
    const stream = open(path, ...rest);
    if (stream.path?.startsWith(`${SITE}/`) && FS.isFile(stream.node.mode)) read.add(stream.path);
    return stream;
  };
  call("close_fonts");
  call("work");
  FS.open = open;
  call("clear");
  namespace.destroy();
  pyodide.runPython("import gc; gc.collect(); gc.freeze()");
  return [...read].sort();
}

// Makes the snapshot reproducible: entropy in a fixed order, and clocks that advance by fixed
// steps, since some code waits for them to advance.
function fixEntropyAndClock() {
  // The zone is in C's memory and in Python's `time`.
  process.env.TZ = "UTC";
  let state = 0x2545f491;
  const fill = <Filled extends ArrayBufferView>(array: Filled) => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let at = 0; at < bytes.length; at += 1) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      bytes[at] = state;
    }
    return array;
  };
  globalThis.crypto.getRandomValues = fill;
  // What Emscripten calls under Node.
  crypto.randomFillSync = fill;
  let milliseconds = Date.UTC(2026, 0, 1);
  SystemDate.now = () => (milliseconds += 1);
  globalThis.Date = new Proxy(SystemDate, {
    construct: (date, values, constructor) =>
      Reflect.construct(date, values.length > 0 ? values : [date.now()], constructor),
  });
  let ticks = 0;
  performance.now = () => (ticks += 0.001);
}

/**
 * Finds the word in which Python stores whether the engine can switch stacks. Returns its address
 * and its value for either answer.
 *
 * Python asks once, and the word has no symbol. At the next question, two starts with different
 * answers differ only in that word.
 */
async function placeOfStackSwitching(
  core: Record<string, ArrayBuffer>,
  scope: Parameters<typeof capture>[0]["scope"],
): Promise<Facts["stackSwitching"]> {
  const question = /(\d+):\(\)=>jspiSupported\b/.exec(
    readFileSync(join(pyodideFolder() as string, "pyodide.asm.mjs"), "utf8"),
  )?.[1];
  const memories: Int32Array[] = [];
  for (const answer of [0, 1]) {
    fixEntropyAndClock();
    let asked = false;
    let started = null as Module | null;
    const answered = (imports: WebAssembly.Imports) => {
      const { emscripten_asm_const_int: usual } = imports.env as Record<
        string,
        (code: number, ...rest: unknown[]) => unknown
      >;
      imports.env.emscripten_asm_const_int = (code: number, ...rest: unknown[]) => {
        if (asked && memories.length === answer) memories.push((started as Module).HEAP32.slice());
        if (String(code) !== question) return usual(code, ...rest);
        asked = true;
        return answer;
      };
      return imports;
    };
    const [, { default: create }] = await scope.scripts();
    await startInterpreter({
      ...STILL,
      core,
      packages: [],
      scope,
      options: {
        ...FIXED,
        createPyodideModule(settings: Settings) {
          const { instantiateWasm } = settings;
          settings.instantiateWasm = (imports, done) => instantiateWasm(answered(imports), done);
          settings.preRun.push((made) => {
            started = made;
          });
          return create(settings);
        },
      },
      capture: () => {},
    });
  }
  const [without, having] = memories;
  const places = having ? Array.from(having.keys()).filter((at) => without[at] !== having[at]) : [];
  if (places.length !== 1)
    throw new Error(
      `Where Python keeps whether stacks can be switched is not known: two starts differ in ${places.length} places.`,
    );
  const [at] = places;
  return { address: at * Int32Array.BYTES_PER_ELEMENT, without: without[at], having: having[at] };
}

/**
 * Zeroes free memory, on the stack and in the allocator, so that the snapshot need not contain it.
 */
function clearFreeMemory(module: Module) {
  module.HEAPU8.fill(0, module._emscripten_stack_get_end(), module._emscripten_stack_get_current());
  const limit = module._malloc_footprint_limit();
  module._malloc_set_footprint_limit(module._malloc_footprint());
  const taken = [];
  for (let size = 4 << 20; size >= 24; size = size > 64 ? size >> 1 : size - 8) {
    for (let address: number; (address = module._malloc(size)); ) {
      module.HEAPU8.fill(0, address, address + size);
      taken.push(address);
    }
  }
  for (const address of taken.reverse()) module._free(address);
  module._malloc_set_footprint_limit(limit);
}

/** Returns the ranges of memory that are not zero: `[address, bytes]`, in order. */
function runsOf(memory: Uint8Array) {
  const words = new BigUint64Array(memory.buffer, memory.byteOffset, memory.length / 8);
  const perPage = PAGE / 8;
  const runs: Facts["runs"] = [];
  for (let page = 0; page < memory.length / PAGE; page += 1) {
    if (!words.subarray(page * perPage, (page + 1) * perPage).some((word) => word !== 0n)) continue;
    const last = runs.at(-1);
    if (last && last[0] + last[1] === page * PAGE) last[1] += PAGE;
    else runs.push([page * PAGE, PAGE]);
  }
  return runs;
}

/** Returns where a file is in the archives. */
function placeOf(tree: FolderEntry, path: string) {
  const entry: Entry | undefined = path
    .slice(SITE.length + 1)
    .split("/")
    .reduce((parent, name) => parent?.[name] as FolderEntry, tree);
  if (!Array.isArray(entry)) throw new Error(`${path} is in no archive.`);
  const [archive, offset] = entry;
  return { archive, offset };
}
