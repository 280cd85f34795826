// Names for mounted files: safe in a path, and different from one another. Knows nothing of file systems.

// What a name in a directory may have, in bytes of UTF-8.
const LONGEST = 255;
// An extension that takes more than this is none.
const LONGEST_EXTENSION = 40;
// Deeper than anybody's folders, and far from where paths get too long.
const DEEPEST = 12;

/**
 * The user's name for a file, perhaps with folders before it, with what a path cannot hold replaced. Letters of every
 * script stay.
 *
 * @param {string} wanted
 * @returns {string} one or more safe parts with `/` between them, none of them empty, `.` or `..`
 */
export function safePath(wanted) {
  const parts = wanted.split("/").filter((part) => !["", ".", ".."].includes(part.trim()));
  // What is deeper is put together rather than dropped, so that two files do not become one.
  const folders = parts.slice(0, -1);
  const kept = folders.length > DEEPEST ? [...folders.slice(0, DEEPEST - 1), folders.slice(DEEPEST - 1).join("_")] : folders;
  return [...kept, parts.at(-1) ?? ""].map(safeName).join("/");
}

/**
 * One part of a path.
 *
 * @param {string} wanted
 * @returns {string} never empty, never `.` or `..`, at most 255 bytes with the extension kept
 */
export function safeName(wanted) {
  const name = wanted
    .normalize("NFC")
    // Halves of a surrogate pair have no UTF-8 form.
    .replace(/\p{Surrogate}/gu, "_")
    .replace(/[\/\\]/g, "_")
    // Control characters, and the marks that make text run backwards and so disguise an extension.
    .replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g, "_")
    .trim();
  if (name === "" || name === "." || name === "..") return "file";
  return shortened(name, "");
}

/**
 * The name itself, or with a number before its extension: `a.csv`, `a (2).csv`, `a (3).csv`.
 *
 * @param {string} name
 * @param {(name: string) => boolean} taken
 */
export function uniqueName(name, taken) {
  if (!taken(name)) return name;
  for (let number = 2; ; number += 1) {
    const candidate = shortened(name, ` (${number})`);
    if (!taken(candidate)) return candidate;
  }
}

// The name with something before its extension, and its stem cut where that would be too long.
function shortened(name, addition) {
  const dot = name.lastIndexOf(".");
  const stem = dot > 0 ? name.slice(0, dot) : name;
  const extension = dot > 0 ? name.slice(dot) : "";
  if (bytes(name + addition) <= LONGEST) return stem + addition + extension;
  const kept = cut(extension, LONGEST_EXTENSION);
  return cut(stem, LONGEST - bytes(addition) - bytes(kept)) + addition + kept;
}

function bytes(text) {
  return new TextEncoder().encode(text).length;
}

// The longest beginning that has so many bytes, without half a character at its end.
function cut(text, room) {
  const all = new TextEncoder().encode(text);
  if (all.length <= room) return text;
  let end = room;
  while (end > 0 && (all[end] & 0xc0) === 0x80) end -= 1;
  return new TextDecoder().decode(all.subarray(0, end));
}
