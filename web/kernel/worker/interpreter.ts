// The interpreter: starts Pyodide from the bytes that the page handed over, and implements the
// kernel's requests. Running code and collecting its outcome is the harness's part
// (`harness/insitu`), called with JSON.

import { entriesOf, unzip } from "./archive.ts";
import { openArchives } from "./archives.ts";
import { makeBridge } from "./bridge.ts";
import { openDisk } from "./disk.ts";
import { filesOfEngine } from "./engine.ts";
import { sliceSync } from "./inputs.ts";
import { boundMemory, boundStack, measureStack, watchMemory } from "./memory.ts";
import { readOutcome } from "./outcome.ts";
import { mountStandardLibrary, mountPackages } from "./packages.ts";
import { boundWrites } from "./quota.ts";
import { takeInterrupt, takeInterruptOf } from "./shared.ts";
import { restoring } from "./snapshot.ts";
import type { Options, Pyodide } from "pyodide/pyodide.mjs";
import type {
  FileRef,
  JsonValue,
  Limits,
  Outcome,
  Profile,
  Reading,
  Start,
  StreamName,
  TableChoice,
  WheelRef,
} from "../../generated/kernel.ts";
import type { Found } from "./archives.ts";
import type { Bridge } from "./bridge.ts";
import type { Disk } from "./disk.ts";
import type { Engine } from "./engine.ts";
import type { PackagesIndex } from "./packages.ts";
import type { SealedScope, StartTimer } from "./seal.ts";
import type { Facts } from "./snapshot.ts";

/** An archive with the name of its package. */
type Wheel = { name: string; bytes: ArrayBuffer | Blob };

/** The runtime's core files by role. */
export type Core = Record<string, ArrayBuffer | Promise<ArrayBuffer>>;

export type Order = Parameters<typeof startInterpreter>[0];

/**
 * What the interpreter needs of the sealed scope; `scripts` imports Pyodide's two scripts: its
 * loader, and Emscripten's module.
 */
type Scope = Pick<SealedScope, "BASE" | "setTimeout" | "setInterval"> & {
  clearTimeout(timer: unknown): void;
  clearInterval(timer: unknown): void;
  serve(name: string, bytes: ArrayBuffer, type: string): unknown;
  unserve(): void;
  scripts(): Promise<
    [typeof import("pyodide/pyodide.mjs"), typeof import("pyodide/pyodide.asm.mjs")]
  >;
};

/** The functions of the harness that the worker calls, see `harness/insitu/kernel.py`. */
interface Harness {
  begin: ((code: string, interactive: boolean, readings: string) => string | undefined) & {
    callPromising(
      code: string,
      interactive: boolean,
      readings: string,
    ): Promise<string | undefined>;
  };
  finish: () => Promise<string>;
  interrupt: () => void;
  probe: (token: string) => string;
  imports: (code: string) => string;
  profile: (path: string, encoding: string, choices: string) => string;
  answer: (kind: string, request: string) => string;
  warm: (module: string) => void;
  settle: () => void;
  fault: () => string;
}

/** A started interpreter, see the functions in `startInterpreter`. */
export interface Interpreter {
  start: Start;
  pyodide: string;
  python: string;
  interruptible: boolean;
  load: (wheels: Wheel[]) => void;
  install: (wheel: WheelRef, archive: Blob) => void;
  mount: Disk["mount"];
  unmount: Disk["unmount"];
  read: Disk["read"];
  restore: Disk["restore"];
  imports: (code: string) => string[];
  profile: (path: string, encoding: string, choices?: TableChoice[]) => Profile;
  answer: (
    kind: string,
    request: { id: number },
  ) => { fields: Record<string, JsonValue>; files: Blob[] };
  execute: (
    code: string,
    how?: { id?: number; interactive?: boolean; readings?: Reading[] },
  ) => Promise<{ outcome: Omit<Outcome, "durationMs">; files: Blob[] }>;
  check: () => string | null;
  requireIntegers: () => void;
  inside: Pyodide;
}

