// The interpreter: starts Pyodide from handed-over bytes and offers what the kernel's requests ask of it.
// What Python code means, shows and leaves behind is the harness's business (`harness/insitu`), reached through JSON.

import { unzip } from "./archive.js";
import { makeBridge } from "./bridge.js";
import { openDisk } from "./disk.js";
import { boundMemory, boundStack, watchMemory } from "./memory.js";
import { readOutcome } from "./outcome.js";
import { installWheel } from "./packages.js";
import { boundWrites } from "./quota.js";
import { takeInterrupt, takeInterruptOf } from "./shared.js";

// While Python awaits something nobody looks at the interrupt buffer; this often, in milliseconds, the worker does.
const WATCH = 20;
const HARNESS = "/lib/insitu-harness";

/**
 * Starts Python.
 *
 * @param {object} order
 * @param {Record<string, ArrayBuffer>} order.core the runtime's own files by role; the WebAssembly is changed
 * @param {{ name: string, fileName: string, bytes: ArrayBuffer }[]} order.packages unpacked before anything is imported
 * @param {string[]} order.warm modules to import now; one that fails is left to the code that wants it
 * @param {object} order.limits what an execution may use, see the protocol
 * @param {(stage: string, done: number, total: number) => void} order.progress
 * @param {(stream: "stdout" | "stderr", text: string) => void} order.stream takes output while code runs
 * @param {(prompt: string) => void} order.ask tells that the execution waits for a line from the person
 * @param {(bytes: number, limit: number) => void} order.memory told when the memory is three quarters full
 * @param {Int32Array | null} order.interrupt memory shared with the frame, see `shared.js`, or nothing
 * @param {object} order.scope what `sealScope` returned
 * @param {object} [order.options] further options of Pyodide
 * @param {Function} [order.slice] how a piece of a mounted file is read, see `openDisk`
 */
export async function startInterpreter(order) {
  const { core, packages, warm, limits, progress, stream, ask, memory, interrupt, scope, options, slice } = order;
  for (const role of ["loader", "module", "wasm", "stdlib", "lock", "harness"]) {
    if (!core[role]) throw new Error(`Boot lacks the runtime's "${role}" file.`);
  }
  const total = 1 + packages.length + warm.length;
  let done = 0;
  const step = (stage) => progress(stage, done++, total);

  step("Starting Python");
  const bound = boundMemory(core.wasm, limits.memoryBytes);
  const timers = makeTimers();
  const pyodide = await loadPyodide(core, scope, timers, options);
  const { FS, _module } = pyodide;
  watchMemory(_module.memory, bound, memory);
  boundStack(_module);
  let dead = null;
  pyodide._api.on_fatal = (error) => {
    dead ??= error;
  };
  const site = pyodide.runPython("import site; site.getsitepackages()[0]");
  for (const { name, bytes } of packages) {
    step(`Unpacking ${name}`);
    await installWheel(FS, site, bytes);
  }
  let troubles = new Set();
  const trouble = (sentence) => troubles.add(sentence);
  const takeTroubles = () => {
    const taken = [...troubles];
    troubles = new Set();
    return taken;
  };
  const disk = openDisk(FS, { slice, trouble });
  const writes = boundWrites(FS, limits, trouble);
  const bridge = makeBridge(pyodide, {
    stream, ask, shared: interrupt, troubles: takeTroubles, memory: bound, rawBytes: limits.streamBytes,
  });
  const python = await startHarness(pyodide, core.harness, limits, bridge);
  for (const module of warm) {
    step(`Importing ${module}`);
    python.warm(module);
  }
  python.settle();
  progress("Ready", total, total);

  const run = async (code, { id, missing, interactive }) => {
    // One that came late for an earlier execution is void; one that came early for this one is not.
    if (interrupt && takeInterruptOf(interrupt, id)) python.interrupt();
    const watch = scope.setInterval(() => {
      if (interrupt && takeInterrupt(interrupt)) python.interrupt();
    }, WATCH);
    timers.next();
    writes.open();
    try {
      const { begin } = python;
      const request = [code, JSON.stringify(missing), interactive];
      // Where the browser can suspend WebAssembly, `asyncio.run` works inside code that is not itself asynchronous.
      const text = _module.jspiSupported ? await begin.callPromising(...request) : begin(...request);
      return readOutcome(text ?? (await python.finish()));
    } finally {
      writes.close();
      scope.clearInterval(watch);
    }
  };

  return {
    pyodide: pyodide.version,
    python: pyodide.runPython("import platform; platform.python_version()"),
    interruptible: interrupt !== null,
    async load(wheels) {
      for (const { bytes } of wheels) await installWheel(FS, site, bytes);
      python.refresh();
    },
    mount: disk.mount,
    unmount: disk.unmount,
    read: disk.read,
    restore: disk.restore,
    imports: (code) => JSON.parse(python.imports(code)),
    profile: (path) => JSON.parse(python.profile(path)),
    /**
     * Answers a request about a result or a document (`table`, `save`, `preview`, `vectors`). Gives the reply's fields, and the
     * files that go with it. Throws where there is no answer, with a sentence.
     */
    answer(kind, request) {
      if (interrupt && takeInterruptOf(interrupt, request.id)) throw new Error("It was stopped before it began.");
      const { failed, file, ...fields } = JSON.parse(python.answer(kind, JSON.stringify(request)));
      if (failed !== undefined) throw new Error(failed);
      return { fields, files: file === undefined ? [] : [disk.take(file)] };
    },
    /**
     * Runs code. Returns the outcome, and its files' content beside it. What the code left of the interpreter, `check` says.
     *
     * @param {string} code
     * @param {{ id?: number, missing?: object, interactive?: boolean }} [how] `id` is what an interrupt names it by
     */
    async execute(code, { id = 0, missing = {}, interactive = false } = {}) {
      let outcome;
      try {
        if (dead) throw dead;
        outcome = await run(code, { id, missing, interactive });
        // What dies in a task or a timer raises its error elsewhere.
        if (dead) throw dead;
      } catch (error) {
        // The harness raises nothing, so whatever comes here is damage.
        throw Object.assign(new Error(lastLine(error), { cause: error }), { broken: true });
      }
      const kept = outcome.files.map((file) => ({ file, blob: disk.snapshot(file.path) })).filter(({ blob }) => blob !== null);
      outcome.files = kept.map(({ file }) => file);
      outcome.memoryBytes = _module.HEAPU8.length;
      disk.relink();
      return { outcome, files: kept.map(({ blob }) => blob) };
    },
    /** Returns what is wrong with the interpreter after an execution, as a sentence, or null. */
    check: () => damage(python, disk),
    /** What the self-test of the exits needs. */
    inside: pyodide,
  };
}

