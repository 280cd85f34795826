// Fakes of the network and of the disk.

import { createHash } from "node:crypto";

/**
 * Returns the manifest's entry for a file with this content.
 *
 * @param {string} name
 * @param {string} content
 */
export function assetOf(name, content) {
  return {
    url: `/runtime/${name}`,
    bytes: Buffer.byteLength(content),
    sha256: createHash("sha256").update(content).digest("hex"),
  };
}

/**
 * The URL and the cache mode of a request.
 *
 * @typedef {[url: string, cache: RequestCache | undefined]} Request
 */

/**
 * Makes a server that records its requests.
 *
 * @param {Record<string, unknown[]>} answers the answers of each URL, request by request; the last
 *   one repeats. A string is a file, a number a status, an error a network failure, null a response
 *   without a body; a list holds a file's chunks, as text or bytes, and an error among them ends
 *   the transfer
 * @returns {{ fetch: typeof globalThis.fetch, requests: Request[] }}
 */
export function fakeServer(answers) {
  /** @type {Request[]} */
  const requests = [];
  const left = new Map(Object.entries(answers).map(([url, list]) => [url, [...list]]));
  const fetch = async (/** @type {string} */ url, /** @type {RequestInit} */ { cache }) => {
    requests.push([url, cache]);
    const list = left.get(url) ?? [404];
    const answer = await (list.length > 1 ? list.shift() : list[0]);
    if (answer instanceof Error) throw answer;
    if (typeof answer === "number") return new Response("", { status: answer });
    return new Response(
      Array.isArray(answer) ? streamOf(answer) : /** @type {BodyInit | null} */ (answer),
    );
  };
  return { fetch: /** @type {typeof globalThis.fetch} */ (fetch), requests };
}

/** @param {unknown[]} chunks */
function streamOf(chunks) {
  const left = [...chunks];
  return new ReadableStream({
    pull(controller) {
      if (left.length === 0) return controller.close();
      const chunk = left.shift();
      return chunk instanceof Error
        ? controller.error(chunk)
        : controller.enqueue(typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk);
    },
  });
}

/**
 * Makes the part of the browser that `download` needs, and records the lengths of its sleeps.
 *
 * @param {Record<string, unknown[]>} answers see `fakeServer`
 * @param {string[]} [gzipped] addresses of files that are there as gzip only
 */
export function fakeBrowser(answers, gzipped = []) {
  const { fetch, requests } = fakeServer(answers);
  /** @type {number[]} */
  const waits = [];
  /** @type {import("../download.js").Browser} */
  const browser = {
    fetch,
    subtle: crypto.subtle,
    sleep: async (milliseconds) => void waits.push(milliseconds),
    gzipped: new Set(gzipped),
  };
  return { browser, requests, waits };
}

/**
 * Makes an origin private file system in memory.
 *
 * @param {Record<string, Record<string, string>>} [folders] the files by folder
 * @param {Record<string, Function>} [instead] functions to call instead of `getDirectory`,
 *   `getDirectoryHandle`, `getFileHandle`, `createWritable`, `write`, `close` or `removeEntry`
 * @returns {{ storage: StorageManager, files: () => Promise<Record<string, Record<string, string>>>
 *   }} `storage` has only what the store uses; `files` returns the current files by folder
 */
export function fakeStorage(folders = {}, instead = {}) {
  const disk = new Map(Object.entries(folders).map(([folder, files]) => [folder, blobsOf(files)]));
  /** @type {<Usual extends Function>(name: string, usual: Usual) => Usual} */
  const or = (name, usual) =>
    /** @type {any} */ (
      (/** @type {unknown[]} */ ...values) => (instead[name] ?? usual)(...values)
    );

  /** @type {(files: Map<string, Blob>, name: string) => object} */
  const writableOf = (files, name) => {
    let written = new Blob([]);
    return {
      write: or("write", async (/** @type {Blob} */ blob) => void (written = blob)),
      close: or("close", async () => void files.set(name, written)),
    };
  };
  /** @param {Map<string, Blob>} files */
  const directoryOf = (files) => ({
    getFileHandle: or(
      "getFileHandle",
      async (/** @type {string} */ name, { create = false } = {}) => {
        if (!files.has(name) && !create)
          throw new DOMException(`There is no "${name}".`, "NotFoundError");
        if (!files.has(name)) files.set(name, new Blob([]));
        return {
          getFile: async () => files.get(name),
          createWritable: or("createWritable", async () => writableOf(files, name)),
        };
      },
    ),
    async *keys() {
      yield* files.keys();
    },
    removeEntry: or("removeEntry", async (/** @type {string} */ name) => {
      if (!files.delete(name)) throw new DOMException(`There is no "${name}".`, "NotFoundError");
    }),
  });
  const root = {
    getDirectoryHandle: or(
      "getDirectoryHandle",
      async (/** @type {string} */ name, { create = false } = {}) => {
        if (!disk.has(name) && !create)
          throw new DOMException(`There is no "${name}".`, "NotFoundError");
        if (!disk.has(name)) disk.set(name, new Map());
        return directoryOf(/** @type {Map<string, Blob>} */ (disk.get(name)));
      },
    ),
  };
  const files = async () =>
    Object.fromEntries(
      await Promise.all([...disk].map(async ([folder, held]) => [folder, await textsOf(held)])),
    );
  return {
    storage: /** @type {StorageManager} */ ({ getDirectory: or("getDirectory", async () => root) }),
    files,
  };
}

/**
 * Returns files in memory by name, from their texts.
 *
 * @param {Record<string, string>} texts
 */
export const blobsOf = (texts) =>
  new Map(Object.entries(texts).map(([name, text]) => [name, new Blob([text])]));

/**
 * Returns the texts of files in memory by name.
 *
 * @param {Map<string, Blob>} blobs
 * @returns {Promise<Record<string, string>>}
 */
export const textsOf = async (blobs) =>
  Object.fromEntries(
    await Promise.all([...blobs].map(async ([name, blob]) => [name, await blob.text()])),
  );
