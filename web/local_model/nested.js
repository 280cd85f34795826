// The engine's own worker, which wllama starts from a blob: before its script runs, what the policy
// of some browser does not control is removed there too, and the WebAssembly is handed over, since
// nothing can be fetched. wllama's files stay as they are. Where this worker is one from a `data:`
// URL (WebKit, which starts none from a blob here), so is the engine's; as no blob can be read
// there, the script of its threads is handed over as text.

import { PEERS, UNCONTROLLED, remove } from "../frames/removal.js";
import { MAX_STATE, serveStates } from "./slot.js";

/** The address at which the engine asks for its WebAssembly. Nothing is there. */
export const WASM = "https://insitu.invalid/wllama.wasm";

/**
 * Runs in the engine's worker, before its script.
 *
 * @param {(scope: object, names: string[]) => void} removeFrom
 * @param {string[]} names
 * @param {boolean} data whether scripts have `data:` URLs
 */
function prepare(removeFrom, names, data) {
  removeFrom(self, names);
  let threads = "";
  const given = new Promise((resolve) => {
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
      : create(new Blob([first, /** @type {Blob} */ (script)], { type: "text/javascript" }));
}

/**
 * Prepares each worker that this scope starts from now on. Returns what reaches the engine's for
 * its states.
 *
 * @param {typeof globalThis} scope
 * @param {ArrayBuffer} bytes the WebAssembly
 * @param {import("./slot.js").Layout | undefined} layout
 * @returns {import("./slot.js").Nested}
 */
export function prepareWorkers(scope, bytes, layout) {
  const { URL, Worker, Blob } = scope;
  const data = scope.location.protocol === "data:";
  const states = layout ? `(${serveStates})(${JSON.stringify(layout)}, ${MAX_STATE});\n` : "";
  const source = `(${prepare})(${remove}, ${JSON.stringify([...PEERS, ...UNCONTROLLED])}, ${data});\n${states}`;
  /** @type {Worker | undefined} */
  let started;
  /**
   * What is sent before the next action of a name.
   *
   * @type {{ action: string, message: object } | undefined}
   */
  let first;
  const create = URL.createObjectURL.bind(URL);
  /** The text of each script, where it cannot be read. @type {WeakMap<object, string>} */
  const scripts = new WeakMap();
  if (data) {
    scope.Blob = class extends Blob {
      /** @param {BlobPart[]} [parts] @param {BlobPropertyBag} [options] */
      constructor(parts = [], options) {
        super(parts, options);
        if (parts.every((part) => typeof part === "string")) scripts.set(this, parts.join(""));
      }
    };
  }
  URL.createObjectURL = (script) =>
    data
      ? `data:text/javascript;charset=utf-8,${encodeURIComponent(source + scripts.get(script))}`
      : create(new Blob([source, /** @type {Blob} */ (script)], { type: "text/javascript" }));
  scope.Worker = class extends Worker {
    /** @param {string | URL} address */
    constructor(address) {
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

    /** @param {any} message @param {any} [transfer] */
    postMessage(message, transfer) {
      const threads = message.args?.find(
        (/** @type {unknown} */ part) => part instanceof Blob && scripts.has(part),
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
        /** @param {MessageEvent} event */
        const answered = (event) => {
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
