// How code of the console read its files: what was added to it from their profiles, and what it read otherwise. `crates/kernel/src/reading.rs` does so for steps.

/** @typedef {import("../types/kernel").Outcome} Outcome */

/**
 * Returns the code as it ran: with what was added to it, at places in bytes.
 *
 * @param {string} code
 * @param {NonNullable<Outcome["additions"]>} additions
 */
export function asRun(code, additions) {
  const bytes = new TextEncoder().encode(code);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const places = [0, ...additions.map(({ at }) => at)];
  return places.map((from, index) => decoder.decode(bytes.subarray(from, places[index + 1])) + (additions[index]?.text ?? "")).join("");
}

/**
 * Returns what is said above the results, each with its test id.
 *
 * @param {Pick<Outcome, "additions" | "deviations">} outcome
 * @returns {[name: string, sentence: string][]}
 */
export function sentences({ additions = [], deviations = [] }) {
  /** @type {Map<string, Set<string>>} */
  const files = new Map();
  for (const { file, arguments: names } of additions) files.set(file, new Set([...(files.get(file) ?? []), ...names]));
  const added = [...files].map(([file, names]) => `${file} (${[...names].join(", ")})`).join("; ");
  return [
    .../** @type {[string, string][]} */ (
      added ? [["read-as-profile", `Read as in the profile: ${added}. A line "# as written" keeps the code as it is.`]] : []
    ),
    ...deviations.map(
      ({ file, arguments: names }) =>
        /** @type {[string, string]} */ ([
          "read-otherwise",
          `${file} was read otherwise than its profile says (${names.join(", ")}): columns, types or rows may differ.`,
        ]),
    ),
  ];
}
