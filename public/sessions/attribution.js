// What the events of a session belong to that the page causes itself: an edited question, the code of a step that the user has changed, and code that runs
// again. The page's program reports them like any others. Knows neither the log nor the kernel.

import { shownSession } from "./open.js";

/** @typedef {{ kind: string, code?: string, execution?: number }} Body an event's body, see `crates/session_log/src/event.rs` */
/** @typedef {{ from: "step", turn: number, step: number } | { from: "console", after: number | null }} Origin */
/** @typedef {ReturnType<typeof attribution>} Attribution */

/**
 * Returns the attribution of one session's events.
 *
 * @param {() => import("../types/automation").Insitu} insitu what scripts have of the session
 * @param {(state: "held" | "released") => void} [report] says when the page begins something by itself, and when that is over
 */
export function attribution(insitu, report = () => {}) {
  /** The turn whose question the next question replaces. @type {number | null} */
  let edited = null;
  /** The execution that the page has started. @type {{ code: string, origin: Origin | null, begun: boolean } | null} */
  let own = null;
  /** The executions that are no part of the log. @type {Set<number>} */
  const unrecorded = new Set();
  /** What the page does, as a sentence, while it runs code by itself. @type {string | undefined} */
  let busy;
  /** What the page does, as a sentence, while another session cannot be shown. @type {string | undefined} */
  let held;

  return {
    /** Returns what the page does while it runs code by itself, and what the user can do. */
    busyWith: () => busy && `${busy} Ask when that is done, or stop it.`,
    /** Returns why another session cannot be shown at present, if that is so. */
    heldBy: () => busy ?? held,
    /**
     * Returns an event as the log is to have it; null if it is no part of the log.
     *
     * @param {Body} body
     * @returns {object | null}
     */
    attribute(body) {
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
    },
    /** Returns, once, whether an execution is no part of the log. @param {number} execution */
    isUnrecorded: (execution) => unrecorded.delete(execution),
    /**
     * Asks a question in place of that of a turn.
     *
     * @param {number} turn
     * @param {string} question
     */
    async askInstead(turn, question) {
      edited = turn;
      try {
        await insitu().ask(question);
      } finally {
        // A question that was refused replaces nothing.
        edited = null;
      }
    },
    /**
     * Runs code as that of a step, or of the console after a turn; without an origin, so that it is no part of the log.
     *
     * @param {string} code
     * @param {Origin | null} origin
     */
    async execute(code, origin) {
      own = { code, origin, begun: false };
      try {
        return await insitu().run(code);
      } finally {
        own = null;
      }
    },
    /**
     * Does something during which nothing can be asked, and no other session be shown.
     *
     * @template T
     * @param {string} sentence what is done
     * @param {() => Promise<T>} act
     * @returns {Promise<T>}
     */
    async alone(sentence, act) {
      if (busy) throw new Error(`${busy} Ask when that is done, or stop it.`);
      busy = sentence;
      report("held");
      try {
        return await act();
      } finally {
        busy = undefined;
        report("released");
      }
    },
    /**
     * Does something during which no other session can be shown.
     *
     * @template T
     * @param {string} sentence what is done
     * @param {() => Promise<T>} act
     * @returns {Promise<T>}
     */
    async hold(sentence, act) {
      held = sentence;
      report("held");
      try {
        return await act();
      } finally {
        held = undefined;
        report("released");
      }
    },
  };
}

/** While no session was restored yet. */
const before = attribution(() => globalThis.insitu);

const current = () => shownSession()?.attribution ?? before;

/** Runs code in the session that is shown, as that of a step or of the console; without an origin, so that it is no part of the log. @type {Attribution["execute"]} */
export const execute = (code, origin) => current().execute(code, origin);

/**
 * Does something during which nothing can be asked in the session that is shown, and no other one be shown.
 *
 * @template T
 * @param {string} sentence what is done
 * @param {() => Promise<T>} act
 * @returns {Promise<T>}
 */
export const alone = (sentence, act) => current().alone(sentence, act);

/** Returns what the page does while it runs code by itself in the session that is shown, and what the user can do. */
export const busyWith = () => current().busyWith();
