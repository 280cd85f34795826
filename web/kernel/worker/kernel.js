// Handles the kernel's requests: one after the other, each with exactly one reply.
// Knows the protocol; does not know Pyodide, ports or workers.

import { decode } from "./message.js";

/** @typedef {import("../../generated/kernel").EgressProbe} EgressProbe */
/** @typedef {import("../../generated/kernel").Notice} Notice */
/** @typedef {import("../../generated/kernel").PackageRef} PackageRef */
/** @typedef {import("../../generated/kernel").Reply} Reply */
/** @typedef {import("../../generated/kernel").Request} Request */
/** @typedef {import("./interpreter.js").Interpreter} Interpreter */
/** @typedef {import("./interpreter.js").Order} Order */
/**
 * @typedef {Pick<Order, "core" | "packages" | "warm" | "limits" | "progress" | "stream" | "ask" |
 *   "memory">} BootOrder what a boot request orders
 */
/** @typedef {ArrayBuffer | Blob} Attachment */
/** @typedef {Exclude<Request["type"], "ping">} RequestType a ping is answered without a handler */
/**
 * @template {RequestType} T
 * @typedef {Extract<Request, { type: T }>} RequestOf
 */
/**
 * @template R
 * @typedef {R extends unknown ? Omit<R, "id"> & { attachments?: Attachment[] } : never}
 *   WithAttachments
 */
/** @typedef {WithAttachments<Reply>} Answer a reply before it gets its id */
/**
 * @typedef {{ promise: Promise<Blob | undefined>, resolve: (instead: Blob | undefined) => void }}
 *   Check a file's `checked` message
 */
/**
 * @typedef {{ [T in RequestType]: (request: RequestOf<T>, attachments: Blob[]) => Promise<Answer>
 *   }} Handlers
 */

/**
 * Makes a kernel that is not booted yet.
 *
 * @param {object} parts
 * @param {(order: BootOrder) => Promise<Interpreter>} parts.boot starts the interpreter; see
 *   `startInterpreter`
 * @param {(message: Reply | Notice, attachments?: Attachment[]) => void} parts.post sends a reply
 *   or a notice
 * @param {() => number} parts.clock milliseconds from any fixed point
 * @param {(error: Error) => void} parts.die called when the interpreter can no longer be used
 * @param {{ read(file: Blob): Promise<ArrayBuffer>, prepare(file: Blob): Promise<void> }}
 *   [parts.files] reads attachments, see `openFiles`
 * @param {(inside: Interpreter["inside"], target: string) => Promise<EgressProbe[]>}
 *   [parts.runEgressProbes] the self-test, see `egress.js`
 * @returns {{ receive(packet: Parameters<typeof decode>[0]): Promise<void> }} `receive` resolves
 *   when the request has been answered
 */
