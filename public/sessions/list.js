// The list of sessions: search, open, rename, pin, duplicate, delete with undo, and the deletion of everything.

import { element, open } from "../dialogs/element.js";
import { part, showParts } from "../dialogs/keyed.js";
import { visible } from "../dialogs/visible.js";
import { choose } from "./choice.js";
import { showFunctions } from "./functions/list.js";
import { exportAs, importFile } from "./handover.js";
import { openSessions, shownSession } from "./open.js";
import { currentStorage, settled, whyUnstored } from "./session.js";
import { create, remove } from "./surface.js";
import { leave } from "./switching.js";

/** @typedef {import("../types/storage").SessionInfo} SessionInfo */
/** @typedef {import("./handover.js").Kind} Kind */

/**
 * What a session can be exported as.
 *
 * @type {{ label: string, kind: Kind, withFiles?: boolean }[]}
 */
const EXPORTS = [
  { label: "Notebook (.ipynb)", kind: "notebook" },
  { label: "Python script (.py)", kind: "script" },
  { label: "Markdown (.md)", kind: "markdown" },
  { label: "HTML report", kind: "report" },
  { label: "Insitu file (.insitu)", kind: "insitu" },
  { label: "Insitu file with data", kind: "insitu", withFiles: true },
];

/** How long a download may take to begin before its URL is revoked, in milliseconds. */
const URL_LIFETIME = 60_000;

/** How often the list says anew what its sessions are doing, in milliseconds. */
const UPDATE_MS = 300;

