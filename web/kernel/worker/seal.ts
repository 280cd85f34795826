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

/** The interfaces that the seal hides, as the browser offers them. */
export interface Outside {
  navigator: Navigator;
  fetch: typeof fetch;
  WebSocket?: typeof WebSocket;
  WebTransport?: typeof WebTransport;
  EventSource?: typeof EventSource;
  BroadcastChannel?: typeof BroadcastChannel;
  RTCPeerConnection?: typeof RTCPeerConnection;
  FontFace?: typeof FontFace;
  indexedDB?: IDBFactory;
  caches?: CacheStorage;
}

export type StartTimer = (
  act: (...values: unknown[]) => unknown,
  milliseconds?: number,
  ...values: unknown[]
) => unknown;

export type SealedScope = ReturnType<typeof sealScope>;

// The base URL of Pyodide's files; `.invalid` never resolves.
export const BASE = "http://kernel.invalid/";

/**
 * Hides the interfaces of a worker's scope that allow egress, and makes Pyodide accept the scope.
 *
 * @param self the worker's scope
 * @returns what the worker itself still needs: timers, `serve` (sets the bytes that `fetch` answers
 *   with), and for the self-test `outside`, the hidden interfaces, and `blobAddress`
 */
export function sealScope(self: Window & typeof globalThis) {
  const files = new Map<string, { bytes: ArrayBuffer; type: string }>();
  const { Blob, Response, URL } = self;
  const blobAddress = (source: string) =>
    URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  // The hidden interfaces, for the self-test only.
  const outside = {
    navigator: self.navigator,
    fetch: self.fetch?.bind(self),
  } as Outside;
  const hidden = outside as unknown as Record<string, unknown>;
  for (const name of HIDDEN) hidden[name] = valueOf(self, name);
  const setTimeout = withoutThis(self.setTimeout.bind(self));
  const setInterval = withoutThis(self.setInterval.bind(self));
  replace(self, "setTimeout", setTimeout);
  replace(self, "setInterval", setInterval);

  // Pyodide recognises a classic worker by an `importScripts` that works, and refuses it.
  replace(self, "importScripts", () => {
    throw new TypeError("importScripts is not available in the kernel.");
  });
  replace(self, "fetch", async (address: RequestInfo | URL) => {
    const name = String((address as Request | undefined)?.url ?? address).replace(BASE, "");
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
    serve: (name: string, bytes: ArrayBuffer, type: string) => files.set(name, { bytes, type }),
    unserve: () => files.clear(),
    outside,
    blobAddress,
  };
}

// In some browsers, even reading a property throws if an opaque origin may not use it.
function valueOf(scope: object, name: string): unknown {
  try {
    return (scope as Record<string, unknown>)[name];
  } catch {
    return undefined;
  }
}

// The browser calls a timer's function with the global scope as `this`, which Python can read.
function withoutThis(start: (act: () => unknown, milliseconds?: number) => unknown): StartTimer {
  return (act, milliseconds, ...values) => {
    if (typeof act !== "function") throw new TypeError("A timer needs a function.");
    return start(() => act(...values), milliseconds);
  };
}

function replace(scope: object, name: string, value: unknown) {
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
