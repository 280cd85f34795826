// The messages between page and frame about one result, and their limits. Knows nothing of how
// anything is drawn.
//
//   to the frame:   { type: "draw", kind, content, title, height, theme, script: Blob | null,
//   helpers: Blob[] },
//                   { type: "theme", theme }, { type: "picture", id },
//                   { type: "given", name, script: Blob } or { type: "given", name, message }
//   to the page:    { type: "ready" }, { type: "drawn", height }, { type: "height", height }, {
//   type: "failed", message },
//                   { type: "picture", id, picture: Blob } or { type: "picture", id, message }, { type: "need", name }

import type { Theme } from "./theme.ts";

/** The request to draw a result, which is the first message to a frame. */
export interface Draw {
  type: "draw";
  kind: string;
  content: string | ArrayBuffer;
  title: string;
  /** In CSS pixels. */
  height: number | undefined;
  theme: Theme;
  /** That draws it; null for static content. */
  script: Blob | null;
  helpers: Blob[];
}

export type ThemeChange = { type: "theme"; theme: Theme };
export type PictureRequest = { type: "picture"; id: number };
type Given = { type: "given"; name: string; script?: Blob; message?: string };

/** A message to the frame. */
export type ToFrame = Draw | ThemeChange | PictureRequest | Given;

/** A picture, or a sentence that says why there is none. */
type Picture = { type: "picture"; id: number } & (
  | { picture: Blob; message?: undefined }
  | { message: string; picture?: undefined }
);

/** A message to the page. */
export type Notice =
  | { type: "ready" }
  | { type: "drawn" | "height"; height: number }
  | { type: "failed"; message: string }
  | { type: "need"; name: string }
  | Picture;

/**
 * The limits of a rendering. Lengths in UTF-16 code units, sizes in bytes, heights in CSS pixels.
 */
export const LIMITS = {
  content: 32 << 20,
  document: 256 << 20,
  height: 20_000,
  picture: 64 << 20,
  sentence: 500,
};

/**
 * Validates a message of the frame: returns a message of the table above with its values within the
 * limits, or null for anything else. The code in the frame has processed hostile content, so
 * nothing else that comes from it is trusted.
 *
 * @param data anything
 */
export function notice(
  data:
    | string
    | number
    | boolean
    | bigint
    | symbol
    | null
    | undefined
    | { readonly [name: string]: unknown },
): Notice | null {
  if (typeof data !== "object" || data === null) return null;
  const { type } = data;
  if (type === "ready") return { type };
  if (type === "drawn" || type === "height")
    return Number.isFinite(data.height) ? { type, height: bounded(data.height as number) } : null;
  if (type === "failed")
    return typeof data.message === "string" ? { type, message: sentence(data.message) } : null;
  if (type === "need")
    return typeof data.name === "string"
      ? { type, name: data.name.slice(0, LIMITS.sentence) }
      : null;
  if (type !== "picture" || !Number.isSafeInteger(data.id)) return null;
  if (typeof data.message === "string")
    return { type, id: data.id as number, message: sentence(data.message) };
  const { picture } = data;
  const fits =
    picture instanceof Blob &&
    picture.size > 0 &&
    picture.size <= LIMITS.picture &&
    picture.type === "image/png";
  return fits ? { type, id: data.id as number, picture } : null;
}

/** Limits a height to those that a frame may have. */
export function bounded(height: number) {
  return Math.min(Math.max(Math.ceil(height), 1), LIMITS.height);
}

/** Returns foreign text as one line of limited length without hidden characters. */
export function sentence(text: string) {
  const line = text
    .slice(0, LIMITS.sentence)
    .replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
  return line || "It could not be drawn, and does not say why.";
}
