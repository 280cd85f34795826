// The forms of a script's URL for a worker of an opaque origin: a blob URL, or a data URL if the
// browser starts no worker from a blob URL there (WebKit, under an embedder policy). Either worker
// inherits the policy of the context that starts it.

export type Form = "blob" | "data";

/**
 * The forms in the order in which they are tried. In Chromium, memory can be shared only with a
 * worker of the first form.
 */
export const FORMS: Form[] = ["blob", "data"];

/**
 * Returns the URL of a script.
 *
 * @param scope where both are as the browser made them
 */
export function addressOf(
  form: Form,
  source: string,
  {
    Blob,
    URL,
  }: { Blob: typeof globalThis.Blob; URL: Pick<typeof globalThis.URL, "createObjectURL"> },
) {
  if (form === "data") return `data:text/javascript;charset=utf-8,${encodeURIComponent(source)}`;
  return URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
}
