// Completion and signatures from the live interpreter, for editors. The interpreter is asked only
// while nothing else runs, by code of the page's own, which is no part of the session. What it
// answers is untrusted: the editor checks it.

import { answerOf, request } from "./request.js";

/** @typedef {import("../types/kernel").Outcome} Outcome */

/** Code units of code that is asked about. */
const MAX_CODE = 100_000;
/** The longest that an answer may take, in milliseconds. */
const LIMIT_MS = 2_000;
/** How long nothing is asked after the interpreter took longer, in milliseconds. */
const REST_MS = 60_000;

/**
 * Returns the functions that an editor takes.
 *
 * @param {object} parts
 * @param {(code: string, timeoutMs: number) => Promise<Outcome>} parts.run runs code of the page's
 *   own
 * @param {string} parts.load the code that makes the modules of the completion
 * @param {() => boolean} parts.isIdle whether nothing else runs and no turn is under way
 * @param {() => number} [parts.now] in milliseconds
 */
export function helper({ run, load, isIdle, now = () => performance.now() }) {
  /** Requests follow one another. @type {Promise<unknown>} */
  let line = Promise.resolve();
  let resting = Number.NEGATIVE_INFINITY;

  /** @param {string} code */
  const attempt = async (code) => {
    const outcome = await run(code, LIMIT_MS);
    if (outcome.status === "timeout" || outcome.status === "killed") resting = now();
    return outcome;
  };

  /** @param {string} code */
  const answer = async (code) => {
    let outcome = await attempt(code);
    // A fresh interpreter does not have the modules yet.
    if (outcome.error?.name === "KeyError" && isIdle() && (await attempt(load)).status === "ok")
      outcome = await attempt(code);
    return outcome.status === "ok" ? answerOf(outcome.stderr) : null;
  };

  /**
   * @param {"complete" | "signature"} kind
   * @param {string} code
   * @param {number} cursor
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>} null where the interpreter is busy or knows nothing
   */
  const ask = (kind, code, cursor, signal) => {
    const isWanted = () => !signal?.aborted && isIdle() && now() - resting >= REST_MS;
    if (code.length > MAX_CODE || !isWanted()) return Promise.resolve(null);
    const asked = line.then(() => (isWanted() ? answer(request(kind, code, cursor)) : null));
    line = asked.catch(() => {});
    return asked;
  };

  return {
    /** @type {import("../editor/completion.js").Complete} */
    complete: (code, cursor, signal) => ask("complete", code, cursor, signal),
    /** @type {import("../editor/signature.js").Signature} */
    signature: (code, cursor, signal) => ask("signature", code, cursor, signal),
    /** Makes the modules, so that the first answer comes soon. */
    warm: () => ask("complete", "#", 1),
  };
}