// Has the interpreter compute and print something that nobody could have prepared, and says what is wrong if it cannot.
function damage(python, disk) {
  if (!disk.sound()) return "The code took the files away from Python.";
  const token = `${Math.random()}`;
  const sound = JSON.stringify({ stdout: `${token}\n`, stderr: `${token}!\n`, results: ["42"] });
  try {
    return python.probe(token) === sound ? null : "The code left Python in a state in which nothing more can be computed.";
  } catch (error) {
    return `The code left Python in a state in which nothing more can be computed (${lastLine(error)}).`;
  }
}

// Of Python's errors the last line says what they are.
function lastLine(error) {
  return (String(error?.message ?? error).trim() || error?.type || "unknown error").split("\n").at(-1).slice(0, 200);
}

// Timers that Python sets through `js` are silent once their execution is over, lest they act in a later one. Python's own
// event loop has others.
function makeTimers() {
  let execution = 0;
  return {
    next: () => (execution += 1),
    ofOneExecution: (start) => (act, milliseconds, ...values) => {
      if (typeof act !== "function") throw new TypeError("A timer needs a function.");
      const made = execution;
      return start(() => made === execution && act(...values), milliseconds);
    },
  };
}

async function loadPyodide(core, scope, timers, options) {
  scope.serve("pyodide.asm.wasm", core.wasm, "application/wasm");
  scope.serve("python_stdlib.zip", core.stdlib, "application/zip");
  const loader = await scope.importModule(core.loader);
  const module = await scope.importModule(core.module);
  const pyodide = await loader.loadPyodide({
    indexURL: scope.BASE,
    packageBaseUrl: scope.BASE,
    stdLibURL: `${scope.BASE}python_stdlib.zip`,
    // Packages are unpacked by `installWheel`, so Pyodide's own installer need not know of any.
    lockFileContents: { ...JSON.parse(new TextDecoder().decode(core.lock)), packages: {} },
    createPyodideModule: module.default,
    // What `import js` shows.
    jsglobals: {
      setTimeout: timers.ofOneExecution(scope.setTimeout),
      clearTimeout: scope.clearTimeout,
      setInterval: timers.ofOneExecution(scope.setInterval),
      clearInterval: scope.clearInterval,
      eval: () => { throw new Error("JavaScript cannot be run from Python here."); },
    },
    env: { HOME: "/home/user", MPLBACKEND: "module://insitu.backend" },
    ...options,
  });
  scope.unserve();
  return pyodide;
}

async function startHarness(pyodide, archive, limits, bridge) {
  const { FS } = pyodide;
  for (const { path, bytes } of await unzip(archive)) {
    const target = `${HARNESS}/${path}`;
    FS.mkdirTree(target.slice(0, target.lastIndexOf("/")));
    FS.writeFile(target, bytes);
  }
  const start = pyodide.runPython(`
import sys
sys.path.append("${HARNESS}")
import insitu.kernel
insitu.kernel.start
`);
  const kernel = start(JSON.stringify(limits), bridge);
  // All of Pyodide's JavaScript, which nothing in Python needs from here on.
  pyodide.unregisterJsModule("pyodide_js");
  // Taken now, before any code could put others in their places.
  const names = ["begin", "finish", "interrupt", "probe", "imports", "profile", "answer", "warm", "refresh", "settle"];
  return Object.fromEntries(names.map((name) => [name, kernel[name]]));
}
