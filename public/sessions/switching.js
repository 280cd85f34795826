// Shows another session in the page. One that is left keeps its interpreter while it computes; how
// many may do so at once is bounded, since each takes memory.

import { choose, markStored } from "./choice.js";
import { openSessions, setShown, shownSession } from "./open.js";
import { currentStorage, expectSession, settled } from "./session.js";

/** @typedef {import("./stored_session.js").StoredSession} StoredSession */

/**
 * The most sessions that compute beside the one that is shown, and that on a device with little
 * memory.
 */
const MAX_COMPUTING = 2;
const MAX_COMPUTING_WITH_LITTLE_MEMORY = 1;

/** Switches, one after the other. @type {Promise<unknown>} */
let switching = Promise.resolve();

/**
 * Shows another session in this tab.
 *
 * @param {string} id an id, or "new"
 * @throws {Error} with a sentence, where that is not possible at present
 */
export function leave(id) {
  const left = switching.then(() => change(id));
  switching = left.catch(() => {});
  return left;
}

/** @param {string} id */
async function change(id) {
  await settled();
  const before = shownSession();
  if (!currentStorage() || !before) {
    // Nothing is stored, so nothing else can be shown, and the page begins anew.
    choose(id);
    location.reload();
    return;
  }
  // A session of which nothing is stored yet is as good as a new one.
  const open = openSessions().find((session) =>
    id === "new" ? session.isBlank() : session.id() === id,
  );
  if (open === before) return closeDialogs();
  const why = refusal(before, open);
  if (why) throw new Error(why);
  const next = open ?? (await begun(before, id));
  // What happened meanwhile is stored.
  await before.settled();
  closeDialogs();
  setShown(next);
  choose(next.id() || "new");
  next.program.show();
  next.seen();
  before.idle(0);
  focus();
  await next.awake();
  await next.stored();
}

/** Begins a session that is not open. @param {StoredSession} before @param {string} id */
function begun(before, id) {
  const expected = expectSession(id);
  if (id !== "new") markStored();
  before.program.beginAnother();
  return expected;
}

/**
 * Returns why another session cannot be shown at present, if that is so.
 *
 * @param {StoredSession} before the one that is shown
 * @param {StoredSession} [next] the one to show, if it is open
 */
function refusal(before, next) {
  const held = before.own.heldBy();
  if (held) return `${held} Stop it, or wait, and then show the other session.`;
  const computing = openSessions().filter((session) => session !== next && session.doing() !== "");
  const most =
    globalThis.insituPage.runtime.little > 0 ? MAX_COMPUTING_WITH_LITTLE_MEMORY : MAX_COMPUTING;
  return computing.length > most ? tooMany(computing.map((session) => session.title())) : undefined;
}

/** Says which sessions compute. @param {string[]} titles */
export function tooMany(titles) {
  const named = titles.map((title) => `“${title || "A session without a question"}”`);
  const list = `${named.slice(0, -1).join(", ")} and ${named.at(-1)}`;
  return `${list} are computing, and this device's memory has no place for another Python beside them. Stop one of them, or wait until one is done.`;
}

/**
 * Closes dialogs of the session that is left. A question that one of them asks is asked again when
 * the session is shown.
 */
function closeDialogs() {
  for (const dialog of /** @type {NodeListOf<HTMLDialogElement>} */ (
    document.querySelectorAll("dialog[open]")
  ))
    dialog.close();
}

/**
 * Moves the focus to where a question is asked; on touch devices to the conversation, since a
 * keyboard on the screen would hide it.
 */
function focus() {
  const main = document.querySelector("main");
  const field = document.getElementById("question");
  if (!globalThis.insituPage.runtime.touch) return field?.focus();
  main?.setAttribute("tabindex", "-1");
  main?.focus();
}
