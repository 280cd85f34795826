// What the browser has stored of the page for visits without network, and whether there is a newer
// version: `insitu.offline`, and reports of what changes. All of it ends, whatever the browser
// does: what may never be answered has a bound.

import { HASHED } from "./caches.ts";
import type { Insitu, OfflineUpdate } from "../generated/automation.ts";
import type { CoreFile } from "../generated/kernel.ts";

type Surface = Insitu["offline"];

/** How long a worker may take to start and to say its version, in milliseconds. */
const ANSWER_MS = 10_000;
/**
 * How long the browser may look for a new version, and how long that may take to be stored, in
 * milliseconds.
 */
const LOOKING_MS = 20_000;
const STORING_MS = 120_000;
/**
 * How long a version that was found may take to be reported to the page after the browser has
 * looked, in milliseconds.
 */
const TELLING_MS = 2_000;

/** The mark that the runtime sets when it has moved files to its store. */
const STORED = "insitu:stored";

/**
 * What of the browser is used here: the caches, the folder with the runtime's files, and the
 * addresses of what the page has loaded and of what it loads in the background, Python's standard
 * library among it.
 */
interface Browser {
  caches: Pick<CacheStorage, "keys" | "open">;
  folder: () => Promise<AsyncIterable<
    [string, { getFile?: () => Promise<{ size: number }> }]
  > | null>;
  loaded: () => string[];
  ahead: () => string[];
}

/** The browser of this document. */
const here: Browser = {
  get caches() {
    return globalThis.caches;
  },
  // WebKit has none in some windows, and there the service worker stores these files.
  async folder() {
    const root = await navigator.storage?.getDirectory?.().catch(() => null);
    const folder = await root?.getDirectoryHandle("runtime").catch(() => null);
    return folder ? (folder as any).entries() : null;
  },
  loaded: () => performance.getEntriesByType("resource").map(({ name }) => name),
  ahead() {
    const core: CoreFile[] = JSON.parse(
      document.querySelector('meta[name="insitu:core"]')?.getAttribute("content") ?? "[]",
    );
    return [
      ...core.filter(({ role }) => role === "stdlib").map(({ asset }) => asset.url),
      ...globalThis.insituPage.runtime.ahead(),
    ];
  },
};

/**
 * Returns what scripts have of the stored page, and what follows its service worker once that is
 * registered.
 *
 * @param page.scope the address of the page
 * @param page.takesOver whether a new version is used at once
 * @param page.why why the page is not stored here, as a sentence
 */
export function offlineOf(
  {
    serviceWorker,
    scope,
    takesOver,
    why = "",
  }: {
    serviceWorker: ServiceWorkerContainer | undefined;
    scope: string;
    takesOver: boolean;
    why?: string;
  },
  browser: Browser = here,
) {
  let refused = serviceWorker
    ? why
    : "This browser stores no pages here, as in some private windows, or over plain HTTP.";
  /** What waits for a change. */
  let waiting: (() => void)[] = [];

  const report = (state: string) => {
    globalThis.insituPage?.happened?.("offline", null, state);
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  };

  /** The service workers whose states are reported. */
  const followed = new WeakSet<ServiceWorker>();

  const followWorker = (worker: ServiceWorker | null) => {
    // The first one is there when the registration is, and is found afterwards.
    if (!worker || followed.has(worker)) return;
    followed.add(worker);
    report(worker.state);
    worker.addEventListener("statechange", () => report(worker.state));
  };

  const registration = async () =>
    (await within(ANSWER_MS, (serviceWorker as ServiceWorkerContainer).getRegistration(scope))) ??
    undefined;

  const status: Surface["status"] = async () => {
    if (refused)
      return {
        supported: false,
        why: refused,
        version: null,
        next: null,
        complete: false,
        pending: [],
      };
    const registered = await registration();
    const [version, next, pending] = await Promise.all([
      versionOf(registered?.active),
      versionOf(registered?.waiting ?? registered?.installing),
      notStored(browser),
    ]);
    const complete =
      version !== null && registered?.active?.state === "activated" && pending.length === 0;
    return { supported: true, why: null, version, next, complete, pending };
  };

  const surface: Surface = {
    status,
    async stored() {
      for (;;) {
        const change = new Promise<void>((resolve) => waiting.push(resolve));
        const now = await status();
        if (!now.supported) throw new Error(refused);
        if (now.complete) return now;
        await change;
      }
    },
    async update() {
      if (refused) return { found: "unknown", version: null, why: refused };
      const registered = await registration();
      if (!registered)
        return { found: "unknown", version: null, why: "Nothing of this page is stored yet." };
      return look(registered, takesOver);
    },
  };

  return {
    surface,
    /** Follows the service worker. */
    follow(registered: ServiceWorkerRegistration) {
      followWorker(registered.installing ?? registered.waiting ?? registered.active);
      registered.addEventListener("updatefound", () => followWorker(registered.installing));
      serviceWorker?.addEventListener("controllerchange", () => report("controlling"));
      serviceWorker?.addEventListener(
        "message",
        ({ data }) => data?.insitu === "kept" && report("files-stored"),
      );
      new PerformanceObserver(
        (entries) => entries.getEntriesByName(STORED).length > 0 && report("files-stored"),
      ).observe({ type: "mark", buffered: true });
    },
    /** Says that the page could not be stored. */
    fail(error: unknown) {
      refused = `The browser did not store this page: ${(error as Error)?.message ?? error}`;
      report("failed");
    },
  };
}

