// What the engine reads before any question, and what questions wait for: a state that is kept was
// saved before the engine got anything of a session. Knows neither frame nor storage.

import { MAX_STATE } from "./slot.js";

/** @typedef {import("../types/local_model").Engine} Engine */
/** @typedef {import("../types/local_model").FromWorker} FromWorker */

/**
 * Returns how an engine begins.
 *
 * @param {(order: { begin: { body: string, state: ArrayBuffer | null } }, receive: (message:
 *   FromWorker) => void) => unknown} send
 * @returns {{ begin: Engine["begin"], before: () => Promise<unknown> }} `before` resolves when a
 *   question may be sent; once it was called, nothing begins any more
 */
export function beginningOf(send) {
  /** @type {Promise<unknown> | undefined} */
  let begun;
  return {
    begin(body, found) {
      if (begun) return Promise.resolve(null);
      /** @type {Promise<FromWorker>} */
      const answered = found
        .catch(() => null)
        .then((state) => new Promise((resolve) => send({ begin: { body, state } }, resolve)));
      begun = answered;
      return answered.then((message) => {
        if (!("begun" in message)) return null;
        const { begun, state } = message;
        return { begun, state: state && state.byteLength <= MAX_STATE ? state : null };
      });
    },
    before: () => (begun ??= Promise.resolve()),
  };
}
