// Starts Pyodide from a snapshot of its memory, which the build captured with packages already
// imported (`xtask/scripts/snapshot.mjs`). Wraps Pyodide's own loader and Emscripten's exported
// helpers; their source is not changed. See docs/decisions/0012-start-from-a-snapshot.md.

import type {
  ExportedFunction,
  Instance,
  Module,
  Settings,
  SnapshotConfig,
} from "pyodide/pyodide.asm.mjs";

/** A side module, with its addresses and its place in the file of libraries. */
export interface Library {
  path: string;
  memoryBase: number;
  tableBase: number;
  tableSize: number;
  handles: number[];
  global: boolean;
  /** Null for one that is never closed. */
  refcount: number | null;
  /** In bytes. */
  at: number;
  /** In bytes. */
  size: number;
}

/** What the build recorded. */
export interface Facts {
  format: number;
  /** Pyodide's build id. */
  build: string;
  /** Bytes of memory. */
  heap: number;
  /** Memory that is not zero. */
  runs: [address: number, bytes: number][];
  /** The side modules. */
  libraries: Library[];
  /** Files of packages, with their places in the file of libraries. */
  files: { archive: number; offset: number; at: number; size: number }[];
  /** Table entries that were assigned singly. */
  slots: [slot: number, library: number, name: string][];
  /** Values of symbols. */
  got: Record<string, number>;
  /**
   * The table index of each function that the interpreter's module both exports and puts into the
   * table itself.
   */
  ownFunctions: Record<string, number>;
  /** Number of entries of the table: the module's own. */
  ownSlots: number;
  /** With those for its exports. */
  coreSlots: number;
  /** Before those of packages. */
  tableBase: number;
  /** All. */
  tableLength: number;
  /** A word that depends on whether the engine can switch stacks. */
  stackSwitching: { address: number; without: number; having: number };
  /** Pyodide's own. */
  config: SnapshotConfig;
}

/** The version of the format of `facts`; a snapshot of another version is refused. */
export const FORMAT = 2;

/**
 * Returns the options of `loadPyodide` that restore a snapshot.
 *
 * @param parts.facts what the build recorded
 * @param parts.modules the side modules, in the order of `facts.libraries`
 * @param parts.heap the runs, one after the other
 * @param parts.create Emscripten's `createPyodideModule`
 * @param parts.bound the maximum size of the memory, in bytes
 * @throws {Error} (from `loadPyodide`) if the snapshot does not fit this build, engine or limit;
 *   nothing of the interpreter can be used then
 */
export function restoring({
  facts,
  modules,
  heap,
  create,
  bound,
}: {
  facts: Facts;
  modules: Promise<WebAssembly.Module[]>;
  heap: Promise<Uint8Array>;
  create: (settings: Settings) => Promise<Module>;
  bound: number;
}) {
  if (facts.format !== FORMAT)
    throw new Error(`the snapshot has format ${facts.format} and this worker reads ${FORMAT}`);
  if (facts.heap > bound) {
    throw new Error(
      `the memory limit of ${mega(bound)} is below the ${mega(facts.heap)} of the snapshot`,
    );
  }
  return {
    // Only signals that there is a snapshot; Pyodide's own restore is replaced below.
    _loadSnapshot: new Uint8Array(64),
    async createPyodideModule(settings: Settings) {
      settings.noInitialRun = true;
      delete settings.INITIAL_MEMORY;
      const { instantiateWasm } = settings;
      let fits = false;
      // Must not throw: Pyodide logs an error from here as a warning, and waits forever.
      settings.instantiateWasm = (imports, done) =>
        instantiateWasm(imports, (instance, ...rest) => {
          fits =
            (instance.exports.__indirect_function_table as WebAssembly.Table).length ===
            facts.ownSlots;
          return done(fits ? sameFunctions(instance, facts) : instance, ...rest);
        });
      settings.preRun.push((module) => {
        if (!fits || !widenTable(module, facts))
          throw new Error("the interpreter's table of functions is another one in this browser");
      });
      const module = await create(settings);
      if (module.API.config.BUILD_ID !== facts.build)
        throw new Error("the snapshot is of another build of Pyodide");
      const [compiled, content] = await Promise.all([modules, heap]);
      const expected = facts.runs.reduce((sum, [, length]) => sum + length, 0);
      if (content.length !== expected)
        throw new Error(
          `the snapshot's memory has ${content.length} bytes in place of ${expected}`,
        );
      // Memory, table and symbols as in the build, so that every address and function pointer in
      // the snapshot is valid.
      if (
        module.HEAPU8.length < facts.heap &&
        !module.growMemory(facts.heap) &&
        module.HEAPU8.length < facts.heap
      ) {
        throw new Error(`the browser refused ${mega(facts.heap)} of memory`);
      }
      module.wasmTable.grow(facts.tableLength - facts.tableBase);
      for (const [name, value] of Object.entries(facts.got)) {
        module.GOT[name] ??= new WebAssembly.Global({ value: "i32", mutable: true }, -1);
        module.GOT[name].value = value;
      }
      const instances = link(module, facts.libraries, compiled);
      fillSlots(module, facts.slots, instances);
      module.API.restoreSnapshot = () => {
        const trampoline = trampolineWord(module);
        const own = module.HEAP32[trampoline];
        copy(module, facts.runs, content);
        module.HEAP32[trampoline] = own;
        // Depends on a property of the engine, which Python has asked for in another one.
        const { address, without, having } = facts.stackSwitching;
        module.HEAP32[address >> 2] = module.jspiSupported ? having : without;
        readZone(module);
        return facts.config;
      };
      return module;
    },
  };
}

