// Measures the program with the site in it: its size, how long it takes to start, and its memory,
// beside the same program with the site in a folder. Prints a Markdown table; progress goes to
// stderr.
//
//   node bench/binary.mjs [--rounds 10]
//
// Needs `cargo xtask build` and Linux, whose /proc has the memory. Both alternate. "Start" is until
// the first response to `/healthz`; "after all files" is once every file of the site was sent,
// eight at a time, each in its brotli form.

import { readFileSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

import { binary, site, standalone, startServer } from "../end2end/support/server.mjs";
import { atEnd, benchmark } from "./support/cleanup.mjs";
import { spread, table } from "./support/statistics.mjs";

const { values: options } = parseArgs({ options: { rounds: { type: "string", default: "10" } } });

const AT_ONCE = 8;

const WAYS = [
  { name: "one program", program: standalone, site: undefined },
  { name: "program and folder", program: binary, site },
];

await benchmark(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "insitu-bench-"));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const files = Object.keys(JSON.parse(readFileSync(path.join(site, "files.json"), "utf8"))).filter(
    (name) => !/\.(br|gz|zst)$/.test(name),
  );
  const measured = WAYS.map(() => ({
    start: /** @type {number[]} */ ([]),
    idle: /** @type {number[]} */ ([]),
    used: /** @type {number[]} */ ([]),
  }));
  for (let round = 0; round < Number(options.rounds); round += 1) {
    console.error(`round ${round + 1} of ${options.rounds}`);
    for (const [index, way] of WAYS.entries()) {
      const since = performance.now();
      const server = await startServer({
        program: way.program,
        folder,
        env: { INSITU_SITE: way.site },
      });
      const stop = atEnd(server.stop);
      const health = await fetch(`${server.url}/healthz`);
      measured[index].start.push(performance.now() - since);
      if (!health.ok) throw new Error(`/healthz answers ${health.status}`);
      measured[index].idle.push(memory(server.pid));
      await fetchAll(server.url, files);
      measured[index].used.push(memory(server.pid));
      await stop();
    }
  }
  const rows = WAYS.map(({ name, program }, index) => {
    const { start, idle, used } = measured[index];
    return [
      name,
      (statSync(program).size / 1e6).toFixed(1),
      spread(start, 0),
      spread(idle, 1),
      spread(used, 1),
    ];
  });
  console.log(
    table(
      ["", "program, MB", "start, ms", "memory after the start, MB", "after all files, MB"],
      rows,
    ),
  );
});

/** @type {(url: string, files: string[]) => Promise<void>} */
async function fetchAll(url, files) {
  const left = [...files];
  const work = async () => {
    for (let name = left.pop(); name !== undefined; name = left.pop()) {
      const response = await fetch(`${url}/${name}`, { headers: { "accept-encoding": "br" } });
      if (!response.ok) throw new Error(`${name}: ${response.status}`);
      for await (const _ of /** @type {AsyncIterable<Uint8Array>} */ (
        /** @type {unknown} */ (response.body)
      ));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/**
 * Returns the resident memory of a process, in MB.
 *
 * @param {number | undefined} id
 */
function memory(id) {
  const found = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, "utf8"));
  return Number(found?.[1]) / 1024;
}