export function createKernel({
  boot,
  post,
  clock,
  die,
  files = READING,
  runEgressProbes = async () => [],
}) {
  /** @type {Interpreter | null} */
  let interpreter = null;
  /** @type {number | null} */
  let running = null;
  /** @type {string | null} */
  let broken = null;
  let queue = Promise.resolve();
  const checks = makeChecks();

  /** @type {Handlers} */
  const handlers = {
    async boot({ core, packages, warm, limits }, attachments) {
      if (interpreter) throw new Error("The kernel is already booted.");
      const expected = core.length + packages.length;
      if (attachments.length !== expected) {
        throw new Error(
          `Boot needs ${expected} attachments, one per file of core and packages; it came with ${attachments.length}.`,
        );
      }
      await prepareAll(attachments.slice(core.length));
      interpreter = await boot({
        core: Object.fromEntries(
          core.map((role, index) => [role, readChecked(role, attachments[index])]),
        ),
        packages: withBytes(packages, attachments.slice(core.length)),
        warm,
        limits,
        progress: (stage, done, total) => post({ type: "progress", stage, done, total }),
        stream: (stream, text) => {
          if (running !== null) post({ type: "stream", id: running, stream, text });
        },
        ask: (prompt) => {
          if (running !== null) post({ type: "input", id: running, prompt });
        },
        memory: (bytes, limit) => post({ type: "memory", bytes, limit }),
      });
      const { start, pyodide, python, interruptible } = interpreter;
      return { type: "booted", start, pyodide, python, interruptible };
    },
    async load({ packages }, attachments) {
      await prepareAll(attachments);
      booted().load(withBytes(packages, attachments));
      return { type: "loaded" };
    },
    async install({ wheel }, attachments) {
      if (attachments.length !== 1)
        throw new Error(`Install names one wheel and came with ${attachments.length} attachments.`);
      await prepareAll(attachments);
      booted().install(wheel, attachments[0]);
      return { type: "installed" };
    },
    async mount({ files: names }, attachments) {
      if (names.length !== attachments.length) {
        throw new Error(
          `Mount names ${names.length} files and came with ${attachments.length} attachments.`,
        );
      }
      await prepareAll(attachments);
      return {
        type: "mounted",
        files: names.map(({ name }, index) => booted().mount(name, attachments[index])),
      };
    },
    async unmount({ path }) {
      booted().unmount(path);
      return { type: "unmounted" };
    },
    async imports({ code }) {
      return { type: "imports", modules: booted().imports(code) };
    },
    async execute({ id, code, interactive, readings }) {
      const ready = booted();
      running = id;
      const from = clock();
      try {
        const { outcome, files } = await ready.execute(code, { id, interactive, readings });
        return {
          type: "executed",
          outcome: { ...outcome, durationMs: clock() - from },
          attachments: files,
        };
      } finally {
        running = null;
      }
    },
    async restore({ files: names }, attachments) {
      const ready = booted();
      if (names.length !== attachments.length) {
        throw new Error(
          `Restore names ${names.length} files and came with ${attachments.length} attachments.`,
        );
      }
      for (const [index, { name }] of names.entries())
        ready.restore(name, await files.read(attachments[index]));
      return { type: "restored" };
    },
    async selfTest({ target }) {
      booted().requireIntegers();
      return { type: "selfTested", probes: await runEgressProbes(booted().inside, target) };
    },
    async profile({ path, encoding }) {
      return { type: "profiled", profile: booted().profile(path, encoding ?? "") };
    },
    table: (request) => answerRequest("table", "tabled", request),
    save: (request) => answerRequest("save", "saved", request),
    preview: (request) => answerRequest("preview", "previewed", request),
    vectors: (request) => answerRequest("vectors", "vectored", request),
    async read({ path }) {
      const bytes = await booted().read(path);
      return { type: "content", path, attachments: [bytes] };
    },
  };

  // All reads start immediately, in the order in which the page names the files, which is the order
  // of use. A file is available only after the page's `checked` message for it. The error of a
  // failed read reaches the code that awaits the file.
  /** @type {(role: string, file: Blob) => Promise<ArrayBuffer>} */
  const readChecked = (role, file) => {
    const bytes = files.read(file);
    const usable = checks.of(role).then((instead) => (instead ? files.read(instead) : bytes));
    for (const promise of [bytes, usable]) promise.catch(() => {});
    return usable;
  };

  const prepareAll = (/** @type {Blob[]} */ attachments) =>
    Promise.all(attachments.map((file) => files.prepare(file)));

  const booted = () => {
    if (broken) throw new Error(`${broken} Restart the kernel.`);
    if (!interpreter) throw new Error("The kernel is not booted; send a boot request first.");
    return interpreter;
  };

  /**
   * @type {(kind: RequestType, type: Reply["type"], request: { id: number, format?: string }) =>
   *   Promise<Answer>}
   */
  const answerRequest = async (kind, type, request) => {
    const { fields, files } = booted().answer(kind, request);
    return /** @type {Answer} */ (
      /** @type {unknown} */ ({
        ...fields,
        type,
        attachments: files.map((file) => typed(file, kind, request)),
      })
    );
  };

  /** @type {(message: Request, attachments: Blob[]) => Promise<void>} */
  const answer = async (message, attachments) => {
    const { id, type } = message;
    /** @type {Answer} */
    let reply;
    /** @type {Error | null} */
    let fatal = null;
    try {
      const handler = Object.hasOwn(handlers, type)
        ? /** @type {(request: Request, attachments: Blob[]) => Promise<Answer>} */ (
            handlers[/** @type {RequestType} */ (type)]
          )
        : null;
      if (!handler) throw new Error(`The kernel does not know the request "${type}".`);
      reply = await handler(message, attachments);
    } catch (/** @type {any} */ error) {
      let cause = String(error?.message ?? error);
      if ((error?.pyodide_fatal_error || error?.broken) && !broken) {
        fatal = error;
        cause = `Python broke down (${cause}) and its variables are lost.`;
      }
      reply = { type: "failed", message: cause };
    }
    const { attachments: parts, ...rest } = reply;
    // Posted before the reply and through the same port, so that the page sends no further request
    // to this interpreter after the reply.
    if (fatal) reportBroken(id, fatal, /** @type {{ message: string }} */ (reply).message);
    try {
      post({ ...rest, id }, parts);
    } catch (error) {
      post({
        type: "failed",
        id,
        message: `The answer could not be sent: ${/** @type {Error} */ (error).message ?? error}`,
      });
    }
    // After the reply, so that nobody waits for the check, but before the next request.
    const damage =
      rest.type === "executed" ? /** @type {Interpreter} */ (interpreter).check() : null;
    if (damage) {
      fatal = new Error(damage);
      reportBroken(id, fatal, damage);
    }
    if (fatal) die(fatal);
  };

  /** @type {(id: number, error: Error, cause: string) => void} */
  const reportBroken = (id, error, cause) => {
    broken = cause;
    post({ type: "broken", id, message: String(error.message ?? error).slice(0, LONGEST_CAUSE) });
  };

  return {
    receive(packet) {
      const { message, attachments } =
        /** @type {{ message: Record<string, unknown> | null, attachments: Blob[] }} */ (
          decode(packet)
        );
      if (message?.type === "archives") {
        // An offer without a reply: what is not taken here, an import fetches.
        const { packages } = message;
        const ready = interpreter;
        if (!ready || !Array.isArray(packages) || packages.length !== attachments.length)
          return queue;
        return prepareAll(attachments).then(
          () => ready.load(withBytes(packages, attachments)),
          () => {},
        );
      }
      if (message?.type === "checked") {
        checks.pass(/** @type {string} */ (message.role), attachments[0]);
        return queue;
      }
      // Without an id there is no request to reply to.
      if (!Number.isInteger(message?.id)) return queue;
      // Answered out of order: a ping asks whether this thread is alive, not whether the queue is
      // empty.
      if (/** @type {Request} */ (message).type === "ping") {
        post({ type: "pong", id: /** @type {Request} */ (message).id });
        return queue;
      }
      queue = queue.then(() => answer(/** @type {Request} */ (message), attachments));
      return queue;
    },
  };
}

