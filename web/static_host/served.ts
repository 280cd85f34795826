// In the head of the page that the server serves: has the browser keep the page for when the server
// cannot be reached. Waits until Python runs, so that nothing is fetched beside the start.

import { SERVICE_WORKER, scriptAddress } from "./address.ts";
import { offlineOf } from "./offline.ts";
import { whenStarted } from "./started.ts";
import { handOver } from "./used.ts";
import type { TrustedTypes } from "./address.ts";

/** How long the browser may delay work in the background, in milliseconds. */
const PATIENCE = 10_000;

const { requestIdleCallback, trustedTypes } = globalThis as {
  requestIdleCallback?: typeof window.requestIdleCallback;
  trustedTypes?: TrustedTypes;
};
const { serviceWorker } = navigator;
// At once, so that nothing else in the page can.
const address = scriptAddress(new URL(SERVICE_WORKER, document.baseURI).href, trustedTypes);

// Within a page of another site, that page decides what is shown.
const why = parent === self ? "" : "Within a page of another site this page is not stored.";
const offline = offlineOf({
  serviceWorker,
  scope: new URL("/", document.baseURI).href,
  takesOver: true,
  why,
});
(globalThis.insituPage ??= {} as typeof globalThis.insituPage).offline = offline.surface;

if (serviceWorker && parent === self) {
  const register = async () => {
    const first = !serviceWorker.controller;
    try {
      offline.follow(await serviceWorker.register(address, { scope: "/", updateViaCache: "none" }));
      if (first) await handOver(serviceWorker);
    } catch (error) {
      // As in a private window of some browsers: nothing is kept.
      offline.fail(error);
    }
  };
  whenStarted(() =>
    requestIdleCallback
      ? requestIdleCallback.call(window, register, { timeout: PATIENCE })
      : setTimeout(register, PATIENCE / 10),
  );
}
