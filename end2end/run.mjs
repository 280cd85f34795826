// Runs the tests of a folder, several files at a time, with one browser and one server for all
// journeys that need nothing special:
//
//     node end2end/run.mjs FOLDER FILES_AT_A_TIME
//
// A file that fails runs once more, alone, after all others, in a fresh browser and with a trace in
// `target/traces`. If it passes then, it is flaky: that is printed and appended to
// `target/flaky.jsonl`, and the run passes unless there are more than two. A breach
// (support/breach.mjs) is never tried again, and nothing is if INSITU_FULL is set. A file of
// quarantine.json runs and is reported, and does not decide.
//
// A file alone runs with `node --test FILE` and starts its own browser and server.

import { appendFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { run } from "node:test";
import * as reporters from "node:test/reporters";
import { isBreach } from "./support/breach.mjs";
import { serveBrowser } from "./support/browser.mjs";
import { MAX_FLAKY, longestFirst, outcome, runAgain } from "./support/runs.mjs";
import { root, startServer } from "./support/server.mjs";

/**
 * The time limit of a file, in milliseconds. One that does not end, or leaves something open, fails
 * and does not block the others.
 */
const LIMIT = 20 * 60_000;

const target = path.join(root, "target");
const times = path.join(target, "test-times.json");

const [folder, atATime] = process.argv.slice(2);
const suite = path.basename(folder);
/** @type {import("./support/runs.mjs").Quarantined[]} */
const quarantine = JSON.parse(readFileSync(new URL("quarantine.json", import.meta.url), "utf8"));
/** @type {Record<string, number>} */
const seconds = { ...read(new URL("test-times.json", import.meta.url)), ...read(times) };
const files = longestFirst(
  readdirSync(folder)
    .filter((name) => name.endsWith(".test.mjs"))
    .map((name) => `${suite}/${name}`),
  seconds,
);
if (files.length === 0) throw new Error(`there are no tests in ${folder}`);

/** @type {import("./support/runs.mjs").Ran[]} */
const ran = [];
const browser = await serveBrowser();
const server = await startServer();
process.env.INSITU_TEST_BROWSER = browser.wsEndpoint();
process.env.INSITU_TEST_SERVER = server.url;
const queue = files.values();
await Promise.all(
  Array.from({ length: Number(atATime) }, async () => {
    for (const file of queue) ran.push(await runFile(file));
  }),
);
await Promise.all([browser.close(), server.stop()]);
delete process.env.INSITU_TEST_BROWSER;
delete process.env.INSITU_TEST_SERVER;

const second = [];
for (const file of runAgain(ran, { full: Boolean(process.env.INSITU_FULL), quarantine })) {
  process.env.INSITU_TRACES = path.join(target, "traces", file.replace(/\.test\.mjs$/, ""));
  console.log(`\n${file} runs once more, alone; its trace is in ${process.env.INSITU_TRACES}`);
  second.push(await runFile(file));
}

mkdirSync(target, { recursive: true });
for (const { file, seconds: took } of ran) seconds[file] = Math.round(took * 10) / 10;
writeFileSync(times, `${JSON.stringify(seconds, Object.keys(seconds).sort(), 2)}\n`);
const today = new Date().toISOString().slice(0, 10);
const { failed, flaky, quarantined } = outcome(ran, second, { quarantine, today });
console.log(
  `\n${suite}: ${ran.length} files, ${ran.reduce((sum, { tests }) => sum + tests, 0)} tests`,
);
for (const { file, seconds: took } of [...ran].sort((a, b) => b.seconds - a.seconds).slice(0, 10))
  console.log(`${took.toFixed(1).padStart(8)} s  ${file}`);
for (const { file, test, message } of flaky) {
  console.log(`FLAKY ${file}: ${test}: ${message}`);
  appendFileSync(
    path.join(target, "flaky.jsonl"),
    `${JSON.stringify({ day: today, file, test, message })}\n`,
  );
}
for (const file of quarantined) console.log(`QUARANTINED ${file}`);
for (const file of failed) console.log(`FAILED ${file}`);
if (flaky.length > MAX_FLAKY)
  console.log(`${flaky.length} files are flaky, at most ${MAX_FLAKY} may be`);
if (failed.length > 0 || flaky.length > MAX_FLAKY) process.exitCode = 1;

/**
 * Runs a file, prints its report and returns what happened.
 *
 * @param {string} file
 */
async function runFile(file) {
  const started = performance.now();
  /** @type {import("./support/runs.mjs").Ran} */
  const result = { file, seconds: 0, tests: 0, failures: [] };
  const tests = run({ files: [path.join(path.dirname(folder), file)], timeout: LIMIT });
  tests.on("test:pass", ({ details }) => {
    if (details.type !== "suite") result.tests += 1;
  });
  tests.on("test:fail", ({ name, details: { error, type } }) => {
    if (type !== "suite") result.tests += 1;
    // A suite fails with its tests, and says nothing of its own.
    if (/** @type {{ failureType?: string }} */ (error).failureType === "subtestsFailed") return;
    const message =
      /** @type {{ cause?: { message?: string } }} */ (error).cause?.message ?? error.message;
    result.failures.push({ test: name, message: message.slice(0, 500), breach: isBreach(message) });
  });
  const report = (await tests.compose(new reporters.spec()).toArray()).join("");
  result.seconds = (performance.now() - started) / 1000;
  console.log(
    `\n── ${file}: ${result.failures.length > 0 ? "FAILED" : "passed"} (${result.seconds.toFixed(1)} s)\n${report}`,
  );
  return result;
}

/**
 * Returns the times in a file, none if there is no such file.
 *
 * @param {string | URL} file
 * @returns {Record<string, number>}
 */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}
