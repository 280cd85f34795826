// The Python runtime in the page: which files there are, where they come from, and the start of a
// kernel with them. Knows the messages of a start, and no others.

import { download, downloadJson, matchesBuild } from "./download.ts";
import type {
  Asset,
  Control,
  CoreFile,
  Limits,
  Manifest,
  Offer,
  Request,
  Start,
} from "../generated/kernel.ts";
import type { Browser } from "./download.ts";
import type { Frame } from "./frame.ts";
import type { Store } from "./store.ts";

/** The order of a start; `id` is the boot request's. */
type Order = { id: number; from: Start; limits: Limits };

/** Receives the number of bytes of the files that have arrived. */
type OnProgress = (received: number, total: number) => void;

/** A start that was begun before the page's program asked for it, with the reports so far. */
type Prepared = {
  key: string;
  onProgress: OnProgress;
  reports: Parameters<OnProgress>[];
  frame: Promise<Frame>;
};

type Message = Control | Request | Offer;

export type Runtime = ReturnType<typeof makeRuntime>;

/**
 * The core files of each kind of start, in the order in which they are used, without the worker's
 * source.
 */
const ROLES = {
  snapshot: ["wasm", "lock", "index", "facts", "libraries", "heap"],
  ordinary: ["wasm", "lock", "index", "stdlib", "harness"],
};
/**
 * Imported by an ordinary start before the kernel is ready: nearly every question needs these two.
 */
const WARM = ["pandas", "matplotlib.pyplot"];
/** The archive of Python's standard library, which is one of the core files. */
const STANDARD_LIBRARY = "python_stdlib";
/** The shortest interval between reports of progress, in milliseconds. */
const PROGRESS_INTERVAL = 50;

/**
 * Makes the runtime.
 *
 * @param page.core the runtime's core files, as in the manifest
 * @param page.manifest URL of the manifest
 * @param page.store see `openStore`
 * @param page.openFrame see `frame.ts`
 * @param page.browser see `download`
 * @param page.mark records a moment of the start
 * @param page.idle resolves when the browser is idle
 * @param page.thrifty whether the user wants to save traffic
 */
