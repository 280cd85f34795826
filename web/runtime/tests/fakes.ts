// Fakes of the network and of the disk.

import { createHash } from "node:crypto";
import type { Browser } from "../download.ts";

/** Returns the manifest's entry for a file with this content. */
export function assetOf(name: string, content: string) {
  return {
    url: `/runtime/${name}`,
    bytes: Buffer.byteLength(content),
    sha256: createHash("sha256").update(content).digest("hex"),
  };
}

/** The URL and the cache mode of a request. */
type Request = [url: string, cache: RequestCache | undefined];

/**
 * Makes a server that records its requests.
 *
 * @param answers the answers of each URL, request by request; the last one repeats. A string is a
 *   file, a number a status, an error a network failure, null a response without a body; a list
 *   holds a file's chunks, as text or bytes, and an error among them ends the transfer
 */
export function fakeServer(answers: Record<string, unknown[]>): {
  fetch: typeof globalThis.fetch;
  requests: Request[];
} {
  const requests: Request[] = [];
  const left = new Map(Object.entries(answers).map(([url, list]) => [url, [...list]]));
  const fetch = async (url: string, { cache }: RequestInit) => {
    requests.push([url, cache]);
    const list = left.get(url) ?? [404];
    const answer = await (list.length > 1 ? list.shift() : list[0]);
    if (answer instanceof Error) throw answer;
    if (typeof answer === "number") return new Response("", { status: answer });
    return new Response(Array.isArray(answer) ? streamOf(answer) : (answer as BodyInit | null));
  };
  return { fetch: fetch as typeof globalThis.fetch, requests };
}

function streamOf(chunks: unknown[]) {
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
 * @param answers see `fakeServer`
 * @param gzipped addresses of files that are there as gzip only
 */
export function fakeBrowser(answers: Record<string, unknown[]>, gzipped: string[] = []) {
  const { fetch, requests } = fakeServer(answers);
  const waits: number[] = [];
  const browser: Browser = {
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
 * @param folders the files by folder
 * @param instead functions to call instead of `getDirectory`, `getDirectoryHandle`,
 *   `getFileHandle`, `createWritable`, `write`, `close` or `removeEntry`
 * @returns `storage` has only what the store uses; `files` returns the current files by folder
 */
export function fakeStorage(
  folders: Record<string, Record<string, string>> = {},
  instead: Record<string, CallableFunction> = {},
): { storage: StorageManager; files: () => Promise<Record<string, Record<string, string>>> } {
  const disk = new Map(Object.entries(folders).map(([folder, files]) => [folder, blobsOf(files)]));
  const or = <Usual extends CallableFunction>(name: string, usual: Usual): Usual =>
    ((...values: unknown[]) => (instead[name] ?? usual)(...values)) as any;

  const writableOf = (files: Map<string, Blob>, name: string): object => {
    let written = new Blob([]);
    return {
      write: or("write", async (blob: Blob) => void (written = blob)),
      close: or("close", async () => void files.set(name, written)),
    };
  };
  const directoryOf = (files: Map<string, Blob>) => ({
    getFileHandle: or("getFileHandle", async (name: string, { create = false } = {}) => {
      if (!files.has(name) && !create)
        throw new DOMException(`There is no "${name}".`, "NotFoundError");
      if (!files.has(name)) files.set(name, new Blob([]));
      return {
        getFile: async () => files.get(name),
        createWritable: or("createWritable", async () => writableOf(files, name)),
      };
    }),
    async *keys() {
      yield* files.keys();
    },
    removeEntry: or("removeEntry", async (name: string) => {
      if (!files.delete(name)) throw new DOMException(`There is no "${name}".`, "NotFoundError");
    }),
  });
  const root = {
    getDirectoryHandle: or("getDirectoryHandle", async (name: string, { create = false } = {}) => {
      if (!disk.has(name) && !create)
        throw new DOMException(`There is no "${name}".`, "NotFoundError");
      if (!disk.has(name)) disk.set(name, new Map());
      return directoryOf(disk.get(name) as Map<string, Blob>);
    }),
  };
  const files = async () =>
    Object.fromEntries(
      await Promise.all([...disk].map(async ([folder, held]) => [folder, await textsOf(held)])),
    );
  return {
    storage: { getDirectory: or("getDirectory", async () => root) } as StorageManager,
    files,
  };
}

/** Returns files in memory by name, from their texts. */
export const blobsOf = (texts: Record<string, string>) =>
  new Map(Object.entries(texts).map(([name, text]) => [name, new Blob([text])]));

/** Returns the texts of files in memory by name. */
export const textsOf = async (blobs: Map<string, Blob>): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all([...blobs].map(async ([name, blob]) => [name, await blob.text()])),
  );
