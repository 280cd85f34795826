// A model from the user's file, run in this tab, loaded when the menu of models is opened: the
// one that is loaded, what the menu can do with it, and requests. At most one is loaded.

import { openEngine } from "./engine.ts";
import { check, labelOf, pick } from "./file.ts";
import { begin, hashesOf } from "./kept.ts";
import { download, forgetCopy, keepCopy, offered } from "./offered.ts";
import { forget, remember, remembered, reopened } from "./remembered.ts";
import type { Begun, Candidate, Loaded, Prepared, State } from "../types/local_model.ts";
import type { PageModule } from "../types/page.ts";
import type { Addresses } from "./build.ts";
import type { Picked } from "./file.ts";
import type { Offered } from "./offered.ts";
import type { Remembered } from "./remembered.ts";

/**
 * What the ledger has as the address of requests that stay here, and the ids of models begin with:
 * no host has a space.
 */
const HERE = "this tab";

let addresses: Addresses;
let Sha256: PageModule["Sha256"];
let state: State = { is: "none", problem: "" };
let loading: AbortController | undefined;
/** How the model that is loaded has read what each session begins with. */
let beginning: Promise<Begun | null> = Promise.resolve(null);
const watching = new Set<() => void>();
/** The model that was loaded last. */
let last: Remembered | undefined;
/** The models that are offered. */
let listed: Offered[] = [];

export { isThere } from "./offered.ts";

/** Says where the engine is, and gives the hash that takes a file in pieces. */
export function useEngine(
  [script, wasm, wasm32, glue32]: [script: string, wasm: string, wasm32: string, glue32: string],
  hash: typeof Sha256,
) {
  addresses = { script, wasm, wasm32, glue32 };
  Sha256 = hash;
}

function become(next: State) {
  state = next;
  globalThis.insituPage.tabModels = next.is === "ready" ? inForm(next.model) : undefined;
  for (const changed of watching) changed();
}

/**
 * Calls a function with the state as JSON, now and with each change; `TabState` in
 * `app/src/session/tab_model.rs`.
 */
export function watch(told: (state: string) => void) {
  const tell = () => told(JSON.stringify(plain(state)));
  watching.add(tell);
  tell();
}

function plain(state: State) {
  if ("candidate" in state) return { is: state.is, ...facts(state.candidate) };
  if (state.is === "ready")
    return {
      is: state.is,
      ...facts(state.model),
      id: state.model.id,
      threads: state.model.engine.threads,
    };
  return "bytes" in state ? { ...state, label: labelOf(state.name) } : state;
}

const facts = ({
  label,
  header,
  size,
  window,
  memory,
}: Pick<Candidate, "label" | "header" | "size" | "window" | "memory">) => ({
  label,
  architecture: header.architecture,
  parameters: header.parameters,
  size,
  window,
  memory,
});

/** Returns the name of the model that was loaded last, if its files can be opened again. */
export async function lastModel() {
  last = await remembered();
  return last?.label;
}

/** Forgets the model that was loaded last. */
export { forget };

/** Returns the models that the operator offers, and those of which there is a copy, as JSON. */
export async function offers() {
  listed = await offered();
  return JSON.stringify(
    listed.map(({ name, bytes, kept }) => ({ name, label: labelOf(name), bytes, kept })),
  );
}

/** Deletes the copy of an offered model. */
export const deleteCopy = (name: string) => forgetCopy({ name });

/**
 * Has the user pick the files of a model, and checks them. Must be called in a click.
 *
 * @param input see `pick`
 */
export async function choose(input: HTMLInputElement) {
  const picked = await pick(input);
  if (picked) await examine(picked);
}

/**
 * Opens the files of the model that was loaded last, and checks them. Must be called in a click.
 *
 * @throws {Error} with a sentence
 */
export async function chooseLast() {
  if (last) await examine(await reopened(last));
}

/** Gets a model of `offers`, and checks it. */
export async function get(name: string) {
  const offer = listed.find((offer) => offer.name === name);
  if (offer) await fetchOffer(offer);
}

/** Checks files that the user has chosen, and loads nothing yet. */
async function examine(picked: Picked) {
  remove();
  become({ is: "checking", name: picked.files[0]?.name ?? "" });
  try {
    become({ is: "checked", candidate: await check(picked) });
  } catch (error) {
    become({ is: "none", problem: (error as Error).message });
  }
}

/**
 * Downloads a model that the operator offers, or takes the copy of it, and checks it.
 *
 * @param keep whether a copy is kept
 */
async function fetchOffer(offer: Offered, keep = true) {
  remove();
  const abort = new AbortController();
  loading = abort;
  const come = (come: number, copy: boolean) =>
    become({ is: copy ? "comparing" : "downloading", name: offer.name, come, bytes: offer.bytes });
  come(0, offer.kept);
  try {
    const hash = offer.sha256 ? new Sha256() : undefined;
    const file = await download(offer, abort.signal, come, hash);
    loading = undefined;
    await examine({ files: [file], handles: [] });
    if (keep && state.is === "checked") void keepCopy(file, offer.sha256);
  } catch (error) {
    if (!abort.signal.aborted) become({ is: "none", problem: (error as Error).message });
  }
}

