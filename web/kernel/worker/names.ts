// Names for mounted files: safe in a path, and unique. Knows nothing of file systems.

// The maximum length of a file name, in bytes of UTF-8.
const MAX_NAME_BYTES = 255;
// The maximum length of an extension, in bytes of UTF-8; a longer one is truncated.
const MAX_EXTENSION_LENGTH = 40;
// Deeper than real folders, and far below the maximum length of a path.
const MAX_DEPTH = 12;

/**
 * Replaces what a path cannot hold in the user's name for a file, which may have folders before it.
 * Letters of every script are kept.
 *
 * @returns one or more safe parts with `/` between them, none of them empty, `.` or `..`
 */
export function safePath(wanted: string): string {
  const parts = wanted.split("/").filter((part) => !["", ".", ".."].includes(part.trim()));
  // Deeper folders are joined rather than dropped, so that two files do not get the same path.
  const folders = parts.slice(0, -1);
  const kept =
    folders.length > MAX_DEPTH
      ? [...folders.slice(0, MAX_DEPTH - 1), folders.slice(MAX_DEPTH - 1).join("_")]
      : folders;
  return [...kept, parts.at(-1) ?? ""].map(safeName).join("/");
}

/**
 * Makes one part of a path safe.
 *
 * @returns never empty, never `.` or `..`, at most 255 bytes with the extension kept
 */
export function safeName(wanted: string): string {
  const name = wanted
    .normalize("NFC")
    // Halves of a surrogate pair have no UTF-8 form.
    .replace(/\p{Surrogate}/gu, "_")
    .replace(/[/\\]/g, "_")
    // Control characters, and the marks that make text run backwards and so disguise an extension.
    .replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g, "_")
    .trim();
  if (name === "" || name === "." || name === "..") return "file";
  return shortened(name, "");
}

/**
 * Returns the name, or if it is taken the name with a number before its extension: `a.csv`, `a
 * (2).csv`, `a (3).csv`.
 */
export function uniqueName(name: string, taken: (name: string) => boolean) {
  if (!taken(name)) return name;
  for (let number = 2; ; number += 1) {
    const candidate = shortened(name, ` (${number})`);
    if (!taken(candidate)) return candidate;
  }
}

// Inserts `addition` before the extension, and truncates the stem if the name would be too long.
function shortened(name: string, addition: string) {
  const dot = name.lastIndexOf(".");
  const stem = dot > 0 ? name.slice(0, dot) : name;
  const extension = dot > 0 ? name.slice(dot) : "";
  if (bytes(name + addition) <= MAX_NAME_BYTES) return stem + addition + extension;
  const kept = truncate(extension, MAX_EXTENSION_LENGTH);
  return truncate(stem, MAX_NAME_BYTES - bytes(addition) - bytes(kept)) + addition + kept;
}

function bytes(text: string) {
  return new TextEncoder().encode(text).length;
}

// Returns the longest prefix of at most `room` bytes that ends between two characters.
function truncate(text: string, room: number) {
  const all = new TextEncoder().encode(text);
  if (all.length <= room) return text;
  let end = room;
  while (end > 0 && (all[end] & 0xc0) === 0x80) end -= 1;
  return new TextDecoder().decode(all.subarray(0, end));
}
