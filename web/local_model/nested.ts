// The engine's own worker, which wllama starts from a blob: before its script runs, what the policy
// of some browser does not control is removed there too, and the WebAssembly is handed over, since
// nothing can be fetched. wllama's files stay as they are. If this worker is one from a `data:`
// URL (WebKit, which starts none from a blob here), so is the engine's; as no blob can be read
// there, the script of its threads is handed over as text.

import { PEERS, UNCONTROLLED, remove } from "../frames/removal.ts";
import { MAX_STATE_BYTES, serveStates } from "./slot.ts";
import type { Layout, Nested } from "./slot.ts";

/** The address at which the engine asks for its WebAssembly. Nothing is there. */
export const WASM = "https://insitu.invalid/wllama.wasm";

/**
 * Runs in the engine's worker, before its script.
 *
 * @param data whether scripts have `data:` URLs
 */
function prepare(
  removeFrom: (scope: object, names: string[]) => void,
  names: string[],
  data: boolean,
) {
  removeFrom(self, names);
  let threads = "";
  const given = new Promise<BufferSource>((resolve) => {
    self.addEventListener("message", (event) => {
      const { insitu, bytes, source } = event.data ?? {};
      if (insitu === "wasm") resolve(bytes);
      else if (insitu === "threads") threads = source;
      else return;
      event.stopImmediatePropagation();
    });
  });
  self.fetch = async () =>
    new Response(await given, { headers: { "content-type": "application/wasm" } });
  // Its threads are workers too.
  const create = URL.createObjectURL.bind(URL);
  const first = `(${removeFrom})(self, ${JSON.stringify(names)});\n`;
  URL.createObjectURL = (script) =>
    data
      ? `data:text/javascript;charset=utf-8,${encodeURIComponent(first + threads)}`
      : create(new Blob([first, script as Blob], { type: "text/javascript" }));
}

/**
 * Prepares each worker that this scope starts from now on. Returns what reaches the engine's for
 * its states.
 *
 * @param bytes the WebAssembly
 */
export function prepareWorkers(
  scope: typeof globalThis,
  bytes: ArrayBuffer,
  layout: Layout | undefined,
): Nested {
  const { URL, Worker, Blob } = scope;
  const data = scope.location.protocol === "data:";
  const states = layout ? `(${serveStates})(${JSON.stringify(layout)}, ${MAX_STATE_BYTES});\n` : "";
  const source = `(${prepare})(${remove}, ${JSON.stringify([...PEERS, ...UNCONTROLLED])}, ${data});\n${states}`;
  let started: Worker | undefined;
  /** What is sent before the next action of a name. */
  let first: { action: string; message: object } | undefined;
  const create = URL.createObjectURL.bind(URL);
  /** The text of each script, where it cannot be read. */
  const scripts = new WeakMap<object, string>();
  if (data) {
    scope.Blob = class extends Blob {
      constructor(parts: BlobPart[] = [], options?: BlobPropertyBag) {
        super(parts, options);
        if (parts.every((part) => typeof part === "string")) scripts.set(this, parts.join(""));
      }
    };
  }
  URL.createObjectURL = (script) =>
    data
      ? `data:text/javascript;charset=utf-8,${encodeURIComponent(source + scripts.get(script))}`
      : create(new Blob([source, script as Blob], { type: "text/javascript" }));
  scope.Worker = class extends Worker {
    constructor(address: string | URL) {
      // A classic one, whatever was asked for: browsers load no module from a blob of an opaque
      // origin.
      super(address);
      // The library waits for an answer that does not come then; the page learns of it from the
      // frame.
      this.addEventListener("error", (event) =>
        scope.reportError(new Error(event.message || "the engine's worker did not start")),
      );
      super.postMessage({ insitu: "wasm", bytes });
      started = this;
    }

    postMessage(message: any, transfer?: any) {
      const threads = message.args?.find(
        (part: unknown) => part instanceof Blob && scripts.has(part),
      );
      if (threads) super.postMessage({ insitu: "threads", source: scripts.get(threads) });
      if (first && message.verb === "wllama.action" && message.args[0] === first.action) {
        super.postMessage(first.message);
        first = undefined;
      }
      super.postMessage(message, transfer);
    }
  };
  return {
    before(action, message) {
      first = { action, message };
    },
    ask: (message) =>
      new Promise((resolve) => {
        const answered = (event: MessageEvent) => {
          if (event.data?.insitu !== "answer") return;
          event.stopImmediatePropagation();
          started?.removeEventListener("message", answered);
          resolve(event.data);
        };
        started?.addEventListener("message", answered);
        started?.postMessage(message);
      }),
  };
}
