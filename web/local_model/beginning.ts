// What the engine reads before any question, and what questions wait for: a state that is kept was
// saved before the engine got anything of a session. Knows neither frame nor storage.

import { MAX_STATE_BYTES } from "./slot.ts";
import type { Engine, FromWorker } from "../types/local_model.ts";

/**
 * Returns how an engine begins.
 *
 * @returns `before` resolves when a question may be sent; once it was called, nothing begins any
 *   more
 */
export function beginningOf(
  send: (
    order: { begin: { body: string; state: ArrayBuffer | null } },
    receive: (message: FromWorker) => void,
  ) => unknown,
): { begin: Engine["begin"]; before: () => Promise<unknown> } {
  let begun: Promise<unknown> | undefined;
  return {
    begin(body, found) {
      if (begun) return Promise.resolve(null);
      const answered: Promise<FromWorker> = found
        .catch(() => null)
        .then((state) => new Promise((resolve) => send({ begin: { body, state } }, resolve)));
      begun = answered;
      return answered.then((message) => {
        if (!("begun" in message)) return null;
        const { begun, state } = message;
        return { begun, state: state && state.byteLength <= MAX_STATE_BYTES ? state : null };
      });
    },
    before: () => (begun ??= Promise.resolve()),
  };
}