// The page's `checked` messages for the files of a boot request, by role: the file may be used, or
// another one is to be used instead.
function makeChecks() {
  /** @type {Map<string, Check>} */
  const made = new Map();
  /** @type {(role: string) => Check} */
  const check = (role) => {
    if (!made.has(role)) {
      let resolve;
      /** @type {Check["promise"]} */
      const promise = new Promise((settle) => (resolve = settle));
      made.set(role, /** @type {Check} */ (/** @type {unknown} */ ({ promise, resolve })));
    }
    return /** @type {Check} */ (made.get(role));
  };
  return {
    of: (/** @type {string} */ role) => check(role).promise,
    pass: (/** @type {string} */ role, /** @type {Blob | undefined} */ instead) =>
      check(role).resolve(instead),
  };
}

// For a thread that can read files itself.
const READING = { read: (/** @type {Blob} */ file) => file.arrayBuffer(), prepare: async () => {} };
// The maximum length of the error in a `broken` notice, in characters.
const LONGEST_CAUSE = 200;
/** @type {Record<string, string>} */
const FORMS = {
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** @param {Blob} file @param {string} kind @param {{ format?: string }} request */
function typed(file, kind, { format }) {
  return new Blob([file], {
    type: kind === "vectors" ? "image/svg+xml" : (FORMS[/** @type {string} */ (format)] ?? ""),
  });
}

/** @param {PackageRef[]} packages @param {Blob[]} buffers */
function withBytes(packages, buffers) {
  if (packages.length !== buffers.length) {
    throw new Error(`${packages.length} packages were named and ${buffers.length} were attached.`);
  }
  return packages.map((item, index) => ({ ...item, bytes: buffers[index] }));
}