// Python does not poll the interrupt buffer while it awaits, so the worker does, at this interval
// in milliseconds.
const WATCH = 20;
const HARNESS = "/lib/insitu-harness";

// The runtime's core files that every start needs, and those that each kind of start adds.
const ALWAYS = ["wasm", "lock", "index"];
const FROM_SNAPSHOT = ["facts", "heap", "libraries"];
const ORDINARILY = ["stdlib", "harness"];

/**
 * Starts Python: from a snapshot if the page hands one over, else by running every import.
 *
 * @param order.core the runtime's core files by role; the WebAssembly is changed in place
 * @param order.packages archives that are here from the start
 * @param order.warm modules to import now, if there is no snapshot; an import that fails here is
 *   ignored
 * @param order.limits what an execution may use, see the protocol
 * @param order.stream takes output while code runs
 * @param order.ask called when the execution waits for a line from the user
 * @param order.memory called when the memory is three quarters full
 * @param order.interrupt memory shared with the frame, see `shared.ts`, or null
 * @param order.scope what `sealScope` returned, with `scripts`, which imports Pyodide's two
 *   scripts: its loader, and Emscripten's module
 * @param order.fetchArchive see `openArchives`
 * @param order.engine see `connectEngine`; null if this thread cannot wait
 * @param order.options further options of Pyodide
 * @param order.slice reads a piece of a mounted file, see `openDisk`
 * @param order.read reads a whole one
 * @param order.capture for the build only: called with Pyodide instead of starting the harness; its
 *   result is returned
 */
