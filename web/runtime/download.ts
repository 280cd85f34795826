// Fetches the runtime's files from this server and rejects those whose SHA-256 is not the
// manifest's. Sizes and hashes are those of the decompressed files.

import { decompressed } from "./gzip.ts";
import { hashWhileCollecting, sha256 as sha256Of, treeHash } from "./hash.ts";
import type { Asset } from "../generated/kernel.ts";
import type { Reader } from "./gzip.ts";

/**
 * How long to wait before each further attempt, in milliseconds. After the last one the error is
 * final.
 */
const RETRY_AFTER = [500, 2_000, 5_000];

/** The part of the browser that a download needs. */
export interface Browser {
  fetch: typeof fetch;
  subtle: Pick<SubtleCrypto, "digest">;
  sleep: (milliseconds: number) => Promise<void>;
  /** Addresses of files that the host has as gzip only, with `.gz` behind the address. */
  gzipped: Set<string>;
}

type Kind = "network" | "wrong" | "refused";

/** A failed attempt to fetch a file; `kind` says what helps. */
class AttemptError extends Error {
  kind: Kind;

  /** @param kind another attempt, one past the cache, or nothing */
  constructor(kind: Kind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** What ends an attempt: an `AttemptError`, or an error of the browser, which has no kind. */
type Failure = Error & { kind?: Kind };

/**
 * Fetches a file.
 *
 * @param onBytes called with the size of each chunk; a negative number takes back the bytes of a
 *   failed attempt
 * @throws {Error} with a message for the user
 */
export async function download(
  asset: Asset,
  browser: Browser,
  onBytes: (bytes: number) => void = () => {},
): Promise<Blob> {
  const url = browser.gzipped.has(asset.url) ? `${asset.url}.gz` : asset.url;
  const waits = RETRY_AFTER.values();
  let cache: RequestCache = "default";
  for (;;) {
    let received = 0;
    try {
      return await attempt(asset, url, cache, browser, (bytes) => {
        received += bytes;
        onBytes(bytes);
      });
    } catch (error) {
      onBytes(-received);
      const { kind } = error as Failure;
      const wait = kind === "network" ? waits.next().value : undefined;
      if (wait !== undefined) await browser.sleep(wait);
      else if (kind === "wrong" && cache === "default") cache = "reload";
      else throw new Error(sentence(url, error as Failure));
    }
  }
}

/**
 * Fetches and parses JSON, with the same retries.
 *
 * @throws {Error} with a message for the user
 */
export async function downloadJson(
  url: string,
  { fetch, sleep }: Pick<Browser, "fetch" | "sleep">,
): Promise<unknown> {
  const waits = RETRY_AFTER.values();
  for (;;) {
    try {
      const response = await respond(url, "default", fetch);
      const text = await response.text().catch((error) => {
        throw new AttemptError("network", error.message);
      });
      try {
        return JSON.parse(text);
      } catch (error) {
        throw new AttemptError("refused", `it cannot be read: ${(error as Error).message}`);
      }
    } catch (error) {
      const wait = (error as Failure).kind === "network" ? waits.next().value : undefined;
      if (wait === undefined) throw new Error(sentence(url, error as Failure));
      await sleep(wait);
    }
  }
}

/**
 * Fetches a file once, and checks it.
 *
 * @param url of the file, or of its gzip form
 */
async function attempt(
  asset: Asset,
  url: string,
  cache: RequestCache,
  { fetch, subtle }: Browser,
  onBytes: (bytes: number) => void,
) {
  const { bytes: size } = asset;
  const response = await respond(url, cache, fetch);
  if (!response.body) throw new AttemptError("wrong", "has no content");
  const sent = readerOf(response.body);
  const reader =
    url === asset.url
      ? sent
      : await decompressed(sent, (message) => new AttemptError("wrong", message));
  const { tree, sha256 } = asset;
  const collected = hashWhileCollecting(size, tree !== undefined, subtle);
  let at = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    at += value.length;
    if (at > size) {
      reader.cancel().catch(() => {});
      throw new AttemptError("wrong", `is longer than the ${size} bytes that the build made`);
    }
    onBytes(value.length);
    collected.add(value);
  }
  if (at < size) throw new AttemptError("wrong", `ends after ${at} of ${size} bytes`);
  const { blob, hash } = await collected.end();
  if (hash !== (tree ?? sha256))
    throw new AttemptError("wrong", "is not the file that the build made: its SHA-256 differs");
  return blob;
}

/** Returns a reader of a response, whose failure is that of the network. */
function readerOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): Reader {
  const reader = body.getReader();
  return {
    read: () =>
      reader.read().catch((error) => {
        throw new AttemptError("network", error.message);
      }),
    cancel: (reason) => reader.cancel(reason),
  };
}

/** Requests a file once. */
async function respond(url: string, cache: RequestCache, fetch: Browser["fetch"]) {
  const response = await fetch(url, { cache }).catch((error) => {
    throw new AttemptError("network", error.message);
  });
  if (response.status === 200) return response;
  throw new AttemptError(
    response.status >= 500 ? "network" : "refused",
    `the server answered ${response.status}`,
  );
}

/**
 * Returns whether a file is the one that the build made. A large one is hashed piece by piece, so
 * that nothing else is blocked for long.
 *
 * @param asset see `crates/kernel/src/manifest.rs`
 */
export async function matchesBuild(
  blob: Blob,
  { sha256, tree }: Pick<Asset, "sha256" | "tree">,
  subtle: Browser["subtle"],
) {
  return tree ? (await treeHash(blob, subtle)) === tree : (await sha256Of(blob, subtle)) === sha256;
}

/** Returns a sentence about a final failure. */
function sentence(url: string, { kind, message }: Failure) {
  if (kind === "network") return `${url} could not be fetched (${message}). Check the connection.`;
  return kind === "wrong"
    ? `${url} ${message}. It was refused.`
    : `${url} could not be fetched: ${message}.`;
}
