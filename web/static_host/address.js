// The service worker's address, which is the only one that becomes a script in the page.

/**
 * @typedef {{ createPolicy(name: string, rules: { createScriptURL: () => string }): {
 *   createScriptURL(text: string): unknown } }} TrustedTypes
 */

/** The service worker's address, relative to the page's folder. */
export const SERVICE_WORKER = "service-worker.js";

/**
 * Returns the address as one that may become a script. The page's policy admits the name of one
 * Trusted Types policy, once: after this call nothing else in the page can make such an address.
 *
 * @param {string} address
 * @param {TrustedTypes | undefined} trustedTypes
 */
export function scriptAddress(address, trustedTypes) {
  const made = trustedTypes
    ?.createPolicy("insitu-service-worker", { createScriptURL: () => address })
    .createScriptURL("");
  return /** @type {string} */ (made ?? address);
}
