// Who receives a session's turns outside of this page, see `public/embedding`. Knows nothing of
// what a turn is.

/**
 * The page around this one, where it receives the session's turns: `to` names it, for the ledger,
 * or is null where it receives none any more; `send` hands it a complete turn as JSON; `fileAdded`
 * is called with every file that is added, and with those that were added before.
 *
 * @typedef {{ to: () => string | null, send: (turn: string) => void, fileAdded: (file: File, name:
 *   string) => void }} Receiver
 */

/** Returns what a session has for its receiver. Without one, its turns stay here. */
export function receiving() {
  /** @type {Receiver | undefined} */
  let receiver;
  /** The files that were added before there was one. @type {[file: File, name: string][]} */
  const earlier = [];
  return {
    /** Sets who receives the turns of this session from now on. @param {Receiver} to */
    handOutTo(to) {
      receiver = to;
      for (const [file, name] of earlier.splice(0)) to.fileAdded(file, name);
    },
    /** Returns who receives a turn that is complete, for the ledger; null where it stays here. */
    receiver: () => receiver?.to() ?? null,
    /** Hands out a turn as JSON, once the ledger has it. @param {string} turn */
    handOut(turn) {
      receiver?.send(turn);
    },
    /** Says that a file was added. @param {File} file @param {string} name */
    fileAdded(file, name) {
      if (receiver) receiver.fileAdded(file, name);
      else earlier.push([file, name]);
    },
  };
}
