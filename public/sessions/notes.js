// What is said of a turn besides its answer: what the model thought, which model answered in place of the chosen one, and how a request was shortened. Shows it while
// it arrives, and stores it. Knows nothing of how models are asked.

import { element } from "../dialogs/element.js";
import { visible } from "../dialogs/visible.js";

/** @typedef {NonNullable<import("../types/page").OfferedModel["insitu"]>["price"]} Price */
/** @typedef {{ turn: number, model: string, fallback: string | null, fitted: string, thoughts: string, message: string | null }} Note */
/** @typedef {{ thoughts: string, pending: string, full: boolean, replied: boolean, price?: Promise<Price> }} Live */

/** The most characters of a turn's thoughts that are shown and kept: a log takes 64 KiB. */
export const MAX_THOUGHTS = 20_000;
/** How many characters of thoughts are stored at once, unless a second passes. */
const PIECE = 2_000;
const MAX_MS = 1_000;
/** The longest that a reply waits for the price of the model that answered, in milliseconds. */
const LIST_MS = 3_000;

const LEFT_OUT = "\n… (What it thought after that is left out.)";

/**
 * Returns what follows the turns of one session.
 *
 * @param {object} session
 * @param {(body: { kind: string, turn: number }) => void} session.record stores an event
 * @param {() => boolean} session.isShown
 * @param {() => import("../types/automation").Insitu} session.insitu
 */
export function notesOf({ record, isShown, insitu }) {
  /** @type {Map<number, Live>} */
  const turns = new Map();
  /** @param {number} turn */
  const live = (turn) => {
    const known = turns.get(turn) ?? { thoughts: "", pending: "", full: false, replied: false };
    turns.set(turn, known);
    return known;
  };
  /** @param {number} turn */
  const flush = (turn) => {
    const known = turns.get(turn);
    if (!known?.pending) return;
    const text = known.pending;
    known.pending = "";
    record(/** @type {any} */ ({ kind: "thoughts-received", turn, text }));
  };
  /** @param {number} turn @param {string} piece */
  const heard = (turn, piece) => {
    const known = live(turn);
    if (known.full || piece === "") return;
    const text = known.replied && known.thoughts ? `\n\n${piece}` : piece;
    known.replied = false;
    known.full = known.thoughts.length + text.length > MAX_THOUGHTS;
    const added = known.full ? `${whole(text, MAX_THOUGHTS - known.thoughts.length)}${LEFT_OUT}` : text;
    if (known.pending === "") setTimeout(() => flush(turn), MAX_MS);
    known.thoughts += added;
    known.pending += added;
    if (known.pending.length >= PIECE) flush(turn);
    if (isShown()) drawThoughts(turn, known.thoughts);
  };
  /** Returns the price of the model that answers. @param {number} turn @param {string} id @returns {Promise<Price>} */
  const fellBack = async (turn, id) => {
    const late = new Promise((resolve) => setTimeout(() => resolve([]), LIST_MS));
    /** @type {import("../types/page").ListedModel[]} */
    const models = await Promise.race([insitu().models.list(), late]).catch(() => []);
    const model = models.find((one) => one.id === id);
    record(/** @type {any} */ ({ kind: "fallback-answered", turn, model: model?.label ?? id }));
    return model?.price ?? null;
  };
  return {
    /**
     * Called when an answer of a model begins.
     *
     * @param {number} turn
     * @param {string} asked the id of the model that was asked
     * @param {string | null} answering that of the model that answers, if it is known
     */
    answers(turn, asked, answering) {
      live(turn).replied = true;
      if (answering && answering !== asked) live(turn).price ??= fellBack(turn, answering);
    },
    thought: heard,
    /** Stores what models have thought so far. */
    flushAll() {
      for (const turn of turns.keys()) flush(turn);
    },
    /** Says how a request was shortened. @param {number} turn @param {string} text */
    fitted(turn, text) {
      record(/** @type {any} */ ({ kind: "request-fitted", turn, text }));
      if (isShown()) drawFitted(turn, text);
    },
    /**
     * Called before another event is stored: what the model thought before it comes first. What it returns is to be awaited: a reply has the price of the model that
     * answered.
     *
     * @param {any} body
     */
    before(body) {
      if (body.kind === "thoughts-received" || body.turn === undefined) return;
      flush(body.turn);
      const price = turns.get(body.turn)?.price;
      if (body.kind === "turn-ended") turns.delete(body.turn);
      return body.kind === "reply-ended" ? price?.then((known) => (body.price = known)) : undefined;
    },
  };
}

/** Returns the beginning of a text, without half of a character. @param {string} text @param {number} length */
const whole = (text, length) => text.slice(0, Math.max(0, length)).replace(/[\uD800-\uDBFF]$/, "");

/** Shows what the log has of these turns. @param {Note[]} notes */
export function drawNotes(notes) {
  for (const { turn, model, fallback, fitted, thoughts } of notes) {
    drawThoughts(turn, thoughts);
    if (fitted) drawFitted(turn, fitted);
    const by = place(turn, ".turn-by");
    if (by && fallback) by.textContent = `${visible(fallback)}, since ${visible(model)} did not answer`;
  }
}

/** @param {number} turn @param {string} inside @returns {HTMLElement | null | undefined} */
const place = (turn, inside) => document.getElementById(`turn-${turn}`)?.parentElement?.querySelector(inside);

/** @param {number} turn @param {string} text */
function drawFitted(turn, text) {
  const note = place(turn, "[data-testid='fitted']");
  if (!note) return;
  note.textContent = visible(text);
  note.hidden = false;
}

/** The text of each disclosure; it is laid out only while that is open. @type {WeakMap<Element, string>} */
const texts = new WeakMap();

/** @param {number} turn @param {string} text */
function drawThoughts(turn, text) {
  const into = place(turn, ".turn-thoughts");
  if (!into || !text) return;
  const known = into.querySelector("details");
  const details = known ?? disclosure(into);
  // What streams is ahead of the log.
  if ((texts.get(details)?.length ?? 0) >= text.length) return;
  texts.set(details, text);
  if (details.open) fill(details);
}

/** @param {HTMLElement} into */
function disclosure(into) {
  const details = element(
    "details",
    { class: "thoughts", "data-testid": "thoughts", toggle: () => fill(details) },
    element("summary", {}, "Thinking"),
    element("p", { class: "thoughts-text" }),
  );
  into.replaceChildren(details);
  return details;
}

/** @param {HTMLDetailsElement} details */
function fill(details) {
  const text = details.querySelector("p");
  if (text && details.open) text.textContent = visible(texts.get(details) ?? "");
}
