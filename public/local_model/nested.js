// The engine's own worker, which wllama starts from a blob: before its script runs, what the policy of some browser does not control is removed there too, and the WebAssembly
// is handed over, since nothing can be fetched. wllama's files stay as they are. Where this worker is one from a `data:` URL (WebKit, which starts none from a blob here), so
// is the engine's; as no blob can be read there, the script of its threads is handed over as text.

import { PEERS, UNCONTROLLED, remove } from "../frames/removal.js";

/** The address at which the engine asks for its WebAssembly. Nothing is there. */
export const WASM = "https://insitu.invalid/wllama.wasm";

/** Runs in the engine's worker, before its script. @param {(scope: object, names: string[]) => void} removeFrom @param {string[]} names @param {boolean} data whether scripts have `data:` URLs */
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
  self.fetch = async () => new Response(await given, { headers: { "content-type": "application/wasm" } });
  // Its threads are workers too.
  const create = URL.createObjectURL.bind(URL);
  const first = `(${removeFrom})(self, ${JSON.stringify(names)});\n`;
  URL.createObjectURL = (script) =>
    data
      ? `data:text/javascript;charset=utf-8,${encodeURIComponent(first + threads)}`
      : create(new Blob([first, /** @type {Blob} */ (script)], { type: "text/javascript" }));
}

/**
 * Prepares each worker that this scope starts from now on.
 *
 * @param {typeof globalThis} scope
 * @param {ArrayBuffer} bytes the WebAssembly
 */
export function prepareWorkers(scope, bytes) {
  const { URL, Worker, Blob } = scope;
  const data = scope.location.protocol === "data:";
  const source = `(${prepare})(${remove}, ${JSON.stringify([...PEERS, ...UNCONTROLLED])}, ${data});\n`;
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
      // A classic one, whatever was asked for: browsers load no module from a blob of an opaque origin.
      super(address);
      // The library waits for an answer that does not come then; the page learns of it from the frame.
      this.addEventListener("error", (event) => scope.reportError(new Error(event.message || "the engine's worker did not start")));
      super.postMessage({ insitu: "wasm", bytes });
    }

    /** @param {any} message @param {any} [transfer] */
    postMessage(message, transfer) {
      const threads = message.args?.find((/** @type {unknown} */ part) => part instanceof Blob && scripts.has(part));
      if (threads) super.postMessage({ insitu: "threads", source: scripts.get(threads) });
      super.postMessage(message, transfer);
    }
  };
}
