import { beforeEach, test } from "node:test";
import assert from "node:assert/strict";

import { offlineOf } from "./offline.ts";

const SCOPE = "https://example.org/tools/";
const [HEAP, EDITOR, LIBRARY] = [
  "heap.0123456789ab.bin",
  "editor.0123456789ab.js",
  "python_stdlib.0123456789ab.zip",
];

/** A service worker that says its version, unless it is one that says nothing. */
class Worker extends EventTarget {
  version: string;
  state: ServiceWorkerState;

  constructor(version: string, state: ServiceWorkerState = "activated") {
    super();
    this.version = version;
    this.state = state;
  }

  postMessage({ insitu }: { insitu: string }, [port]: MessagePort[]) {
    if (insitu === "version" && this.version) port.postMessage(this.version);
  }

  become(state: ServiceWorkerState) {
    this.state = state;
    this.dispatchEvent(new Event("statechange"));
  }
}

/** A registration; `look` is what the browser does when it looks for a new version. */
class Registration extends EventTarget {
  installing: Worker | null = null;
  waiting: Worker | null = null;
  active: Worker | null = null;
  look = async (): Promise<unknown> => this;

  update() {
    return this.look();
  }

  find(worker: Worker) {
    this.installing = worker;
    this.dispatchEvent(new Event("updatefound"));
  }
}

/** What is stored by the service worker and by the page, and what the page has loaded. */
let [cached, folder, loaded] = [[""], [["", 0]], [""]];
let registration: Registration | undefined;
let reported: string[] = [];
let markStored: () => void = () => {};

beforeEach(() => {
  [cached, folder, loaded, reported] = [
    [EDITOR],
    [[HEAP, 9]],
    [`${SCOPE}runtime/${HEAP}`, `${SCOPE}pkg/${EDITOR}`, `${SCOPE}v1/models`],
    [],
  ];
  registration = new Registration();
  registration.active = new Worker("one");
  Object.assign(globalThis, {
    insituPage: {
      happened: (type: string, _: null, state: string) => reported.push(`${type} ${state}`),
    },
    PerformanceObserver: class {
      constructor(seen: (list: { getEntriesByName(name: string): string[] }) => void) {
        markStored = () =>
          seen({ getEntriesByName: (name) => (name === "insitu:stored" ? [name] : []) });
      }
      observe() {}
    },
  });
});

function offline({ takesOver = true, why }: { takesOver?: boolean; why?: string } = {}) {
  const serviceWorker = Object.assign(new EventTarget(), {
    getRegistration: async (scope: string) => (scope === SCOPE ? registration : undefined),
  });
  const browser = {
    caches: {
      keys: async () => ["a"],
      open: async () => ({
        keys: async () => cached.map((name) => ({ url: `${SCOPE}pkg/${name}` })),
      }),
    },
    async folder() {
      return (async function* () {
        yield [
          "a file that is gone",
          { getFile: () => Promise.reject(new DOMException("gone", "NotFoundError")) },
        ];
        for (const [name, size] of folder) yield [name, { getFile: async () => ({ size }) }];
      })();
    },
    loaded: () => loaded,
    ahead: () => [`/runtime/${LIBRARY}`],
  };
  return {
    ...offlineOf({ serviceWorker, scope: SCOPE, takesOver, why } as any, browser as any),
    serviceWorker,
  };
}

const complete = {
  supported: true,
  why: null,
  version: "one",
  next: null,
  complete: true,
  pending: [],
};

test("what is stored is said with its version and what is missing, and a file that is being written is missing", async () => {
  const { surface } = offline();
  assert.deepEqual(await surface.status(), { ...complete, complete: false, pending: [LIBRARY] });
  folder.push([LIBRARY, 0]);
  assert.deepEqual((await surface.status()).pending, [LIBRARY]);
  folder[1][1] = 5;
  assert.deepEqual(await surface.status(), complete);
  loaded.push(`${SCOPE}runtime/numpy.0123456789ab.whl.gz`);
  assert.deepEqual((await surface.status()).pending, ["numpy.0123456789ab.whl"]);
  folder.push(["numpy.0123456789ab.whl", 3]);
  assert.deepEqual(
    await surface.status(),
    complete,
    "a static host has it as gzip, and the page stores it decompressed",
  );
});

test("without a version that answers nothing is complete, and a newer one is named", async () => {
  const { surface } = offline();
  folder.push([LIBRARY, 5]);
  (registration as Registration).waiting = new Worker("two", "installed");
  assert.deepEqual(await surface.status(), { ...complete, next: "two" });
  (registration?.active as Worker).state = "activating";
  assert.equal((await surface.status()).complete, false);
  registration = undefined;
  assert.deepEqual(await surface.status(), { ...complete, version: null, complete: false });
});

