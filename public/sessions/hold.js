// What the page does by itself in a session, during which nothing can be asked, or no other session
// be shown.

/**
 * Returns what holds one session.
 *
 * @param {(state: "held" | "released") => void} [report] says when the page begins something by
 *   itself, and when that is over
 */
export function hold(report = () => {}) {
  /** What the page does, as a sentence, while it runs code by itself. @type {string | undefined} */
  let busy;
  /**
   * What the page does, as a sentence, while another session cannot be shown.
   *
   * @type {string | undefined}
   */
  let held;

  return {
    /** Returns what the page does while it runs code by itself, and what the user can do. */
    busyWith: () => busy && `${busy} Ask when that is done, or stop it.`,
    /** Returns why another session cannot be shown at present, if that is so. */
    heldBy: () => busy ?? held,
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
    async during(sentence, act) {
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
