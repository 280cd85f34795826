// Names for mounted files: safe in a path, and different from one another. Knows nothing of file systems.

/**
 * The person's name for a file with what a path cannot hold replaced. Letters of every script stay.
 *
 * @param {string} wanted
 * @returns {string} never empty, never `.` or `..`, at most 200 characters with the extension kept
 */
export function safeName(wanted) {
  const name = wanted
    .normalize("NFC")
    // Halves of a surrogate pair have no UTF-8 form.
    .replace(/\p{Surrogate}/gu, "_")
    .replace(/[\/\\]/g, "_")
    // Control characters, and the marks that make text run backwards and so disguise an extension.
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g, "_")
    .trim();
  if (name === "" || name === "." || name === "..") return "file";
  if (name.length <= 200) return name;
  const { stem, extension } = split(name);
  return stem.slice(0, 200 - Math.min(extension.length, 20)) + extension.slice(0, 20);
}

/**
 * The name itself, or with a number before its extension: `a.csv`, `a (2).csv`, `a (3).csv`.
 *
 * @param {string} name
 * @param {(name: string) => boolean} taken
 */
export function uniqueName(name, taken) {
  if (!taken(name)) return name;
  const { stem, extension } = split(name);
  for (let number = 2; ; number += 1) {
    const candidate = `${stem} (${number})${extension}`;
    if (!taken(candidate)) return candidate;
  }
}

function split(name) {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? { stem: name.slice(0, dot), extension: name.slice(dot) } : { stem: name, extension: "" };
}
