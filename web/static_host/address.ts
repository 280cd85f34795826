// The service worker's address, which is the only one that becomes a script in the page.

export type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL: () => string },
  ): { createScriptURL(text: string): unknown };
};

/** The service worker's address, relative to the page's folder. */
export const SERVICE_WORKER = "service-worker.js";

/**
 * Returns the address as one that may become a script. The page's policy admits the name of one
 * Trusted Types policy, once: after this call nothing else in the page can make such an address.
 */
export function scriptAddress(address: string, trustedTypes: TrustedTypes | undefined) {
  const made = trustedTypes
    ?.createPolicy("insitu-service-worker", { createScriptURL: () => address })
    .createScriptURL("");
  return (made ?? address) as string;
}
