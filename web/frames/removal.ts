// Removes interfaces from a global scope that the policy of some browser does not control, for our
// own code too. Interfaces that the policy does control are also hidden from Python, see `seal.ts`.

/** Peer connections, which no browser's policy controls. Workers have none so far. */
export const PEERS = [
  "RTCPeerConnection",
  "webkitRTCPeerConnection",
  "mozRTCPeerConnection",
  "RTCDataChannel",
  "RTCIceTransport",
  "RTCDtlsTransport",
  "RTCSctpTransport",
];
/**
 * For workers: in Firefox the first two bypass the policy, and violations by the third are not
 * reported; in WebKit caches can be opened.
 */
export const UNCONTROLLED = [
  "EventSource",
  "FontFace",
  "WebTransport",
  "FontFaceSet",
  "fonts",
  "caches",
  "CacheStorage",
  "Cache",
];

/**
 * Removes globals. Must run before anything else.
 *
 * @param scope the global object
 */
export function remove(scope: object, names: string[]) {
  for (const name of names) {
    for (
      let owner = scope;
      owner && owner !== Object.prototype;
      owner = Object.getPrototypeOf(owner)
    ) {
      if (Object.hasOwn(owner, name)) Reflect.deleteProperty(owner, name);
    }
  }
}
