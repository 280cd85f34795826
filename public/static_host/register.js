// Registers the service worker, and offers new versions of the page.

/** @typedef {{ createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(text: string): unknown } }} TrustedTypes */

/** The service worker's address, relative to the page's folder. */
export const SERVICE_WORKER = "service-worker.js";
/** Notes that the page was loaded again to become isolated, so that it is not tried forever. */
const TRIED = "insitu:isolating";
/** How long a service worker may take to start, in milliseconds, before the page goes on without it. */
const PATIENCE = 10_000;

/**
 * Registers the service worker. A page that is not cross-origin isolated waits for it and loads again through it, once.
 *
 * @param {URL} base the address of the folder that has the page
 * @param {Window & { trustedTypes?: TrustedTypes }} window
 */
export function register(base, { navigator, sessionStorage, location, crossOriginIsolated, trustedTypes, stop, parent, self }) {
  const { serviceWorker } = navigator;
  const tried = sessionStorage.getItem(TRIED) !== null;
  sessionStorage.removeItem(TRIED);
  // Not in a private window of some browsers, nor over plain HTTP.
  if (!serviceWorker) return;
  const address = new URL(SERVICE_WORKER, base).href;
  // The policy admits one name, once: nothing else in this page can make an address that may become a script.
  const named = trustedTypes?.createPolicy("insitu-service-worker", { createScriptURL: () => address });
  const registered = serviceWorker.register(/** @type {string} */ (/** @type {unknown} */ (named?.createScriptURL("") ?? address)), {
    scope: base.pathname,
    updateViaCache: "none",
  });
  // Within a page of another site, that page decides whether anything in it is isolated.
  if (crossOriginIsolated || tried || parent !== self) {
    registered.then(offer, () => {});
    return;
  }
  // What loads now would load again.
  stop();
  sessionStorage.setItem(TRIED, "yes");
  const controlled = new Promise((resolve) => (serviceWorker.controller ? resolve(true) : serviceWorker.addEventListener("controllerchange", resolve)));
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  Promise.race([registered.then(() => controlled), late])
    .catch(() => {})
    .then(() => location.reload());
}

/**
 * Offers a new version, whenever there is one that waits. It is used when the user says so, or when the last tab of the old one is closed.
 *
 * @param {ServiceWorkerRegistration} registration
 */
function offer(registration) {
  const show = () => {
    const { waiting } = registration;
    if (!waiting || !navigator.serviceWorker.controller) return;
    const use = () => {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      waiting.postMessage({ insitu: "activate" });
    };
    globalThis.insituDialogs?.().then((dialogs) => dialogs.offerVersion(use));
  };
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", show));
  // The page's program may not have begun yet.
  if (document.readyState === "complete") show();
  else addEventListener("load", show, { once: true });
}
