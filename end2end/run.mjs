// Runs the tests of a folder, several files at a time, with one browser and one server for all journeys that need nothing special:
//
//     node end2end/run.mjs FOLDER FILES_AT_A_TIME
//
// A file alone runs with `node --test FILE` and starts its own browser and server.

import { readdirSync } from "node:fs";
import path from "node:path";
import { run } from "node:test";
import * as reporters from "node:test/reporters";
import { serveBrowser } from "./support/browser.mjs";
import { startServer } from "./support/server.mjs";

/** The files that take longest. They start first, so that no core waits for one of them at the end; one that mostly waits follows one that computes. */
const LONGEST = [
  "hostile-webkit",
  "hosting",
  "48-static",
  "34-sessions",
  "15-hostile",
  "36-space",
  "50-tab-model",
  "41-switching",
  "52-offline",
  "25-start",
  "20-rendered",
  "21-results",
];

/** The time limit of a file, in milliseconds. One that does not end, or leaves something open, fails and does not block the others. */
const LIMIT = 20 * 60_000;

const [folder, atATime] = process.argv.slice(2);
const files = readdirSync(folder)
  .filter((name) => name.endsWith(".test.mjs"))
  .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
// A run without tests proves nothing.
if (files.length === 0) throw new Error(`there are no tests in ${folder}`);

const browser = await serveBrowser();
const server = await startServer();
process.env.INSITU_TEST_BROWSER = browser.wsEndpoint();
process.env.INSITU_TEST_SERVER = server.url;
const tests = run({ files: files.map((name) => path.join(folder, name)), concurrency: Number(atATime), timeout: LIMIT });
tests.once("test:fail", () => (process.exitCode = 1));
tests.once("end", () => Promise.all([browser.close(), server.stop()]));
tests.compose(process.stdout.isTTY ? new reporters.spec() : reporters.tap).pipe(process.stdout);

/**
 * Returns the place of a file in the order.
 *
 * @param {string} name
 */
function rank(name) {
  const place = LONGEST.indexOf(path.basename(name, ".test.mjs"));
  return place < 0 ? LONGEST.length : place;
}