test("where the page may not be stored, that is said at once", async () => {
  const why = "Within a page of another site this page is not stored.";
  const { surface } = offline({ why });
  assert.deepEqual(await surface.status(), {
    supported: false,
    why,
    version: null,
    next: null,
    complete: false,
    pending: [],
  });
  assert.deepEqual(await surface.update(), { found: "unknown", version: null, why });
  await assert.rejects(surface.stored(), { message: why });
  const none = offlineOf({ serviceWorker: undefined, scope: SCOPE, takesOver: true });
  assert.match(String((await none.surface.status()).why), /stores no pages here/);
});

test("each state of a service worker is reported once, also of one that is there before it is found", () => {
  const { follow } = offline();
  const first = new Worker("one", "installing");
  Object.assign(registration as Registration, { active: null, installing: first });
  follow(registration as any);
  registration?.find(first);
  first.become("activated");
  registration?.find(new Worker("two", "installing"));
  assert.deepEqual(reported, ["offline installing", "offline activated", "offline installing"]);
});

test("what waits for the page to be stored goes on with the last file, whoever stores it", async () => {
  const { surface, follow, serviceWorker } = offline();
  follow(registration as any);
  loaded.push(`${SCOPE}pkg/charts.0123456789ab.js`);
  const stored = surface.stored();
  cached.push("charts.0123456789ab.js");
  serviceWorker.dispatchEvent(Object.assign(new Event("message"), { data: { insitu: "kept" } }));
  await new Promise((resolve) => setTimeout(resolve));
  folder.push([LIBRARY, 5]);
  markStored();
  assert.deepEqual(await stored, complete);
  assert.deepEqual(reported, ["offline activated", "offline files-stored", "offline files-stored"]);
});

test("a worker that says nothing has no version, and nothing waits for it forever", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { surface } = offline();
  (registration?.active as Worker).version = "";
  const status = surface.status();
  for (let turns = 0; turns < 20; turns += 1) await null;
  context.mock.timers.tick(10_000);
  assert.equal((await status).version, null);
});

test("looking for a new version says what was found", async () => {
  const { surface } = offline();
  const found = registration as Registration;
  found.look = async () => {
    const worker = new Worker("two", "installing");
    // The page is notified after the browser has looked.
    setTimeout(() => found.find(worker));
    setTimeout(() => worker.become("installed"));
    setTimeout(() => worker.become("activated"), 5);
  };
  assert.deepEqual(await surface.update(), { found: "newer", version: "two", why: null });
  found.installing = null;
  found.look = async () => {
    const worker = new Worker("three", "installing");
    found.find(worker);
    setTimeout(() => worker.become("redundant"));
  };
  const { why, ...rest } = await surface.update();
  assert.deepEqual(rest, { found: "refused", version: null });
  assert.match(String(why), /could not be fetched, or is another one/);
});

test("where there is none, that is said once it would have been reported", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const looking = offline().surface.update();
  for (let turns = 0; turns < 20; turns += 1) await null;
  context.mock.timers.tick(2_000);
  assert.deepEqual(await looking, { found: "current", version: null, why: null });
});

test("a version that waits for the user is found once it is stored, where it does not take over", async () => {
  const { surface } = offline({ takesOver: false });
  (registration as Registration).waiting = new Worker("two", "installed");
  assert.deepEqual(await surface.update(), { found: "newer", version: "two", why: null });
});

test("a browser that refuses to look, or never says, does not keep the caller waiting", async (context) => {
  const { surface } = offline();
  const found = registration as Registration;
  found.look = () => Promise.reject(new TypeError("no network"));
  assert.deepEqual(await surface.update(), {
    found: "unknown",
    version: null,
    why: "The browser could not look: no network",
  });
  context.mock.timers.enable({ apis: ["setTimeout"] });
  found.look = () => new Promise(() => {});
  const looking = surface.update();
  for (let turns = 0; turns < 20; turns += 1) await null;
  context.mock.timers.tick(20_000);
  assert.deepEqual(await looking, {
    found: "unknown",
    version: null,
    why: "The browser has not looked in time.",
  });
});

test("a page that the browser refused to store says so", async () => {
  const { surface, fail } = offline();
  fail(new Error("The operation is insecure."));
  assert.match(
    String((await surface.status()).why),
    /did not store this page: The operation is insecure\./,
  );
  assert.deepEqual(reported, ["offline failed"]);
});
