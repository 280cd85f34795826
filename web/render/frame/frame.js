// Draws the one result that the page hands over, and reports its height. Knows what all kinds have
// in common; the renderers, which arrive as blobs, know the rest. Content is only data here: it
// goes to a renderer or into a frame without permissions.

import { still } from "./static_html.js";
import { applyTheme } from "./styles.js";

/**
 * @typedef {import("../protocol.js").Draw} Draw
 * @typedef {import("../protocol.js").Notice} Notice
 * @typedef {import("../theme.js").Theme} Theme
 */

/**
 * What a renderer draws. The content of a PDF is its bytes; of every other kind it is a text.
 *
 * @typedef {object} Job
 * @property {string} kind
 * @property {string | ArrayBuffer} content
 * @property {string} title
 * @property {number} [height] in CSS pixels
 * @property {Theme} theme
 * @property {Blob[]} helpers
 * @property {(name: string) => Promise<void>} need gets a script from the page and runs it
 */

/** @typedef {Omit<Job, "content"> & { content: string }} TextJob */

/**
 * A result that is drawn: `restyle` draws it in another theme, `update` draws other content in its
 * place, and `picture` returns it as a PNG. As methods, since each takes its own kind of content.
 *
 * @typedef {{
 *   restyle(theme: Theme): void | Promise<void>,
 *   update(content: string | ArrayBuffer): Promise<void>,
 *   picture?(): Promise<Blob>,
 * }} Drawing
 */

/**
 * A script of ../renderers. As a method, since each draws its own kinds of content.
 *
 * @typedef {{ draw(place: HTMLElement, job: Job): Promise<Drawing> }} Renderer
 */

/**
 * The script of formulas, which returns the markup of one and has the styles that the markup needs.
 *
 * @typedef {{ markup: (content: string) => string, style: string }} FormulaRenderer
 */

/**
 * A script that was requested: the promise is settled once it has run.
 *
 * @typedef {{ promise: Promise<void>, resolve: (script: Blob) => void, reject: (problem: Error) =>
 *   void }} Requested
 */

/** Answers the page's messages. @param {MessagePort} port to the page */
export function serve(port) {
  // This element has no name: the page names the frame itself.
  const place = document.createElement("main");
  document.body.append(place);
  /** @param {Notice} message */
  const post = (message) => port.postMessage(message);
  /** @type {Drawing | null} */
  let drawing = null;
  // Tasks run one at a time, in the order of their messages.
  let queue = Promise.resolve();

  const measure = () => {
    const { height } = place.getBoundingClientRect();
    if (drawing && height > 0) post({ type: "height", height });
  };

  // Scripts that a renderer requests while its task runs: each is requested once, and run.
  /** @type {Map<string, Requested>} */
  const requested = new Map();
  /**
   * @param {string} name
   * @returns {Promise<void>}
   */
  const need = (name) => {
    if (!requested.has(name)) {
      const given = /** @type {Requested} */ ({});
      given.promise = /** @type {Promise<Blob>} */ (
        new Promise((resolve, reject) => Object.assign(given, { resolve, reject }))
      ).then(run);
      requested.set(name, given);
      post({ type: "need", name });
    }
    return /** @type {Requested} */ (requested.get(name)).promise;
  };

  const tasks = {
    /** @param {Draw} message */
    async draw({ kind, content, title, height, theme, script, helpers }) {
      if (drawing) return;
      applyTheme(theme);
      const job = { kind, content, title, height, theme, helpers, need };
      if (script) await run(script);
      drawing = await (script && kind !== "latex"
        ? /** @type {Renderer} */ (self.insituRender).draw
        : /** @type {Renderer["draw"]} */ (still))(place, job);
      post({ type: "drawn", height: place.getBoundingClientRect().height });
      new ResizeObserver(measure).observe(place);
    },
    /** @param {import("../protocol.js").ThemeChange} message */
    async theme({ theme }) {
      applyTheme(theme);
      await drawing?.restyle(theme);
    },
    /** @param {import("../protocol.js").Update} message */
    async update({ content }) {
      await drawing?.update(content);
    },
    /** @param {import("../protocol.js").PictureRequest} message */
    async picture({ id }) {
      if (!drawing?.picture)
        return post({ type: "picture", id, message: "This cannot be saved as a picture." });
      try {
        post({ type: "picture", id, picture: await drawing.picture() });
      } catch (error) {
        post({ type: "picture", id, message: messageOf(error) });
      }
    },
  };

  port.onmessage = ({ data }) => {
    if (data?.type === "given")
      return data.script
        ? requested.get(data.name)?.resolve(data.script)
        : requested.get(data.name)?.reject(new Error(data.message));
    const task = Object.hasOwn(tasks, data?.type)
      ? tasks[/** @type {keyof typeof tasks} */ (data.type)]
      : null;
    if (task)
      queue = queue
        .then(() => task(data))
        .catch((error) => post({ type: "failed", message: messageOf(error) }));
  };
  // Links are disabled: following one would replace the result with an error page of the browser.
  for (const kind of ["click", "auxclick"]) {
    addEventListener(
      kind,
      (event) =>
        event.composedPath().some((one) => one instanceof Element && one.localName === "a") &&
        event.preventDefault(),
      true,
    );
  }
  post({ type: "ready" });
}

/**
 * Runs a renderer.
 *
 * @param {Blob} script
 * @returns {Promise<void>}
 */
function run(script) {
  return new Promise((resolve, reject) => {
    const element = document.createElement("script");
    element.src = URL.createObjectURL(script);
    element.onload = () => {
      URL.revokeObjectURL(element.src);
      element.remove();
      resolve();
    };
    element.onerror = () => reject(new Error("What draws this did not start."));
    document.head.append(element);
  });
}

/** @param {unknown} error */
function messageOf(error) {
  return String(
    /** @type {{ message?: unknown } | null | undefined} */ (error)?.message ||
      error ||
      "It could not be drawn.",
  );
}