/**
 * Loads the model that was checked; resolves with its id, and with null if that failed or was
 * cancelled.
 */
export async function load() {
  if (state.is !== "checked") return null;
  const { candidate } = state;
  const abort = new AbortController();
  loading = abort;
  become({ is: "loading", candidate });
  const hashes = hashesOf(candidate.files);
  try {
    const engine = await openEngine(addresses, candidate, abort.signal);
    const { files, handles, ...known } = candidate;
    const model = { ...known, id: `${HERE}/${candidate.label}`, engine, hashes };
    become({ is: "ready", model });
    void engine.ended.then(
      (problem) => state.is === "ready" && state.model === model && become({ is: "none", problem }),
    );
    void remember({ label: candidate.label, handles });
    return model.id;
  } catch (error) {
    // Whoever ended the load has said what comes next, such as another file.
    if (!abort.signal.aborted) become({ is: "none", problem: (error as Error).message });
    return null;
  }
}

/**
 * Has the model read what each session begins with, while the user writes a question.
 *
 * @param body a request that has nothing of a file or a user
 */
export function beginWith(body: string) {
  if (state.is !== "ready") return;
  const { engine, hashes } = state.model;
  beginning = begin(engine, hashes, body);
}

/**
 * Tries every exit of the model's frame and worker, and returns what was observed of each, as JSON;
 * null without a model.
 *
 * @param target the address that they try to reach
 */
export async function tryExits(target: string) {
  if (state.is !== "ready") return null;
  return JSON.stringify(await state.model.engine.tryExits(target));
}

/** Ends the model or its load, and frees its memory. */
export function remove() {
  loading?.abort();
  loading = undefined;
  if (state.is === "ready") state.model.engine.close();
  beginning = Promise.resolve(null);
  become({ is: "none", problem: "" });
}

/**
 * Has a model that the host has answer here: downloads it or takes the copy, compares its SHA-256,
 * and loads it.
 *
 * @param given its file `{ name, bytes, modified, sha256 }`, as JSON
 * @param said called with each change
 * @returns its id; null if it was cancelled
 * @throws {Error} with a sentence
 */
export async function use(
  given: string,
  said: (is: string, come: number, bytes: number) => void,
): Promise<string | null> {
  const file = JSON.parse(given);
  if (state.is === "ready" && state.model.label === labelOf(file.name)) return state.model.id;
  const known = (await offered()).find(
    ({ name, bytes, modified }) =>
      name === file.name && bytes === file.bytes && modified === file.modified,
  );
  const tell = () => said(state.is, "come" in state ? state.come : 0, file.bytes);
  watching.add(tell);
  try {
    // One that is not in the host's list would be taken for withdrawn, so no copy of it is kept.
    await fetchOffer({ ...file, kept: known?.kept ?? false }, known !== undefined);
    const id = await load();
    if (state.is === "none" && state.problem) throw new Error(state.problem);
    return id;
  } finally {
    watching.delete(tell);
  }
}

/**
 * Resolves with how the model has read what each session begins with, for tests and measurements.
 */
export const begun = () => beginning;

/** Prepares a request for the model. It is what the engine gets, byte for byte. */
export async function prepare(body: string, _signal: AbortSignal): Promise<Prepared> {
  const request = JSON.parse(body);
  if (state.is !== "ready" || state.model.id !== request.model) {
    throw new Error(
      `${String(request.model).replace(`${HERE}/`, "")} is not loaded in this tab any more. Load it again in the model menu, or choose another model.`,
    );
  }
  const { engine } = state.model;
  const full = JSON.stringify({
    max_tokens: MAX_ANSWER_TOKENS,
    ...request,
    cache_prompt: true,
    stream: true,
    stream_options: { include_usage: true },
  });
  return { to: HERE, body: full, send: async (signal) => ({ bytes: engine.ask(full, signal) }) };
}

/** The longest answer, in tokens: a small model may not find an end. */
const MAX_ANSWER_TOKENS = 2_048;

/**
 * Names of models that write blocks of code if their template has tools, so that the first
 * answer need not show it.
 */
const WRITES_BLOCKS = /^qwen2\.5[ -]coder/i;

/** Returns the model as a list in the form of `/v1/models`. */
function inForm({ id, label, header, window }: Loaded) {
  const tools = /\btools\b/.test(header.template) && !WRITES_BLOCKS.test(header.name);
  const insitu = {
    label,
    provider: "",
    host: "",
    default: false,
    local: true,
    direct: true,
    tab: true,
    tools,
    images: false,
    reasoning: false,
    structured: null,
    fenced: tools ? "auto" : "always",
    window,
    max_output: MAX_ANSWER_TOKENS,
    parameters: header.parameters,
    price: null,
  };
  return JSON.stringify({
    object: "list",
    data: [{ id, object: "model", created: 0, owned_by: HERE, insitu }],
  });
}
