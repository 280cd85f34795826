// The engine's own worker, which wllama starts from a blob: before its script runs, what the policy of some browser does not control is removed there too, and the WebAssembly
// is handed over, since nothing can be fetched. wllama's files stay as they are.

import { PEERS, UNCONTROLLED, remove } from "../frames/removal.js";

/** The address at which the engine asks for its WebAssembly. Nothing is there. */
export const WASM = "https://insitu.invalid/wllama.wasm";

/** Runs in the engine's worker, before its script. @param {(scope: object, names: string[]) => void} removeFrom @param {string[]} names */
function prepare(removeFrom, names) {
  removeFrom(self, names);
  const given = new Promise((resolve) => {
    self.addEventListener("message", function take(event) {
      if (event.data?.insitu !== "wasm") return;
      event.stopImmediatePropagation();
      self.removeEventListener("message", take);
      resolve(event.data.bytes);
    });
  });
  self.fetch = async () => new Response(await given, { headers: { "content-type": "application/wasm" } });
  // Its threads are workers too.
  const create = URL.createObjectURL.bind(URL);
  const first = `(${removeFrom})(self, ${JSON.stringify(names)});\n`;
  URL.createObjectURL = (script) => create(new Blob([first, /** @type {Blob} */ (script)], { type: "text/javascript" }));
}

/**
 * Prepares each worker that this scope starts from now on.
 *
 * @param {typeof globalThis} scope
 * @param {ArrayBuffer} bytes the WebAssembly
 */
export function prepareWorkers(scope, bytes) {
  const { URL, Worker, Blob } = scope;
  const source = `(${prepare})(${remove}, ${JSON.stringify([...PEERS, ...UNCONTROLLED])});\n`;
  const create = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (script) => create(new Blob([source, /** @type {Blob} */ (script)], { type: "text/javascript" }));
  scope.Worker = class extends Worker {
    /** @param {string | URL} address */
    constructor(address) {
      // A classic one, whatever was asked for: browsers load no module from a blob of an opaque origin.
      super(address);
      // The library waits for an answer that does not come then; the page learns of it from the frame.
      this.addEventListener("error", (event) => scope.reportError(new Error(event.message || "the engine's worker did not start")));
      this.postMessage({ insitu: "wasm", bytes });
    }
  };
}
