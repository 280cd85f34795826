// Takes away from the worker's global scope what Python has no business with, before any of it runs.
// This is the second lock: the first is the frame's content-security policy, which leaves nothing to connect to.

const HIDDEN = [
  "postMessage", "onmessage", "XMLHttpRequest", "WebSocket", "WebSocketStream", "WebTransport", "EventSource", "Worker",
  "SharedWorker", "BroadcastChannel", "MessageChannel", "indexedDB", "caches", "RTCPeerConnection", "Notification",
  "FontFace", "close",
];

// Where Pyodide is told that its files are; `.invalid` never resolves.
export const BASE = "http://kernel.invalid/";

/**
 * Hides the ways out of a worker's scope and makes Pyodide accept it.
 *
 * @param {WorkerGlobalScope} self the worker's scope
 * @returns {object} what the worker itself still needs: timers, `serve` (which names the bytes that `fetch` answers with), and for the
 *   self-test `outside`, what was hidden, and `blobAddress`
 */
export function sealScope(self) {
  const files = new Map();
  const { Blob, Response, URL } = self;
  const blobAddress = (source) => URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  // What is hidden, as it was, for the self-test alone.
  const outside = { navigator: self.navigator, fetch: self.fetch?.bind(self) };
  for (const name of HIDDEN) outside[name] = valueOf(self, name);
  const setTimeout = withoutThis(self.setTimeout.bind(self));
  const setInterval = withoutThis(self.setInterval.bind(self));
  replace(self, "setTimeout", setTimeout);
  replace(self, "setInterval", setInterval);

  // Pyodide recognises a classic worker by an `importScripts` that works, and refuses it.
  replace(self, "importScripts", () => {
    throw new TypeError("importScripts is not available in the kernel.");
  });
  replace(self, "fetch", async (address) => {
    const name = String(address?.url ?? address).replace(BASE, "");
    const file = files.get(name);
    if (!file) throw new TypeError(`There is no network in the kernel: ${address}`);
    return new Response(file.bytes, { headers: { "content-type": file.type } });
  });
  for (const name of HIDDEN) if (name in self) replace(self, name, undefined);

  return {
    BASE,
    setTimeout,
    setInterval,
    clearInterval: self.clearInterval.bind(self),
    clearTimeout: self.clearTimeout.bind(self),
    serve: (name, bytes, type) => files.set(name, { bytes, type }),
    unserve: () => files.clear(),
    outside,
    blobAddress,
  };
}

// In some browsers an opaque origin may not even look at what it has no right to.
function valueOf(scope, name) {
  try {
    return scope[name];
  } catch {
    return undefined;
  }
}

// The browser calls a timer's function with the whole scope as `this`, which Python can ask for.
function withoutThis(start) {
  return (act, milliseconds, ...values) => {
    if (typeof act !== "function") throw new TypeError("A timer needs a function.");
    return start(() => act(...values), milliseconds);
  };
}

function replace(scope, name, value) {
  // Some of these live on a prototype; an own property in front of it hides them all the same, and both are closed.
  for (let owner = scope; owner && owner !== Object.prototype; owner = Object.getPrototypeOf(owner)) {
    if (Object.hasOwn(owner, name)) {
      try {
        Object.defineProperty(owner, name, { value, writable: false, configurable: false });
      } catch {
        // A property that the browser does not let go of stays; the policy still holds.
      }
    }
  }
  if (valueOf(scope, name) !== value) {
    Object.defineProperty(scope, name, { value, writable: false, configurable: false });
  }
}