export async function startInterpreter<R = Interpreter>(order: {
  core: Core;
  packages: Wheel[];
  warm: string[];
  limits: Limits;
  progress: (stage: string, done: number, total: number) => void;
  stream: (stream: StreamName, text: string) => void;
  ask: (prompt: string) => void;
  memory: (bytes: number, limit: number) => void;
  interrupt: Int32Array | null;
  scope: Scope;
  fetchArchive?: ((name: string) => Found) | null;
  engine?: Engine | null;
  options?: Options;
  slice?: (file: Blob, from: number, to: number) => ArrayBuffer;
  read?: (file: Blob) => Promise<ArrayBuffer>;
  capture?: (pyodide: Pyodide) => R | Promise<R>;
}): Promise<R> {
  const {
    core,
    packages,
    warm,
    limits,
    progress,
    stream,
    ask,
    memory,
    interrupt,
    scope,
    slice = sliceSync,
    read,
    engine = null,
  } = order;
  const start = core.heap ? "snapshot" : "ordinary";
  for (const role of [...ALWAYS, ...(start === "snapshot" ? FROM_SNAPSHOT : ORDINARILY)]) {
    if (!core[role]) throw new Error(`Boot lacks the runtime's "${role}" file.`);
  }
  const total = 1 + (start === "snapshot" ? 0 : warm.length);
  let done = 0;
  const step = (stage: string) => progress(stage, done++, total);

  step("Starting Python");
  const { bound, timers, pyodide, index, early } = await loadPyodide(order, start);
  const { FS, _module } = pyodide;
  watchMemory(_module.memory, bound, memory);
  const recursion = boundStack(_module, measureStack());
  let dead: unknown = null;
  pyodide._api.on_fatal = (error) => {
    dead ??= error;
  };
  let troubles = new Set<string>();
  const trouble = (sentence: string) => troubles.add(sentence);
  const takeTroubles = () => {
    const taken = [...troubles];
    troubles = new Set();
    return taken;
  };
  const readWhole = (blob: Blob) => slice(blob, 0, blob.size);
  const archives = openArchives(index.archives, {
    readSync: readWhole,
    fetch: order.fetchArchive ?? null,
  });
  for (const { name, bytes } of packages) archives.add(name, bytes);
  const site = mountPackages(FS, index, archives, { trouble, early });
  if (start === "snapshot") mountStandardLibrary(FS, index, archives, { trouble });
  const disk = openDisk(FS, { slice, read, trouble });
  const writes = boundWrites(FS, limits, trouble);
  const bridge = makeBridge(pyodide, {
    stream,
    ask,
    shared: interrupt,
    troubles: takeTroubles,
    memory: bound,
    rawBytes: limits.streamBytes,
    archives,
    fileAt: disk.fileAt,
    engine:
      engine &&
      ((request, bytes) =>
        engine.ask(request, bytes, {
          files: () => filesOfEngine(index, archives),
          memory: bound,
        })),
  });
  if (start === "ordinary") unpackHarness(pyodide, await core.harness);
  if (order.capture) return order.capture(pyodide);
  const python = startHarness(pyodide, { limits: { ...limits, recursion }, bridge, index, start });
  if (start === "ordinary") {
    for (const module of warm) {
      step(`Importing ${module}`);
      python.warm(module);
    }
  }
  python.settle();
  progress("Ready", total, total);

  const run = async (
    code: string,
    { id, interactive, readings }: { id: number; interactive: boolean; readings: Reading[] },
  ): Promise<ReturnType<typeof readOutcome>> => {
    // A late interrupt for an earlier execution is discarded; an early one for this execution
    // counts.
    if (interrupt && takeInterruptOf(interrupt, id)) python.interrupt();
    const watch = scope.setInterval(() => {
      if (interrupt && takeInterrupt(interrupt)) python.interrupt();
    }, WATCH);
    timers.next();
    writes.open();
    try {
      const { begin } = python;
      const request = [code, interactive, JSON.stringify(readings)] as const;
      // If the browser can suspend WebAssembly, `asyncio.run` works inside code that is not
      // itself asynchronous.
      const text = _module.jspiSupported
        ? await begin.callPromising(...request)
        : begin(...request);
      return readOutcome(text ?? (await python.finish()));
    } finally {
      archives.close();
      writes.close();
      scope.clearInterval(watch);
    }
  };

  return {
    start,
    pyodide: pyodide.version,
    python: pyodide.runPython("import platform; platform.python_version()"),
    interruptible: interrupt !== null,
    /** Adds archives of packages that the page has fetched since the start. */
    load(wheels) {
      for (const { name, bytes } of wheels) archives.add(name, bytes);
    },
    /**
     * Installs a wheel of the user from the archive of its files, as an import finds a package.
     * Nothing of it runs. A wheel that is installed stays so.
     */
    install({ sha256 }, archive) {
      const name = `wheel ${sha256}`;
      if (archives.has(name)) return;
      site.add(name, entriesOf(readWhole(archive)));
      archives.add(name, archive);
    },
    mount: disk.mount,
    unmount: disk.unmount,
    read: disk.read,
    restore: disk.restore,
    imports: (code) => JSON.parse(python.imports(code)),
    profile: (path, encoding, choices = []) =>
      JSON.parse(python.profile(path, encoding, JSON.stringify(choices))),
    /**
     * Answers a request about a result or a document (`table`, `save`, `preview`, `vectors`).
     * Returns the reply's fields and its files. Throws with a message for the user if there
     * is no answer.
     */
    answer(kind, request) {
      if (interrupt && takeInterruptOf(interrupt, request.id))
        throw new Error("It was stopped before it began.");
      const { failed, file, ...fields } = JSON.parse(python.answer(kind, JSON.stringify(request)));
      if (failed !== undefined) throw new Error(failed);
      return { fields, files: file === undefined ? [] : [disk.take(file)] };
    },
    /**
     * Runs code. Returns the outcome and the content of its files. Whether the code has damaged
     * the interpreter, `check` returns.
     *
     * @param how `id` is the execution's, which an interrupt names; `readings` say how the
     *   profiles read the files
     */
    async execute(
      code: string,
      {
        id = 0,
        interactive = false,
        readings = [],
      }: { id?: number; interactive?: boolean; readings?: Reading[] } = {},
    ) {
      let outcome: Omit<Outcome, "durationMs">;
      try {
        if (dead) throw dead;
        outcome = (await run(code, { id, interactive, readings })) as Omit<Outcome, "durationMs">;
        // A fatal error in a task or a timer is raised elsewhere.
        if (dead) throw dead;
      } catch (error) {
        // The harness raises nothing, so any error here means damage.
        throw Object.assign(new Error(lastLine(error as Error), { cause: error }), {
          broken: true,
        });
      }
      const kept = outcome.files
        .map((file) => ({ file, blob: disk.snapshot(file.path) }))
        .filter(({ blob }) => blob !== null) as { file: FileRef; blob: Blob }[];
      outcome.files = kept.map(({ file }) => file);
      outcome.memoryBytes = _module.HEAPU8.length;
      disk.relink();
      return { outcome, files: kept.map(({ blob }) => blob) };
    },
    /**
     * Returns what is wrong with the interpreter after an execution, as a sentence, or null.
     */
    check: () => damage(python, disk),
    /** Throws if integers have 32 bits, for the self-test. Code cannot make it fail. */
    requireIntegers() {
      const fault = python.fault();
      if (fault) throw new Error(fault);
    },
    /** What the egress probes in Python need. */
    inside: pyodide,
  } satisfies Interpreter as unknown as R;
}

