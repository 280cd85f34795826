// Takes out of a global scope what the policy of some browser does not hold. Nobody has it then, not our own code either. What a policy does hold is
// hidden from Python besides, see `seal.js`.

/** No policy of any browser holds a peer connection. Workers have none so far. */
export const PEERS = [
  "RTCPeerConnection", "webkitRTCPeerConnection", "mozRTCPeerConnection", "RTCDataChannel", "RTCIceTransport", "RTCDtlsTransport", "RTCSctpTransport",
];
/** In workers: in Firefox the first two reach the network past the policy, and nothing is reported of the third; in WebKit caches can be opened. */
export const UNHELD = ["EventSource", "FontFace", "WebTransport", "FontFaceSet", "fonts", "caches", "CacheStorage", "Cache"];

/**
 * Removes globals, before anything else runs.
 *
 * @param {object} scope the global object
 * @param {string[]} names
 */
export function remove(scope, names) {
  for (const name of names) {
    for (let owner = scope; owner && owner !== Object.prototype; owner = Object.getPrototypeOf(owner)) {
      if (Object.hasOwn(owner, name)) Reflect.deleteProperty(owner, name);
    }
  }
}
