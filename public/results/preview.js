// Shows a document in a dialog: from its bytes if the page can do this by itself, else as results from the kernel. Knows types of files and
// the views that show them, nothing of how either is read.

import { element, open } from "../dialogs/element.js";
import { visible } from "../dialogs/visible.js";
import { bytes } from "./format.js";
import { rendered } from "./rendered.js";
import { save } from "./save.js";
import { show } from "./show.js";
import { source } from "./text.js";

/**
 * Types of pictures by file extension.
 *
 * @type {Record<string, string>}
 */
const PICTURES = { png: "image/png", jpg: "image/jpeg", jpeg: "image/jpeg", gif: "image/gif", webp: "image/webp" };

/**
 * File extensions of plain text, with their languages; the kernel lays out others, like Markdown.
 *
 * @type {Record<string, string>}
 */
const TEXTS = { txt: "", log: "", py: "python", js: "", css: "", sql: "", yaml: "", yml: "", toml: "", ini: "" };

/** How much of a text is shown, in bytes. */
const MAX_TEXT = 2_000_000;

/** How long reading may take before the dialog says that it waits, in milliseconds. */
const PATIENCE = 300;

/**
 * Opens the dialog in front of the page.
 *
 * @param {string} name of the file
 * @param {string} path where the kernel has it, under `/out` or `/data`
 * @param {Blob} blob its content
 * @param {import("./views.js").Page} page
 */
export function preview(name, path, blob, page) {
  const body = element("div", { class: "preview-body", "data-testid": "preview-body" });
  const word = element("p", { class: "sheet-text", role: "status" });
  const kept = element("button", { class: "button", type: "button", click: () => save(name, blob) }, "Save");
  const close = element("button", { class: "button is-quiet", type: "button", autofocus: "", click: () => dialog.close() }, "Close");
  const dialog = element(
    "dialog",
    { class: "sheet preview", "aria-labelledby": "preview-title", "data-testid": "preview" },
    element(
      "div",
      { class: "sheet-head" },
      element("h2", { id: "preview-title" }, visible(name).replace(/[\n\t]/g, " ")),
      element("div", { class: "preview-tools" }, kept, close),
    ),
    word,
    body,
  );
  /** @type {Array<() => void>} */
  const cleanups = [];
  dialog.addEventListener("close", () => cleanups.forEach((cleanup) => cleanup()));
  open(dialog);
  const late = setTimeout(() => (word.textContent = "Waiting for Python"), PATIENCE);
  fill(name, path, blob, page, body, cleanups)
    .then(
      (sentence) => (word.textContent = visible(sentence ?? bytes(blob.size))),
      (error) => {
        body.replaceChildren();
        word.textContent = `${visible(error.message)} You can save the file and open it with a program of yours.`;
      },
    )
    .finally(() => clearTimeout(late));
}

/**
 * Shows the content of the file; returns a sentence about what is not shown, or null.
 *
 * @param {string} name
 * @param {string} path
 * @param {Blob} blob
 * @param {import("./views.js").Page} page
 * @param {HTMLElement} body
 * @param {Array<() => void>} cleanups
 * @returns {Promise<string | null>}
 */
async function fill(name, path, blob, page, body, cleanups) {
  /**
   * @param {string} kind
   * @param {string | ArrayBuffer} content
   * @returns {Promise<null>}
   */
  const framed = (kind, content) =>
    new Promise((resolve, reject) => {
      const frame = rendered(kind, content, name, (sentence) => reject(new Error(sentence)), room(body));
      cleanups.push(frame.remove);
      body.append(frame.node);
      frame.drawn.then(
        () => resolve(null),
        () => {},
      );
    });
  const truncation = () => (blob.size > MAX_TEXT ? `The first ${bytes(MAX_TEXT)} of ${bytes(blob.size)}` : null);
  const asText = async () => {
    const content = await read(blob);
    if (content !== null) body.append(source(content, TEXTS[ending] ?? ""));
    return content !== null;
  };
  const ending = /\.([^./]+)$/.exec(name)?.[1].toLowerCase() ?? "";
  if (ending === "pdf") return framed("pdf", await blob.arrayBuffer());
  if (ending === "svg") return framed("svg", await blob.text());
  if (Object.hasOwn(PICTURES, ending)) {
    body.append(await drawn(new Blob([blob], { type: PICTURES[ending] }), name, cleanups));
    return null;
  }
  if (Object.hasOwn(TEXTS, ending) && (await asText())) return truncation();
  const { results, message } = await page.preview(path).catch(async (error) => {
    // Python is not available, but text can be read without it.
    if (await asText()) return { results: [], message: error.message };
    throw error;
  });
  for (const [at, shown] of results.entries()) {
    const place = element("div");
    // Sheets and slides have names, which their text contains.
    if (results.length > 1 && shown.data && shown.text)
      body.append(element("h3", { class: "preview-part" }, visible(shown.text.split("\n")[0]) || `Part ${at + 1}`));
    body.append(place);
    show(place, shown, page);
  }
  if (results.length === 0 && !message) return "There is nothing in it that can be shown.";
  return message;
}

/** Minimum height of a document, in CSS pixels. */
const LEAST = 240;

/** The margin between dialog and window, and the height of the line above the document, which is still empty, in CSS pixels. */
const KEPT = 64 + 32;

/**
 * Returns how high a document may be within the dialog, so that only one of the two scrolls.
 *
 * @param {HTMLElement} body
 */
function room(body) {
  const dialog = /** @type {HTMLDialogElement} */ (body.closest("dialog"));
  return Math.max(LEAST, Math.floor(window.innerHeight - KEPT - (dialog.offsetHeight - body.offsetHeight)));
}

/**
 * Reads the beginning of a text; returns null if the bytes are not text.
 *
 * @param {Blob} blob
 */
async function read(blob) {
  try {
    // As a stream, since the last character may be incomplete.
    const content = new TextDecoder("utf-8", { fatal: true }).decode(await blob.slice(0, MAX_TEXT).arrayBuffer(), { stream: true });
    return content.includes("\u0000") ? null : content;
  } catch {
    return null;
  }
}

/**
 * Returns a picture as an element; rejects with a sentence if the browser cannot read it.
 *
 * @param {Blob} blob
 * @param {string} name
 * @param {Array<() => void>} cleanups
 * @returns {Promise<HTMLElement>}
 */
function drawn(blob, name, cleanups) {
  const address = URL.createObjectURL(blob);
  cleanups.push(() => URL.revokeObjectURL(address));
  return new Promise((resolve, reject) => {
    const image = element("img", { src: address, alt: visible(name) });
    image.addEventListener("load", () => resolve(element("div", { class: "figure" }, image)));
    image.addEventListener("error", () => reject(new Error("The picture cannot be read.")));
  });
}