export function makeRuntime({
  core,
  manifest: address,
  store,
  openFrame,
  browser,
  mark,
  idle,
  thrifty,
}: {
  core: CoreFile[];
  manifest: string;
  store: Promise<Store>;
  openFrame: () => Promise<Frame>;
  browser: Browser;
  mark: (name: string) => void;
  idle: () => Promise<unknown>;
  thrifty: () => boolean;
}) {
  let list: Promise<Manifest> | null = null;
  // Fetched again after a failure.
  const manifest = () =>
    (list ??= (downloadJson(address, browser) as Promise<Manifest>).catch((error) => {
      list = null;
      throw error;
    }));
  // Files that were fetched in this visit, until they are in the store.
  const recent = new Map<string, Blob>();

  // Downloads that have not ended, so that no file is fetched twice.
  const coming = new Map<string, Promise<Blob>>();
  // Stored files that were hashed in this visit. They are references: reading through one after the
  // file has changed is an error.
  const checked = new Map<string, Blob>();

  // Stored files are hashed one after the other, in the order in which they are used, so that the
  // first is processed while the last is hashed.
  let hashing: Promise<unknown> = Promise.resolve();

  // Returns `file`, which may be read immediately, and `usable`, which may be used: a stored file
  // is hashed meanwhile, and fetched again if damaged.
  const find = async (
    asset: Asset,
    onBytes: (bytes: number) => void = () => {},
  ): Promise<{ file: Blob; usable: Blob | Promise<Blob> }> => {
    const name = nameOf(asset);
    const known = recent.get(name) ?? checked.get(name);
    const keptSoon = known ? null : store.then((files) => files.get(name, asset.bytes));
    // The place in the queue is taken before the store answers, since its answers come in any
    // order.
    const whole = Promise.all([keptSoon, hashing])
      .then(([file]) => file !== null && matchesBuild(file, asset, browser.subtle))
      .catch(() => false);
    hashing = whole;
    const kept = await keptSoon;
    if (!known && !kept) {
      const file = await fetched(asset, onBytes);
      return { file, usable: file };
    }
    onBytes(asset.bytes);
    if (known) return { file: known, usable: known };
    const usable = whole.then((whole) => {
      if (whole) {
        checked.set(name, kept as Blob);
        return kept as Blob;
      }
      onBytes(-asset.bytes);
      return fetched(asset, onBytes);
    });
    usable.catch(() => {});
    return { file: kept as Blob, usable };
  };

  const fetched = (asset: Asset, onBytes: (bytes: number) => void = () => {}): Promise<Blob> => {
    const name = nameOf(asset);
    if (!coming.has(name)) {
      const blob = download(asset, browser, onBytes);
      coming.set(name, blob);
      blob
        .then(
          (file) => recent.set(name, file),
          () => {},
        )
        .finally(() => coming.delete(name));
      return blob;
    }
    return (coming.get(name) as Promise<Blob>).then((file) => {
      onBytes(asset.bytes);
      return file;
    });
  };

  // Moves fetched files to the store, one after the other. One that could not be stored is tried
  // again the next time.
  let keeping = Promise.resolve();
  const keep = () =>
    (keeping = keeping.then(async () => {
      if (recent.size === 0) return;
      for (const [name, blob] of recent)
        if (await (await store).put(name, blob)) recent.delete(name);
      mark("stored");
    }));

  const archive = async (name: string) => {
    const { asset } =
      (name === STANDARD_LIBRARY
        ? core.find(({ role }) => role === "stdlib")
        : (await manifest()).packages.find((item) => item.name === name)) ?? {};
    if (!asset) throw new Error(`There is no package "${name}" in this runtime.`);
    return (await find(asset)).usable;
  };

  const begin = async (order: Order, onProgress: OnProgress): Promise<Frame> => {
    const opening = openFrame();
    opening.catch(() => {});
    let over = false;
    try {
      // Downloads that have not ended with a start continue for the next one, and no longer count
      // for this one's progress.
      return await beginIn(opening, order, (...values) => over || onProgress(...values));
    } catch (error) {
      over = true;
      (await opening.catch(() => null))?.element.remove();
      throw error;
    } finally {
      over = true;
    }
  };

  const beginIn = async (
    opening: Promise<Frame>,
    order: Order,
    onProgress: OnProgress,
  ): Promise<Frame> => {
    const files = ROLES[order.from].map(
      (role) => core.find((file) => file.role === role) ?? missing(role),
    );
    const first =
      order.from === "ordinary" ? (await manifest()).packages.filter(({ upFront }) => upFront) : [];
    const source = core.find(({ role }) => role === "worker") ?? missing("worker");
    const assets = [...files, ...first].map(({ asset }) => asset);
    const progress = progressCounter([source.asset, ...assets], onProgress);
    // Needed first, and small: the browser's own cache is faster for it than the store.
    const script = download(source.asset, browser, progress);
    // An ordinary start may follow one that failed because a file had changed after it was hashed.
    if (order.from === "ordinary") checked.clear();
    const found = assets.map((asset) => find(asset, progress));
    for (const promise of [script, ...found]) promise.catch(() => {});
    const frame = await opening;
    mark("frame");
    send(frame.control, { type: "start" }, [await (await script).arrayBuffer()]);
    mark("worker");
    const boot: Request = {
      type: "boot",
      id: order.id,
      core: files.map(({ role }) => role),
      packages: first.map(({ name }) => ({ name })),
      warm: order.from === "ordinary" ? WARM : [],
      limits: order.limits,
    };
    const handed = await Promise.all(found);
    // An import may read an archive at any time, so archives are checked first.
    const archives = await Promise.all(handed.slice(files.length).map(({ usable }) => usable));
    send(frame.worker, boot, [
      ...handed.slice(0, files.length).map(({ file }) => file),
      ...archives,
    ]);
    mark("files");
    // The worker reads its files meanwhile, and uses each only after its `checked` message.
    await Promise.all(
      files.map(async ({ role }, at) => {
        const { file, usable } = handed[at];
        const checkedFile = await usable;
        send(frame.worker, { type: "checked", role }, checkedFile === file ? [] : [checkedFile]);
      }),
    );
    mark("checked");
    return frame;
  };

  /** What is still to be fetched in the background. */
  let ahead: Asset[] = [];
  let early: Prepared | null = null;
  return {
    /** The build's list of files. */
    manifest,
    /** Begins the start that the page's program is going to ask for, before that program runs. */
    anticipate(order: Order) {
      const reports: Prepared["reports"] = [];
      const prepared = {
        key: JSON.stringify(order),
        onProgress: (...values) => reports.push(values),
        reports,
      } as Omit<Prepared, "frame"> as Prepared;
      prepared.frame = begin(order, (...values) => prepared.onProgress(...values));
      prepared.frame.catch(() => {});
      early = prepared;
    },
    /**
     * Starts a kernel: opens a frame, has it start the worker, and posts the boot request.
     *
     * @param text JSON of an `Order`
     * @throws {Error} with a message for the user, if a file is not available
     */
    start(text: string, onProgress: OnProgress): Promise<Frame> {
      const order: Order = JSON.parse(text);
      const prepared = early;
      early = null;
      if (prepared?.key === JSON.stringify(order)) {
        prepared.reports.forEach((values) => onProgress(...values));
        prepared.onProgress = onProgress;
        return prepared.frame;
      }
      prepared?.frame.then(
        ({ element }) => element.remove(),
        () => {},
      );
      return begin(order, onProgress);
    },
    /** Returns the checked archive of a package, or of the standard library. */
    async archive(name: string) {
      const blob = await archive(name);
      idle().then(keep);
      return blob;
    },
    /** Returns the checked index of the packages' archives. */
    async index() {
      const { asset } = core.find(({ role }) => role === "index") ?? missing("index");
      return (await find(asset)).usable;
    },
    /**
     * Continues in the background once the kernel is ready: stores the fetched files, then hands
     * over the archives that later imports will need.
     *
     * @param handOver returns whether more are wanted
     */
    async settle(handOver: (name: string, archive: Blob) => boolean) {
      mark("ready");
      await idle();
      await keep();
      // Without the manifest, nothing is removed from the store, and packages are fetched on
      // import.
      const { packages } = await manifest().catch(() => ({ packages: [] }));
      if (packages.length > 0)
        await (await store).keepOnly(
          new Set([...core, ...packages].map(({ asset }) => nameOf(asset))),
        );
      // Again, for files that had no room beside those of earlier builds.
      await keep();
      const wanted = [...packages]
        .filter(({ rank }) => rank !== null && (rank === 0 || !thrifty()))
        .sort((a, b) => (a.rank as number) - (b.rank as number));
      ahead = wanted.map(({ asset }) => asset);
      try {
        for (const name of [STANDARD_LIBRARY, ...wanted.map((item) => item.name)]) {
          await idle();
          // After a failure, an import fetches the archive.
          const blob = await archive(name).catch(() => null);
          if (blob && !handOver(name, blob)) return;
          await keep();
        }
      } finally {
        ahead = [];
        mark("stored");
      }
    },
    /** Returns the addresses of what is still to be fetched in the background. */
    ahead: () => ahead.map(({ url }) => url),
  };
}

/** Returns a function that adds up received bytes and reports the sum at intervals. */
function progressCounter(assets: Asset[], onProgress: OnProgress): (bytes: number) => void {
  const total = assets.reduce((sum, { bytes }) => sum + bytes, 0);
  let received = 0;
  let reported = -Infinity;
  return (bytes) => {
    received += bytes;
    const now = performance.now();
    if (now - reported < PROGRESS_INTERVAL && received < total) return;
    reported = now;
    onProgress(received, total);
  };
}

/** Posts a message with its attachments. */
function send(port: MessagePort, message: Message, attachments: (ArrayBuffer | Blob)[]) {
  port.postMessage(
    { message: JSON.stringify(message), attachments },
    attachments.filter((part) => part instanceof ArrayBuffer),
  );
}

/** Throws an error about a core file that the build lacks. */
function missing(role: string): never {
  throw new Error(`The build's list of files names none for "${role}". Build the site again.`);
}

const nameOf = ({ url }: Asset) => url.split("/").at(-1) as string;
