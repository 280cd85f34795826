// The records of a stored session, and what belongs to them.

import { absence, remembered } from "./files.js";

/** @typedef {import("../types/storage").SessionStorage} SessionStorage */
/** @typedef {import("../types/page").SessionLog} SessionLog */
/**
 * @typedef {{ place: { in: string, path?: string }, blob: { sha256: string, mediaType: string,
 *   bytes: number } }} StoredPart
 */
/** @typedef {{ inline: { files?: { path: string }[] }, parts: StoredPart[] }} StoredOutcome */
/**
 * @typedef {{ at: number, to: string, bytes: number, sha256: string, body: string | null }} Sent
 */

/**
 * The largest part of an outcome that is restored with its session, and the largest file that code
 * wrote which is stored, in bytes.
 */
const MAX_PART = 64 << 20;

/** The largest part that stays in a record for lack of space, in bytes. */
const MAX_INLINE = 256 << 10;

/**
 * Returns the records of a session as one text, and what is damaged after them.
 *
 * @param {SessionStorage | undefined} storage
 * @param {string} stored the session's id
 * @param {import("../types/storage").LogPart} begun the part that was read already
 */
export async function recordsFrom(storage, stored, begun) {
  const records = [...begun.records];
  let { more, damage } = begun;
  while (more) {
    const part = await storage?.read(stored, { from: (records.at(-1)?.seq ?? 0) + 1 });
    if (!part?.ok) {
      damage = part?.error ?? null;
      break;
    }
    records.push(...part.value.records);
    ({ more, damage } = part.value);
  }
  return { text: records.map(({ text }) => text).join(""), damage };
}

/** Returns the records of a text. @param {string} records */
export const lines = (records) => records.split(/(?<=\n)/).filter(Boolean);

/**
 * Copies the outputs and the files of a session to another one.
 *
 * @param {SessionStorage} storage
 * @param {string} old
 * @param {string} fresh
 */
export async function copyContents(storage, old, fresh) {
  const blobs = await storage.blobs.list(old);
  for (const { digest, mediaType } of blobs.ok ? blobs.value : []) {
    const content = await storage.blobs.get(digest);
    if (content.ok) await storage.blobs.put(fresh, content.value, mediaType);
  }
  await storage.files.share(old, fresh);
}

/**
 * Returns requests with their bodies where they are kept.
 *
 * @param {SessionStorage | undefined} storage
 * @param {Sent[]} requests
 */
export function withBodies(storage, requests) {
  return Promise.all(
    requests.map(async ({ at, to, bytes, sha256, body }) => {
      const kept = body === null ? undefined : await storage?.blobs.get(body);
      const text = kept?.ok ? await kept.value.text() : "The content of this request is not kept.";
      return { at: new Date(at).toISOString(), to, bytes, sha256, body: text };
    }),
  );
}

/**
 * Stores the large parts of an outcome, and the files that it wrote. What is not stored stays in
 * the record where it is small; otherwise its digest is among the lost.
 *
 * @param {SessionLog} log
 * @param {SessionStorage | undefined} storage
 * @param {{ session: string, outcome: string, contents: (Blob | null)[], notify: (message: string)
 *   => void }} produced
 */
export async function storeParts(log, storage, { session, outcome, contents, notify }) {
  /** @type {StoredPart[]} */
  const parts = [];
  /** @type {string[]} */
  const lost = [];
  const large = log.largeParts(outcome, contents);
  for (let at = 0; at < large.length; at += 3) {
    /** @type {[StoredPart["place"], string, Uint8Array<ArrayBuffer> | Blob]} */
    const [place, mediaType, content] = [JSON.parse(large[at]), large[at + 1], large[at + 2]];
    const blob = new Blob([content]);
    if (place.in === "file" && blob.size > MAX_PART) {
      notify(`${place.path} is not kept for later. It is larger than ${MAX_PART >> 20} MiB.`);
      continue;
    }
    const stored = await storage?.blobs.put(session, blob, mediaType);
    if (!stored?.ok && place.in !== "file" && blob.size <= MAX_INLINE) continue;
    const sha256 = stored?.ok ? stored.value.digest : await digestOf(blob);
    parts.push({ place, blob: { sha256, mediaType, bytes: blob.size } });
    if (stored?.ok) continue;
    lost.push(sha256);
    notify(`${place.path ?? "A result"} is not kept for later. ${stored?.error.message ?? ""}`);
  }
  return { parts, lost };
}

/** Returns the SHA-256 in hexadecimal. @param {Blob} content */
async function digestOf(content) {
  const digest = await crypto.subtle.digest("SHA-256", await content.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Returns the files that an execution wrote, in the order of its outcome, as far as they are
 * stored.
 *
 * @param {SessionStorage | undefined} storage
 * @param {StoredOutcome} stored
 */
function writtenFiles(storage, { inline, parts }) {
  return Promise.all(
    (inline.files ?? []).map(async ({ path }) => {
      const part = parts.find(({ place }) => place.in === "file" && place.path === path);
      const found = part && (await storage?.blobs.get(part.blob.sha256));
      return found?.ok ? found.value : undefined;
    }),
  );
}

/**
 * Returns the bytes of the large parts of an outcome in their order, undefined for those that are
 * not there.
 *
 * @param {SessionStorage | undefined} storage
 * @param {StoredOutcome} stored
 */
export function partsOf(storage, { parts }) {
  return Promise.all(
    parts.map(async ({ place, blob }) => {
      const found =
        place.in !== "file" && blob.bytes <= MAX_PART
          ? await storage?.blobs.get(blob.sha256)
          : undefined;
      return found?.ok ? new Uint8Array(await found.value.arrayBuffer()) : undefined;
    }),
  );
}

/**
 * Returns an outcome with its large parts, as JSON, and the files that its code wrote, in the order
 * of the outcome, as far as they are stored.
 *
 * @param {SessionLog} log
 * @param {SessionStorage | undefined} storage
 * @param {StoredOutcome} stored
 */
export async function wholeOutcome(log, storage, stored) {
  return {
    json: log.attach(JSON.stringify(stored), await partsOf(storage, stored)),
    files: await writtenFiles(storage, stored),
  };
}

/**
 * Returns a session of the log with its outcomes and the content of its files. `outcome` of a step
 * is a function, which reads it when it is called: all of them may be large.
 *
 * @param {SessionLog} log
 * @param {SessionStorage | undefined} storage
 * @param {string} id
 * @param {any} read
 */
export async function withContents(log, storage, id, read) {
  /** @param {any} step */
  const withOutcome = (step) => ({
    ...step,
    outcome: async () => (step.outcome ? wholeOutcome(log, storage, step.outcome) : undefined),
  });
  /** @param {any} turn */
  const withOutcomes = (turn) => ({
    ...turn,
    claims: JSON.stringify(turn.claims),
    steps: turn.steps.map(withOutcome),
  });
  /** @param {any} file */
  const withContent = async (file) => {
    // Whatever is stored under its name, a wheel that nobody has confirmed in this browser is asked
    // for.
    if (file.wheel && !file.wheel.confirmed)
      return { ...file, content: null, ...absence(file, undefined) };
    const found = await storage?.files.open(id, file.name);
    const content = found?.ok ? found.value : (remembered(id, file.name) ?? null);
    return {
      ...file,
      content,
      ...(content ? {} : absence(file, found && !found.ok ? found.error : undefined)),
    };
  };
  return {
    ...read,
    turns: read.turns.map(withOutcomes),
    files: await Promise.all(read.files.map(withContent)),
  };
}
