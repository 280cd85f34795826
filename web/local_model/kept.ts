// The state of the engine after what each session begins with, kept over visits, so that a question
// costs its own tokens. One is kept: of the model, the engine and the text that were used last. It
// is memory of an untrusted engine, made before that had anything of a file or a user: it goes back
// into the sealed frame, and nowhere else.

import { sha256, treeHash } from "../runtime/hash.ts";
import { STATES, within } from "./remembered.ts";
import { MAX_STATE_BYTES } from "./slot.ts";
import type { Begun, Engine } from "../types/local_model.ts";

const ONLY = "state";

/** A state, with the hash of what it was made by, and its own. */
type Kept = { of: string; hash: string; bytes: ArrayBuffer };

/**
 * Returns the hashes of a model's files; null if the page's context is not secure, or a file
 * cannot be read.
 */
export async function hashesOf(files: Blob[]): Promise<string[] | null> {
  const subtle = globalThis.crypto?.subtle;
  if (!subtle) return null;
  try {
    return await Promise.all(files.map((file) => treeHash(file, subtle)));
  } catch {
    return null;
  }
}

/**
 * Has the model read what each session begins with, by the kept state if there is one; keeps
 * what comes of it.
 *
 * @param hashes of the model's files
 * @param body of a request that has nothing of a file or a user
 * @returns null if the model has not read it
 */
export async function begin(
  engine: Pick<Engine, "build" | "begin">,
  hashes: Promise<string[] | null>,
  body: string,
): Promise<Begun | null> {
  const of = hashes.then((model) => identity(engine.build, model, body));
  const found = of.then((of) => (of === null ? null : kept(of)));
  // At once, so that questions wait for it.
  const begun = await engine.begin(body, found);
  const [made, state] = await Promise.all([of, found]);
  // One that the engine refuses, or ends by, is not tried again.
  if (state && begun?.begun.by !== "state") await forgetState();
  if (made !== null && begun?.state) await keep(made, begun.state);
  return begun?.begun ?? null;
}

/** Returns a hash of all that a state depends on; null if one of it is not known. */
async function identity(build: string, model: string[] | null, text: string) {
  if (build === "" || !model) return null;
  return sha256(new Blob([JSON.stringify([build, model, text])]), crypto.subtle);
}

/** Returns the state, if it is that one and has not been changed. What differs is deleted. */
async function kept(of: string): Promise<ArrayBuffer | null> {
  const found: Kept | undefined = await within((database) => database.get(STATES, ONLY));
  if (!found) return null;
  if (
    found.of === of &&
    found.bytes?.byteLength <= MAX_STATE_BYTES &&
    found.hash === (await sha256(new Blob([found.bytes]), crypto.subtle))
  )
    return found.bytes;
  await forgetState();
  return null;
}

const forgetState = () => within((database) => database.delete(STATES, ONLY));

/** Keeps a state if the browser has room for it. */
async function keep(of: string, bytes: ArrayBuffer) {
  const { quota = 0, usage = 0 } =
    (await navigator.storage?.estimate().catch(() => undefined)) ?? {};
  // As much stays free for the user's sessions.
  if (usage + 2 * bytes.byteLength > quota) return;
  const state: Kept = { of, hash: await sha256(new Blob([bytes]), crypto.subtle), bytes };
  await within((database) => database.put(STATES, state, ONLY));
}
