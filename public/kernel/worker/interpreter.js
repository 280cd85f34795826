// The interpreter: starts Pyodide from handed-over bytes and offers what the kernel's requests ask of it.
// What Python code means, shows and leaves behind is the harness's business (`harness/insitu`), reached through JSON.

import { unzip } from "./archive.js";
import { openDisk } from "./disk.js";
import { installWheel } from "./packages.js";

// While Python awaits something nobody looks at the interrupt buffer; this often, in milliseconds, the worker does.
const WATCH = 20;
const HARNESS = "/lib/insitu-harness";

/**
 * Starts Python.
 *
 * @param {object} order
 * @param {Record<string, ArrayBuffer>} order.core the runtime's own files by role
 * @param {{ name: string, fileName: string, bytes: ArrayBuffer }[]} order.packages unpacked before anything is imported
 * @param {string[]} order.warm modules to import now; one that fails is left to the code that wants it
 * @param {object} order.limits what an execution may use, see the protocol
 * @param {(stage: string, done: number, total: number) => void} order.progress
 * @param {(stream: "stdout" | "stderr", text: string) => void} order.stream takes output while code runs
 * @param {Int32Array | null} order.interrupt shared memory whose first number becomes 2 to interrupt, or nothing
 * @param {object} order.scope what `sealScope` returned
 * @param {object} [order.options] further options of Pyodide
 * @param {Function} [order.slice] how a piece of a mounted file is read, see `openDisk`
 */
export async function startInterpreter(order) {
  const { core, packages, warm, limits, progress, stream, interrupt, scope, options, slice } = order;
  for (const role of ["loader", "module", "wasm", "stdlib", "lock", "harness"]) {
    if (!core[role]) throw new Error(`Boot lacks the runtime's "${role}" file.`);
  }
  const total = 1 + packages.length + warm.length;
  let done = 0;
  const step = (stage) => progress(stage, done++, total);

  step("Starting Python");
  const pyodide = await loadPyodide(core, scope, options);
  const { FS } = pyodide;
  const site = pyodide.runPython("import site; site.getsitepackages()[0]");
  for (const { name, bytes } of packages) {
    step(`Unpacking ${name}`);
    await installWheel(FS, site, bytes);
  }
  const disk = openDisk(FS, slice);
  const python = await startHarness(pyodide, core.harness, limits, { stream, interrupt });
  for (const module of warm) {
    step(`Importing ${module}`);
    python.warm(module);
  }
  progress("Ready", total, total);

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
    imports: (code) => JSON.parse(python.imports(code)),
    profile: (path) => JSON.parse(python.profile(path)),
    execute: (code, missing) => execute(pyodide, python, interrupt, scope, code, JSON.stringify(missing)),
  };
}

async function loadPyodide(core, scope, options) {
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
    // What `import js` shows. Timers are what Python's event loop needs.
    jsglobals: {
      setTimeout: scope.setTimeout,
      clearTimeout: scope.clearTimeout,
      setInterval: scope.setInterval,
      clearInterval: scope.clearInterval,
      eval: () => { throw new Error("JavaScript cannot be run from Python here."); },
    },
    env: { HOME: "/home/user", MPLBACKEND: "module://insitu.backend" },
    ...options,
  });
  scope.unserve();
  return pyodide;
}

async function startHarness(pyodide, archive, limits, { stream, interrupt }) {
  const { FS } = pyodide;
  for (const { path, bytes } of await unzip(archive)) {
    const target = `${HARNESS}/${path}`;
    FS.mkdirTree(target.slice(0, target.lastIndexOf("/")));
    FS.writeFile(target, bytes);
  }
  const raw = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  let pending = [];
  const collect = (name) => ({
    isatty: false,
    write: (bytes) => {
      pending.push([name, raw[name].decode(bytes, { stream: true })]);
      return bytes.length;
    },
  });
  pyodide.setStdout(collect("stdout"));
  pyodide.setStderr(collect("stderr"));
  pyodide.setStdin({ error: true });

  // The harness reaches JavaScript through these alone.
  pyodide.registerJsModule("_insitu_bridge", {
    emit: stream,
    // What was written past Python's streams, by C code for instance, since the last call.
    raw: () => {
      const text = JSON.stringify(pending);
      pending = [];
      return text;
    },
    // Whether interrupts reach the code that runs. The harness's own work is not to be cut in half.
    listen: (on) => pyodide.setInterruptBuffer(on && interrupt ? interrupt : undefined),
    canWait: () => interrupt !== null,
    // Sleeps without using the processor, until the time is up or an interrupt comes.
    wait: (milliseconds) => {
      Atomics.wait(interrupt, 0, 0, milliseconds);
    },
  });
  return pyodide.runPython(`
import sys
sys.path.append("${HARNESS}")
import insitu.kernel
insitu.kernel.start(${JSON.stringify(JSON.stringify(limits))})
`);
}

async function execute(pyodide, python, interrupt, scope, code, missing) {
  if (interrupt) Atomics.store(interrupt, 0, 0);
  const watch = scope.setInterval(() => {
    if (interrupt && Atomics.exchange(interrupt, 0, 0) === 2) python.interrupt();
  }, WATCH);
  const { begin } = python;
  try {
    // Where the browser can suspend WebAssembly, `asyncio.run` works inside code that is not itself asynchronous.
    const text = pyodide._module.jspiSupported ? await begin.callPromising(code, missing) : begin(code, missing);
    return JSON.parse(text ?? (await python.finish()));
  } finally {
    scope.clearInterval(watch);
    begin.destroy();
  }
}
