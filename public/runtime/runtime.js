// The Python runtime as the page has it: which files there are, where they come from, and the start of a kernel with them. Knows what the first
// message to a kernel says, and no other.

import { download, downloadJson, isTheBuilds } from "./download.js";

/** The runtime's own files that a start takes, by how it starts, in the order in which they are used; the worker's source is apart. */
const ROLES = {
  snapshot: ["wasm", "lock", "index", "facts", "libraries", "heap"],
  ordinary: ["wasm", "lock", "index", "stdlib", "harness"],
};
/** Imported before a kernel that starts ordinarily calls itself ready: nearly every question needs these two. */
const WARM = ["pandas", "matplotlib.pyplot"];
/** The archive that Python's standard library comes in; it is one of the core files. */
const STANDARD_LIBRARY = "python_stdlib";
/** How often progress is told, in milliseconds. */
const TELL_EVERY = 50;

/**
 * Makes the runtime.
 *
 * @param {object} page
 * @param {{ role: string, asset: object }[]} page.core the runtime's own files, as the build's list has them
 * @param {string} page.manifest address of the whole list
 * @param {Promise<object>} page.store see `openStore`
 * @param {() => Promise<object>} page.openFrame see `frame.js`
 * @param {object} page.browser what `download` needs of it
 * @param {(name: string) => void} page.mark notes a moment of the start
 * @param {() => Promise<void>} page.idle resolves when the browser has nothing better to do
 * @param {() => boolean} page.thrifty whether the user wants to save traffic
 */