/** Shows the dialog. */
export async function showSessions() {
  const storage = currentStorage();
  const status = element("p", { class: "sheet-text", role: "status", "data-testid": "sessions-status" });
  const list = element("ul", { class: "sessions-list" });
  const search = element("input", { type: "search", class: "sessions-search", placeholder: "Search", "aria-label": "Search sessions", input: () => draw() });
  /** @type {SessionInfo[]} */
  let sessions = [];

  let erasing = false;

  const load = async () => {
    await settled();
    const listed = await storage?.sessions.list();
    if (erasing) return;
    if (listed && !listed.ok) status.textContent = listed.error.message;
    sessions = listed?.ok ? listed.value.sort((one, other) => Number(other.pinned) - Number(one.pinned) || other.changed - one.changed) : [];
    const space = await storage?.space();
    // What was read before everything was deleted is no longer so.
    if (erasing) return;
    if (listed?.ok && space?.ok) status.textContent = summary(sessions, space.value);
    if (whyUnstored()) status.textContent = `This page stores nothing at present. ${whyUnstored()}`;
    draw();
  };
  /** @param {() => Promise<{ ok: true } | { ok: false, error: { message: string } }>} act */
  const act = async (act) => {
    const result = await act();
    await load();
    if (!result.ok) status.textContent = result.error.message;
  };
  /**
   * Runs something that may fail, and shows in the status line how it went.
   *
   * @param {string} during
   * @param {(notify: (sentence: string) => void) => Promise<string>} act
   */
  const report = async (during, act) => {
    /** @type {string[]} */
    const notices = [];
    status.textContent = during;
    try {
      notices.unshift(await act((sentence) => notices.push(sentence)));
    } catch (error) {
      notices.unshift(/** @type {Error} */ (error).message);
    }
    status.textContent = notices.map(visible).join(" ");
  };
  /** Does something, or says why that is not possible. @param {() => Promise<unknown>} act */
  const attempt = (act) =>
    act().catch((error) => {
      status.textContent = visible(/** @type {Error} */ (error).message);
    });
  /** @param {SessionInfo} one @param {typeof EXPORTS[number]} form */
  const exported = (one, { kind, withFiles }) =>
    report("Exporting…", async (notify) => {
      if (!storage) return "Nothing is stored.";
      await settled();
      const file = await exportAs(kind, { id: one.id, storage, withFiles, notify });
      download(file);
      return `${file.name} was exported, ${size(file.size)}.`;
    });
  /** @param {File} file */
  const imported = (file) =>
    report("Opening the file…", async (notify) => {
      if (!storage) return "This browser stores nothing, so that no file can be opened.";
      const id = await importFile(file, storage, notify);
      await load();
      const found = sessions.find((one) => one.id === id);
      return `The file is stored as “${name(found ?? { title: "" })}”. Select it to open it; none of its code has run.`;
    });
  const draw = () => {
    const wanted = search.value.trim().toLowerCase();
    const rows = sessions.filter((one) => one.deleted !== undefined || name(one).toLowerCase().includes(wanted));
    const none = wanted ? "No session has that in its name." : "Nothing is stored yet.";
    showParts(list, rows.length > 0 ? rows.map(rowOf) : [part(none, () => element("li", { class: "sheet-text" }, none))]);
  };
  /** Shows in a row what changes with time. @param {SessionInfo} one @param {HTMLElement} row */
  const update = (one, row) => {
    const inside = (/** @type {string} */ name) => /** @type {HTMLElement | null} */ (row.querySelector(`.sessions-${name}`));
    const session = openSession(one.id);
    say(inside("state"), stateOf(session));
    say(inside("facts"), `${new Date(one.changed).toLocaleString()} · ${size(one.bytes)}`);
    const [pin, stop] = [inside("pin"), inside("stop")];
    say(pin, one.pinned ? "Unpin" : "Pin");
    pin?.setAttribute("aria-label", `${one.pinned ? "Unpin" : "Pin"} ${visible(name(one))}`);
    if (stop) stop.hidden = !session || session === shownSession() || session.doing() === "";
  };
  /** @param {SessionInfo} one */
  const rowOf = (one) =>
    part(
      [one.id, one.title, one.deleted],
      () => row(one),
      (made) => update(one, made),
    );
  /** @param {SessionInfo} one */
  const row = (one) => {
    if (!storage) return element("li");
    const label = visible(name(one));
    const state = element("span", { class: "sessions-state", "data-testid": "session-state" });
    const stop = button("Stop", `Stop ${label}`, () => openSession(one.id)?.program.stop());
    stop.classList.add("sessions-stop");
    const isPinned = () => sessions.some(({ id, pinned }) => id === one.id && pinned);
    const pin = button("Pin", "", () => act(() => storage.sessions.change(one.id, { pinned: !isPinned() })));
    pin.classList.add("sessions-pin");
    if (one.deleted !== undefined) {
      const undo = button("Undo", `Undo deleting ${label}`, () => act(() => storage.sessions.restore(one.id)));
      return element("li", { class: "sessions-row" }, element("span", { class: "sessions-name is-deleted" }, `${label}: deleted`), undo);
    }
    const rename = () => {
      const field = element("input", { class: "sessions-search", value: name(one), "aria-label": `New name of ${label}` });
      const done = () => {
        field.replaceWith(opened);
        return act(() => storage.sessions.change(one.id, { title: field.value.trim() }));
      };
      field.addEventListener("change", done);
      opened.replaceWith(field);
      field.focus();
    };
    const opened = element(
      "button",
      { class: "sessions-name", type: "button", click: () => attempt(() => leave(one.id)) },
      element("span", { class: "sessions-title" }, label),
      state,
      element("span", { class: "sessions-facts" }),
    );
    const copy = () => act(() => storage.sessions.duplicate(one.id, { id: crypto.randomUUID(), title: `Copy of ${name(one)}` }));
    const forms = element(
      "div",
      { class: "sessions-exports", role: "group", "aria-label": `Export ${label}`, hidden: "" },
      ...EXPORTS.map((form) => button(form.label, `Export ${label}: ${form.label}`, () => exported(one, form))),
    );
    const opener = button("Export", `Export ${label}`, () => {
      forms.hidden = !forms.hidden;
      opener.setAttribute("aria-expanded", String(!forms.hidden));
    });
    opener.setAttribute("aria-expanded", "false");
    return element(
      "li",
      { class: "sessions-row", "data-testid": "session" },
      opened,
      pin,
      button("Rename", `Rename ${label}`, rename),
      button("Duplicate", `Duplicate ${label}`, copy),
      opener,
      stop,
      button("Delete", `Delete ${label}`, () => attempt(() => remove(one.id).then(load))),
      forms,
    );
  };
  const erase = element("button", { class: "button is-quiet", type: "button", "data-testid": "erase", click: () => confirmed() }, "Delete everything");
  const confirmed = async () => {
    if (erase.textContent === "Delete everything") {
      erase.textContent = "Delete everything, for good";
      return;
    }
    erasing = true;
    status.textContent = "Deleting…";
    const { eraseEverything } = await globalThis.insituPage.storage();
    const erased = await eraseEverything();
    status.textContent = erased.ok ? afterwards(erased.value) : erased.error.message;
    sessions = [];
    draw();
    choose("new");
  };
  const fresh = element("button", { class: "button", type: "button", "data-testid": "new-session", click: () => attempt(create) }, "New session");
  const chooser = element("input", { type: "file", accept: ".insitu", hidden: "", "aria-label": "An Insitu file", "data-testid": "import-file" });
  chooser.addEventListener("change", () => {
    const [file] = chooser.files ?? [];
    // So that the same file can be chosen again.
    chooser.value = "";
    if (file) void imported(file);
  });
  const importer = element("button", { class: "button", type: "button", "data-testid": "import", click: () => chooser.click() }, "Open a file…");
  const functions = element("button", { class: "button", type: "button", "data-testid": "functions-open", click: showFunctions }, "Functions");
  const close = element("button", { class: "button is-quiet", type: "button", click: () => dialog.close() }, "Close");
  const dialog = element(
    "dialog",
    { class: "sheet", "aria-labelledby": "sessions-title", "data-testid": "sessions" },
    element("div", { class: "sheet-head" }, element("h2", { id: "sessions-title" }, "Sessions"), close),
    element("p", { class: "sheet-text" }, "Questions, answers, results and saved functions are stored in this browser and nowhere else."),
    element("div", { class: "sessions-bar" }, search, importer, chooser, functions, fresh),
    list,
    status,
    erase,
  );
  const timer = setInterval(draw, UPDATE_MS);
  dialog.addEventListener("close", () => clearInterval(timer));
  open(dialog);
  await load();
}

