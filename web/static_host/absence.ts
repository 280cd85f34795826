// Says in the page that its server cannot be reached, and finds out when it can be.

import { begun } from "./started.ts";

/** How long the server may say nothing, in milliseconds, as the service worker lets it. */
const PATIENCE = 20_000;

/**
 * Says it once the page's program has begun.
 *
 * @param base the server's address
 */
export async function announce(base: URL) {
  await begun();
  globalThis.insituPage.offerServer(
    () => isThere(base),
    () => location.reload(),
  );
}

/** Returns whether the server answers, with a sign-in in front of it too. */
async function isThere(base: URL) {
  const response = await fetch(base, {
    method: "HEAD",
    redirect: "manual",
    cache: "no-store",
    signal: AbortSignal.timeout(PATIENCE),
  }).catch(() => null);
  return response !== null && response.status < 500;
}