// Has the interpreter compute and print a value that code could not have prepared. Returns what is
// wrong, or null.
function damage(python: Harness, disk: Disk) {
  if (!disk.sound()) return "The code took the files away from Python.";
  const token = `${Math.random()}`;
  const sound = JSON.stringify({ stdout: `${token}\n`, stderr: `${token}!\n`, results: ["42"] });
  try {
    return python.probe(token) === sound
      ? null
      : "The code left Python in a state in which nothing more can be computed.";
  } catch (error) {
    return `The code left Python in a state in which nothing more can be computed (${lastLine(error as Error)}).`;
  }
}

// The last line of a Python error is its type and message.
function lastLine(error: { message?: string; type?: string } | null | undefined) {
  return (
    (String(error?.message ?? error).trim() || error?.type || "unknown error")
      .split("\n")
      .at(-1) as string
  ).slice(0, 200);
}

// Timers that Python sets through `js` do nothing once their execution is over, so that they do not
// act in a later one. Python's own event loop uses others.
function makeTimers() {
  let execution = 0;
  return {
    next: () => (execution += 1),
    ofOneExecution:
      (start: StartTimer): StartTimer =>
      (act, milliseconds, ...values) => {
        if (typeof act !== "function") throw new TypeError("A timer needs a function.");
        const made = execution;
        return start(() => made === execution && act(...values), milliseconds);
      },
  };
}

async function loadPyodide(
  { core, limits, scope, options }: Pick<Order, "core" | "limits" | "scope" | "options">,
  start: Start,
) {
  // All of this runs while the largest file is still being fetched.
  const scripts = scope.scripts();
  scripts.catch(() => {});
  const wasm = await core.wasm;
  const bound = boundMemory(wasm, limits.memoryBytes);
  scope.serve("pyodide.asm.wasm", wasm, "application/wasm");
  const compiled = compileAhead(wasm);
  const { index, facts } = await parsed(
    core,
    start === "snapshot" ? ["index", "facts"] : ["index"],
  );
  const modules = (facts && compileLibraries(facts, core.libraries)) as Promise<
    WebAssembly.Module[]
  >;
  modules?.catch(() => {});
  const heap = (facts && bytesOf(core.heap)) as Promise<Uint8Array>;
  heap?.catch(() => {});
  // A snapshot already contains what Python would read from it at the start.
  scope.serve(
    "python_stdlib.zip",
    start === "snapshot" ? new ArrayBuffer(0) : await core.stdlib,
    "application/zip",
  );
  const timers = makeTimers();
  const [[loader, module], lock] = await Promise.all([scripts, core.lock]);
  const pyodide = await loader.loadPyodide({
    indexURL: scope.BASE,
    packageBaseUrl: scope.BASE,
    stdLibURL: `${scope.BASE}python_stdlib.zip`,
    // Packages come from `mountPackages`, so Pyodide's own installer needs no list of them.
    lockFileContents: { ...JSON.parse(new TextDecoder().decode(lock)), packages: {} },
    createPyodideModule: module.default,
    ...(facts && restoring({ facts, modules, heap, create: module.default, bound })),
    // The content of the module `js`.
    jsglobals: {
      setTimeout: timers.ofOneExecution(scope.setTimeout),
      clearTimeout: scope.clearTimeout,
      setInterval: timers.ofOneExecution(scope.setInterval),
      clearInterval: scope.clearInterval,
      eval: () => {
        throw new Error("JavaScript cannot be run from Python here.");
      },
    },
    env: { HOME: "/home/user", MPLBACKEND: "module://insitu.backend" },
    ...options,
  });
  compiled.forget();
  scope.unserve();
  const libraries = (facts && (await core.libraries)) as ArrayBuffer;
  // Files that the first cells read, such as the font of a figure, available before their package.
  const early = new Map(
    facts?.files.map(
      ({ archive, offset, at, size }) =>
        [`${archive}:${offset}`, new Uint8Array(libraries, at, size)] as const,
    ),
  );
  return { bound, timers, pyodide, index, early };
}

