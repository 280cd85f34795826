// The list of variables: name, type, shape and size of each, and the value of one that is chosen. What the interpreter answers is shown as text only.

import { element, open } from "../dialogs/element.js";
import { visible } from "../dialogs/visible.js";
import { alone } from "./hold.js";
import { shownTurns } from "./turns.js";

/**
 * A variable: `shape` is its dimensions or length in words, `bytes` the memory of its own, without that of objects it refers to; both may be missing.
 *
 * @typedef {{ name: string, type: string, shape: string, bytes: number | null }} Variable
 */

/** The most variables that are listed, and the longest text of one field. */
const MAX_VARIABLES = 500;
const MAX_TEXT = 100;

/** What Python calls a variable. */
const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/** Describes the global variables as JSON. Any of them may raise when it is asked. */
const DESCRIBE = `def __insitu_variables__():
    import json, sys, types

    def asked(question, value):
        try:
            return question(value)
        except Exception:
            return None

    def shape(value):
        if isinstance(value, (str, bytes, list, tuple, dict, set, frozenset)):
            return f"{len(value):,}"
        return " × ".join(f"{int(length):,}" for length in value.shape)

    def size(value):
        if hasattr(value, "memory_usage"):
            usage = value.memory_usage()
            return int(usage if isinstance(usage, int) else usage.sum())
        return int(value.nbytes if hasattr(value, "nbytes") else sys.getsizeof(value))

    variables = [(name, value) for name, value in list(globals().items()) if not name.startswith("_") and not isinstance(value, types.ModuleType)]
    print(json.dumps([
        {"name": name[:${MAX_TEXT}], "type": type(value).__name__[:${MAX_TEXT}], "shape": str(asked(shape, value) or "")[:${MAX_TEXT}], "bytes": asked(size, value)}
        for name, value in variables[:${MAX_VARIABLES}]
    ]))
__insitu_variables__()
del __insitu_variables__`;

/** Shows the dialog. */
export function showVariables() {
  const status = element("p", { class: "sheet-text", role: "status", "data-testid": "variables-status" }, "Asking Python…");
  const list = element("div", { class: "variables-list" });
  const value = element("div", { class: "variables-value", "data-testid": "variable-value" });
  const close = element("button", { class: "button is-quiet", type: "button", click: () => dialog.close() }, "Close");
  const dialog = element(
    "dialog",
    { class: "sheet", "aria-labelledby": "variables-title", "data-testid": "variables" },
    element("div", { class: "sheet-head" }, element("h2", { id: "variables-title" }, "Variables"), close),
    status,
    list,
    value,
  );
  /** @param {() => Promise<string>} act */
  const report = (act) =>
    asking(act).then(
      (sentence) => (status.textContent = sentence),
      (error) => (status.textContent = /** @type {Error} */ (error).message),
    );
  /** @param {string} name */
  const show = async (name) => {
    const outcome = await ask(name);
    const shown = outcome.results.find(({ main }) => main);
    if (!shown) return `${name} cannot be shown${outcome.error ? `: ${visible(outcome.error.name)}` : ""}.`;
    const { show } = await globalThis.insituPage.results();
    const { table, saveTable, saveVector, preview } = globalThis.insitu;
    show(value, shown, { table, saveTable, saveVector, preview, runs: (text) => ["", text] });
    return `The value of ${name}:`;
  };
  open(dialog);
  return report(async () => {
    const found = await variables();
    list.replaceChildren(...(found.length > 0 ? [listing(found, (name) => report(() => show(name)))] : []));
    return found.length > 0 ? "Choose a name to see its value." : "There are no variables yet.";
  });
}

/** Runs code that is no part of the session. @param {string} code */
const ask = (code) => globalThis.insitu.run(code, { silent: true });

/** Returns the variables of the interpreter. @returns {Promise<Variable[]>} */
async function variables() {
  const outcome = await ask(DESCRIBE);
  const known = new Set(outcome.variables);
  /** @type {unknown} */
  let answer;
  try {
    answer = JSON.parse(outcome.stdout);
  } catch {
    answer = null;
  }
  if (!Array.isArray(answer)) throw new Error("Python did not list its variables. Restart it, and run the earlier code again.");
  return answer
    .filter((one) => typeof one?.name === "string" && known.has(one.name) && NAME.test(one.name))
    .slice(0, MAX_VARIABLES)
    .map(({ name, type, shape, bytes }) => ({ name, type: text(type), shape: text(shape), bytes: Number.isFinite(bytes) ? bytes : null }));
}

/**
 * @param {Variable[]} variables
 * @param {(name: string) => void} choose
 */
function listing(variables, choose) {
  const head = ["Name", "Type", "Shape", "Size"].map((name) => element("th", { scope: "col" }, name));
  const rows = variables.map(({ name, type, shape, bytes }) =>
    element(
      "tr",
      { "data-testid": "variable" },
      element("th", { scope: "row" }, element("button", { class: "button is-quiet", type: "button", click: () => choose(name) }, visible(name))),
      element("td", {}, visible(type)),
      element("td", {}, visible(shape)),
      element("td", {}, bytes === null ? "" : size(bytes)),
    ),
  );
  return element("table", { class: "variables-table" }, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows));
}

/**
 * Asks the interpreter, while no turn is under way.
 *
 * @template T
 * @param {() => Promise<T>} act
 */
async function asking(act) {
  if (!shownTurns().turns) throw new Error("Wait until the answer is complete, or stop it.");
  return alone("Python is asked for its variables.", act);
}

/** @param {unknown} value */
const text = (value) => (typeof value === "string" ? value.slice(0, MAX_TEXT) : "");

/** @param {number} bytes */
function size(bytes) {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
