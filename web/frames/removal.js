// Removes interfaces from a global scope that the policy of some browser does not control, for our
// own code too. Interfaces that the policy does control are also hidden from Python, see `seal.js`.

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
 * @param {object} scope the global object
 * @param {string[]} names
 */
export function remove(scope, names) {
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
