// The dialog in which a user saves a function: its source in the code editor, and what Python reads of it. All of that is shown as text only.

import { element, open } from "../../dialogs/element.js";
import { visible } from "../../dialogs/visible.js";
import { objection, summary, wrapped } from "./description.js";
import { describe } from "./kernel.js";
import { expectFunction, known, load, missing, save } from "./saved.js";

/** @typedef {import("./description.js").Found} Found */
/** @typedef {import("../../types/storage").SavedFunction} SavedFunction */

/**
 * What is edited: code in which functions are looked for, with the name of the one that is meant; or a function that is saved already.
 *
 * @typedef {{ code: string, name?: string } | { saved: SavedFunction }} Edited
 */

/** How long the user pauses before Python reads the source, in milliseconds. */
const PAUSE_MS = 500;
/** The most names that are listed. */
const MAX_NAMES = 12;
/** What is sent, said before anything is saved. */
const SENT =
  "Its name, parameters and description are sent to the model in every session. Its source becomes part of each session that uses it, and of its exports.";

/**
 * Shows the dialog.
 *
 * @param {Edited} edited
 * @param {(name: string) => void} [onSaved]
 */
export async function editFunction(edited, onSaved = () => {}) {
  const before = "saved" in edited ? edited.saved : undefined;
  const title = before ? `Edit ${visible(before.name)}` : "Save as a function";
  const which = element("div", { class: "function-which" });
  const field = element("div", { class: "function-source" });
  const facts = element("dl", { class: "function-facts", "data-testid": "function-facts" });
  const needs = element("p", { class: "function-needs", "data-testid": "function-needs", hidden: "" });
  const status = element("p", { class: "sheet-text", role: "status", "data-testid": "function-status" }, "Python reads the code…");
  const keep = element("button", { class: "button", type: "button", "data-testid": "function-save", click: () => store() }, "Save");
  const cancel = element("button", { class: "button is-quiet", type: "button", click: () => dialog.close() }, "Cancel");
  const dialog = element(
    "dialog",
    { class: "sheet function-edit", "aria-labelledby": "function-edit-title", "data-testid": "function-edit" },
    element("h2", { id: "function-edit-title" }, title),
    which,
    field,
    facts,
    needs,
    element("p", { class: "sheet-text" }, SENT),
    status,
    element("div", { class: "function-buttons" }, keep, cancel),
  );
  keep.disabled = true;
  open(dialog);

  /** The function whose place the source takes when it is saved. */
  let instead = before;
  let changed = false;
  /** Counts the readings, so that a late answer does not replace a newer one. */
  let reading = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {import("../../editor/main.js").Editor | undefined} */
  let editor;
  const say = (/** @type {string} */ sentence) => (status.textContent = visible(sentence));
  const offer = (/** @type {SavedFunction | undefined} */ other) => {
    instead = other;
    keep.textContent = other && other !== before ? `Replace ${visible(other.name)}` : "Save";
  };

  /** Shows what Python reads of the source. */
  const read = async () => {
    const mine = (reading += 1);
    const source = editor?.code() ?? "";
    try {
      const description = await describe(source);
      if (mine !== reading) return;
      const why = objection(description);
      show(why ? undefined : { ...description.functions[0], source });
      say(why);
    } catch (error) {
      if (mine === reading) say(/** @type {Error} */ (error).message);
    }
  };
  /** @param {Found | undefined} found */
  const show = (found) => {
    const rows = found
      ? [
          row("Call", element("code", {}, visible(found.signature))),
          row("Description", visible(summary(found.doc)) || "None: say in a docstring what it does."),
        ]
      : [];
    facts.replaceChildren(...rows.flat());
    const lacks = found ? missing(found) : [];
    needs.hidden = lacks.length === 0;
    const names = lacks.slice(0, MAX_NAMES).map(visible).join(", ");
    needs.textContent = `Other sessions do not have: ${names}${lacks.length > MAX_NAMES ? " and others" : ""}. There the function fails, unless you pass this as a parameter, import it, or save it as a function too.`;
  };
  const store = async () => {
    clearTimeout(timer);
    reading += 1;
    keep.disabled = true;
    say("Saving…");
    try {
      const found = await expectFunction(editor?.code() ?? "");
      show(found);
      const taken = (await load()).find(({ name }) => name === found.name);
      if (taken && taken.name !== instead?.name) {
        offer(taken);
        say(`There is already a saved function ${taken.name}. Replace it, or choose another name.`);
      } else {
        await save(found, { instead });
        dialog.close();
        onSaved(found.name);
      }
    } catch (error) {
      say(/** @type {Error} */ (error).message);
    }
    keep.disabled = false;
  };
  dialog.addEventListener("cancel", (event) => {
    if (!changed) return;
    event.preventDefault();
    say("Your changes are not saved. Save them, or choose Cancel.");
  });
  dialog.addEventListener("close", () => {
    clearTimeout(timer);
    reading += 1;
    editor?.destroy();
  });

  const [{ openEditor }, start] = await Promise.all([globalThis.insituPage.editor(), begin(edited), known() ?? load()]);
  if (!dialog.isConnected) return;
  editor = openEditor(field, {
    code: start.source,
    label: "The source of the function",
    onChange: () => {
      changed = true;
      // A name that was taken may be another one now.
      if (instead !== before) offer(before);
      clearTimeout(timer);
      timer = setTimeout(read, PAUSE_MS);
    },
  });
  if (start.functions.length > 1) {
    const choice = element(
      "select",
      { "data-testid": "function-choice", change: () => choose(choice.value) },
      ...start.functions.map(({ name }) => element("option", { value: name }, visible(name))),
    );
    choice.value = start.name;
    const choose = (/** @type {string} */ name) => {
      editor?.set(start.functions.find((one) => one.name === name)?.source ?? "");
      offer(before);
      void read();
    };
    which.append(element("label", {}, "Function ", choice));
  }
  keep.disabled = false;
  editor.focus();
  if (start.problem) say(start.problem);
  else await read();
}

/**
 * Returns the source with which the editor opens.
 *
 * @param {Edited} edited
 * @returns {Promise<{ source: string, name: string, functions: Found[], problem: string }>}
 */
async function begin(edited) {
  if ("saved" in edited) return { source: edited.saved.source, name: edited.saved.name, functions: [], problem: "" };
  try {
    const { functions, result, error } = await describe(edited.code);
    const meant = functions.find(({ name }) => name === edited.name) ?? functions[0];
    if (meant) return { source: meant.source, name: meant.name, functions, problem: "" };
    return { source: error ? edited.code : wrapped(edited.code, result), name: "", functions, problem: error };
  } catch (thrown) {
    // The user can still write the function by hand.
    return { source: edited.code, name: "", functions: [], problem: /** @type {Error} */ (thrown).message };
  }
}

/** @param {string} term @param {string | Node} description */
const row = (term, description) => [element("dt", {}, term), element("dd", {}, description)];
