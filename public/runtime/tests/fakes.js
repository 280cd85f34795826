// Fakes of the network and of the disk.

import { createHash } from "node:crypto";

/** Returns the manifest's entry for a file with this content. */
export function assetOf(name, content) {
  return { url: `/runtime/${name}`, bytes: Buffer.byteLength(content), sha256: createHash("sha256").update(content).digest("hex") };
}

/**
 * Makes a server that records its requests.
 *
 * @param {Record<string, unknown[]>} answers the answers of each URL, request by request; the last one repeats. A string is a file, a number a
 *   status, an error a network failure, null a response without a body; a list holds a file's chunks, and an error among them ends the transfer
 * @returns {{ fetch: Function, requests: [string, string][] }} the URL and the cache mode of each request
 */
export function fakeServer(answers) {
  const requests = [];
  const left = new Map(Object.entries(answers).map(([url, list]) => [url, [...list]]));
  const fetch = async (url, { cache }) => {
    requests.push([url, cache]);
    const list = left.get(url) ?? [404];
    const answer = await (list.length > 1 ? list.shift() : list[0]);
    if (answer instanceof Error) throw answer;
    if (typeof answer === "number") return new Response("", { status: answer });
    return new Response(Array.isArray(answer) ? streamOf(answer) : answer);
  };
  return { fetch, requests };
}

function streamOf(chunks) {
  const left = [...chunks];
  return new ReadableStream({
    pull(controller) {
      if (left.length === 0) return controller.close();
      const chunk = left.shift();
      return chunk instanceof Error ? controller.error(chunk) : controller.enqueue(new TextEncoder().encode(chunk));
    },
  });
}

/** Makes the part of the browser that `download` needs, and records the lengths of its sleeps. */
export function fakeBrowser(answers) {
  const { fetch, requests } = fakeServer(answers);
  const waits = [];
  return { browser: { fetch, subtle: crypto.subtle, sleep: async (milliseconds) => void waits.push(milliseconds) }, requests, waits };
}

/**
 * Makes an origin private file system in memory.
 *
 * @param {Record<string, Record<string, string>>} [folders] the files by folder
 * @param {Record<string, Function>} [instead] functions to call instead of `getDirectory`, `getDirectoryHandle`, `getFileHandle`, `createWritable`,
 *   `write`, `close` or `removeEntry`
 */
export function fakeStorage(folders = {}, instead = {}) {
  const disk = new Map(Object.entries(folders).map(([folder, files]) => [folder, blobsOf(files)]));
  const or = (name, usual) => (...values) => (instead[name] ?? usual)(...values);

  const writableOf = (files, name) => {
    let written = new Blob([]);
    return { write: or("write", async (blob) => void (written = blob)), close: or("close", async () => void files.set(name, written)) };
  };
  const directoryOf = (files) => ({
    getFileHandle: or("getFileHandle", async (name, { create = false } = {}) => {
      if (!files.has(name) && !create) throw new DOMException(`There is no "${name}".`, "NotFoundError");
      if (!files.has(name)) files.set(name, new Blob([]));
      return { getFile: async () => files.get(name), createWritable: or("createWritable", async () => writableOf(files, name)) };
    }),
    async *keys() {
      yield* files.keys();
    },
    removeEntry: or("removeEntry", async (name) => {
      if (!files.delete(name)) throw new DOMException(`There is no "${name}".`, "NotFoundError");
    }),
  });
  const root = {
    getDirectoryHandle: or("getDirectoryHandle", async (name, { create = false } = {}) => {
      if (!disk.has(name) && !create) throw new DOMException(`There is no "${name}".`, "NotFoundError");
      if (!disk.has(name)) disk.set(name, new Map());
      return directoryOf(disk.get(name));
    }),
  };
  /** Returns the current files by folder. */
  const files = async () => Object.fromEntries(await Promise.all([...disk].map(async ([folder, held]) => [folder, await textsOf(held)])));
  return { storage: { getDirectory: or("getDirectory", async () => root) }, files };
}

/** Returns files in memory by name, from their texts. */
export const blobsOf = (texts) => new Map(Object.entries(texts).map(([name, text]) => [name, new Blob([text])]));

/** Returns the texts of files in memory by name. */
export const textsOf = async (blobs) => Object.fromEntries(await Promise.all([...blobs].map(async ([name, blob]) => [name, await blob.text()])));
