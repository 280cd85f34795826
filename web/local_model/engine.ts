// The page's side of the engine: a sealed frame of its own, with the same document and the same
// policy as the kernel's, in whose worker llama.cpp runs. Closing it removes the frame, which ends
// the worker and frees its memory.

import { openFrame } from "../runtime/frame.ts";
import { sha256 } from "../runtime/hash.ts";
import { beginningOf } from "./beginning.ts";
import { runsLargeBuild } from "./build.ts";
import { BATCH, threadsFor } from "./memory.ts";
import { problem } from "./problems.ts";
import { LAYOUTS } from "./slot.ts";
import type { EgressProbe } from "../generated/kernel.ts";
import type { Candidate, Engine, FromWorker, ToWorker } from "../types/local_model.ts";
import type { Addresses } from "./build.ts";

/**
 * How long the engine may take until it reads the first piece of the file, in milliseconds, for
 * each attempt. In Firefox, `new Worker` inside a worker sometimes never returns (see
 * `web/kernel/frame/start_worker.ts`), and the engine starts its own. The last attempt is not
 * limited: the user can cancel it.
 */
const PATIENCE = [10_000, 40_000, Number.POSITIVE_INFINITY];

/**
 * Loads a model. Aborting the signal ends the load and the engine.
 *
 * @throws {Error} with a sentence
 */
export async function openEngine(
  { script, wasm, wasm32, glue32 }: Addresses,
  candidate: Candidate,
  signal: AbortSignal,
): Promise<Engine> {
  const build = runsLargeBuild(navigator.userAgent) ? [wasm] : [wasm32, glue32];
  const [source, program, glue] = await Promise.all([script, ...build].map(content));
  // Not if the page's context is not secure.
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
 * @param parts the worker's script, and the build of llama.cpp with its SHA-256
 * @param patience how long the engine may take until it reads, in milliseconds
 * @returns null if it does not read in time; its frame is gone then
 */
async function attempt(
  {
    source,
    program,
    glue,
    hash,
  }: { source: ArrayBuffer; program: ArrayBuffer; glue?: ArrayBuffer; hash: string },
  { files, window }: Candidate,
  signal: AbortSignal,
  patience: number,
): Promise<Engine | null> {
  const frame = await openFrame(document);
  frame.element.title = "Model";
  const waiting = new Map<number, (message: FromWorker) => void>();
  let serial = 0;
  let over: string | undefined;
  let say: (why: string) => void = () => {};
  const ended = new Promise<string>((resolve) => (say = resolve));
  let late = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (why: string) => {
    if (over !== undefined) return;
    over = why;
    clearTimeout(timer);
    frame.element.remove();
    for (const [id, receive] of waiting) receive({ id, failed: why });
    waiting.clear();
  };
  const close = () =>
    end("The model was removed from this tab. Choose another one in the model menu.");
  let tried: ((probes: EgressProbe[]) => void) | undefined;
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
  /** Sends an order, and returns its number. */
  const send = (
    order:
      | { load: Extract<ToWorker, { load: unknown }>["load"] }
      | { begin: { body: string; state: ArrayBuffer | null } }
      | { ask: string }
      | { tryExits: string },
    receive: (message: FromWorker) => void,
  ) => {
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
  const loading = new Promise<{ threads: number }>((resolve, reject) => {
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
  const tryExits = async (target: string) => {
    const inside: EgressProbe[] = await new Promise((resolve, reject) => {
      send({ tryExits: target }, (message) =>
        "probes" in message
          ? resolve(message.probes)
          : reject(new Error("failed" in message ? message.failed : "")),
      );
    });
    const around = new Promise<EgressProbe[]>((resolve) => (tried = resolve));
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

/** Returns the events of an answer, in the relay's form. */
function answer(
  body: string,
  signal: AbortSignal,
  before: Promise<unknown>,
  send: (order: { ask: string }, receive: (message: FromWorker) => void) => number,
  stop: (id: number) => void,
): ReadableStream<Uint8Array> {
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
      const event = (data: string) => controller.enqueue(encoder.encode(`data: ${data}\n\n`));
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

async function content(address: string) {
  const response = await fetch(address).catch(() => undefined);
  if (!response?.ok)
    throw new Error(
      "The model's engine could not be loaded from this server. Check the connection to it, and try again.",
    );
  return response.arrayBuffer();
}
