// Registers the service worker of an exported page, and offers new versions of the page.

import { SERVICE_WORKER, scriptAddress } from "./address.ts";
import { begun, whenStarted } from "./started.ts";
import { handOver } from "./used.ts";
import type { TrustedTypes } from "./address.ts";
import type { offlineOf } from "./offline.ts";
import type { storageOf } from "./policy.ts";

/** Notes that the page was loaded again to become isolated, so that it is not tried forever. */
const TRIED = "insitu:isolating";
/**
 * What is noted if the service worker could not be installed: then it is not tried in this tab
 * again.
 */
const FAILED = "failed";
/**
 * How long a service worker may take to start, in milliseconds, before the page goes on without it.
 */
const PATIENCE = 10_000;

/**
 * Registers the service worker. A page that is not cross-origin isolated waits for it and loads
 * again through it, once.
 *
 * @param base the address of the folder that has the page
 */
export function register(
  base: URL,
  {
    navigator,
    location,
    crossOriginIsolated,
    trustedTypes,
    stop,
    parent,
    self,
  }: Window & { trustedTypes?: TrustedTypes },
  storage: ReturnType<typeof storageOf>,
  offline: Pick<ReturnType<typeof offlineOf>, "follow" | "fail">,
) {
  const { serviceWorker } = navigator;
  const tried = storage.getItem(TRIED);
  if (tried !== FAILED) storage.removeItem(TRIED);
  const address = scriptAddress(new URL(SERVICE_WORKER, base).href, trustedTypes);
  // Not in a private window of some browsers, nor over plain HTTP.
  if (!serviceWorker) return;
  const registered = serviceWorker.register(address, {
    scope: base.pathname,
    updateViaCache: "none",
  });
  // Within a page of another site, that page decides whether anything in it is isolated.
  if (crossOriginIsolated || tried !== null || parent !== self || !noted(storage)) {
    registered.then((registration) => {
      offline.follow(registration);
      offer(registration);
    }, offline.fail);
    if (!serviceWorker.controller) whenStarted(() => void handOver(serviceWorker));
    return;
  }
  // What loads now would load again.
  stop();
  const controlled = new Promise((resolve) =>
    serviceWorker.controller
      ? resolve(true)
      : serviceWorker.addEventListener("controllerchange", resolve),
  );
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  // A load past the caches is not controlled by the one that is there; the next load is.
  const installed = registered.then(
    async (registration) =>
      registration.active || Promise.race([controlled, refused(registration)]),
  );
  Promise.race([installed, late])
    .catch(() => storage.setItem(TRIED, FAILED))
    .then(() => location.reload());
}

/**
 * Rejects when the installation has failed: a file could not be fetched, is not the one of this
 * version, or finds no room.
 */
function refused({ installing }: ServiceWorkerRegistration): Promise<never> {
  return new Promise((_, reject) => {
    installing?.addEventListener(
      "statechange",
      () => installing.state === "redundant" && reject(new Error("it is not installed")),
    );
  });
}

/** Notes that the page is loaded again; returns whether that could be kept. */
function noted(storage: ReturnType<typeof storageOf>) {
  try {
    storage.setItem(TRIED, "yes");
    return true;
  } catch {
    return false;
  }
}

/**
 * Offers a new version, whenever there is one that waits. It is used when the user says so, or when
 * the last tab of the old one is closed.
 */
function offer(registration: ServiceWorkerRegistration) {
  const show = async () => {
    await begun();
    if (!registration.waiting || !navigator.serviceWorker.controller) return;
    globalThis.insituPage.offerVersion(() => {
      const { waiting } = registration;
      // Another tab may have used it meanwhile.
      if (!waiting) return location.reload();
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), {
        once: true,
      });
      waiting.postMessage({ insitu: "activate" });
    });
  };
  registration.addEventListener("updatefound", () =>
    registration.installing?.addEventListener("statechange", show),
  );
  void show();
}
