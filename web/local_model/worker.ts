// The worker of a model: llama.cpp, by wllama, in a frame like the kernel's. It gets the model's
// files by reference, a window and requests, and sends back chunks of answers. It has no network,
// no storage and no way to the page but its port.

import "./first.ts";

import { CacheManager, Wllama, WllamaRuntimeError } from "@wllama/wllama";
import { runWorkerEgressProbes } from "../kernel/worker/egress.ts";
import { WASM, prepareWorkers } from "./nested.ts";
import { refusal } from "./problems.ts";
import { readable } from "./remote_file.ts";
import { restore, save } from "./slot.ts";
import type { Outside } from "../kernel/worker/seal.ts";
import type { Begun, FromWorker, ToWorker } from "../types/local_model.ts";
import type { Layout, Nested } from "./slot.ts";

/** How many of the engine's last lines are kept, to say why it failed. */
const LINES = 200;

const log: string[] = [];
const note = (...line: unknown[]) => {
  log.push(line.map(String).join(" "));
  if (log.length > LINES) log.shift();
};
/** The engine's cache of downloads: this scope has no storage, and nothing is downloaded. */
const NOWHERE: NonNullable<ConstructorParameters<typeof CacheManager>[0]>[number] = {
  isSupported: () => true,
  read: async () => null,
  getSize: async () => -1,
  list: async () => [],
  delete: async () => {},
  write: async () => {
    throw new Error("nothing is stored here");
  },
};
/** What the self-test tries, before anything of it is replaced for the engine. */
const exits = {
  outside: self as unknown as Outside,
  blobAddress: addresses(URL),
  setTimeout: self.setTimeout.bind(self),
};
let engine: Wllama | undefined;
/** What saves and restores the engine's state; undefined in a build that is not known. */
let states: { layout: Layout; nested: Nested } | undefined;
const running = new Map<number, AbortController>();
/** What waits for pieces of files, by the number of the request. */
const reading = new Map<
  number,
  { resolve: (bytes: ArrayBuffer) => void; reject: (error: Error) => void }
>();
let reads = 0;

self.onmessage = ({ data, ports: [port] }) => {
  if (data?.insitu !== "start" || !port) return;
  self.onmessage = null;
  const post = (message: FromWorker) => port.postMessage(message);
  port.onmessage = async ({ data }) => {
    const message: ToWorker = data;
    const { id } = message;
    try {
      if ("stop" in message) return running.get(id)?.abort();
      if ("piece" in message) return take(id, message.piece);
      if ("tryExits" in message)
        return post({ id, probes: await runWorkerEgressProbes(exits, message.tryExits) });
      if ("load" in message) return post({ id, loaded: await load(message.load, post) });
      if ("begin" in message) return post({ id, ...(await begin(message.begin)) });
      await ask(id, message.ask, post);
      post({ id, done: true });
    } catch (error) {
      // The engine has ended; the page learns of it from the frame.
      if (!("load" in message) && error instanceof WllamaRuntimeError)
        return self.reportError(error);
      post({ id, failed: "load" in message ? refusal(log, text(error)).message : failed(error) });
    }
  };
};
self.postMessage("started");

async function load(
  {
    wasm,
    glue,
    layout,
    files,
    window,
    batch,
    threads,
  }: Extract<ToWorker, { load: unknown }>["load"],
  post: (message: FromWorker) => void,
) {
  const nested = prepareWorkers(globalThis, wasm, layout);
  states = layout && { layout, nested };
  const logger = { debug: note, log: note, warn: note, error: note };
  engine = new Wllama({ default: WASM }, { logger, cacheManager: new CacheManager([NOWHERE]) });
  // Without its script, the 32-bit build would be fetched from elsewhere.
  engine.setCompat(
    glue ? { worker: { code: new TextDecoder().decode(glue) }, wasm: WASM } : null,
    "firefox_safari",
  );
  const read = (file: number, from: number, to: number) =>
    new Promise((resolve, reject) => {
      const id = (reads += 1);
      reading.set(id, { resolve, reject });
      post({ id, read: { file, from, to } });
    }) as Promise<ArrayBuffer>;
  await engine.loadModel(await readable(read, files), {
    n_ctx: window,
    n_threads: threads,
    n_batch: batch,
    n_ubatch: batch,
    n_gpu_layers: 0,
    n_parallel: 1,
    jinja: true,
    warmup: false,
    ctx_shift: false,
    // On a processor, attention in one step is slower here than in several.
    flash_attn: false,
  });
  // The library does not throw if llama.cpp has refused the file.
  const { success } = engine.getLoadedContextInfo() as { success?: boolean };
  if (!success) throw new Error("refused");
  return { threads: engine.getNumThreads() };
}

/** Takes a piece of a file, which the page could not read if it is null. */
function take(id: number, bytes: ArrayBuffer | null) {
  const waiting = reading.get(id);
  reading.delete(id);
  if (bytes) waiting?.resolve(bytes);
  else waiting?.reject(new Error("File read failed"));
}

async function ask(id: number, body: string, post: (message: FromWorker) => void) {
  if (!engine) throw new Error("No model is loaded.");
  const abort = new AbortController();
  running.set(id, abort);
  try {
    const onData = (chunk: unknown) => post({ id, chunk: JSON.stringify(chunk) });
    await engine.createChatCompletion({
      ...JSON.parse(body),
      stream: true,
      onData,
      abortSignal: abort.signal,
    });
  } catch (error) {
    if (!abort.signal.aborted) throw error;
  } finally {
    running.delete(id);
  }
}

/**
 * Has the model read what each session begins with: by the state that came of it at an earlier
 * visit, or else by evaluating it, which is what makes that state. The page asks for nothing else
 * before.
 */
async function begin({ body, state }: Extract<ToWorker, { begin: unknown }>["begin"]): Promise<{
  begun: Begun;
  state: ArrayBuffer | null;
}> {
  if (!engine) throw new Error("No model is loaded.");
  const model = engine;
  const complete = (options: { prompt: string; max_tokens: number }) =>
    model.createCompletion(options);
  if (state && states) {
    const tokens = await restore(states.layout, states.nested, complete, state);
    if (tokens > 0) return { begun: { by: "state", tokens }, state: null };
  }
  const { usage } = await model.createChatCompletion({
    ...JSON.parse(body),
    max_tokens: 1,
    cache_prompt: true,
    stream: false,
  });
  const tokens = usage?.prompt_tokens ?? 0;
  const saved = states ? await save(states.layout, states.nested, complete) : null;
  // It has what was evaluated here, and nothing more.
  return { begun: { by: "text", tokens }, state: saved?.tokens === tokens ? saved.state : null };
}

/** Returns what makes addresses of scripts. */
function addresses({ createObjectURL }: Pick<typeof URL, "createObjectURL">) {
  return (source: string) => createObjectURL(new Blob([source], { type: "text/javascript" }));
}

/** Returns a sentence for an answer that failed. */
function failed(error: unknown) {
  const message = text(error);
  if (/exceed|context size|context length|kv_cache_full/i.test(message)) {
    return "The conversation is longer than the model's window. Start a new session, ask a shorter question, or choose a model with a larger window.";
  }
  return `The model in this tab failed: ${message.slice(0, 300)}. Ask again; if it fails again, remove the model in the model menu and load it again.`;
}

const text = (error: unknown) => (error as Partial<Error> | undefined)?.message ?? String(error);
