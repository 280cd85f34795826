// The service worker of an exported page: the browser's side of a static host. It answers from a cache, so that the page works without network, and adds the headers
// that make the page cross-origin isolated, where the host cannot set them. It changes no document and no policy: those are in the documents themselves. The frames'
// inner documents have opaque origins and no network, and so never come here.

import { withIsolation } from "./isolation.js";

/** What the export wrote before this script: the version, and the files of the page, relative to this script, with what `integrity` has of each. */
const { version, files } = /** @type {{ version: string, files: Record<string, string> }} */ (/** @type {any} */ (globalThis).insituBuild);

const worker = /** @type {import("../types/service_worker").Scope} */ (/** @type {unknown} */ (globalThis));
const { scope } = worker.registration;
/** Two pages of one origin have caches of their own. */
const FAMILY = `insitu ${new URL(scope).pathname} `;
const CACHE = FAMILY + version;
/** The runtime's files, which the page itself stores where the browser lets it. */
const RUNTIME = new URL("runtime/", scope).href;
/** Files with a hash in their name never change. */
const HASHED = /\.[0-9a-f]{12}\.[a-z0-9]+$/;

worker.addEventListener("install", (event) => {
  // One that is missing, or of another version, ends the installation: versions are never mixed.
  const all = Object.entries(files).map(([file, integrity]) => new Request(new URL(file, scope), { cache: "no-cache", integrity }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(all)));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(cleanUp().then(() => worker.clients.claim()));
});

worker.addEventListener("message", (event) => {
  if (event.data?.insitu === "activate") worker.skipWaiting();
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(scope)) return;
  // Only documents need the headers. A response made here counts for Firefox as one from this script's address, which the page's policy admits for frames alone.
  const answered = answer(request);
  event.respondWith(request.mode === "navigate" ? answered.then(withIsolation) : answered);
});

/** Removes what earlier versions stored, but for the last: a tab that still has it loads further modules of it. */
async function cleanUp() {
  const earlier = (await caches.keys()).filter((name) => name.startsWith(FAMILY) && name !== CACHE);
  await Promise.all(earlier.slice(0, -1).map((name) => caches.delete(name)));
}

/** @param {Request} request */
async function answer(request) {
  const { pathname, search, href, origin } = new URL(request.url);
  const page = request.mode === "navigate" && (origin + pathname === scope || pathname.endsWith("/index.html"));
  const cache = await caches.open(CACHE);
  const stored = await cache.match(page ? new URL("index.html", scope) : request, { ignoreSearch: page });
  if (stored) return stored;
  if (!page && HASHED.test(pathname)) {
    // Of the version before, for a tab that has not loaded this one yet.
    for (const name of await caches.keys()) {
      const older = name.startsWith(FAMILY) && name !== CACHE ? await (await caches.open(name)).match(request) : undefined;
      if (older) return older;
    }
  }
  const response = await fetch(request);
  // What the page has used once is there without network; what it keeps itself need not be there twice.
  const kept = HASHED.test(pathname) && search === "" && !(href.startsWith(RUNTIME) && storesFiles());
  if (kept && response.status === 200 && response.type === "basic") await cache.put(request, response.clone()).catch(() => {});
  return response;
}

/** Returns whether the page can store files, see `public/runtime/store.js`. */
function storesFiles() {
  return typeof FileSystemFileHandle === "function" && "createWritable" in FileSystemFileHandle.prototype && Boolean(navigator.storage?.getDirectory);
}
