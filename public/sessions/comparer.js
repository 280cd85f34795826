// What a session runs again for its variables is compared with what is stored.

/** @typedef {import("../types/page").Rerun} Rerun */

/** How long further comparisons are waited for before they are shown, in milliseconds. */
const DRAWN_AFTER_MS = 300;

/**
 * Returns what compares the outcome of code that has run again, as JSON, and stores the result.
 *
 * @param {Pick<import("./stored_session.js").StoredSession, "ownLog" | "record" | "differences" | "showReran">} session
 */
export function comparer(session) {
  /** Which of the pieces that run again comes next. */
  let next = 0;
  /** Comparisons, in their order. @type {Promise<unknown>} */
  let comparing = Promise.resolve();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let drawing;

  const draw = () => {
    clearTimeout(drawing);
    drawing = undefined;
    return session.showReran();
  };

  const compare = (/** @type {string} */ code, /** @type {string} */ outcome) => {
    const log = session.ownLog();
    if (!log) return;
    /** @type {Rerun[]} */
    const pieces = JSON.parse(log.reruns(true));
    const following = pieces.findIndex((piece, at) => at >= next && piece.code === code);
    const at = following < 0 ? pieces.findIndex((piece) => piece.code === code) : following;
    // Code that is not shown, for instance that of a turn under way.
    if (at < 0) return;
    next = at + 1;
    const { execution, outcome: before } = pieces[at];
    const [succeeded, ended] = [JSON.parse(outcome).status === "ok", Date.now()];
    comparing = comparing
      .then(async () => {
        const compared = [{ execution, differences: await session.differences(execution, before, outcome, ended) }];
        session.record(
          /** @type {{ kind: string }} */ ({ kind: "replayed", executions: succeeded ? [execution] : [], failed: succeeded ? null : execution, compared }),
        );
      })
      // What cannot be compared is not marked.
      .catch(() => {});
    clearTimeout(drawing);
    drawing = setTimeout(() => comparing.then(draw), DRAWN_AFTER_MS);
  };
  return {
    outcome: compare,
    /** Resolves once all outcomes so far were compared, and what differs is shown. */
    async done() {
      await comparing;
      if (drawing !== undefined) await draw();
    },
  };
}
