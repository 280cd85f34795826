// Measures the cost of a large file: the memory of the browser's processes and of the interpreter
// when a 2 GB file is mounted, read in pieces, aggregated in pieces, and read whole. Needs what the
// journeys need (CHROMIUM, INSITU_BINARY, INSITU_SITE).
//
//   npx tsx bench/files.mjs [gigabytes]

import { createWriteStream, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { openPage, run, startBrowser } from "../end2end/support/browser.mjs";
import { startServer } from "../end2end/support/server.mjs";

const SIZE = Number(process.argv[2] ?? 2) * 2 ** 30;

const STEPS = [
  ["mounted", "import os\nos.path.getsize('big.csv')"],
  [
    "read in pieces of 4 MB",
    "total = 0\nwith open('big.csv', 'rb') as file:\n    while part := file.read(1 << 22): total += len(part)\ntotal",
  ],
  [
    "aggregated by piece",
    "import pandas as pd\nsum(part['amount'].sum() for part in pd.read_csv('big.csv', chunksize=500_000))",
  ],
  ["asked for whole", "pd.read_csv('big.csv')"],
];

const folder = mkdtempSync(path.join(tmpdir(), "insitu-bench-"));
const server = await startServer();
const browser = await startBrowser();
try {
  const file = path.join(folder, "big.csv");
  await write(file);
  const page = await openPage(browser, server.url, { background: true });
  report("before", null);
  await page.locator(".pick input").first().setInputFiles(file);
  await page.waitForFunction(() =>
    window.insitu
      .run("import os; os.path.exists('big.csv')")
      .then(({ results }) => results[0]?.text === "True"),
  );
  for (const [what, code] of STEPS) report(what, await run(page, code, { timeoutMs: 600_000 }));
} finally {
  await browser.close();
  await server.stop();
  rmSync(folder, { recursive: true });
}

/** @param {string} file */
async function write(file) {
  const lines = Array.from(
    { length: 200_000 },
    (_, i) =>
      `2025-${String((i % 12) + 1).padStart(2, "0")}-01,region ${i % 7},${((i * 7919) % 100_000) / 100},${i % 13}\n`,
  ).join("");
  const out = createWriteStream(file);
  out.write("date,region,amount,quantity\n");
  for (let size = 0; size < SIZE; size += lines.length)
    if (!out.write(lines)) await once(out, "drain");
  out.end();
  await once(out, "finish");
}

// Returns the private memory of Chromium's renderers, and its maximum so far, in MB.
function renderers() {
  const fields = { RssAnon: 0, VmHWM: 0 };
  const names = /** @type {(keyof typeof fields)[]} */ (Object.keys(fields));
  for (const id of descendants(process.pid)) {
    try {
      if (!readFileSync(`/proc/${id}/cmdline`, "utf8").includes("--type=renderer")) continue;
      const status = readFileSync(`/proc/${id}/status`, "utf8");
      for (const name of names)
        fields[name] += Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
    } catch {
      // It ended meanwhile.
    }
  }
  return fields;
}

/**
 * Only this browser's processes: the machine may run other browsers.
 *
 * @param {number} ancestor
 */
function descendants(ancestor) {
  /** @type {Map<number, number>} */
  const parents = new Map();
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      parents.set(
        Number(id),
        Number(
          /** @type {RegExpExecArray} */ (
            /PPid:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, "utf8"))
          )[1],
        ),
      );
    } catch {
      // It ended meanwhile.
    }
  }
  /** @type {(id: number) => boolean} */
  const below = (id) =>
    id === ancestor || (parents.has(id) && below(/** @type {number} */ (parents.get(id))));
  return [...parents.keys()].filter(below);
}

/**
 * @param {string} what
 * @param {import("../web/generated/kernel").Outcome | null} outcome
 */
function report(what, outcome) {
  const { RssAnon, VmHWM } = renderers();
  const python = outcome
    ? `interpreter ${(outcome.memoryBytes / 2 ** 20).toFixed(0)} MB, ${(outcome.durationMs / 1000).toFixed(1)} s`
    : "";
  const said = outcome ? (outcome.error?.value ?? outcome.results[0]?.text) : "";
  console.log(
    `${what.padEnd(24)} renderers ${RssAnon.toFixed(0)} MB (peak ${VmHWM.toFixed(0)}) ${python} ${said}`,
  );
}
