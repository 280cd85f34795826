// Models that the operator offers: the list, the download of one, from this page's own host, and
// the copy that the browser keeps of it. None of the user's data goes along.

/**
 * A model that is offered, with its length in bytes and when it was changed, in milliseconds since
 * 1970; `kept` says whether this browser has a copy, `sha256` is empty if it is not known.
 */
export type Offered = {
  name: string;
  bytes: number;
  modified: number;
  kept: boolean;
  sha256: string;
};

/** What computes a SHA-256. */
type Hash = { update(piece: Uint8Array): void; finish(): string };

/** How much of a copy is hashed at a time, in bytes: the page answers in between. */
const PIECE = 2 ** 20;

const FOLDER = "./models/";
/** The cache with the copies, which `web/storage/erase.ts` deletes too. */
const COPIES = "insitu-models";
/** The header of a copy that says when its file was changed. */
const MODIFIED = "x-insitu-modified";
/** The header of a copy with its SHA-256, if that is known. */
const SHA256 = "x-insitu-sha256";

/** Returns the models: without the host, those of which there is a copy. */
export async function offered(): Promise<Offered[]> {
  const kept = await copies();
  const models = await listed();
  if (!models) return kept;
  const same = (one: Offered) => (other: Offered) =>
    one.name === other.name && one.bytes === other.bytes && one.modified === other.modified;
  // Of one that the operator has replaced or withdrawn.
  await Promise.all(kept.filter((copy) => !models.some(same(copy))).map(forgetCopy));
  return models.map((model) => ({ ...model, kept: kept.some(same(model)) }));
}

/** Returns the operator's list; null if it cannot be read. */
async function listed(): Promise<Offered[] | null> {
  try {
    const response = await fetch(`${FOLDER}index.json`, { cache: "no-cache" });
    if (!response.ok) return null;
    const list: Offered[] = await response.json();
    return list
      .filter(
        ({ name, bytes, modified }) =>
          /^[\w.-]+\.gguf$/.test(name) &&
          Number.isSafeInteger(bytes) &&
          Number.isSafeInteger(modified),
      )
      .map(({ name, bytes, modified, sha256 }) => ({
        name,
        bytes,
        modified,
        kept: false,
        sha256: typeof sha256 === "string" ? sha256 : "",
      }));
  } catch {
    return null;
  }
}

/**
 * Whether the host has a file of that length, though its list does not have it: an operator may
 * have put it there.
 */
export async function isThere(name: string, bytes: number) {
  const response = await fetch(FOLDER + name, { method: "HEAD", cache: "no-store" }).catch(
    () => undefined,
  );
  return response?.ok === true && Number(response.headers.get("content-length")) === bytes;
}

/**
 * Returns a model: the copy that the browser keeps, or else what the host sends, which the browser
 * holds on the disk if it is large. If its SHA-256 is known, no other file is returned.
 *
 * @param progress called with what has come so far, or has been read of the copy
 * @param hash needed if the SHA-256 is known
 * @throws {Error} with a sentence
 */
export async function download(
  model: Offered,
  signal: AbortSignal,
  progress: (bytes: number, copy: boolean) => void,
  hash: Hash | undefined,
): Promise<File> {
  const file = await content(model, signal, progress, hash);
  if (!model.sha256 || hash?.finish() === model.sha256) return file;
  await forgetCopy(model);
  throw new Error(
    `${model.name} is not the file that it should be: its SHA-256 differs. It was not used. Try again; if that does not help, the operator of this page has to replace it.`,
  );
}

async function content(
  { name, bytes, modified, kept }: Offered,
  signal: AbortSignal,
  progress: (bytes: number, copy: boolean) => void,
  hash: Hash | undefined,
) {
  const copy = kept && (await copyOf(name));
  if (copy && copy.size === bytes) {
    for (let at = 0; hash && at < copy.size; at += PIECE) {
      signal.throwIfAborted();
      progress(at, true);
      hash.update(new Uint8Array(await copy.slice(at, at + PIECE).arrayBuffer()));
    }
    return new File([copy], name, { lastModified: modified });
  }
  const failed = (why: string) =>
    new Error(`${name} could not be downloaded (${why}). Check the connection, and try again.`);
  try {
    // Not from the browser's own cache, which may have an earlier one.
    const response = await fetch(FOLDER + name, { signal, cache: "no-store" });
    if (!response.ok || !response.body) throw failed(`HTTP ${response.status}`);
    let come = 0;
    const counted = new TransformStream({
      transform(piece, controller) {
        come += piece.byteLength;
        hash?.update(piece);
        progress(come, false);
        controller.enqueue(piece);
      },
    });
    const content = await new Response(response.body.pipeThrough(counted)).blob();
    if (content.size !== bytes) throw failed(`${content.size} of ${bytes} bytes came`);
    return new File([content], name, { lastModified: modified });
  } catch (error) {
    if (signal.aborted || (error as Error).message.startsWith(name)) throw error;
    throw failed((error as Error).message);
  }
}

/**
 * Keeps a copy of a model for later visits, also without network. If the browser has no room for
 * it, or keeps nothing, the model is downloaded again.
 *
 * @param sha256 empty if it is not known
 */
export async function keepCopy(file: File, sha256: string) {
  try {
    const { quota = 0, usage = 0 } = await navigator.storage.estimate();
    // As much stays free for the user's sessions.
    if (
      usage + 2 * file.size > quota ||
      (await copies()).some(
        ({ name, modified }) => name === file.name && modified === file.lastModified,
      )
    )
      return;
    const headers = {
      "content-length": String(file.size),
      [MODIFIED]: String(file.lastModified),
      ...(sha256 && { [SHA256]: sha256 }),
    };
    await (await caches.open(COPIES)).put(FOLDER + file.name, new Response(file, { headers }));
  } catch {
    // As in a private window of some browsers.
  }
}

/** Deletes the copy of a model. */
export async function forgetCopy({ name }: Pick<Offered, "name">) {
  await within((cache) => cache.delete(FOLDER + name));
}

/** Returns the models of which there are copies. */
async function copies(): Promise<Offered[]> {
  const folder = new URL(FOLDER, document.baseURI).href;
  const found = await within(async (cache) => {
    const addresses = (await cache.keys())
      .map(({ url }) => url)
      .filter((url) => url.startsWith(folder));
    return Promise.all(
      addresses.map(async (url) => {
        const headers = (await cache.match(url))?.headers;
        return {
          name: url.slice(folder.length),
          bytes: Number(headers?.get("content-length")),
          modified: Number(headers?.get(MODIFIED)),
          sha256: headers?.get(SHA256) ?? "",
          kept: true,
        };
      }),
    );
  });
  return found ?? [];
}

const copyOf = (name: string) =>
  within(async (cache) => (await cache.match(FOLDER + name))?.blob());

/** @returns undefined if the browser keeps nothing */
async function within<T>(act: (cache: Cache) => Promise<T>): Promise<T | undefined> {
  try {
    // Not made if nothing is kept.
    return (await caches.has(COPIES)) ? await act(await caches.open(COPIES)) : undefined;
  } catch {
    return undefined;
  }
}
