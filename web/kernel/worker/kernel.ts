// Handles the kernel's requests: one after the other, each with exactly one reply.
// Knows the protocol; does not know Pyodide, ports or workers.

import { decode } from "./message.ts";
import type { EgressProbe, Notice, PackageRef, Reply, Request } from "../../generated/kernel.ts";
import type { Interpreter, Order } from "./interpreter.ts";

/** What a boot request orders. */
export type BootOrder = Pick<
  Order,
  "core" | "packages" | "warm" | "limits" | "progress" | "stream" | "ask" | "memory"
>;

export type Attachment = ArrayBuffer | Blob;

/** A ping is answered without a handler. */
type RequestType = Exclude<Request["type"], "ping">;

type RequestOf<T extends RequestType> = Extract<Request, { type: T }>;

type WithAttachments<R> = R extends unknown
  ? Omit<R, "id"> & { attachments?: Attachment[] }
  : never;

/** A reply before it gets its id. */
type Answer = WithAttachments<Reply>;

/** A file's `checked` message. */
type Check = { promise: Promise<Blob | undefined>; resolve: (instead: Blob | undefined) => void };

type Handlers = {
  [T in RequestType]: (request: RequestOf<T>, attachments: Blob[]) => Promise<Answer>;
};

/**
 * Makes a kernel that is not booted yet.
 *
 * @param parts.boot starts the interpreter; see `startInterpreter`
 * @param parts.post sends a reply or a notice
 * @param parts.clock milliseconds from any fixed point
 * @param parts.die called when the interpreter can no longer be used
 * @param parts.files reads attachments, see `openFiles`
 * @param parts.runEgressProbes the self-test, see `egress.ts`
 * @returns `receive` resolves when the request has been answered
 */
export function createKernel({
  boot,
  post,
  clock,
  die,
  files = READING,
  runEgressProbes = async () => [],
}: {
  boot: (order: BootOrder) => Promise<Interpreter>;
  post: (message: Reply | Notice, attachments?: Attachment[]) => void;
  clock: () => number;
  die: (error: Error) => void;
  files?: { read(file: Blob): Promise<ArrayBuffer>; prepare(file: Blob): Promise<void> };
  runEgressProbes?: (inside: Interpreter["inside"], target: string) => Promise<EgressProbe[]>;
}): { receive(packet: Parameters<typeof decode>[0]): Promise<void> } {
  let interpreter: Interpreter | null = null;
  let running: number | null = null;
  let broken: string | null = null;
  let queue = Promise.resolve();
  const checks = makeChecks();

  const handlers: Handlers = {
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
    async profile({ path, encoding, choices }) {
      return { type: "profiled", profile: booted().profile(path, encoding ?? "", choices) };
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
  const readChecked = (role: string, file: Blob): Promise<ArrayBuffer> => {
    const bytes = files.read(file);
    const usable = checks.of(role).then((instead) => (instead ? files.read(instead) : bytes));
    for (const promise of [bytes, usable]) promise.catch(() => {});
    return usable;
  };

  const prepareAll = (attachments: Blob[]) =>
    Promise.all(attachments.map((file) => files.prepare(file)));

  const booted = () => {
    if (broken) throw new Error(`${broken} Restart Python.`);
    if (!interpreter) throw new Error("The kernel is not booted; send a boot request first.");
    return interpreter;
  };

  const answerRequest = async (
    kind: RequestType,
    type: Reply["type"],
    request: { id: number; format?: string },
  ): Promise<Answer> => {
    const { fields, files } = booted().answer(kind, request);
    return {
      ...fields,
      type,
      attachments: files.map((file) => typed(file, kind, request)),
    } as unknown as Answer;
  };

  const answer = async (message: Request, attachments: Blob[]): Promise<void> => {
    const { id, type } = message;
    let reply: Answer;
    let fatal: Error | null = null;
    try {
      const handler = Object.hasOwn(handlers, type)
        ? (handlers[type as RequestType] as (
            request: Request,
            attachments: Blob[],
          ) => Promise<Answer>)
        : null;
      if (!handler) throw new Error(`The kernel does not know the request "${type}".`);
      reply = await handler(message, attachments);
    } catch (error: any) {
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
    if (fatal) reportBroken(id, fatal, (reply as { message: string }).message);
    try {
      post({ ...rest, id }, parts);
    } catch (error) {
      post({
        type: "failed",
        id,
        message: `The answer could not be sent: ${(error as Error).message ?? error}`,
      });
    }
    // After the reply, so that nobody waits for the check, but before the next request.
    const damage = rest.type === "executed" ? (interpreter as Interpreter).check() : null;
    if (damage) {
      fatal = new Error(damage);
      reportBroken(id, fatal, damage);
    }
    if (fatal) die(fatal);
  };

  const reportBroken = (id: number, error: Error, cause: string): void => {
    broken = cause;
    post({
      type: "broken",
      id,
      message: String(error.message ?? error).slice(0, MAX_CAUSE_LENGTH),
    });
  };

  return {
    receive(packet) {
      const { message, attachments } = decode(packet) as {
        message: Record<string, unknown> | null;
        attachments: Blob[];
      };
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
        checks.pass(message.role as string, attachments[0]);
        return queue;
      }
      // Without an id there is no request to reply to.
      if (!Number.isInteger(message?.id)) return queue;
      // Answered out of order: a ping asks whether this thread is alive, not whether the queue is
      // empty.
      if ((message as Request).type === "ping") {
        post({ type: "pong", id: (message as Request).id });
        return queue;
      }
      queue = queue.then(() => answer(message as Request, attachments));
      return queue;
    },
  };
}

// The page's `checked` messages for the files of a boot request, by role: the file may be used, or
// another one is to be used instead.
function makeChecks() {
  const made = new Map<string, Check>();
  const check = (role: string): Check => {
    if (!made.has(role)) {
      let resolve: unknown;
      const promise: Check["promise"] = new Promise((settle) => (resolve = settle));
      made.set(role, { promise, resolve } as unknown as Check);
    }
    return made.get(role) as Check;
  };
  return {
    of: (role: string) => check(role).promise,
    pass: (role: string, instead: Blob | undefined) => check(role).resolve(instead),
  };
}

// For a thread that can read files itself.
const READING = { read: (file: Blob) => file.arrayBuffer(), prepare: async () => {} };
// The maximum length of the error in a `broken` notice, in characters.
const MAX_CAUSE_LENGTH = 200;
const FORMS: Record<string, string> = {
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

function typed(file: Blob, kind: string, { format }: { format?: string }) {
  return new Blob([file], {
    type: kind === "vectors" ? "image/svg+xml" : (FORMS[format as string] ?? ""),
  });
}

function withBytes(packages: PackageRef[], buffers: Blob[]) {
  if (packages.length !== buffers.length) {
    throw new Error(`${packages.length} packages were named and ${buffers.length} were attached.`);
  }
  return packages.map((item, index) => ({ ...item, bytes: buffers[index] }));
}
