import { after, beforeEach, test } from "node:test";
import assert from "node:assert/strict";

const SCOPE = "https://example.org/tools/";
const FILE = "pkg/charts.0123456789ab.js";

/** What the host has, by path. */
let host: Record<string, { text: string; type?: string }> = {};
/** The requests that reached the host. */
let asked: string[] = [];
/** What is stored, by the name of the cache and the address. */
let stored = new Map<string, Map<string, Response>>();

const addressOf = (request: Request | string | URL) =>
  typeof request === "object" && "url" in request ? request.url : String(request);

function cacheOf(name: string) {
  const files = stored.get(name) ?? new Map();
  stored.set(name, files);
  return {
    match: async (request: Request | URL) => files.get(addressOf(request))?.clone(),
    put: async (request: Request, response: Response) =>
      void files.set(addressOf(request), response),
    delete: async (request: Request) => files.delete(addressOf(request)),
    addAll: async (requests: Request[]) => {
      for (const request of requests) files.set(request.url, await globalThis.fetch(request));
    },
  };
}

const real = { caches: globalThis.caches, fetch: globalThis.fetch };
after(() => Object.assign(globalThis, real));
beforeEach(() => {
  [host, asked, stored] = [
    { "index.html": { text: "<title>Insitu</title>", type: "text/html" } },
    [],
    new Map(),
  ];
  Object.assign(globalThis, {
    caches: {
      has: async (name: string) => stored.has(name),
      keys: async () => [...stored.keys()],
      open: async (name: string) => cacheOf(name),
      delete: async (name: string) => stored.delete(name),
    },
    fetch: async (request: Request) => {
      const path = addressOf(request).slice(SCOPE.length);
      asked.push(path);
      const { text, type = "text/javascript" } = host[path] ?? { text: "Not found" };
      const response = new Response(text, {
        status: path in host ? 200 : 404,
        headers: { "content-type": type },
      });
      return Object.defineProperty(response, "type", { value: "basic" });
    },
  });
});

let serial = 0;
/** Sends a message to the version that was started last. */
let tell: (message: object, more?: object) => Promise<unknown> = async () => {};

/**
 * Installs and activates a version, as when the user has accepted it.
 *
 * @param options `waiting` is a newer version that is installed, and not used yet
 */
async function version(
  version: string,
  { activates = true, waiting }: { activates?: boolean; waiting?: object } = {},
) {
  const listeners: Record<string, (event: object) => void> = {};
  Object.assign(globalThis, {
    insituBuild: {
      version,
      files: { "index.html": "sha256-x" },
      served: false,
      resources: "same-origin",
    },
    registration: { scope: SCOPE, waiting: null },
    clients: { claim: async () => {} },
    skipWaiting: async () => {},
    addEventListener: (type: string, listen: (event: object) => void) =>
      void (listeners[type] = listen),
  });
  await import(`./service_worker.ts?${(serial += 1)}`);
  const happens = async (type: string) => {
    const until: Promise<unknown>[] = [];
    listeners[type]({ waitUntil: (one: Promise<unknown>) => until.push(one) });
    await Promise.all(until);
  };
  await happens("install");
  Object.assign(globalThis, { registration: { scope: SCOPE, waiting: waiting ?? null } });
  if (activates) await happens("activate");
  tell = (message, more = {}) => {
    const until: Promise<unknown>[] = [];
    listeners.message({
      data: message,
      waitUntil: (one: Promise<unknown>) => until.push(one),
      ports: [],
      ...more,
    });
    return Promise.all(until);
  };
  /** Returns what it answers a request, null if it leaves that to the browser. */
  return async (path: string, request?: Partial<Request>) => {
    let answer: Promise<Response> | null = null;
    const respondWith = (given: Promise<Response>) => void (answer = given);
    listeners.fetch({
      request: {
        method: "GET",
        mode: "cors",
        cache: "default",
        url: new URL(path, SCOPE).href,
        ...request,
      },
      respondWith,
    });
    return answer === null ? null : await (await (answer as Promise<Response>)).text();
  };
}

test("a file that every version uses is there without the host after any number of versions", async () => {
  host[FILE] = { text: "charts" };
  for (const name of ["a", "b", "c", "d"]) {
    const get = await version(name);
    assert.equal(await get(FILE), "charts");
  }
  assert.equal(asked.filter((path) => path === FILE).length, 1);
  assert.equal(
    [...stored.values()].filter((files) => files.has(SCOPE + FILE)).length,
    1,
    "one copy",
  );
});

test("what a tab of the version before has not loaded yet stays, also where another version came and was not used", async () => {
  host[FILE] = { text: "charts" };
  await (await version("a"))(FILE);
  await version("b", { activates: false });
  const get = await version("c");
  assert.equal(stored.size, 2);
  delete host[FILE];
  assert.equal(await get(FILE), "charts");
});

test("a version that is used leaves what a newer one has stored, which is used without the host later", async () => {
  await version("a");
  await version("c", { activates: false });
  await version("b", { waiting: {} });
  assert.equal(stored.size, 3);
  const get = await version("c");
  Object.assign(globalThis, { fetch: () => Promise.reject(new TypeError("no network")) });
  assert.match(String(await get("", { mode: "navigate" })), /Insitu/);
});

test("a file that was not the build's is replaced when it is asked for past the caches, and a page of another in its place is not kept", async () => {
  const get = await version("a");
  host[FILE] = { text: "<p>Sign in to this network</p>", type: "text/html; charset=utf-8" };
  await get(FILE);
  host[FILE] = { text: "half" };
  assert.equal(await get(FILE), "half");
  host[FILE] = { text: "whole" };
  assert.equal(await get(FILE), "half");
  assert.equal(await get(FILE, { cache: "reload" }), "whole");
  assert.equal(await get(FILE), "whole");
  Object.assign(globalThis, { fetch: () => Promise.reject(new TypeError("no network")) });
  assert.equal(await get(FILE, { cache: "reload" }), "whole");
  assert.match(String(await get("", { cache: "reload", mode: "navigate" })), /Insitu/);
  await assert.rejects(get("pkg/other.0123456789ab.js"), { message: "no network" });
});

test("the page is answered at its address and as index.html, and other documents in its folder are left to the host", async () => {
  const get = await version("a");
  const navigation = { mode: "navigate" } as const;
  for (const path of ["", "?source=shortcut", "index.html"])
    assert.match(String(await get(path, navigation)), /Insitu/, path);
  for (const path of ["docs/index.html", "docs/", "terms.html"])
    assert.equal(await get(path, navigation), null, path);
  assert.equal(await get("https://elsewhere.example/", navigation), null);
});

test("a version says which one it is, and that what the page had loaded is stored", async () => {
  await version("a");
  const said: unknown[] = [];
  const receiver = { postMessage: (message: unknown) => said.push(message) };
  await tell({ insitu: "version" }, { ports: [receiver] });
  assert.deepEqual(said, ["a"]);
  host[FILE] = { text: "charts" };
  await tell({ insitu: "used", addresses: [SCOPE + FILE] }, { source: receiver });
  assert.deepEqual(said, ["a", { insitu: "kept" }]);
  assert.ok([...stored.values()].some((files) => files.has(SCOPE + FILE)));
});
