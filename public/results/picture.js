// A picture as Python showed it. Knows the types that a browser draws without running anything, and nothing of charts.

import { element } from "../dialogs/element.js";
import { visible } from "../dialogs/visible.js";

/**
 * A picture: its type, and its bytes in base64.
 *
 * @typedef {{ mime: string, base64: string }} Picture
 */

/** Types of pictures, the best first. */
export const PICTURES = ["image/png", "image/jpeg", "image/webp", "image/gif"];

/**
 * Returns a result's picture as its type and base64, or null.
 *
 * @param {{ mime?: Record<string, string> }} shown
 * @returns {Picture | null}
 */
export function picture(shown) {
  const mime = PICTURES.find((type) => typeof shown.mime?.[type] === "string");
  return mime === undefined ? null : { mime, base64: /** @type {Record<string, string>} */ (shown.mime)[mime].replace(/\s+/g, "") };
}

/**
 * Returns a picture as an element with its alternative text.
 *
 * @param {Picture} picture
 * @param {string} text
 */
export function image({ mime, base64 }, text) {
  const alt = text.trim() === "" ? "Figure without a title" : visible(text);
  return element("img", { src: `data:${mime};base64,${base64}`, alt });
}
