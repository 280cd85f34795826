// A picture as it came. Knows the types that a browser draws without running anything, and nothing of charts.

import { element } from "../dialogs/element.js";
import { visible } from "../dialogs/visible.js";

/** Types of pictures, the best to look at first. */
export const PICTURES = ["image/png", "image/jpeg", "image/webp", "image/gif"];

/** A picture's type and its base64, or null. */
export function picture(shown) {
  const mime = PICTURES.find((type) => typeof shown.mime?.[type] === "string");
  return mime === undefined ? null : { mime, base64: shown.mime[mime].replace(/\s+/g, "") };
}

/** The picture with its words. */
export function image({ mime, base64 }, text) {
  const alt = text.trim() === "" ? "Figure without a title" : visible(text);
  return element("img", { src: `data:${mime};base64,${base64}`, alt });
}
