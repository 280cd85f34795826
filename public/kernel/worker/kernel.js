// The kernel's front: takes requests one after the other and ends each with exactly one reply.
// Knows the protocol; does not know Pyodide, ports or workers.

import { decode } from "./message.js";

/**
 * Makes a kernel that is not booted yet.
 *
 * @param {object} parts
 * @param {(order: object) => Promise<object>} parts.boot starts the interpreter; see `startInterpreter`
 * @param {(message: object, attachments?: ArrayBuffer[]) => void} parts.post sends a reply or a notice
 * @param {() => number} parts.clock milliseconds from any fixed point
 * @param {(error: Error) => void} parts.die reports that the interpreter is beyond use
 * @returns {{ receive(packet: object): Promise<void> }} `receive` resolves when the request has been answered
 */
export function createKernel({ boot, post, clock, die }) {
  let interpreter = null;
  let running = null;
  let broken = null;
  let queue = Promise.resolve();

  const handlers = {
    async boot({ core, packages, warm, limits }, attachments) {
      if (interpreter) throw new Error("The kernel is already booted.");
      const expected = core.length + packages.length;
      if (attachments.length !== expected) {
        throw new Error(`Boot needs ${expected} attachments, one per file of core and packages; it came with ${attachments.length}.`);
      }
      const roles = Object.fromEntries(core.map((role, index) => [role, attachments[index]]));
      interpreter = await boot({
        core: roles,
        packages: withBytes(packages, attachments.slice(core.length)),
        warm,
        limits,
        progress: (stage, done, total) => post({ type: "progress", stage, done, total }),
        stream: (stream, text) => {
          if (running !== null) post({ type: "stream", id: running, stream, text });
        },
      });
      const { pyodide, python, interruptible } = interpreter;
      return { type: "booted", pyodide, python, interruptible };
    },
    async load({ packages }, attachments) {
      await booted().load(withBytes(packages, attachments));
      return { type: "loaded" };
    },
    async mount({ files }, attachments) {
      if (files.length !== attachments.length) {
        throw new Error(`Mount names ${files.length} files and came with ${attachments.length} attachments.`);
      }
      return { type: "mounted", files: files.map(({ name }, index) => booted().mount(name, attachments[index])) };
    },
    async unmount({ path }) {
      booted().unmount(path);
      return { type: "unmounted" };
    },
    async imports({ code }) {
      return { type: "imports", modules: booted().imports(code) };
    },
    async execute({ id, code, missing }) {
      const ready = booted();
      running = id;
      const from = clock();
      try {
        const outcome = await ready.execute(code, missing ?? {});
        return { type: "executed", outcome: { ...outcome, durationMs: clock() - from } };
      } finally {
        running = null;
      }
    },
    async profile({ path }) {
      return { type: "profiled", profile: booted().profile(path) };
    },
    async read({ path }) {
      const bytes = await booted().read(path);
      return { type: "content", path, attachments: [bytes] };
    },
  };

  const booted = () => {
    if (broken) throw new Error(`${broken} Restart the kernel.`);
    if (!interpreter) throw new Error("The kernel is not booted; send a boot request first.");
    return interpreter;
  };

  const answer = async (message, attachments) => {
    const { id, type } = message;
    let reply;
    let fatal = null;
    try {
      const handler = Object.hasOwn(handlers, type) ? handlers[type] : null;
      if (!handler) throw new Error(`The kernel does not know the request "${type}".`);
      reply = await handler(message, attachments);
    } catch (error) {
      const cause = String(error?.message ?? error);
      if (error?.pyodide_fatal_error && !broken) {
        fatal = error;
        broken = `Python broke down (${cause}) and its variables are lost.`;
      }
      reply = { type: "failed", message: fatal ? broken : cause };
    }
    const { attachments: parts, ...rest } = reply;
    try {
      post({ ...rest, id }, parts);
    } catch (error) {
      post({ type: "failed", id, message: `The answer could not be sent: ${error.message ?? error}` });
    }
    if (fatal) die(fatal);
  };

  return {
    receive(packet) {
      const { message, attachments } = decode(packet);
      // Without an id there is nobody to answer.
      if (!Number.isInteger(message?.id)) return queue;
      queue = queue.then(() => answer(message, attachments));
      return queue;
    },
  };
}

function withBytes(packages, buffers) {
  if (packages.length !== buffers.length) {
    throw new Error(`${packages.length} packages were named and ${buffers.length} were attached.`);
  }
  return packages.map((item, index) => ({ ...item, bytes: buffers[index] }));
}
