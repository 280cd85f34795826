// The console: an editor whose code runs in the session's interpreter, and above it what ran before. Knows neither the log nor the kernel: both are functions
// that it is given.

import { element } from "../dialogs/element.js";
import { visible } from "../dialogs/visible.js";
import { differs, entry, fill, running, without } from "./entry.js";
import { recaller } from "./recall.js";

/** @typedef {import("../types/kernel").Outcome} Outcome */
/** @typedef {import("../types/page").StoredConsole} Stored */

/**
 * What the console is of.
 *
 * @typedef {object} ConsoleSession
 * @property {(most: number) => { earlier: number, entries: Stored[] }} list what ran, as far as it is stored; `earlier` are not listed
 * @property {(turn: number) => string} question the question of a turn
 * @property {(stored: NonNullable<Stored["outcome"]>) => Promise<string>} outcome a stored outcome with its large parts, as JSON
 * @property {(stored: NonNullable<Stored["outcome"]>, path: string) => Promise<Blob | undefined>} file the content of a file that it wrote
 * @property {() => string | undefined} refusal why nothing can run now, as a sentence
 * @property {() => boolean} reading whether another tab has the session
 * @property {(code: string, onOutput: (text: string) => void) => Promise<Outcome>} run
 * @property {() => void} stop
 * @property {() => void} closed is called when the user closes it
 * @property {Pick<import("../editor/main.js").EditorOptions, "complete" | "signature">} help
 * @property {() => void} warm is called when the user is about to write code
 */

/** How many of the newest entries are shown, and how many more on request. */
const MAX_ENTRIES = 50;

/** An entry that is shown: `id` is its execution, once it is stored. @typedef {{ item: HTMLElement, code: string, id: number | null, stored: Stored | null }} Shown */

/**
 * Shows the console after an element.
 *
 * @param {Element} before
 * @param {ConsoleSession} session
 */