/** Returns the session with this id, if it is open in this page. @param {string} id */
const openSession = (id) => openSessions().find((session) => session.id() === id);

/** Says what a session is doing, and whether it has an answer that was not seen yet. @param {import("./stored_session.js").StoredSession | undefined} session */
function stateOf(session) {
  if (!session) return "";
  const doing = session.doing();
  if (doing) return { computing: "Computing", consent: "Waits for your consent", line: "Waits for your line" }[doing];
  return session === shownSession() ? "" : { "": "", answer: "New answer", end: "Ended without an answer" }[session.news()];
}

/** Saves a file among the user's downloads. @param {File} file */
function download(file) {
  const address = URL.createObjectURL(file);
  element("a", { href: address, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(address), URL_LIFETIME);
}

/** Says what is left after everything was deleted. @param {import("../types/storage").Proof} proof */
function afterwards(proof) {
  const left = [...(proof.left.databases ?? []), ...(proof.left.folders ?? []), ...(proof.left.keys ?? [])];
  if (proof.failed.length > 0) return proof.failed.map((one) => one.message).join(" ");
  if (left.length > 0) return `Deleted. The browser still lists: ${left.map(visible).join(", ")}.`;
  const page = proof.left.caches?.length ? "the page itself, so that it starts when its server is away" : "nothing of this site";
  return `Everything of yours is deleted. The browser keeps ${page}.`;
}

/** Sets a text, if it is another one. @param {HTMLElement | null} place @param {string} text */
function say(place, text) {
  if (place && place.textContent !== text) place.textContent = text;
}

/** @param {{ title: string }} one */
const name = (one) => one.title || "A session without a question";

/** @param {string} text @param {string} label @param {() => unknown} click */
const button = (text, label, click) => element("button", { class: "button is-quiet", type: "button", "aria-label": label, click }, text);

/** @param {number} bytes */
function size(bytes) {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1_000)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/**
 * @param {SessionInfo[]} listed
 * @param {import("../types/storage").Space} space
 */
function summary(listed, { persistence }) {
  const bytes = listed.reduce((sum, one) => sum + one.bytes, 0);
  const safe = persistence === "persisted" ? "The browser has promised to keep them." : "The browser may delete them when it runs out of space.";
  return listed.length === 0 ? "" : `${listed.length} session${listed.length === 1 ? "" : "s"}, ${size(bytes)}. ${safe}`;
}
