// Runs the programs of the differential test in the built runtime, as a user's cells, and counts by
// kind which print something else than native Python. `npx tsx bench/integers/run.mjs a b` prints a
// table of each set; with `--list` also each difference.

import { startFromSnapshot } from "../../web/kernel/tests/built-runtime.ts";
import { difference, programs, title } from "./programs.mjs";

/** @typedef {import("./programs.mjs").Program} Program */
/** @typedef {{ program: Program, found: { expected: string, actual: string } }} Difference */

// An interpreter runs so many programs before the next is started, so that memory does not grow and
// what one program changes does not reach all.
const PER_INTERPRETER = 120;

// Ends what a program has left behind, as a new session would.
const FORGET =
  "for _name in [name for name in globals() if not name.startswith('_')]: del globals()[_name]";

/**
 * Runs programs. Returns those that print something else than native Python.
 *
 * @param {Program[]} list
 * @returns {Promise<Difference[]>}
 */
export async function run(list) {
  const differences = [];
  for (let from = 0; from < list.length; from += PER_INTERPRETER) {
    const { execute } = await startFromSnapshot();
    for (const program of list.slice(from, from + PER_INTERPRETER)) {
      const { stdout, error } = await execute(program.code);
      const printed = error ? `${stdout}${error.name}: ${error.value}` : stdout;
      const found = difference(program.native, printed);
      if (found) differences.push({ program, found });
      await execute(FORGET);
    }
  }
  return differences;
}

/**
 * Returns rows of a table: kind, programs, differences.
 *
 * @param {Program[]} list
 * @param {Difference[]} differences
 */
function byKind(list, differences) {
  const kinds = [...new Set(list.map(({ kind }) => kind))];
  const count = (/** @type {{ kind: string }[]} */ items, /** @type {string} */ kind) =>
    items.filter((item) => item.kind === kind).length;
  const differing = differences.map(({ program }) => program);
  return [
    ...kinds.map((kind) => [kind, count(list, kind), count(differing, kind)]),
    ["all", list.length, differences.length],
  ];
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const [listed, sets] = [
    process.argv.includes("--list"),
    process.argv.slice(2).filter((name) => !name.startsWith("-")),
  ];
  for (const set of sets) {
    const list = programs(set);
    const differences = await run(list);
    console.log(`| set ${set} | programs | differ |\n| --- | ---: | ---: |`);
    for (const row of byKind(list, differences)) console.log(`| ${row.join(" | ")} |`);
    if (listed)
      for (const { program, found } of differences)
        console.log(JSON.stringify({ program: title(program), ...found }));
  }
}
