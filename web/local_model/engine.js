// The page's side of the engine: a sealed frame of its own, with the same document and the same
// policy as the kernel's, in whose worker llama.cpp runs. Closing it removes the frame, which ends
// the worker and frees its memory.

import { openFrame } from "../runtime/frame.js";
import { sha256 } from "../runtime/hash.js";
import { beginningOf } from "./beginning.js";
import { runsLargeBuild } from "./build.js";
import { BATCH, threadsFor } from "./memory.js";
import { problem } from "./problems.js";
import { LAYOUTS } from "./slot.js";

/** @typedef {import("../types/local_model").Candidate} Candidate */
/** @typedef {import("../generated/kernel").EgressProbe} EgressProbe */
/** @typedef {import("../types/local_model").Engine} Engine */
/** @typedef {import("../types/local_model").FromWorker} FromWorker */
/** @typedef {import("../types/local_model").ToWorker} ToWorker */

/**
 * How long the engine may take until it reads the first piece of the file, in milliseconds, for
 * each attempt. In Firefox, `new Worker` inside a worker sometimes never returns (see
 * `web/kernel/frame/start_worker.js`), and the engine starts its own. The last attempt is not
 * limited: the user can cancel it.
 */
const PATIENCE = [10_000, 40_000, Number.POSITIVE_INFINITY];

/**
 * Loads a model. Aborting the signal ends the load and the engine.
 *
 * @param {import("./build.js").Addresses} addresses
 * @param {Candidate} candidate
 * @param {AbortSignal} signal
 * @returns {Promise<Engine>}
 * @throws {Error} with a sentence
 */
export async function openEngine({ script, wasm, wasm32, glue32 }, candidate, signal) {
  const build = runsLargeBuild(navigator.userAgent) ? [wasm] : [wasm32, glue32];
  const [source, program, glue] = await Promise.all([script, ...build].map(content));
  // Not where the page's context is not secure.
  const hash = globalThis.crypto?.subtle ? await sha256(new Blob([program]), crypto.subtle) : "";
  for (const patience of PATIENCE) {
    const engine = await attempt({ source, program, glue, hash }, candidate, signal, patience);
    if (engine) return engine;
  }
  throw problem("crashed");
}

/**
 * Loads a model in a frame of its own.
 *
 * @param {{ source: ArrayBuffer, program: ArrayBuffer, glue?: ArrayBuffer, hash: string }} parts
 *   the worker's script, and the build of llama.cpp with its SHA-256
 * @param {Candidate} candidate
 * @param {AbortSignal} signal
 * @param {number} patience how long the engine may take until it reads, in milliseconds
 * @returns {Promise<Engine | null>} null if it does not read in time; its frame is gone then
 */
