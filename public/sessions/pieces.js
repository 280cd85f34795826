// Text of a model, which is stored a sentence at a time, and after a second at the latest.

/** The longest that text waits to be stored, in milliseconds. */
const MAX_MS = 1_000;

/**
 * Returns what stores a piece of text of a turn.
 *
 * @param {object} session
 * @param {import("../types/page").SessionLog} session.log
 * @param {(act: () => Promise<void>) => void} session.enqueue
 * @param {(make: () => string) => Promise<void>} session.append
 */
export function piecesOf({ log, enqueue, append }) {
  /** Flushes text that the model has not ended yet. @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return (/** @type {number} */ turn, /** @type {string} */ piece) => {
    enqueue(() => append(() => log.text(Date.now(), turn, piece)));
    if (timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      enqueue(() => append(() => log.flush(Date.now())));
    }, MAX_MS);
  };
}
