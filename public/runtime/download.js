// Fetches the runtime's files from this server and lets only those through whose SHA-256 is the manifest's.

/** How long to wait before each further attempt, in milliseconds. After the last one the failure is told. */
const RETRY_AFTER = [500, 2_000, 5_000];

/** Bytes of a piece of a large file. */
const PIECE = 4 << 20;
/** Pieces of a file that are hashed at a time: one is read while another is hashed, and a busy page holds up neither. */
const LANES = 4;

/** What may go wrong with one file; `kind` says what helps. */
class Trouble extends Error {
  /** @param {"network" | "wrong" | "refused"} kind another attempt, one past the cache, or nothing */
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

/**
 * Fetches a file.
 *
 * @param {{ url: string, bytes: number, sha256: string, tree?: string }} asset
 * @param {object} browser
 * @param {typeof fetch} browser.fetch
 * @param {SubtleCrypto} browser.subtle
 * @param {(milliseconds: number) => Promise<void>} browser.sleep
 * @param {(bytes: number) => void} [onBytes] told how many bytes of each chunk came; a negative number is what an attempt that failed had brought
 * @returns {Promise<Blob>}
 * @throws {Error} with a sentence
 */
export async function download(asset, browser, onBytes = () => {}) {
  const waits = RETRY_AFTER.values();
  let cache = "default";
  for (;;) {
    let came = 0;
    try {
      return await attempt(asset, cache, browser, (bytes) => {
        came += bytes;
        onBytes(bytes);
      });
    } catch (error) {
      onBytes(-came);
      const { kind } = error;
      const wait = kind === "network" ? waits.next().value : undefined;
      if (wait !== undefined) await browser.sleep(wait);
      else if (kind === "wrong" && cache === "default") cache = "reload";
      else throw new Error(sentence(asset.url, error));
    }
  }
}

/** Fetches a JSON text, with the same patience. */
export async function downloadJson(url, { fetch, sleep }) {
  const waits = RETRY_AFTER.values();
  for (;;) {
    try {
      const response = await respond(url, "default", fetch);
      const text = await response.text().catch((error) => { throw new Trouble("network", error.message); });
      try {
        return JSON.parse(text);
      } catch (error) {
        throw new Trouble("refused", `it cannot be read: ${error.message}`);
      }
    } catch (error) {
      const wait = error.kind === "network" ? waits.next().value : undefined;
      if (wait === undefined) throw new Error(sentence(url, error));
      await sleep(wait);
    }
  }
}

async function attempt(asset, cache, { fetch, subtle }, onBytes) {
  const { url, bytes: size } = asset;
  const response = await respond(url, cache, fetch);
  if (!response.body) throw new Trouble("wrong", "has no content");
  const reader = response.body.getReader();
  // Pieces become blobs as they come, so that no work at the end holds up everything else.
  const pieces = [];
  let piece = [];
  let [at, inPiece] = [0, 0];
  for (;;) {
    const { done, value } = await reader.read().catch((error) => { throw new Trouble("network", error.message); });
    if (done) break;
    at += value.length;
    if (at > size) throw new Trouble("wrong", `is longer than the ${size} bytes that the build made`);
    onBytes(value.length);
    piece.push(value);
    inPiece += value.length;
    if (inPiece >= PIECE) {
      pieces.push(new Blob(piece));
      [piece, inPiece] = [[], 0];
    }
  }
  const blob = new Blob([...pieces, ...piece]);
  if (at < size) throw new Trouble("wrong", `ends after ${at} of ${size} bytes`);
  if (!(await isTheBuilds(blob, asset, subtle))) throw new Trouble("wrong", "is not the file that the build made: its SHA-256 differs");
  return blob;
}

async function respond(url, cache, fetch) {
  const response = await fetch(url, { cache }).catch((error) => { throw new Trouble("network", error.message); });
  if (response.status === 200) return response;
  throw new Trouble(response.status >= 500 ? "network" : "refused", `the server answered ${response.status}`);
}

/**
 * Whether a file is the one that the build made. A large one is looked at piece by piece, so that nothing else has to wait for long.
 *
 * @param {Blob} blob
 * @param {{ sha256: string, tree?: string }} asset see `crates/kernel/src/manifest.rs`
 * @param {SubtleCrypto} subtle
 */
export async function isTheBuilds(blob, { sha256, tree }, subtle) {
  const hash = async (bytes) => new Uint8Array(await subtle.digest("SHA-256", bytes));
  if (!tree) return hex(await hash(await blob.arrayBuffer())) === sha256;
  const count = Math.ceil(blob.size / PIECE);
  const hashes = new Uint8Array(count * 32);
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const piece = next++;
      const bytes = await blob.slice(piece * PIECE, (piece + 1) * PIECE).arrayBuffer();
      hashes.set(await hash(bytes), piece * 32);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return hex(await hash(hashes)) === tree;
}

function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function sentence(url, { kind, message }) {
  if (kind === "network") return `${url} could not be fetched (${message}). Check the connection.`;
  return kind === "wrong" ? `${url} ${message}. It was refused.` : `${url} could not be fetched: ${message}.`;
}
