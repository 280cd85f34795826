// Saves files and copies text to the clipboard. Knows nothing of their content.

import { element } from "../elements/element.ts";

/** How long a download may take to begin before its URL is revoked, in milliseconds. */
const URL_LIFETIME = 60_000;

/** Saves a blob as a file. */
export function save(name: string, blob: Blob) {
  const address = URL.createObjectURL(blob);
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), URL_LIFETIME);
}

/**
 * Copies text.
 *
 * @throws {Error} with a sentence, if the browser does not allow it
 */
export async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text);
  } catch (error) {
    throw new Error(`The browser does not allow copying (${(error as Error).message}).`);
  }
}

/**
 * Returns a file name from the first words of a description: `revenue-by-month.png`.
 *
 * @param fallback the name if there are no words
 */
export function fileName(text: string, fallback: string, ending: string) {
  const [first] = text.split("\n");
  const words = first.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const stem =
    words
      .slice(0, 8)
      .map((word) => word.toLowerCase())
      .join("-") || fallback;
  return `${stem.slice(0, 80)}.${ending}`;
}
