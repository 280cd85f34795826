// One entry of the console: the code, and what it produced. Texts of Python are shown as text only. Knows neither the log nor the kernel.

import { element } from "../dialogs/element.js";
import { visible } from "../dialogs/visible.js";
import { bytes } from "../results/format.js";
import { icon } from "../results/icon.js";
import { save } from "../results/save.js";
import { source } from "../results/text.js";
import { excerpt } from "./printed.js";
import { asRun, sentences } from "./readings.js";

/** @typedef {import("../types/kernel").Outcome} Outcome */
/** @typedef {Outcome["files"][number]} Written */

/**
 * What an entry is of and calls: `code` is the code as it was written; `file` resolves with the content of a written file, as far as it is stored; `notify` says
 * something to the user.
 *
 * @typedef {{ code: string, file: (path: string) => Promise<Blob | undefined>, notify: (sentence: string) => void }} Acts
 */

/** What is said of an execution that was ended. @type {Record<string, string>} */
const FATES = {
  interrupted: "It was stopped. The variables are kept.",
  timeout: "It took longer than it may and was stopped. The variables are kept.",
  killed: "Python had to be started afresh: variables are lost, files are kept.",
};

/**
 * Returns the element of an entry, without what it produced.
 *
 * @param {string} code
 */
export function entry(code) {
  const output = element("div", { class: "console-output" });
  return element("li", { class: "console-entry", "data-testid": "console-entry", "data-state": "stored" }, source(code, "python"), output);
}

/** Says how the code read its files. @param {Outcome} outcome */
const readings = (outcome) => sentences(outcome).map(([name, sentence]) => element("p", { class: "step-note", "data-testid": name }, visible(sentence)));

/** Returns where an entry shows what it produced. @param {HTMLElement} item */
const outputOf = (item) => /** @type {HTMLElement} */ (item.querySelector(":scope > .console-output"));

/**
 * Shows that the code runs; returns the function that shows what it prints.
 *
 * @param {HTMLElement} item
 */
export function running(item) {
  item.dataset.state = "running";
  let text = "";
  const pre = element("pre", { class: "output", tabindex: "0", role: "group", "aria-label": "Output so far", "data-testid": "live" });
  const waiting = element("p", { class: "step-note" }, "Running…");
  outputOf(item).replaceChildren(waiting);
  let waits = false;
  return (/** @type {string} */ piece) => {
    text += piece;
    if (waits) return;
    waits = true;
    requestAnimationFrame(() => {
      waits = false;
      if (item.dataset.state !== "running") return;
      if (!pre.isConnected) outputOf(item).replaceChildren(waiting, pre);
      pre.textContent = visible(excerpt(text));
      pre.scrollTop = pre.scrollHeight;
    });
  };
}

/**
 * Shows a sentence in place of an outcome.
 *
 * @param {HTMLElement} item
 * @param {string} sentence
 */
export function without(item, sentence) {
  item.dataset.state = "stopped";
  outputOf(item).replaceChildren(element("p", { class: "step-note" }, sentence));
}

/**
 * Shows an outcome.
 *
 * @param {HTMLElement} item
 * @param {Outcome} outcome
 * @param {Acts} acts
 */
export async function fill(item, outcome, acts) {
  const { show } = await globalThis.insituPage.results();
  const { table, saveTable, saveVector, preview } = globalThis.insitu;
  const page = { table, saveTable, saveVector, preview, runs: (/** @type {string} */ text) => ["", excerpt(text)] };
  const results = outcome.results.map((shown) => {
    const place = element("div", { class: "result" });
    show(place, shown, page);
    return place;
  });
  const fate = FATES[outcome.status];
  item.dataset.state = outcome.status === "ok" || outcome.status === "error" ? outcome.status : "stopped";
  if (outcome.additions) item.firstElementChild?.replaceWith(source(asRun(acts.code, outcome.additions), "python"));
  outputOf(item).replaceChildren(
    ...readings(outcome),
    ...printed("Printed", "stdout", outcome.stdout),
    ...printed("Warnings", "stderr", outcome.stderr),
    ...results,
    ...(outcome.error ? [failure(outcome.error)] : []),
    ...(fate ? [element("p", { class: "step-note" }, fate)] : []),
    ...(outcome.files.length > 0 ? [files(outcome.files, acts)] : []),
  );
}

/**
 * Says how the outcome differed when the code ran again, and whether the runtime has changed since. `app/src/components/differs.rs` does so for steps.
 *
 * @param {HTMLElement} item
 * @param {import("../types/page").Reran | null} reran
 */
export function differs(item, reran) {
  item.querySelector(":scope > [data-testid='console-differs']")?.remove();
  if (!reran) return;
  const list = element("ul", {}, ...reran.differences.map(({ text }) => element("li", {}, visible(text))));
  const parts = [element("p", {}, "When this ran again, it was different:"), list, element("p", {}, visible(reran.why))];
  item.append(element("div", { class: "differs", role: "note", "data-testid": "console-differs" }, ...parts));
}

/**
 * @param {string} label
 * @param {"stdout" | "stderr"} stream
 * @param {string} text
 */
function printed(label, stream, text) {
  const shown = visible(excerpt(text));
  if (shown.trim() === "") return [];
  const name = stream === "stderr" ? "output is-stderr" : "output";
  return [
    element("p", { class: "step-label" }, label),
    element("pre", { class: name, tabindex: "0", role: "group", "aria-label": label, "data-testid": stream }, shown),
  ];
}

/** @param {NonNullable<Outcome["error"]>} error */
function failure({ name, value, traceback }) {
  const line = element("p", { class: "traceback-line" }, element("strong", {}, visible(excerpt(name))), `: ${visible(excerpt(value))}`);
  const trace = element("pre", { class: "output", tabindex: "0", role: "group", "aria-label": "Traceback" }, visible(excerpt(traceback)));
  const details = element("details", {}, element("summary", {}, "Traceback"), trace);
  return element("div", { class: "traceback", "data-testid": "error" }, line, ...(traceback.trim() ? [details] : []));
}

/**
 * @param {Written[]} written
 * @param {Acts} acts
 */
function files(written, { file, notify }) {
  /** @param {string} path @param {(name: string, content: Blob) => unknown} act */
  const using = (path, act) => async () => {
    const content = await file(path);
    if (content) act(nameOf(path), content);
    else notify(`${visible(nameOf(path))} is not stored here. Run the code again to write it.`);
  };
  const rows = written.map(({ path, bytes: size }) => {
    const name = visible(nameOf(path));
    const label = [element("span", { class: "visually-hidden" }, "Save "), element("span", {}, name), element("span", { class: "created-size" }, bytes(size))];
    const keep = element("button", { class: "button", type: "button", click: using(path, save) }, icon("save"), ...label);
    const look = using(path, async (_, content) => {
      const { preview } = await globalThis.insituPage.results();
      const { table, saveTable, saveVector, preview: read } = globalThis.insitu;
      await preview(nameOf(path), path, content, { table, saveTable, saveVector, preview: read, runs: (text) => ["", text] });
    });
    const button = element("button", { class: "button is-quiet", type: "button", "aria-label": `Preview ${name}`, click: look }, "Preview");
    return element("li", { class: "created-file", "data-testid": "console-file" }, keep, button);
  });
  return element("ul", { class: "created", "aria-label": "Files written" }, ...rows);
}

/** @param {string} path */
const nameOf = (path) => path.split("/").at(-1) || path;
