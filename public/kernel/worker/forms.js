// The forms in which a script can be given to a worker of an opaque origin: by a blob, and where the browser starts none of that kind there (WebKit,
// under an embedder policy), by an address that holds the script. Each has the policy of whoever starts it.

/** In the order in which they are tried. In Chromium, memory can be shared with a worker of the first kind alone. */
export const FORMS = ["blob", "data"];

/**
 * The address of a script.
 *
 * @param {"blob" | "data"} form
 * @param {string} source
 * @param {{ Blob: Function, URL: Function }} scope where both are as the browser made them
 */
export function addressOf(form, source, { Blob, URL }) {
  if (form === "data") return `data:text/javascript;charset=utf-8,${encodeURIComponent(source)}`;
  return URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
}