/** Looks for a new version, and waits until it is stored or is not. */
async function look(
  registered: ServiceWorkerRegistration,
  takesOver: boolean,
): Promise<OfflineUpdate> {
  let found = registered.installing ?? registered.waiting;
  let failure = "";
  if (!found) {
    const reported = new Promise<ServiceWorker | null>((resolve) =>
      registered.addEventListener(
        "updatefound",
        () => resolve(registered.installing ?? registered.waiting),
        { once: true },
      ),
    );
    // It fails if the server cannot be reached, and never settles if the browser starts no
    // worker for this tab.
    const looked = registered.update().then(
      () => "",
      (error) => `The browser could not look: ${error.message}`,
    );
    failure = (await within(LOOKING_MS, looked)) ?? "The browser has not looked in time.";
    found = failure ? null : await within(TELLING_MS, reported);
  }
  if (!found)
    return { found: failure ? "unknown" : "current", version: null, why: failure || null };
  const end = await within(STORING_MS, ended(found, takesOver));
  if (end === null)
    return {
      found: "unknown",
      version: await versionOf(found),
      why: "A newer version is still being stored.",
    };
  if (end !== "redundant") return { found: "newer", version: await versionOf(found), why: null };
  return {
    found: "refused",
    version: null,
    why: "A file of the newer version could not be fetched, or is another one. What is stored stays.",
  };
}

/**
 * Resolves with a worker's state once it is stored, and used where it takes over, or once it never
 * will be.
 */
function ended(worker: ServiceWorker, takesOver: boolean): Promise<ServiceWorkerState> {
  const ends = takesOver ? ["activated", "redundant"] : ["installed", "activated", "redundant"];
  return new Promise((resolve) => {
    const see = () => {
      if (!ends.includes(worker.state)) return;
      worker.removeEventListener("statechange", see);
      resolve(worker.state);
    };
    worker.addEventListener("statechange", see);
    see();
  });
}

/** Returns the version of a worker; null if there is none, or if it does not say. */
async function versionOf(worker: ServiceWorker | null | undefined): Promise<string | null> {
  if (!worker || worker.state === "redundant") return null;
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise<unknown>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
  });
  worker.postMessage({ insitu: "version" }, [port2]);
  const version = await within(ANSWER_MS, answered);
  port1.close();
  return typeof version === "string" ? version : null;
}

/**
 * Returns the names of the files that the page needs without network and that are not stored: what
 * it has loaded, and what it loads in the background.
 */
async function notStored({ caches, folder, loaded, ahead }: Browser) {
  // A static host has files of the runtime as gzip, and the page stores them decompressed.
  const nameOf = (address: string) => (address.split("/").at(-1) as string).replace(/\.gz$/, "");
  const stored = new Set<string>();
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) stored.add(nameOf(url));
  // One that is being written is empty, or lies beside it under another name until it is complete.
  const sizeOf = async (file: { getFile?: () => Promise<{ size: number }> }) =>
    (await file.getFile?.().catch(() => null))?.size ?? 0;
  for await (const [name, file] of (await folder()) ?? [])
    if ((await sizeOf(file)) > 0) stored.add(nameOf(name));
  const needed = loaded().filter(
    (address) => HASHED.test(address) && /\/(runtime|pkg)\/[^/]+$/.test(address),
  );
  return [...new Set([...needed, ...ahead()].map(nameOf))].filter((name) => !stored.has(name));
}

/** Resolves with what a promise resolves with, or with null if it takes longer. */
function within<T>(ms: number, promise: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