export function makeRuntime({ core, manifest: address, store, openFrame, browser, mark, idle, thrifty }) {
  let list = null;
  // Tried anew after a failure.
  const manifest = () => (list ??= downloadJson(address, browser).catch((error) => {
    list = null;
    throw error;
  }));
  // Files of this visit, until they are in the store.
  const recent = new Map();

  // Files that are on their way, so that none is fetched twice.
  const coming = new Map();
  // Kept files that were hashed in this visit. They are references: what is read through one after the file was changed is an error.
  const checked = new Map();

  // Kept files are hashed one after the other, in the order in which they are used: the first is worked on while the last is hashed.
  let hashing = Promise.resolve();

  // A file that may be read at once, and the one that may be used: what was kept is hashed meanwhile, and fetched anew where it was damaged.
  const find = async (asset, onBytes = () => {}) => {
    const name = nameOf(asset);
    const known = recent.get(name) ?? checked.get(name);
    const keptSoon = known ? null : store.then((files) => files.get(name, asset.bytes));
    // The place in the line is taken before the store answers, which it does in any order.
    const whole = Promise.all([keptSoon, hashing]).then(([file]) => file !== null && isTheBuilds(file, asset, browser.subtle)).catch(() => false);
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
        checked.set(name, kept);
        return kept;
      }
      onBytes(-asset.bytes);
      return fetched(asset, onBytes);
    });
    usable.catch(() => {});
    return { file: kept, usable };
  };

  const fetched = (asset, onBytes = () => {}) => {
    const name = nameOf(asset);
    if (!coming.has(name)) {
      const blob = download(asset, browser, onBytes);
      coming.set(name, blob);
      blob.then((file) => recent.set(name, file), () => {}).finally(() => coming.delete(name));
      return blob;
    }
    return coming.get(name).then((file) => {
      onBytes(asset.bytes);
      return file;
    });
  };

  // Writes what came to the store, and lets go of it; one file after the other.
  let keeping = Promise.resolve();
  const keep = () => (keeping = keeping.then(async () => {
    for (const [name, blob] of recent) if (await (await store).put(name, blob)) recent.delete(name);
  }));

  const archive = async (name) => {
    const { asset } = (name === STANDARD_LIBRARY ? core.find(({ role }) => role === "stdlib") : (await manifest()).packages.find((item) => item.name === name)) ?? {};
    if (!asset) throw new Error(`There is no package "${name}" in this runtime.`);
    return (await find(asset)).usable;
  };

  const begin = async (order, tell) => {
    const opening = openFrame();
    opening.catch(() => {});
    let over = false;
    try {
      // What is still on its way when a start has ended goes on for the next one, and concerns this one's progress no more.
      return await beginIn(opening, order, (...values) => over || tell(...values));
    } catch (error) {
      over = true;
      (await opening.catch(() => null))?.element.remove();
      throw error;
    } finally {
      over = true;
    }
  };

  const beginIn = async (opening, order, tell) => {
    const files = ROLES[order.from].map((role) => core.find((file) => file.role === role) ?? missing(role));
    const first = order.from === "ordinary" ? (await manifest()).packages.filter(({ upFront }) => upFront) : [];
    const source = core.find(({ role }) => role === "worker") ?? missing("worker");
    const assets = [...files, ...first].map(({ asset }) => asset);
    const progress = teller([source.asset, ...assets], tell);
    // Wanted first of all, and small: the browser's own cache is quicker with it than the store.
    const script = download(source.asset, browser, progress);
    // An ordinary start may follow one that a file kept from working which was changed since it was hashed.
    if (order.from === "ordinary") checked.clear();
    const found = assets.map((asset) => find(asset, progress));
    for (const promise of [script, ...found]) promise.catch(() => {});
    const frame = await opening;
    mark("frame");
    send(frame.control, { type: "start" }, [await (await script).arrayBuffer()]);
    mark("worker");
    const boot = {
      type: "boot",
      id: order.id,
      core: files.map(({ role }) => role),
      packages: first.map(({ name }) => ({ name })),
      warm: order.from === "ordinary" ? WARM : [],
      limits: order.limits,
    };
    const handed = await Promise.all(found);
    // Archives are read whenever an import wants them, and so are checked before.
    const archives = await Promise.all(handed.slice(files.length).map(({ usable }) => usable));
    send(frame.worker, boot, [...handed.slice(0, files.length).map(({ file }) => file), ...archives]);
    mark("files");
    // The worker reads its files meanwhile, and uses none of them before it is told that it may.
    await Promise.all(files.map(async ({ role }, at) => {
      const { file, usable } = handed[at];
      const checkedFile = await usable;
      send(frame.worker, { type: "checked", role }, checkedFile === file ? [] : [checkedFile]);
    }));
    mark("checked");
    return frame;
  };

  let early = null;
  return {
    /** The build's list of files. */
    manifest,
    /** Begins the start that the page's program is going to ask for, before that program runs. */
    anticipate(order) {
      const told = [];
      const prepared = { key: JSON.stringify(order), tell: (...values) => told.push(values), told };
      prepared.frame = begin(order, (...values) => prepared.tell(...values));
      prepared.frame.catch(() => {});
      early = prepared;
    },
    /**
     * Starts a kernel: opens a frame, has it start the worker, and posts the boot request.
     *
     * @param {string} text JSON of `{ id: number, from: "snapshot" | "ordinary", limits: object }`; `id` is the boot request's
     * @param {(came: number, total: number) => void} tell told how many bytes of the files are here
     * @returns {Promise<{ element: HTMLIFrameElement, control: MessagePort, worker: MessagePort }>}
     * @throws {Error} with a sentence, where a file cannot be had
     */
    start(text, tell) {
      const order = JSON.parse(text);
      const prepared = early;
      early = null;
      if (prepared?.key === JSON.stringify(order)) {
        prepared.told.forEach((values) => tell(...values));
        prepared.tell = tell;
        return prepared.frame;
      }
      prepared?.frame.then(({ element }) => element.remove(), () => {});
      return begin(order, tell);
    },
    /** The archive of a package, or of the standard library, checked. */
    async archive(name) {
      const blob = await archive(name);
      idle().then(keep);
      return blob;
    },
    /**
     * Goes on in the background once the kernel is ready: keeps what came, then hands over the archives that later imports will want.
     *
     * @param {(name: string, archive: Blob) => boolean} give says whether more are wanted
     */
    async settle(give) {
      mark("ready");
      await idle();
      await keep();
      // Without the list, what is kept stays, and packages come when they are wanted.
      const { packages } = await manifest().catch(() => ({ packages: [] }));
      if (packages.length > 0) await (await store).keepOnly(new Set([...core, ...packages].map(({ asset }) => nameOf(asset))));
      const wanted = [...packages].filter(({ rank }) => rank !== null && (rank === 0 || !thrifty())).sort((a, b) => a.rank - b.rank);
      for (const name of [STANDARD_LIBRARY, ...wanted.map((item) => item.name)]) {
        await idle();
        // Without it, it is fetched when it is wanted.
        const blob = await archive(name).catch(() => null);
        if (blob && !give(name, blob)) return;
        await keep();
      }
    },
  };
}

// Adds up what came, and tells it now and then.
function teller(assets, tell) {
  const total = assets.reduce((sum, { bytes }) => sum + bytes, 0);
  let came = 0;
  let told = -Infinity;
  return (bytes) => {
    came += bytes;
    const now = performance.now();
    if (now - told < TELL_EVERY && came < total) return;
    told = now;
    tell(came, total);
  };
}

function send(port, message, attachments) {
  port.postMessage({ message: JSON.stringify(message), attachments }, attachments.filter((part) => part instanceof ArrayBuffer));
}

function missing(role) {
  throw new Error(`The build's list of files names none for "${role}". Build the site again.`);
}

const nameOf = ({ url }) => url.split("/").at(-1);