// Memory between the runs was zero; this instance may have written there during its own start, but
// not beyond its program break.
function copy(module: Module, runs: Facts["runs"], content: Uint8Array) {
  const used = module.HEAPU32[module._emscripten_get_sbrk_ptr() >> 2];
  let at = 0;
  let end = 0;
  for (const [address, length] of runs) {
    if (end < used) module.HEAPU8.fill(0, end, Math.min(address, used));
    module.HEAPU8.set(content.subarray(at, at + length), address);
    at += length;
    end = address + length;
  }
}

// Replaces the build's time zone in C's memory with this machine's; the harness renews Python's
// copy.
function readZone(module: Module) {
  const [standard, daylight] = module.HEAPU32.subarray(
    module.___tzname >> 2,
    (module.___tzname >> 2) + 2,
  );
  // Zero until something asks for it.
  if (standard && daylight)
    module.__tzset_js(module.___timezone, module.___daylight, standard, daylight);
}

// Emscripten adds a table entry for each exported function that it does not find in the table. In
// JavaScriptCore the export and the entry are different objects, so it finds none: functions get a
// second entry, and later ones get other indices than the snapshot's pointers have. So the objects
// from the table take the place of these exports.
function sameFunctions(
  instance: Instance,
  { ownFunctions }: Pick<Facts, "ownFunctions">,
): Instance {
  const { exports } = instance;
  const table = exports.__indirect_function_table as WebAssembly.Table;
  const others = Object.entries(ownFunctions).filter(
    ([name, slot]) => exports[name] !== table.get(slot),
  );
  if (others.length === 0) return instance;
  const entries = Object.fromEntries(others.map(([name, slot]) => [name, table.get(slot)]));
  return {
    exports: Object.freeze({
      __proto__: null,
      ...exports,
      ...entries,
    }) as unknown as WebAssembly.Exports,
  };
}

// Grows the table to the build's length. Returns false if it is another table. An engine adds at
// most one function of its own at the start, the wasm-gc trampoline, as the last entry; the build
// left room for it.
function widenTable(
  module: Module,
  { coreSlots, tableBase }: Pick<Facts, "coreSlots" | "tableBase">,
) {
  const { wasmTable } = module;
  const trampoline = module.HEAP32[trampolineWord(module)] ? 1 : 0;
  if (wasmTable.length - trampoline !== coreSlots || wasmTable.length > tableBase) return false;
  wasmTable.grow(tableBase - wasmTable.length);
  return true;
}

/**
 * Returns the index in `HEAP32` of the address of CPython's trampoline, which calls functions with
 * surplus arguments and depends on the engine.
 */
export function trampolineWord(module: Module) {
  return (module.__PyRuntime + module.HEAP32[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET >> 2]) >> 2;
}

// Links the side modules at their old addresses. Their constructors and relocations are not run,
// since their effects are in the snapshot.
function link(module: Module, libraries: Library[], compiled: WebAssembly.Module[]) {
  const symbols = module.LDSO.loadedLibsByHandle[0].exports as Record<string, ExportedFunction>;
  const got = new Proxy(new Set(), module.GOTHandler) as unknown as WebAssembly.ModuleImports;
  return libraries.map((library, index) => {
    const instance = instantiate(compiled[index], library, symbols, got);
    const entry = module.newDSO(library.path, undefined, null);
    let relocated: WebAssembly.Exports | null = null;
    Object.defineProperty(entry, "exports", {
      configurable: true,
      enumerable: true,
      get: () => (relocated ??= module.relocateExports(instance.exports, library.memoryBase)),
      set: (exports) => {
        relocated = exports;
      },
    });
    entry.global = library.global;
    entry.refcount = library.refcount ?? Infinity;
    for (const handle of library.handles) module.LDSO.loadedLibsByHandle[handle] = entry;
    return instance;
  });
}

function instantiate(
  module: WebAssembly.Module,
  { memoryBase, tableBase }: Library,
  symbols: Record<string, ExportedFunction>,
  got: WebAssembly.ModuleImports,
) {
  let instance: WebAssembly.Instance | null = null;
  const known = (name: string) => (symbols[name] && !symbols[name].stub ? symbols[name] : null);
  const env = new Proxy(
    {
      __memory_base: memoryBase,
      __table_base: tableBase,
    } as WebAssembly.ModuleImports,
    {
      get: (own, name: string) =>
        own[name] ??
        known(name) ??
        (own[name] = (...values: unknown[]) =>
          (known(name) ?? ((instance as WebAssembly.Instance).exports[name] as ExportedFunction))(
            ...values,
          )),
    },
  );
  instance = new WebAssembly.Instance(module, {
    env,
    wasi_snapshot_preview1: env,
    "GOT.mem": got,
    "GOT.func": got,
  });
  return instance;
}

// Restores the table entries that were assigned one by one, to `dlsym` and for exports whose
// address was taken.
function fillSlots(module: Module, slots: Facts["slots"], instances: WebAssembly.Instance[]) {
  for (const [slot, library, name] of slots) {
    module.freeTableIndexes.push(slot);
    if (module.addFunction(instances[library].exports[name] as CallableFunction) !== slot)
      throw new Error(`the function ${name} got another place in the table`);
  }
}

function mega(bytes: number) {
  return `${Math.round(bytes / 1048576)} MB`;
}
