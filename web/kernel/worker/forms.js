// The forms of a script's URL for a worker of an opaque origin: a blob URL, or a data URL where the
// browser starts no worker from a blob URL there (WebKit, under an embedder policy). Either worker
// inherits the policy of the context that starts it.

/** @typedef {"blob" | "data"} Form */

/**
 * The forms in the order in which they are tried. In Chromium, memory can be shared only with a
 * worker of the first form.
 *
 * @type {Form[]}
 */
export const FORMS = ["blob", "data"];

/**
 * Returns the URL of a script.
 *
 * @param {Form} form
 * @param {string} source
 * @param {{ Blob: typeof globalThis.Blob, URL: Pick<typeof globalThis.URL, "createObjectURL"> }}
 *   scope where both are as the browser made them
 */
export function addressOf(form, source, { Blob, URL }) {
  if (form === "data") return `data:text/javascript;charset=utf-8,${encodeURIComponent(source)}`;
  return URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
}
