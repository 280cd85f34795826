// Starts Pyodide from a snapshot of its memory, which the build captured with packages already
// imported (`xtask/scripts/snapshot.mjs`). Wraps Pyodide's own loader and Emscripten's exported
// helpers; their source is not changed. See docs/decisions/0012-start-from-a-snapshot.md.

/** @typedef {import("pyodide/pyodide.asm.mjs").Module} Module */
/** @typedef {import("pyodide/pyodide.asm.mjs").Settings} Settings */
/** @typedef {import("pyodide/pyodide.asm.mjs").Instance} Instance */
/** @typedef {import("pyodide/pyodide.asm.mjs").ExportedFunction} ExportedFunction */
/**
 * @typedef {object} Library a side module, with its addresses and its place in the file of
 *   libraries
 * @property {string} path
 * @property {number} memoryBase
 * @property {number} tableBase
 * @property {number} tableSize
 * @property {number[]} handles
 * @property {boolean} global
 * @property {number | null} refcount null for one that is never closed
 * @property {number} at in bytes
 * @property {number} size in bytes
 */
/**
 * @typedef {object} Facts what the build recorded
 * @property {number} format
 * @property {string} build Pyodide's build id
 * @property {number} heap bytes of memory
 * @property {[address: number, bytes: number][]} runs memory that is not zero
 * @property {Library[]} libraries the side modules
 * @property {{ archive: number, offset: number, at: number, size: number }[]} files files of
 *   packages, with their places in the file of libraries
 * @property {[slot: number, library: number, name: string][]} slots table entries that were
 *   assigned singly
 * @property {Record<string, number>} got values of symbols
 * @property {Record<string, number>} ownFunctions the table index of each function that the
 *   interpreter's module both exports and puts into the table itself
 * @property {number} ownSlots number of entries of the table: the module's own
 * @property {number} coreSlots with those for its exports
 * @property {number} tableBase before those of packages
 * @property {number} tableLength all
 * @property {{ address: number, without: number, having: number }} stackSwitching a word that
 *   depends on whether the engine can switch stacks
 * @property {import("pyodide/pyodide.asm.mjs").SnapshotConfig} config Pyodide's own
 */

/** The version of the format of `facts`; a snapshot of another version is refused. */
export const FORMAT = 2;

/**
 * Returns the options of `loadPyodide` that restore a snapshot.
 *
 * @param {object} parts
 * @param {Facts} parts.facts what the build recorded
 * @param {Promise<WebAssembly.Module[]>} parts.modules the side modules, in the order of
 *   `facts.libraries`
 * @param {Promise<Uint8Array>} parts.heap the runs, one after the other
 * @param {(settings: Settings) => Promise<Module>} parts.create Emscripten's `createPyodideModule`
 * @param {number} parts.bound the maximum size of the memory, in bytes
 * @throws {Error} (from `loadPyodide`) where the snapshot does not fit this build, engine or limit;
 *   nothing of the interpreter can be used then
 */
export function restoring({ facts, modules, heap, create, bound }) {
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
    /** @param {Settings} settings */
    async createPyodideModule(settings) {
      settings.noInitialRun = true;
      delete settings.INITIAL_MEMORY;
      const { instantiateWasm } = settings;
      let fits = false;
      // Must not throw: Pyodide logs an error from here as a warning, and waits forever.
      settings.instantiateWasm = (imports, done) =>
        instantiateWasm(imports, (instance, ...rest) => {
          fits =
            /** @type {WebAssembly.Table} */ (instance.exports.__indirect_function_table).length ===
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
/** @param {Module} module @param {Facts["runs"]} runs @param {Uint8Array} content */
function copy(module, runs, content) {
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
/** @param {Module} module */
function readZone(module) {
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
/** @type {(instance: Instance, facts: Pick<Facts, "ownFunctions">) => Instance} */
function sameFunctions(instance, { ownFunctions }) {
  const { exports } = instance;
  const table = /** @type {WebAssembly.Table} */ (exports.__indirect_function_table);
  const others = Object.entries(ownFunctions).filter(
    ([name, slot]) => exports[name] !== table.get(slot),
  );
  if (others.length === 0) return instance;
  const entries = Object.fromEntries(others.map(([name, slot]) => [name, table.get(slot)]));
  return {
    exports: /** @type {WebAssembly.Exports} */ (
      /** @type {unknown} */ (Object.freeze({ __proto__: null, ...exports, ...entries }))
    ),
  };
}

// Grows the table to the build's length. Returns false where it is another table. An engine adds at
// most one function of its own at the start, the wasm-gc trampoline, as the last entry; the build
// left room for it.
/** @param {Module} module @param {Pick<Facts, "coreSlots" | "tableBase">} facts */
function widenTable(module, { coreSlots, tableBase }) {
  const { wasmTable } = module;
  const trampoline = module.HEAP32[trampolineWord(module)] ? 1 : 0;
  if (wasmTable.length - trampoline !== coreSlots || wasmTable.length > tableBase) return false;
  wasmTable.grow(tableBase - wasmTable.length);
  return true;
}

/**
 * Returns the index in `HEAP32` of the address of CPython's trampoline, which calls functions with
 * surplus arguments and depends on the engine.
 *
 * @param {Module} module
 */
export function trampolineWord(module) {
  return (module.__PyRuntime + module.HEAP32[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET >> 2]) >> 2;
}

// Links the side modules at their old addresses. Their constructors and relocations are not run,
// since their effects are in the snapshot.
/** @param {Module} module @param {Library[]} libraries @param {WebAssembly.Module[]} compiled */
function link(module, libraries, compiled) {
  const symbols = /** @type {Record<string, ExportedFunction>} */ (
    module.LDSO.loadedLibsByHandle[0].exports
  );
  const got = /** @type {WebAssembly.ModuleImports} */ (
    /** @type {unknown} */ (new Proxy(new Set(), module.GOTHandler))
  );
  return libraries.map((library, index) => {
    const instance = instantiate(compiled[index], library, symbols, got);
    const entry = module.newDSO(library.path, undefined, null);
    /** @type {WebAssembly.Exports | null} */
    let relocated = null;
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

/**
 * @param {WebAssembly.Module} module
 * @param {Library} library
 * @param {Record<string, ExportedFunction>} symbols
 * @param {WebAssembly.ModuleImports} got
 */
function instantiate(module, { memoryBase, tableBase }, symbols, got) {
  /** @type {WebAssembly.Instance | null} */
  let instance = null;
  const known = (/** @type {string} */ name) =>
    symbols[name] && !symbols[name].stub ? symbols[name] : null;
  const env = new Proxy(
    /** @type {WebAssembly.ModuleImports} */ ({
      __memory_base: memoryBase,
      __table_base: tableBase,
    }),
    {
      get: (own, /** @type {string} */ name) =>
        own[name] ??
        known(name) ??
        (own[name] = (/** @type {unknown[]} */ ...values) =>
          (
            known(name) ??
            /** @type {ExportedFunction} */ (
              /** @type {WebAssembly.Instance} */ (instance).exports[name]
            )
          )(...values)),
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
/**
 * @param {Module} module
 * @param {Facts["slots"]} slots
 * @param {WebAssembly.Instance[]} instances
 */
function fillSlots(module, slots, instances) {
  for (const [slot, library, name] of slots) {
    module.freeTableIndexes.push(slot);
    if (module.addFunction(/** @type {Function} */ (instances[library].exports[name])) !== slot)
      throw new Error(`the function ${name} got another place in the table`);
  }
}

/** @param {number} bytes */
function mega(bytes) {
  return `${Math.round(bytes / 1048576)} MB`;
}
