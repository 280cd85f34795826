// The service worker of a page. It answers from a cache, so that the page works without network,
// and adds the headers that make the page cross-origin isolated, if a static host cannot set
// them. It changes no document and no policy: those are in the documents themselves. The frames'
// inner documents have opaque origins and no network, and so never come here.
//
// On a static host it answers whatever it has stored, and a new version waits until it is used.
// If a server serves the page, the page is the server's as long as that can be reached, and a
// document of its own form takes its place otherwise (`requests.ts`).

import { HASHED, familyOf } from "./caches.ts";
import { withIsolation } from "./isolation.ts";
import { kindOf } from "./requests.ts";
import type { Scope } from "../types/service_worker.ts";

/**
 * What stands before this script: the version, the files of the page, relative to this script, with
 * what `integrity` has of each, whether a server serves the page, and which pages may show it
 * (`server/src/standalone.rs`).
 */
const { version, files, served, resources } = (globalThis as unknown as { insituBuild: unknown })
  .insituBuild as {
  version: string;
  files: Record<string, string>;
  served: boolean;
  resources: "same-origin" | "cross-origin";
};

const worker = globalThis as unknown as Scope;
const { scope } = worker.registration;
const FAMILY = familyOf(scope);
const CACHE = FAMILY + version;
/** The runtime's files, which the page itself stores if the browser lets it. */
const RUNTIME = new URL("runtime/", scope).href;

/** What is in the cache of a version once that was used. */
const USED = new URL("insitu-used", scope).href;

/**
 * How long a server may say nothing, in milliseconds, as in a network that loses everything: then
 * it counts as one that cannot be reached.
 */
const PATIENCE = 20_000;

worker.addEventListener("install", (event) => {
  // What the page has fetched from a server a moment ago, the browser still has: it may keep these
  // files for good.
  const cacheOf = (file: string) => (served && HASHED.test(file) ? "default" : "no-cache");
  // One that is missing, or of another version, ends the installation: versions are never mixed.
  const all = Object.entries(files).map(
    ([file, integrity]) => new Request(new URL(file, scope), { cache: cacheOf(file), integrity }),
  );
  const stored = store(all);
  // If a server serves the page, nothing that is open depends on the version.
  event.waitUntil(served ? stored.then(() => worker.skipWaiting()) : stored);
});

/** Stores all of a version, or nothing. */
async function store(requests: Request[]) {
  const before = await caches.has(CACHE);
  const cache = await caches.open(CACHE);
  await cache.addAll(requests).catch(async (error) => {
    // An empty one would count as the version before.
    if (!before) await caches.delete(CACHE);
    throw error;
  });
}

worker.addEventListener("activate", (event) => {
  event.waitUntil(cleanUp().then(() => worker.clients.claim()));
});

worker.addEventListener("message", (event) => {
  if (event.data?.insitu === "activate") worker.skipWaiting();
  if (event.data?.insitu === "used")
    event.waitUntil(
      keep(event.data.addresses).then(() => event.source?.postMessage({ insitu: "kept" })),
    );
  if (event.data?.insitu === "version") event.ports[0]?.postMessage(version);
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const kind = kindHere(request);
  if (kind === null) return;
  if (kind !== "unchanging") return event.respondWith(fromServer(request, kind === "page"));
  // Only documents need the headers. A response made here counts for Firefox as one from this
  // script's address, which the page's policy admits for frames alone.
  const answered = answer(request);
  event.respondWith(
    request.mode === "navigate"
      ? answered.then((response) => withIsolation(response, resources))
      : answered,
  );
});

/**
 * Returns what a request is for, see `requests.ts`; on a static host, all of the page is answered
 * in one way.
 */
function kindHere(request: Request) {
  if (served) return kindOf(request, { scope, files, storesRuntime: storesFiles() });
  if (request.method !== "GET" || !request.url.startsWith(scope)) return null;
  // Other documents in the folder do not belong to the page.
  return request.mode !== "navigate" ||
    isPage(request) ||
    HASHED.test(new URL(request.url).pathname)
    ? "unchanging"
    : null;
}

