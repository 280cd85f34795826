// What a model writes, which is stored a sentence at a time, and what it thinks: after a second at
// the latest.

/** The longest that text waits to be stored, in milliseconds. */
const MAX_MS = 1_000;

/**
 * Returns what stores pieces of the text of a turn, and of what the model thinks.
 *
 * @param {object} session
 * @param {import("../types/page").SessionLog} session.log
 * @param {(act: () => Promise<void>) => void} session.enqueue
 * @param {(make: () => string) => Promise<void>} session.append
 */
export function piecesOf({ log, enqueue, append }) {
  /**
   * Flushes text that the model has not ended yet.
   *
   * @type {ReturnType<typeof setTimeout> | undefined}
   */
  let timer;
  const flushLater = () => {
    if (timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      enqueue(() => append(() => log.flush(Date.now())));
    }, MAX_MS);
  };
  /** @param {"text" | "thought"} stream @returns {(turn: number, piece: string) => void} */
  const storing = (stream) => (turn, piece) => {
    enqueue(() => append(() => log[stream](Date.now(), turn, piece)));
    flushLater();
  };
  return { text: storing("text"), thought: storing("thought") };
}
