// The Python runtime as the page has it: which files there are, where they come from, and the start of a kernel with them. Knows what the first
// message to a kernel says, and no other.

import { digest, download, downloadJson } from "./download.js";

/** The runtime's own files that a start takes, by how it starts, in the order in which they are used; the worker's source is apart. */
const ROLES = {
  snapshot: ["loader", "module", "wasm", "lock", "index", "facts", "libraries", "heap"],
  ordinary: ["loader", "module", "wasm", "lock", "index", "stdlib", "harness"],
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
 * @param {string} page.manifest address of the build's list of files
 * @param {Promise<object>} page.store see `openStore`
 * @param {() => Promise<object>} page.openFrame see `frame.js`
 * @param {object} page.browser what `download` needs of it
 * @param {(name: string) => void} page.mark notes a moment of the start
 * @param {() => Promise<void>} page.idle resolves when the browser has nothing better to do
 * @param {() => boolean} page.thrifty whether the user wants to save traffic
 */
export function makeRuntime({ manifest: address, store, openFrame, browser, mark, idle, thrifty }) {
  const manifest = downloadJson(address, browser);
  manifest.catch(() => {});
  // Files of this visit, until they are in the store.
  const recent = new Map();

  // A file, and whether it is known to be the build's: what comes from the network has been looked at, what was kept has not.
  const find = async (asset, onBytes) => {
    const name = nameOf(asset);
    const here = recent.get(name) ?? (await (await store).get(name, asset.bytes));
    if (!here) return { file: await fetched(asset, onBytes), checked: true };
    onBytes(asset.bytes);
    return { file: here, checked: recent.has(name) };
  };

  const fetched = async (asset, onBytes) => {
    const blob = await download(asset, browser, onBytes);
    recent.set(nameOf(asset), blob);
    return blob;
  };

  const findChecked = async (asset, onBytes = () => {}) => {
    const { file, checked } = await find(asset, onBytes);
    return checked || (await isSound(file, asset)) ? file : fetched(asset, () => {});
  };

  const isSound = async (file, { sha256 }) => {
    const bytes = await file.arrayBuffer().catch(() => null);
    return bytes !== null && (await digest(bytes, browser.subtle)) === sha256;
  };

  // Writes what came to the store, and lets go of it.
  const keep = async () => {
    for (const [name, blob] of recent) if (await (await store).put(name, blob)) recent.delete(name);
  };

  const archive = async (name) => {
    const { core, packages } = await manifest;
    const asset = name === STANDARD_LIBRARY ? core.find(({ role }) => role === "stdlib")?.asset : packages.find((item) => item.name === name)?.asset;
    if (!asset) throw new Error(`There is no package "${name}" in this runtime.`);
    return findChecked(asset);
  };

  const begin = async (order, tell) => {
    const opening = openFrame();
    opening.catch(() => {});
    const { core, packages } = await manifest;
    const files = ROLES[order.from].map((role) => core.find((file) => file.role === role) ?? missing(role));
    const first = order.from === "ordinary" ? packages.filter(({ upFront }) => upFront) : [];
    const source = core.find(({ role }) => role === "worker") ?? missing("worker");
    const assets = [...files, ...first].map(({ asset }) => asset);
    const progress = teller([source.asset, ...assets], tell);
    const script = findChecked(source.asset, progress);
    // Archives are read whenever an import wants them, and so are looked at before.
    const found = assets.map((asset, at) => (at < files.length ? find(asset, progress) : findChecked(asset, progress).then((file) => ({ file, checked: true }))));
    for (const promise of [script, ...found]) promise.catch(() => {});
    let frame = null;
    try {
      frame = await opening;
      mark("frame");
      send(frame.control, { type: "start" }, [await (await script).arrayBuffer()]);
      mark("worker");
      const attachments = await Promise.all(found);
      const boot = {
        type: "boot",
        id: order.id,
        core: files.map(({ role }) => role),
        packages: first.map(({ name }) => ({ name })),
        warm: order.from === "ordinary" ? WARM : [],
        limits: order.limits,
      };
      send(frame.worker, boot, attachments.map(({ file }) => file));
      mark("files");
      // The worker reads its files meanwhile, and uses none before it is told that it is the build's.
      for (const [at, { file, checked }] of attachments.entries()) {
        if (!checked && !(await isSound(file, assets[at]))) {
          await (await store).remove(nameOf(assets[at]));
          throw new Error(`${assets[at].url} was damaged in this browser's storage, and is fetched anew the next time.`);
        }
        if (at < files.length) send(frame.worker, { type: "checked", id: order.id, role: files[at].role }, []);
      }
      mark("checked");
      return frame;
    } catch (error) {
      (frame ?? (await opening.catch(() => null)))?.element.remove();
      throw error;
    }
  };

  let early = null;
  return {
    /** The build's list of files. */
    manifest: () => manifest,
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
    archive,
    /**
     * Goes on in the background once the kernel is ready: keeps what came, then hands over the archives that later imports will want.
     *
     * @param {(name: string, archive: Blob) => boolean} give says whether more are wanted
     */
    async settle(give) {
      mark("ready");
      await idle();
      await keep();
      const { core, packages } = await manifest;
      await (await store).keepOnly(new Set([...core, ...packages].map(({ asset }) => nameOf(asset))));
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
