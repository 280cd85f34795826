// The console of the session: its button, and what connects it with the log and the interpreter. Its view is a module of its own (`public/console`), which is
// loaded when the user opens it or edits a step's code.

import { isAnswering, isPythonIdle } from "./activity.js";
import { busyWith } from "./hold.js";
import { button } from "./button.js";
import { definitions } from "./preparation.js";
import { isReading, refusal, shownLog, stored, wholeOutcome, writtenBy } from "./session.js";

/** @typedef {Awaited<ReturnType<typeof import("../console/main.js").openConsole>>} OpenConsole */

/** The key under which the tab keeps whether the console is open. */
const OPEN = "insitu-console";
const WAIT = "Wait until the answer is complete, or stop it.";

/** The console while it is open or being opened. @type {Promise<OpenConsole> | null} */
let open = null;
/** The session that it was opened for, or in which the user has closed it. @type {import("../types/automation").Insitu | undefined} */
let drawn;
/** The completion for editors. @type {Promise<ReturnType<typeof import("../console/main.js").liveHelp>> | null} */
let help = null;

/** Returns the button that opens and closes the console. */
export function consoleButton() {
  return button("Console", "Run Python of your own", () => void toggle(), "show-console");
}

/** Says at the button whether the console is open. @param {Element | null} [made] the button */
export function markConsole(made = buttonOf()) {
  made?.setAttribute("aria-expanded", String(open !== null));
}

/** Draws the console, if it is open, as it is in this tab after a reload too, and in another session that is shown. */
export function drawConsole() {
  const other = drawn !== globalThis.insitu;
  if (other) void leave();
  if (open) {
    void open.then((console) => console.draw());
  } else if (other && kept() === "open") {
    void show();
  }
  drawn = globalThis.insitu;
}

/** Closes the console of a session that is no longer shown. */
async function leave() {
  const left = open;
  open = null;
  (await left)?.close();
}

/** Returns the functions of the editor that ask the interpreter. */
export function codeHelp() {
  help ??= globalThis.insituPage.console().then(({ liveHelp }) => liveHelp(() => isPythonIdle() && !isAnswering() && !busyWith()));
  const asked = help;
  warm();
  /** @type {Pick<import("../editor/main.js").EditorOptions, "complete" | "signature">} */
  const functions = {
    complete: async (...given) => (await asked).complete(...given),
    signature: async (...given) => (await asked).signature(...given),
  };
  return functions;
}

/** Prepares a fresh interpreter for completion, so that the first answer comes soon. */
const warm = () => void help?.then((made) => made.warm());

/** Runs what has to run before this code of the console. @param {string} code @param {import("../types/automation").Insitu} insitu */
async function prepare(code, insitu) {
  const source = await definitions(code, insitu);
  if (source) await insitu.run(source);
}

async function toggle() {
  if (open) await close();
  else (await show()).focus();
}

/** Opens the console under the conversation. */
function show() {
  keep("open");
  open = globalThis.insituPage.console().then(({ openConsole }) => openConsole(end(), session(globalThis.insitu)));
  markConsole();
  return open;
}

async function close() {
  const console = await open;
  open = null;
  keep("closed");
  console?.close();
  markConsole();
  buttonOf()?.focus();
}

/** What the console is of. @param {import("../types/automation").Insitu} insitu @returns {import("../console/view.js").ConsoleSession} */
const session = (insitu) => ({
  list: (most) => JSON.parse(shownLog()?.consoles(most) ?? '{"earlier":0,"entries":[]}'),
  question: (turn) => document.getElementById(`turn-${turn}`)?.textContent ?? "",
  outcome: wholeOutcome,
  file: async (outcome, path) => (await writtenBy(outcome))[(outcome.inline.files ?? []).findIndex((file) => file.path === path)],
  refusal: () => refusal() ?? (isAnswering() ? WAIT : undefined),
  reading: isReading,
  run: async (code, onOutput) => {
    await prepare(code, insitu);
    const outcome = await insitu.run(code, { onOutput });
    await stored();
    return outcome;
  },
  stop: () => insitu.interrupt(),
  closed: () => void close(),
  help: codeHelp(),
  warm,
});

/** The row after the last turn, which has the button. */
const end = () => /** @type {HTMLElement} */ (document.getElementById("turn-undone"));

const buttonOf = () => /** @type {HTMLElement | null} */ (document.querySelector("[data-testid='show-console']"));

/** @param {string} state */
function keep(state) {
  try {
    sessionStorage.setItem(OPEN, state);
  } catch {
    // Without it the console is closed after a reload.
  }
}

function kept() {
  try {
    return sessionStorage.getItem(OPEN);
  } catch {
    return null;
  }
}