/** Returns whether a request is for the page's document. */
function isPage({ mode, url }: Request) {
  const { origin, pathname } = new URL(url);
  return mode === "navigate" && [scope, `${scope}index.html`].includes(origin + pathname);
}

/**
 * Returns what the server sends; if it cannot be reached, or says nothing for long, what is
 * stored in its place.
 *
 * @param page whether it is for the page
 */
async function fromServer(request: Request, page: boolean) {
  const answer = fetch(request);
  const silence = new Promise<never>((_, reject) => setTimeout(reject, PATIENCE));
  try {
    return await Promise.race([answer, silence]);
  } catch {
    const stored = await (await caches.open(CACHE)).match(
      page ? new URL("offline.html", scope) : request,
    );
    if (!stored) return answer;
    return page ? withIsolation(stored, resources) : stored;
  }
}

/**
 * Removes what earlier versions stored, but for the last that was used: a tab that still has it
 * loads further modules of it.
 */
async function cleanUp() {
  await put(await caches.open(CACHE), new Request(USED), new Response());
  // The next one that is used does it: what a newer version has stored is not an earlier one's.
  if (worker.registration.installing || worker.registration.waiting) return;
  const earlier = await earlierCaches();
  const used = await Promise.all(
    earlier.map(async (name) => Boolean(await (await caches.open(name)).match(USED))),
  );
  const last = earlier[used.lastIndexOf(true)];
  await Promise.all(earlier.filter((name) => name !== last).map((name) => caches.delete(name)));
}

/** Returns the names of the other versions' caches, the oldest first. */
async function earlierCaches() {
  return (await caches.keys()).filter((name) => name.startsWith(FAMILY) && name !== CACHE);
}

/**
 * Stores what a page has loaded before this worker was there. The browser still has it: such files
 * may be kept for good.
 */
async function keep(addresses: string[]) {
  for (const address of addresses) {
    const request = new Request(address);
    if (kindHere(request) === "unchanging" && isKept(request))
      await answer(request).catch(() => {});
  }
}

/**
 * Returns whether a file is stored when it is used: what the page stores itself need not be there
 * twice.
 */
function isKept({ url }: Request) {
  const { pathname, search } = new URL(url);
  return HASHED.test(pathname) && search === "" && !(url.startsWith(RUNTIME) && storesFiles());
}

async function answer(request: Request) {
  const stored = await find(request);
  // The page asks past what is stored if that was not the file that the build made. Some
  // browsers ask so for documents, when the user loads the page again.
  if (stored && (request.cache !== "reload" || request.mode === "navigate")) return stored;
  const response = await fetch(request).catch((error) => {
    if (stored) return stored;
    throw error;
  });
  // What the page has used once is there without network. Some networks answer with a page of their
  // own.
  const foreign =
    /^text\/html\b/.test(response.headers.get("content-type") ?? "") &&
    !request.url.endsWith(".html");
  const isNew =
    response !== stored && response.status === 200 && response.type === "basic" && !foreign;
  if (isNew && isKept(request)) await put(await caches.open(CACHE), request, response.clone());
  return response;
}

/** Returns what is stored for a request, by this version or an earlier one. */
async function find(request: Request) {
  const page = isPage(request);
  const cache = await caches.open(CACHE);
  const stored = await cache.match(page ? new URL("index.html", scope) : request, {
    ignoreSearch: page,
  });
  if (stored || page || !HASHED.test(new URL(request.url).pathname)) return stored;
  for (const name of await earlierCaches()) {
    const earlier = await caches.open(name);
    const older = await earlier.match(request);
    if (!older) continue;
    // It is used by this version too, or by a tab that has not loaded this one yet.
    if (isKept(request))
      await put(cache, request, older.clone()).then((done) => done && earlier.delete(request));
    return older;
  }
  return undefined;
}

/** Stores a file. Returns whether that succeeded: the disk may be full. */
const put = (cache: Cache, request: Request, response: Response) =>
  cache.put(request, response).then(
    () => true,
    () => false,
  );

/** Returns whether the page can store files, see `web/runtime/store.ts`. */
function storesFiles() {
  return (
    typeof FileSystemFileHandle === "function" &&
    "createWritable" in FileSystemFileHandle.prototype &&
    Boolean(navigator.storage?.getDirectory)
  );
}