async function attempt({ source, program, glue, hash }, { files, window }, signal, patience) {
  const frame = await openFrame(document);
  frame.element.title = "Model";
  /** @type {Map<number, (message: FromWorker) => void>} */
  const waiting = new Map();
  let serial = 0;
  /** @type {string | undefined} */
  let over;
  /** @type {(why: string) => void} */
  let say = () => {};
  /** @type {Promise<string>} */
  const ended = new Promise((resolve) => (say = resolve));
  let late = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const end = (/** @type {string} */ why) => {
    if (over !== undefined) return;
    over = why;
    clearTimeout(timer);
    frame.element.remove();
    for (const [id, receive] of waiting) receive({ id, failed: why });
    waiting.clear();
  };
  const close = () =>
    end("The model was removed from this tab. Choose another one in the model menu.");
  /** @type {((probes: EgressProbe[]) => void) | undefined} */
  let tried;
  frame.control.onmessage = ({ data }) => {
    const notice = JSON.parse(data.message);
    if (notice.type === "selfTested") tried?.(notice.probes);
    if (notice.type !== "died") return;
    const why = problem("crashed").message;
    end(why);
    say(why);
  };
  frame.worker.onmessage = async ({ data }) => {
    clearTimeout(timer);
    if ("read" in data) {
      const { file, from, to } = data.read;
      const piece = await (files[file] ?? new Blob())
        .slice(from, to)
        .arrayBuffer()
        .catch(() => null);
      return frame.worker.postMessage({ id: data.id, piece }, piece ? [piece] : []);
    }
    const receive = waiting.get(data.id);
    if (!("chunk" in data)) waiting.delete(data.id);
    receive?.(data);
  };
  /**
   * Sends an order, and returns its number.
   *
   * @param {{ load: Extract<ToWorker, { load: unknown }>["load"] } | { begin: { body: string,
   *   state: ArrayBuffer | null } } | { ask: string } | { tryExits: string }} order
   * @param {(message: FromWorker) => void} receive
   */
  const send = (order, receive) => {
    const id = (serial += 1);
    if (over !== undefined) receive({ id, failed: over });
    else {
      waiting.set(id, receive);
      frame.worker.postMessage({ id, ...order });
    }
    return id;
  };
  if (patience !== Number.POSITIVE_INFINITY) {
    timer = setTimeout(() => {
      late = true;
      close();
    }, patience);
  }
  frame.control.postMessage({ message: JSON.stringify({ type: "start" }), attachments: [source] });
  signal.addEventListener("abort", close, { once: true });
  if (signal.aborted) close();
  const threads = threadsFor(navigator.hardwareConcurrency || 1, crossOriginIsolated);
  /** @type {Promise<{ threads: number }>} */
  const loading = new Promise((resolve, reject) => {
    send(
      {
        load: { wasm: program, glue, layout: LAYOUTS[hash], files, window, batch: BATCH, threads },
      },
      (message) => {
        if ("loaded" in message) resolve(message.loaded);
        else if ("failed" in message) reject(new Error(message.failed));
      },
    );
  });
  const loaded = await loading.catch((error) => {
    close();
    if (late) return null;
    throw error;
  });
  signal.removeEventListener("abort", close);
  if (!loaded) return null;
  /** @param {string} target */
  const tryExits = async (target) => {
    /** @type {EgressProbe[]} */
    const inside = await new Promise((resolve, reject) => {
      send({ tryExits: target }, (message) =>
        "probes" in message
          ? resolve(message.probes)
          : reject(new Error("failed" in message ? message.failed : "")),
      );
    });
    /** @type {Promise<EgressProbe[]>} */
    const around = new Promise((resolve) => (tried = resolve));
    frame.control.postMessage({
      message: JSON.stringify({ type: "selfTest", target }),
      attachments: [],
    });
    return [...inside, ...(await around)];
  };
  const { begin, before } = beginningOf(send);
  return {
    threads: loaded.threads,
    build: hash,
    tryExits,
    begin,
    ask: (body, signal) =>
      answer(body, signal, before(), send, (id) => frame.worker.postMessage({ id, stop: true })),
    close,
    ended,
  };
}

/**
 * Returns the events of an answer, in the relay's form.
 *
 * @param {string} body
 * @param {AbortSignal} signal
 * @param {Promise<unknown>} before
 * @param {(order: { ask: string }, receive: (message: FromWorker) => void) => number} send
 * @param {(id: number) => void} stop
 * @returns {ReadableStream<Uint8Array>}
 */
function answer(body, signal, before, send, stop) {
  const encoder = new TextEncoder();
  let id = 0;
  let open = true;
  const quit = () => {
    // Before the first, none was sent.
    if (open && id > 0) stop(id);
    open = false;
  };
  return new ReadableStream({
    start(controller) {
      /** @param {string} data */
      const event = (data) => controller.enqueue(encoder.encode(`data: ${data}\n\n`));
      const finish = () => {
        open = false;
        controller.close();
      };
      const stopped = () => {
        if (!open) return;
        quit();
        controller.close();
      };
      signal.addEventListener("abort", stopped, { once: true });
      void before.then(() => {
        if (!open) return;
        id = send({ ask: body }, (message) => {
          if (!open) return;
          if ("chunk" in message) return event(message.chunk);
          event(
            "failed" in message ? JSON.stringify({ error: { message: message.failed } }) : "[DONE]",
          );
          finish();
        });
      });
    },
    cancel: quit,
  });
}

/** @param {string} address */
async function content(address) {
  const response = await fetch(address).catch(() => undefined);
  if (!response?.ok)
    throw new Error(
      "The model's engine could not be loaded from this server. Check the connection to it, and try again.",
    );
  return response.arrayBuffer();
}
