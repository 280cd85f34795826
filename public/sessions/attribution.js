// What the events belong to that the page causes itself: an edited question, the code of a step that the user has changed, and code that runs again. The page's
// program reports them like any others. Knows neither the log nor the kernel.

/** @typedef {{ kind: string, code?: string, execution?: number }} Body an event's body, see `crates/session_log/src/event.rs` */
/** @typedef {{ from: "step", turn: number, step: number } | { from: "console", after: number | null }} Origin */

/** The turn whose question the next question replaces. @type {number | null} */
let edited = null;
/** The execution that the page has started. @type {{ code: string, origin: Origin | null, begun: boolean } | null} */
let own = null;
/** The executions that are no part of the log. @type {Set<number>} */
const unrecorded = new Set();
/** What the page does, as a sentence, while it runs code by itself. @type {string | undefined} */
let busy;

/** Returns what the page does while it runs code by itself, and what the user can do. */
export const busyWith = () => busy;

/**
 * Returns an event as the log is to have it; null if it is no part of the log.
 *
 * @param {Body} body
 * @returns {object | null}
 */
export function attribute(body) {
  if (edited !== null && body.kind === "question-asked") {
    const of = edited;
    edited = null;
    return { ...body, kind: "question-edited", of };
  }
  if (own && !own.begun && body.kind === "execution-began" && body.code === own.code) {
    own.begun = true;
    if (own.origin) return { ...body, origin: own.origin };
    unrecorded.add(Number(body.execution));
    return null;
  }
  return body;
}

/** Returns, once, whether an execution is no part of the log. @param {number} execution */
export const isUnrecorded = (execution) => unrecorded.delete(execution);

/**
 * Asks a question in place of that of a turn.
 *
 * @param {number} turn
 * @param {string} question
 */
export async function askInstead(turn, question) {
  edited = turn;
  try {
    await globalThis.insitu.ask(question);
  } finally {
    // A question that was refused replaces nothing.
    edited = null;
  }
}

/**
 * Runs code as that of a step, or of the console after a turn; without an origin, so that it is no part of the log.
 *
 * @param {string} code
 * @param {Origin | null} origin
 */
export async function execute(code, origin) {
  own = { code, origin, begun: false };
  try {
    return await globalThis.insitu.run(code);
  } finally {
    own = null;
  }
}

/**
 * Does something during which nothing can be asked.
 *
 * @template T
 * @param {string} sentence what is done
 * @param {() => Promise<T>} act
 * @returns {Promise<T>}
 */
export async function alone(sentence, act) {
  if (busy) throw new Error(busy);
  busy = `${sentence} Ask when that is done, or stop it.`;
  try {
    return await act();
  } finally {
    busy = undefined;
  }
}