export async function openConsole(before, session) {
  const status = element("p", { class: "console-status", role: "status", "data-testid": "console-status" });
  const field = element("div", { class: "console-field", focusin: () => session.warm() });
  const list = element("ol", { class: "console-entries", "aria-label": "What ran in the console" });
  const run = element("button", { class: "button", type: "button", "data-testid": "console-run", click: () => start(editor.code()) }, "Run");
  const stop = element("button", { class: "button", type: "button", "data-testid": "console-stop", click: () => session.stop() }, "Stop");
  // Each line of output moves the button, so that a mouse may be released beside it, which is no click. Touch and pens are released where they were pressed.
  stop.addEventListener("pointerdown", ({ button, pointerType }) => {
    if (button === 0 && pointerType === "mouse") session.stop();
  });
  const close = element("button", { class: "button is-quiet", type: "button", click: () => session.closed() }, "Close");
  const buttons = element("div", { class: "console-buttons" });
  const panel = element(
    "section",
    { class: "console", "aria-labelledby": "console-title", "data-testid": "console" },
    element("div", { class: "console-head" }, element("h2", { id: "console-title" }, "Console"), close),
    list,
    field,
    element("div", { class: "console-foot" }, buttons, status),
  );
  before.after(panel);

  /** Shows one of the buttons, which keeps the focus that the other one had. @param {HTMLElement} button */
  const offer = (button) => {
    const focused = buttons.contains(document.activeElement);
    buttons.replaceChildren(button);
    if (focused) button.focus();
  };

  let most = MAX_ENTRIES;
  /** Those that are shown, in their order. @type {Shown[]} */
  let shown = [];
  /** The one that runs. @type {Shown | null} */
  let current = null;
  /** Headings by turn. @type {Map<number, HTMLElement>} */
  const headings = new Map();

  /** Shows one more entry. @param {string} code @param {Stored | null} stored @returns {Shown} */
  const make = (code, stored) => ({ item: entry(code), code, id: stored?.execution ?? null, stored });

  /** @param {Shown} one */
  const acts = (one) => ({
    code: one.code,
    file: async (/** @type {string} */ path) => (one.stored?.outcome ? session.file(one.stored.outcome, path) : undefined),
    notify: (/** @type {string} */ sentence) => {
      status.textContent = sentence;
    },
  });

  /** Shows the stored outcome of an entry. @param {Shown} one */
  const restore = async (one) => {
    const { outcome, cutOff } = /** @type {Stored} */ (one.stored);
    if (!outcome) return without(one.item, cutOff ? "Python was lost before this had ended." : "It has no outcome here.");
    without(one.item, "Reading what it produced…");
    try {
      await fill(one.item, JSON.parse(await session.outcome(outcome)), acts(one));
    } catch (error) {
      without(one.item, `What it produced cannot be shown: ${visible(/** @type {Error} */ (error).message)}`);
    }
  };

  /** Shows what is stored since, and no longer what is not shown any more. */
  const draw = async () => {
    const { earlier, entries } = session.list(most);
    const known = new Map(shown.flatMap((one) => (one.id === null ? [] : [[one.id, one]])));
    /** @type {Shown[]} */
    const fresh = [];
    const own = shown.filter(({ id }) => id === null);
    /** @type {Shown[]} */
    const next = entries.map((stored) => {
      let one = known.get(stored.execution);
      if (!one) {
        // What ran here gets its number now.
        const at = own.findIndex(({ code }) => code === stored.code);
        if (at >= 0) one = own.splice(at, 1)[0];
      }
      if (!one) {
        one = make(stored.code, stored);
        fresh.push(one);
      }
      [one.id, one.stored] = [stored.execution, stored];
      differs(one.item, stored.reran);
      return one;
    });
    shown = [...next, ...own];
    arrange(earlier);
    // The newest first: they may be large.
    for (const one of fresh.reverse()) await restore(one);
  };

  /** Puts the entries in order. Those that are in their place are not moved, since that would load their frames anew. @param {number} earlier */
  const arrange = (earlier) => {
    /** @type {HTMLElement[]} */
    const wanted = earlier > 0 ? [element("li", { class: "console-more" }, moreButton(earlier))] : [];
    let after = null;
    for (const { item, stored } of shown) {
      if (stored && stored.after !== after && stored.after !== null) wanted.push(heading(stored.after));
      after = stored ? stored.after : after;
      wanted.push(item);
    }
    const keep = new Set(wanted);
    for (const item of [...list.children]) if (!keep.has(/** @type {HTMLElement} */ (item))) item.remove();
    let at = list.firstElementChild;
    for (const item of wanted) {
      if (item === at) at = at.nextElementSibling;
      else list.insertBefore(item, at);
    }
  };

  /** @param {number} turn */
  const heading = (turn) => {
    const known = headings.get(turn) ?? element("li", { class: "console-after" });
    known.textContent = `After: ${visible(session.question(turn))}`;
    headings.set(turn, known);
    return known;
  };

  /** @param {number} earlier */
  const moreButton = (earlier) => {
    const more = () => {
      most += MAX_ENTRIES;
      void draw();
    };
    return element("button", { class: "button is-quiet", type: "button", "data-testid": "console-earlier", click: more }, `Show earlier (${earlier})`);
  };

  /** @param {string} code */
  const start = async (code) => {
    if (code.trim() === "") return editor.focus();
    const why = current ? "Wait until this code has run, or stop it." : session.refusal();
    if (why) {
      status.textContent = why;
      return;
    }
    const focused = panel.contains(document.activeElement);
    const one = make(code, null);
    current = one;
    shown.push(one);
    list.append(one.item);
    const onOutput = running(one.item);
    editor.set("");
    status.textContent = "Running…";
    offer(stop);
    if (focused) editor.focus();
    // It also stores what has run, and draws that.
    const outcome = await session.run(code, onOutput);
    current = null;
    await fill(one.item, outcome, acts(one));
    status.textContent = outcome.status === "ok" ? "It has run." : outcome.status === "error" ? "It ended with an error." : "It was stopped.";
    offer(run);
    if (focused) field.scrollIntoView({ block: "nearest" });
  };

  const recall = recaller(() => shown.map(({ code }) => code));
  let reading = session.reading();
  const { openEditor } = await globalThis.insituPage.editor();
  /** @param {string} code */
  const newEditor = (code) => {
    field.replaceChildren();
    buttons.replaceChildren(...(reading ? [] : [run]));
    return openEditor(field, { code, label: "Python code", readOnly: reading, ...(reading ? {} : { onRun: start, onRecall: recall }), ...session.help });
  };
  let editor = newEditor("");
  status.textContent = (reading && session.refusal()) || "";
  void draw();

  return {
    /** Shows what has changed. */
    async draw() {
      if (session.reading() !== reading) {
        reading = !reading;
        const code = editor.code();
        editor.destroy();
        editor = newEditor(code);
        status.textContent = (reading && session.refusal()) || "";
      }
      await draw();
    },
    focus: () => editor.focus(),
    close() {
      editor.destroy();
      panel.remove();
    },
  };
}
