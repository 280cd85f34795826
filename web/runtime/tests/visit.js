// One visit of the page: the runtime with fake frames, a fake store and a fake server that has
// every file of a small build.

import { readFileSync } from "node:fs";

import { makeRuntime } from "../runtime.js";
import { assetOf, blobsOf, fakeBrowser } from "./fakes.js";

const GOLDEN = new URL("../../../crates/kernel/golden/", import.meta.url);
/**
 * Returns a golden message.
 *
 * @param {string} folder
 * @param {string} name
 */
export const golden = (folder, name) =>
  JSON.parse(readFileSync(new URL(`${folder}/${name}.json`, GOLDEN), "utf8"));

export const MANIFEST = "/runtime/manifest.json";
/** How long each file of the build is. */
export const SIZE = 16;

// How many turns of the event loop `until` waits: a start takes a few dozen.
const PATIENCE = 100_000;

/**
 * Returns the content of the build's file of this name; another `version` is another content of the
 * same length.
 *
 * @param {string} name
 */
export const contentOf = (name, version = "") => `${version}${name}`.padEnd(SIZE, ".");

/** @param {string} name */
const fileOf = (name) => assetOf(`${name}.bin`, contentOf(name));
/** The core files as in the manifest: not in the order in which a start uses them. */
const CORE = ["wasm", "stdlib", "worker", "heap", "harness", "libraries", "index", "facts", "lock"];
const core = CORE.map((role) => ({ role, asset: fileOf(role) }));
/** The packages by name, with the rank of each. */
/** @type {Record<string, number | null>} */
const PACKAGES = { altair: 2, lxml: null, numpy: 0, openpyxl: 1 };
const packages = Object.entries(PACKAGES).map(([name, rank]) => ({
  name,
  asset: fileOf(name),
  upFront: rank === 0,
  rank,
}));

const build = Object.fromEntries(
  [...core, ...packages].map(({ asset }) => [asset.url, [contentOf(nameOf(asset.url))]]),
);

/**
 * Returns the name of a URL's file: `heap` for `/runtime/heap.bin`.
 *
 * @param {string} url
 */
export function nameOf(url) {
  return /** @type {string} */ (url.split("/").at(-1)).split(".")[0];
}

/**
 * Returns the order of a start, as the page's program passes it.
 *
 * @param {string} from
 */
export const orderOf = (from, limits = golden("request", "boot").limits) =>
  JSON.stringify({ id: 1, from, limits });

/**
 * A message as it was posted, with the members of any message that the tests read.
 *
 * @typedef {object} Posted
 * @property {{ type: string, core: string[], packages: { name: string }[], limits: object, role:
 *   string }} message
 * @property {Blob[]} attachments
 * @property {unknown[]} transfer
 */

/**
 * A frame that records how often it was removed, and the messages to itself and to its worker.
 *
 * @typedef {{ removed: number, ordered: Posted[], posted: Posted[] } & import("../frame.js").Frame}
 *   FakeFrame
 */

/** @typedef {NonNullable<Parameters<typeof visit>[0]>} How */

/**
 * Makes a visit.
 *
 * @param {object} [how]
 * @param {Record<string, unknown[]>} [how.answers] the server's answers for files by name instead
 *   of their content, see `fakeServer`
 * @param {Record<string, string>} [how.kept] contents of earlier visits by name
 * @param {string} [how.without] the role of a file that the manifest lacks
 * @param {boolean} [how.thrifty] whether the user wants to save traffic
 * @param {(kept: Map<string, Blob>) => boolean} [how.isFull] whether the disk has no room for a
 *   further file
 * @param {() => Promise<FakeFrame>} [how.openFrame] opens a frame instead of the default
 */
export function visit({
  answers = {},
  kept = {},
  without,
  thrifty = false,
  isFull = () => false,
  openFrame,
} = {}) {
  const instead = Object.fromEntries(
    Object.entries(answers).map(([name, list]) => [
      name === "manifest" ? MANIFEST : `/runtime/${name}.bin`,
      list,
    ]),
  );
  const { browser, requests } = fakeBrowser({
    ...build,
    [MANIFEST]: [JSON.stringify({ core, packages })],
    ...instead,
  });
  const files = blobsOf(
    Object.fromEntries(Object.entries(kept).map(([name, content]) => [`${name}.bin`, content])),
  );
  /** @type {FakeFrame[]} */
  const frames = [];
  /** @type {string[]} */
  const marks = [];
  const runtime = makeRuntime({
    core: core.filter(({ role }) => role !== without),
    manifest: MANIFEST,
    store: Promise.resolve(storeOf(files, isFull)),
    openFrame:
      openFrame ??
      (async () => {
        frames.push(fakeFrame());
        return /** @type {FakeFrame} */ (frames.at(-1));
      }),
    browser,
    mark: (name) => marks.push(name),
    idle: async () => {},
    thrifty: () => thrifty,
  });
  /** Returns the names of the files requested since the last call. */
  const fetched = () => requests.splice(0).map(([url]) => nameOf(url));
  return { runtime, files, frames, marks, fetched };
}

/**
 * Makes a store in memory.
 *
 * @param {Map<string, Blob>} files
 * @param {(kept: Map<string, Blob>) => boolean} isFull
 * @returns {import("../store.js").Store}
 */
function storeOf(files, isFull) {
  let asked = 0;
  return {
    // Like a disk, which answers in any order: each answer comes sooner than the one before.
    get: async (name, size) => {
      for (let turns = Math.max(0, 12 - (asked += 1)); turns > 0; turns -= 1) await null;
      return files.get(name)?.size === size ? /** @type {Blob} */ (files.get(name)) : null;
    },
    put: async (name, blob) => !isFull(files) && Boolean(files.set(name, blob)),
    keepOnly: async (names) =>
      [...files.keys()].filter((name) => !names.has(name)).forEach((name) => files.delete(name)),
  };
}

/** @returns {FakeFrame} */
function fakeFrame() {
  /** @type {(posted: Posted[]) => object} */
  const portOf = (posted) => ({
    /** @type {(packet: { message: string, attachments: Blob[] }, transfer: unknown[]) => void} */
    postMessage: (packet, transfer) =>
      posted.push({ ...packet, message: JSON.parse(packet.message), transfer }),
  });
  /** @type {Pick<FakeFrame, "removed" | "ordered" | "posted">} */
  const frame = { removed: 0, ordered: [], posted: [] };
  const parts = {
    element: { remove: () => frame.removed++ },
    control: portOf(frame.ordered),
    worker: portOf(frame.posted),
  };
  return Object.assign(
    frame,
    /** @type {import("../frame.js").Frame} */ (/** @type {object} */ (parts)),
  );
}

/**
 * Returns the contents that a worker may use, in the order of the boot request: files with a
 * `checked` message, or their replacements, and archives.
 *
 * @param {FakeFrame} frame
 */
export function usable({ posted: [{ message, attachments }, ...checked] }) {
  const said = new Map(
    checked.map(({ message: { role }, attachments: [instead] }) => [role, instead]),
  );
  const core = message.core
    .filter((role) => said.has(role))
    .map((role) => said.get(role) ?? attachments[message.core.indexOf(role)]);
  return Promise.all(
    [...core, ...attachments.slice(message.core.length)].map((blob) => blob.text()),
  );
}

/**
 * Polls until `holds` returns true.
 *
 * @param {() => boolean} holds
 */
export async function until(holds) {
  for (let turn = 0; !holds(); turn++) {
    if (turn === PATIENCE) throw new Error(`This never held: ${holds}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
