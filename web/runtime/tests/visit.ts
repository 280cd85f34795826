// One visit of the page: the runtime with fake frames, a fake store and a fake server that has
// every file of a small build.

import { readFileSync } from "node:fs";

import { makeRuntime } from "../runtime.ts";
import { assetOf, blobsOf, fakeBrowser } from "./fakes.ts";
import type { Frame } from "../frame.ts";
import type { Store } from "../store.ts";

const GOLDEN = new URL("../../../crates/kernel/golden/", import.meta.url);
/** Returns a golden message. */
export const golden = (folder: string, name: string) =>
  JSON.parse(readFileSync(new URL(`${folder}/${name}.json`, GOLDEN), "utf8"));

export const MANIFEST = "/runtime/manifest.json";
/** How long each file of the build is. */
export const SIZE = 16;

// How many turns of the event loop `until` waits: a start takes a few dozen.
const PATIENCE = 100_000;

/**
 * Returns the content of the build's file of this name; another `version` is another content of the
 * same length.
 */
export const contentOf = (name: string, version = "") => `${version}${name}`.padEnd(SIZE, ".");

const fileOf = (name: string) => assetOf(`${name}.bin`, contentOf(name));
/** The core files as in the manifest: not in the order in which a start uses them. */
const CORE = ["wasm", "stdlib", "worker", "heap", "harness", "libraries", "index", "facts", "lock"];
const core = CORE.map((role) => ({ role, asset: fileOf(role) }));
/** The packages by name, with the rank of each. */
const PACKAGES: Record<string, number | null> = { altair: 2, lxml: null, numpy: 0, openpyxl: 1 };
const packages = Object.entries(PACKAGES).map(([name, rank]) => ({
  name,
  asset: fileOf(name),
  upFront: rank === 0,
  rank,
}));

const build = Object.fromEntries(
  [...core, ...packages].map(({ asset }) => [asset.url, [contentOf(nameOf(asset.url))]]),
);

/** Returns the name of a URL's file: `heap` for `/runtime/heap.bin`. */
export function nameOf(url: string) {
  return (url.split("/").at(-1) as string).split(".")[0];
}

/** Returns the order of a start, as the page's program passes it. */
export const orderOf = (from: string, limits = golden("request", "boot").limits) =>
  JSON.stringify({ id: 1, from, limits });

/** A message as it was posted, with the members of any message that the tests read. */
interface Posted {
  message: {
    type: string;
    core: string[];
    packages: { name: string }[];
    limits: object;
    role: string;
  };
  attachments: Blob[];
  transfer: unknown[];
}

/** A frame that records how often it was removed, and the messages to itself and to its worker. */
type FakeFrame = { removed: number; ordered: Posted[]; posted: Posted[] } & Frame;

export type How = NonNullable<Parameters<typeof visit>[0]>;

/**
 * Makes a visit.
 *
 * @param how.answers the server's answers for files by name instead of their content, see
 *   `fakeServer`
 * @param how.kept contents of earlier visits by name
 * @param how.without the role of a file that the manifest lacks
 * @param how.thrifty whether the user wants to save traffic
 * @param how.isFull whether the disk has no room for a further file
 * @param how.openFrame opens a frame instead of the default
 */
export function visit({
  answers = {},
  kept = {},
  without,
  thrifty = false,
  isFull = () => false,
  openFrame,
}: {
  answers?: Record<string, unknown[]>;
  kept?: Record<string, string>;
  without?: string;
  thrifty?: boolean;
  isFull?: (kept: Map<string, Blob>) => boolean;
  openFrame?: () => Promise<FakeFrame>;
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
  const frames: FakeFrame[] = [];
  const marks: string[] = [];
  const runtime = makeRuntime({
    core: core.filter(({ role }) => role !== without),
    manifest: MANIFEST,
    store: Promise.resolve(storeOf(files, isFull)),
    openFrame:
      openFrame ??
      (async () => {
        frames.push(fakeFrame());
        return frames.at(-1) as FakeFrame;
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

/** Makes a store in memory. */
function storeOf(files: Map<string, Blob>, isFull: (kept: Map<string, Blob>) => boolean): Store {
  let asked = 0;
  return {
    // Like a disk, which answers in any order: each answer comes sooner than the one before.
    get: async (name, size) => {
      for (let turns = Math.max(0, 12 - (asked += 1)); turns > 0; turns -= 1) await null;
      return files.get(name)?.size === size ? (files.get(name) as Blob) : null;
    },
    put: async (name, blob) => !isFull(files) && Boolean(files.set(name, blob)),
    keepOnly: async (names) =>
      [...files.keys()].filter((name) => !names.has(name)).forEach((name) => files.delete(name)),
  };
}

function fakeFrame(): FakeFrame {
  const portOf = (posted: Posted[]): object => ({
    postMessage: (packet: { message: string; attachments: Blob[] }, transfer: unknown[]) =>
      posted.push({ ...packet, message: JSON.parse(packet.message), transfer }),
  });
  const frame: Pick<FakeFrame, "removed" | "ordered" | "posted"> = {
    removed: 0,
    ordered: [],
    posted: [],
  };
  const parts = {
    element: { remove: () => frame.removed++ },
    control: portOf(frame.ordered),
    worker: portOf(frame.posted),
  };
  return Object.assign(frame, parts as object as Frame);
}

/**
 * Returns the contents that a worker may use, in the order of the boot request: files with a
 * `checked` message, or their replacements, and archives.
 */
export function usable({ posted: [{ message, attachments }, ...checked] }: FakeFrame) {
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

/** Polls until `holds` returns true. */
export async function until(holds: () => boolean) {
  for (let turn = 0; !holds(); turn++) {
    if (turn === PATIENCE) throw new Error(`This never held: ${holds}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