// Compiles the interpreter now rather than after Pyodide's scripts have loaded, which would compile
// it with `instantiateStreaming`.
function compileAhead(wasm: ArrayBuffer) {
  const { instantiateStreaming } = WebAssembly;
  const compiled = WebAssembly.compile(wasm);
  // The error reaches the code that awaits it.
  compiled.catch(() => {});
  WebAssembly.instantiateStreaming = async (_response, imports) => {
    const module = await compiled;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  return {
    forget() {
      WebAssembly.instantiateStreaming = instantiateStreaming;
    },
  };
}

async function parsed(
  core: Core,
  roles: string[],
): Promise<{ index: PackagesIndex; facts?: Facts }> {
  const texts = await Promise.all(roles.map((role) => core[role]));
  return Object.fromEntries(
    roles.map((role, at) => [role, JSON.parse(new TextDecoder().decode(texts[at]))]),
  ) as { index: PackagesIndex; facts?: Facts };
}

const bytesOf = async (content: ArrayBuffer | Promise<ArrayBuffer>) =>
  new Uint8Array(await content);

async function compileLibraries(
  { libraries }: Pick<Facts, "libraries">,
  content: ArrayBuffer | Promise<ArrayBuffer>,
) {
  const bytes = await content;
  return Promise.all(
    libraries.map(({ at, size }) => WebAssembly.compile(new Uint8Array(bytes, at, size))),
  );
}

function unpackHarness(pyodide: Pyodide, archive: ArrayBuffer) {
  const { FS } = pyodide;
  for (const { path, bytes } of unzip(archive)) {
    const target = `${HARNESS}/${path}`;
    FS.mkdirTree(target.slice(0, target.lastIndexOf("/")));
    FS.writeFile(target, bytes);
  }
  pyodide.runPython(`import sys; sys.path.append("${HARNESS}")`);
}

function startHarness(
  pyodide: Pyodide,
  {
    limits,
    bridge,
    index,
    start,
  }: { limits: Limits & { recursion: number }; bridge: Bridge; index: PackagesIndex; start: Start },
): Harness {
  const begin = pyodide.runPython("import insitu.kernel; insitu.kernel.start");
  const catalog = { modules: index.modules, absent: index.absent };
  // As Emscripten sets it for an interpreter that starts here.
  const environment = {
    LANG: `${(globalThis.navigator?.language ?? "C").replace("-", "_")}.UTF-8`,
  };
  const kernel = begin(
    JSON.stringify(limits),
    bridge,
    JSON.stringify(catalog),
    start === "snapshot" ? JSON.stringify(environment) : undefined,
  );
  // Exposes all of Pyodide's JavaScript, which nothing in Python needs from here on.
  pyodide.unregisterJsModule("pyodide_js");
  // Read now, before any code can replace them.
  const names = [
    "begin",
    "finish",
    "interrupt",
    "probe",
    "imports",
    "profile",
    "answer",
    "warm",
    "settle",
    "fault",
  ];
  return Object.fromEntries(names.map((name) => [name, kernel[name]])) as unknown as Harness;
}
