// Whether a session of the page has an interpreter: the shown one has, and one that computes. Any
// other is ended and started again when it is needed.

/**
 * How long a session that is not shown may do nothing before its interpreter is ended, in
 * milliseconds: a script may go on at once.
 */
const IDLE_MS = 1_000;

/**
 * Returns the presence of one session.
 *
 * @param {object} session
 * @param {Pick<import("../types/page").SessionProgram, "doing" | "setAsleep">} session.program
 * @param {() => boolean} session.isShown
 * @param {() => Promise<unknown>} session.close closes it in the storage, so that other tabs may
 *   have it
 * @param {() => Promise<void>} session.reopen opens it there again, and shows what is stored
 */
export function presence({ program, isShown, close, reopen }) {
  let asleep = false;
  /** @type {Promise<void> | undefined} */
  let waking;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let ending;
  /** How a turn has ended that was not shown then. @type {"" | "answer" | "end"} */
  let news = "";

  const isOver = () => !isShown() && !asleep && program.doing() === "";
  const end = () => {
    if (!isOver()) return;
    asleep = true;
    program.setAsleep(true);
    void close();
  };
  const wake = async () => {
    program.setAsleep(false);
    await reopen();
    asleep = false;
  };

  return {
    /** Starts the interpreter again and opens the session, where both were ended. */
    awake() {
      if (!asleep) return undefined;
      waking ??= wake().finally(() => {
        waking = undefined;
      });
      return waking;
    },
    /** Returns what the session is doing. */
    doing: () => program.doing(),
    /** Returns how a turn has ended since the session was shown last. */
    news: () => news,
    /** Says that a turn has ended. @param {boolean} answered */
    turnEnded(answered) {
      if (!isShown()) news = answered ? "answer" : "end";
    },
    /** Called when the session is shown. */
    seen() {
      news = "";
    },
    /**
     * Called when the session is not shown any more, and when it does nothing any more.
     *
     * @param {number} [after] milliseconds until the interpreter is ended
     */
    idle(after = IDLE_MS) {
      clearTimeout(ending);
      if (after === 0) end();
      else if (isOver()) ending = setTimeout(end, after);
    },
  };
}
