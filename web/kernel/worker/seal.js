// Hides the interfaces of the worker's global scope that Python must not use, before any Python
// runs. This is the second lock: the first is the frame's content security policy, which allows no
// connection.

const HIDDEN = [
  "postMessage",
  "onmessage",
  "XMLHttpRequest",
  "WebSocket",
  "WebSocketStream",
  "WebTransport",
  "EventSource",
  "Worker",
  "SharedWorker",
  "BroadcastChannel",
  "MessageChannel",
  "indexedDB",
  "caches",
  "RTCPeerConnection",
  "Notification",
  "FontFace",
  "close",
];

/**
 * @typedef {object} Outside the interfaces that the seal hides, as the browser offers them
 * @property {Navigator} navigator
 * @property {typeof fetch} fetch
 * @property {typeof WebSocket} [WebSocket]
 * @property {typeof WebTransport} [WebTransport]
 * @property {typeof EventSource} [EventSource]
 * @property {typeof BroadcastChannel} [BroadcastChannel]
 * @property {typeof RTCPeerConnection} [RTCPeerConnection]
 * @property {typeof FontFace} [FontFace]
 * @property {IDBFactory} [indexedDB]
 * @property {CacheStorage} [caches]
 */
/**
 * @typedef {(act: (...values: unknown[]) => unknown, milliseconds?: number, ...values: unknown[])
 *   => unknown} StartTimer
 */
/** @typedef {ReturnType<typeof sealScope>} SealedScope */

// The base URL of Pyodide's files; `.invalid` never resolves.
export const BASE = "http://kernel.invalid/";

/**
 * Hides the interfaces of a worker's scope that allow egress, and makes Pyodide accept the scope.
 *
 * @param {Window & typeof globalThis} self the worker's scope
 * @returns what the worker itself still needs: timers, `serve` (sets the bytes that `fetch` answers
 *   with), and for the self-test `outside`, the hidden interfaces, and `blobAddress`
 */
export function sealScope(self) {
  /** @type {Map<string, { bytes: ArrayBuffer, type: string }>} */
  const files = new Map();
  const { Blob, Response, URL } = self;
  const blobAddress = (/** @type {string} */ source) =>
    URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  // The hidden interfaces, for the self-test only.
  const outside = /** @type {Outside} */ ({
    navigator: self.navigator,
    fetch: self.fetch?.bind(self),
  });
  /** @type {Record<string, unknown>} */
  const hidden = /** @type {any} */ (outside);
  for (const name of HIDDEN) hidden[name] = valueOf(self, name);
  const setTimeout = withoutThis(self.setTimeout.bind(self));
  const setInterval = withoutThis(self.setInterval.bind(self));
  replace(self, "setTimeout", setTimeout);
  replace(self, "setInterval", setInterval);

  // Pyodide recognises a classic worker by an `importScripts` that works, and refuses it.
  replace(self, "importScripts", () => {
    throw new TypeError("importScripts is not available in the kernel.");
  });
  replace(self, "fetch", async (/** @type {RequestInfo | URL} */ address) => {
    const name = String(/** @type {Request | undefined} */ (address)?.url ?? address).replace(
      BASE,
      "",
    );
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
    serve: (
      /** @type {string} */ name,
      /** @type {ArrayBuffer} */ bytes,
      /** @type {string} */ type,
    ) => files.set(name, { bytes, type }),
    unserve: () => files.clear(),
    outside,
    blobAddress,
  };
}

// In some browsers, even reading a property throws where an opaque origin may not use it.
/** @param {object} scope @param {string} name @returns {unknown} */
function valueOf(scope, name) {
  try {
    return /** @type {Record<string, unknown>} */ (scope)[name];
  } catch {
    return undefined;
  }
}

// The browser calls a timer's function with the global scope as `this`, which Python can read.
/** @type {(start: (act: () => unknown, milliseconds?: number) => unknown) => StartTimer} */
function withoutThis(start) {
  return (act, milliseconds, ...values) => {
    if (typeof act !== "function") throw new TypeError("A timer needs a function.");
    return start(() => act(...values), milliseconds);
  };
}

/** @param {object} scope @param {string} name @param {unknown} value */
function replace(scope, name, value) {
  // Some of these are on a prototype: there they are replaced, and an own property is added that
  // hides them too.
  for (
    let owner = scope;
    owner && owner !== Object.prototype;
    owner = Object.getPrototypeOf(owner)
  ) {
    if (Object.hasOwn(owner, name)) {
      try {
        Object.defineProperty(owner, name, { value, writable: false, configurable: false });
      } catch {
        // A property that cannot be redefined stays; the policy still applies.
      }
    }
  }
  if (valueOf(scope, name) !== value) {
    Object.defineProperty(scope, name, { value, writable: false, configurable: false });
  }
}
