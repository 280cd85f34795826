// Measures the relay: added latency, streams per second and memory per stream, beside no relay at
// all, nginx and LiteLLM, in one interleaved run against the same fake upstream. Prints Markdown
// tables of medians (and min..max) over the rounds, progress goes to stderr.
//
//   apt-get install nginx-light
//   python3 -m venv target/litellm
//   target/litellm/bin/pip install 'litellm[proxy]==1.106.12'
//   cargo build --release -p server -p relay_bench
//   node bench/relay.mjs [--rounds 3] [--only direct,nginx,insitu,litellm]
//     [--phases closed,paced,open,idle] [--rate 1000] [--idle 10000]
//
// Needs two cores, the built site (INSITU_SITE), and for idle streams two descriptors each (`ulimit
// -H -n`; fewer are opened with a lower limit). INSITU_BINARY and RELAY_BENCH name other builds
// than those in target/release.
//
// Core 0 has the upstream and the load (`bench/relay`, one thread), core 1 whichever relay is
// measured; the others are idle then. A request has 4 KB of instructions and a tool. Every text of
// the upstream is a stamp of its monotonic clock, which the load reads when it arrives: the latency
// of a chunk.
//
// The phases:
//
// - closed: so many streams at a time, the next begins when one ends; 20 chunks that are written at
//   once: streams a second
// - paced: so many streams at a time, a chunk every 100 ms: latency of the first text since the
//   request, and of each chunk
// - open: a fixed rate, however many are open (a request's time counts from when it was due);
//   5 chunks that are written at once
// - idle: streams that stay open after their first text: resident memory more than before, by
//   stream
//
// If other work shares the cores, give the run priority, which all that it starts inherits:
// `chrt -r 1 node bench/relay.mjs`. Both cores are then nearly its own for some four minutes a
// round. LiteLLM is measured three times as long, and opens 1,000 idle streams.
//
// Processor time is that of the relay's processes, by stream; it depends less on what else the
// machine does than the other figures.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { loadavg } from "node:os";
import { createInterface } from "node:readline";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";

import { root } from "../end2end/support/server.mjs";
import { benchmark } from "./support/cleanup.mjs";
import { freePort, KEY, listening, startGateways, startProgram } from "./support/gateways.mjs";
import { quantile, spread, table } from "./support/statistics.mjs";

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    only: { type: "string", default: "direct,nginx,insitu,litellm" },
    phases: { type: "string", default: "closed,paced,open,idle" },
    rate: { type: "string", default: "1000" },
    idle: { type: "string", default: "10000" },
  },
});

/** The core of the load and the upstream, and the core of what is measured. */
const [LOAD, RELAY] = [0, 1];

/** The streams at a time. */
const STREAMS = [1, 100, 1000];

/** How much longer LiteLLM is measured: with 1,000 streams at a time each takes it many seconds. */
const PATIENCE = /** @type {Record<string, number>} */ ({ litellm: 3 });

/**
 * Idle streams of LiteLLM: opening 10,000 would take it minutes, and its memory by stream is the
 * same.
 */
const IDLE = /** @type {Record<string, number>} */ ({ litellm: 1000 });

/** @typedef {{ count: number, p50: number, p99: number, max: number }} Quantiles */
/**
 * @typedef {{ chunks: number, all_chunks: number, streams: number, failed: number, failure: string
 *   | null, first: Quantiles | null, chunk: Quantiles | null, whole: Quantiles | null }} Answer
 */
/** @typedef {Record<string, number[]>} Figures */

await benchmark(async () => {
  const phases = options.phases.split(",");
  const bench = await startBench("load");
  const holder = await startBench("holder");
  const gateways = await startGateways(options.only.split(","), bench.port, RELAY);
  /** @type {Map<string, Figures>} */
  const figures = new Map(gateways.map(({ name }) => [name, {}]));
  /** @type {string[]} */
  const failures = [];
  /** @type {number[]} */
  const loads = [];

  /**
   * Runs a command against a gateway and notes what it measured.
   *
   * @param {import("./support/gateways.mjs").Gateway} gateway
   * @param {string} key
   * @param {Record<string, unknown>} command
   * @param {number} chunks
   * @param {number} seconds
   */
  async function measure(gateway, key, command, chunks, seconds) {
    const [[kind, load]] = Object.entries(command);
    const before = gateway.program ? processorTime(gateway.program.pid) : 0;
    const answer = await bench.ask({
      [kind]: [{ address: gateway.address, path: gateway.path, key: KEY }, load],
    });
    const used = gateway.program ? processorTime(gateway.program.pid) - before : 0;
    loads.push(loadavg()[0]);
    const note = (/** @type {string} */ what, /** @type {number | undefined} */ value) => {
      const all = /** @type {Figures} */ (figures.get(gateway.name));
      if (value !== undefined) (all[`${key} ${what}`] ??= []).push(value);
    };
    note("rate", answer.chunks / chunks / seconds);
    note(
      "processor",
      gateway.program && answer.all_chunks > 0
        ? ((used * 1e6) / answer.all_chunks) * chunks
        : undefined,
    );
    for (const what of /** @type {const} */ (["first", "chunk", "whole"])) {
      note(`${what} p50`, answer[what]?.p50);
      note(`${what} p99`, answer[what]?.p99);
    }
    note("failed", answer.failed);
    note("answered", answer.streams);
    if (answer.failure)
      failures.push(
        `${gateway.label}, ${key}: ${answer.failed} failed, the first with: ${answer.failure}`,
      );
    console.error(
      `${gateway.label}, ${key}: ${(answer.chunks / chunks / seconds).toFixed(0)} streams/s, first ${us(answer.first)}, chunk ${us(answer.chunk)}, whole ${us(answer.whole)}, ${answer.failed} failed, load ${loadavg()[0].toFixed(1)}`,
    );
    // What LiteLLM has left undone would burden its next measurement.
    if (
      gateway.name === "litellm" &&
      (kind === "open" || Number(/** @type {any} */ (load).streams) >= 1000)
    )
      await gateway.restart();
  }

  for (const gateway of gateways) {
    const shape = { chunks: 20, interval: 0, hold: 0 };
    await bench.ask({
      closed: [
        { address: gateway.address, path: gateway.path, key: KEY },
        { streams: 1, shape, ramp: 0, warm: 0.5, seconds: 0.5 },
      ],
    });
  }
  for (let round = 0; round < Number(options.rounds); round++) {
    console.error(`round ${round + 1}`);
    for (const streams of STREAMS) {
      if (phases.includes("closed")) {
        for (const gateway of gateways) {
          const seconds = 3 * (PATIENCE[gateway.name] ?? 1);
          const shape = { chunks: 20, interval: 0, hold: 0 };
          await measure(
            gateway,
            `closed ${streams}`,
            { closed: { streams, shape, ramp: 0.5, warm: 0.5, seconds } },
            shape.chunks,
            seconds,
          );
        }
      }
      if (phases.includes("paced")) {
        for (const gateway of gateways) {
          const seconds = streams === 1 ? 6 : 4;
          const shape = { chunks: 20, interval: 100, hold: 0 };
          await measure(
            gateway,
            `paced ${streams}`,
            { closed: { streams, shape, ramp: 2, warm: 0.5, seconds } },
            shape.chunks,
            seconds,
          );
        }
      }
    }
    if (phases.includes("open")) {
      for (const gateway of gateways) {
        const shape = { chunks: 5, interval: 0, hold: 0 };
        await measure(
          gateway,
          "open",
          { open: { rate: Number(options.rate), shape, warm: 1, seconds: 4 } },
          shape.chunks,
          4,
        );
      }
    }
  }

  /** @type {Record<string, { streams: number, kilobytes: number }>} */
  const idle = {};
  if (phases.includes("idle")) {
    const most = Math.floor(
      (Number(
        /open files\s+\d+\s+(\d+)/.exec(readFileSync("/proc/self/limits", "utf8"))?.[1] ?? 1024,
      ) -
        100) /
        2,
    );
    for (const gateway of gateways) {
      if (!gateway.program) continue;
      await gateway.restart();
      const streams = Math.min(Number(options.idle), IDLE[gateway.name] ?? most, most);
      const shape = { chunks: 2, interval: 0, hold: 3600 };
      const target = { address: gateway.address, path: gateway.path, key: KEY };
      // What is set up with the first request is not part of a stream.
      await bench.ask({
        closed: [
          target,
          { streams: 1, shape: { ...shape, hold: 0 }, ramp: 0, warm: 0.5, seconds: 0.5 },
        ],
      });
      const before = residentMemory(gateway.program.pid);
      const answer = await holder.ask({ hold: [target, { streams, shape }] });
      await sleep(3_000);
      const kilobytes = (residentMemory(gateway.program.pid) - before) / streams;
      if (answer.failed > 0)
        failures.push(
          `${gateway.label}, idle: ${answer.failed} of ${streams} failed, the first with: ${answer.failure}`,
        );
      idle[gateway.name] = { streams: streams - answer.failed, kilobytes };
      console.error(
        `${gateway.label}, idle: ${kilobytes.toFixed(1)} KB a stream, ${streams - answer.failed} streams, ${before} KB before`,
      );
      await holder.ask("release");
      await gateway.program.stop();
    }
  }

  report(gateways, figures, idle);
  console.log(`\nLoad average while measuring: ${spread(loads, 1)}.`);
  for (const failure of failures) console.log(`- ${failure}`);
});

/**
 * Prints the tables.
 *
 * @param {import("./support/gateways.mjs").Gateway[]} gateways
 * @param {Map<string, Figures>} figures
 * @param {Record<string, { streams: number, kilobytes: number }>} idle
 */
function report(gateways, figures, idle) {
  const of = (/** @type {string} */ name, /** @type {string} */ key) =>
    figures.get(name)?.[key] ?? [];
  const median = (/** @type {string} */ name, /** @type {string} */ key) =>
    of(name, key).length > 0 ? quantile(of(name, key), 0.5) : Number.NaN;
  /** A time in ms, and by how much more than direct. */
  const latency = (/** @type {string} */ name, /** @type {string} */ key) => {
    const [mine, direct] = [median(name, key) / 1000, median("direct", key) / 1000];
    if (Number.isNaN(mine)) return "–";
    return name === "direct" || Number.isNaN(direct)
      ? mine.toFixed(2)
      : `${mine.toFixed(2)} (${mine < direct ? "" : "+"}${(mine - direct).toFixed(2)})`;
  };
  const rows = gateways.map(({ name, label }) => [
    label,
    ...STREAMS.map((streams) => spread(of(name, `closed ${streams} rate`), 0)),
    of(name, "closed 100 processor").length > 0 ? spread(of(name, "closed 100 processor"), 0) : "–",
    idle[name] ? `${idle[name].kilobytes.toFixed(1)} (${idle[name].streams})` : "–",
  ]);
  console.log(
    table(
      [
        "",
        ...STREAMS.map((streams) => `streams/s, ${streams} at a time`),
        "processor time a stream, µs",
        "KB an idle stream (streams)",
      ],
      rows,
    ),
  );
  console.log("");
  const kinds = /** @type {const} */ (["first p50", "first p99", "chunk p50", "chunk p99"]);
  const paced = STREAMS.flatMap((streams) =>
    gateways.map(({ name, label }) => [
      `${label}, ${streams} at a time`,
      ...kinds.map((kind) => latency(name, `paced ${streams} ${kind}`)),
      of(name, `paced ${streams} processor`).length > 0
        ? (median(name, `paced ${streams} processor`) / 20).toFixed(0)
        : "–",
    ]),
  );
  console.log(
    table(
      [
        "paced, ms (added)",
        "first text, p50",
        "p99",
        "chunk, p50",
        "p99",
        "processor time a chunk, µs",
      ],
      paced,
    ),
  );
  console.log("");
  const open = gateways.map(({ name, label }) => [
    label,
    latency(name, "open first p50"),
    latency(name, "open first p99"),
    latency(name, "open whole p50"),
    latency(name, "open whole p99"),
    spread(of(name, "open answered"), 0),
    spread(of(name, "open failed"), 0),
  ]);
  console.log(
    table(
      [
        `${options.rate} requests a second, ms (added)`,
        "first text, p50",
        "p99",
        "end, p50",
        "p99",
        "answered",
        "failed",
      ],
      open,
    ),
  );
}

/** Starts the upstream and the load. */
async function startBench(/** @type {string} */ name) {
  const binary = path.resolve(root, process.env.RELAY_BENCH ?? "target/release/relay_bench");
  if (!existsSync(binary))
    throw new Error(`${binary} is not built: cargo build --release -p relay_bench`);
  const port = await freePort();
  const program = startProgram(name, LOAD, [binary, `127.0.0.1:${port}`]);
  await listening(program, port);
  const lines = createInterface({ input: program.child.stdout })[Symbol.asyncIterator]();
  return {
    port,
    /**
     * @param {unknown} command
     * @returns {Promise<Answer>}
     */
    async ask(command) {
      program.child.stdin.write(`${JSON.stringify(command)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`${binary} ended: ${readFileSync(program.log, "utf8")}`);
      return JSON.parse(value);
    },
  };
}

/**
 * Returns the process with this id and all below it.
 *
 * @param {number} pid
 * @returns {number[]}
 */
function withChildren(pid) {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) => {
    const ids = readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").trim();
    return ids ? ids.split(" ").map(Number) : [];
  });
  return [pid, ...children.flatMap(withChildren)];
}

/**
 * Returns the processor time of a process and those below it, in seconds.
 *
 * @param {number} pid
 */
function processorTime(pid) {
  const times = withChildren(pid).map((id) => {
    const fields = readFileSync(`/proc/${id}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return (Number(fields[11]) + Number(fields[12])) / 100;
  });
  return times.reduce((sum, time) => sum + time, 0);
}

/**
 * Returns the resident memory of a process and those below it, in KB.
 *
 * @param {number} pid
 */
function residentMemory(pid) {
  const sizes = withChildren(pid).map((id) =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1] ?? 0),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** @param {Quantiles | null} quantiles */
function us(quantiles) {
  return quantiles ? `${quantiles.p50.toFixed(0)}/${quantiles.p99.toFixed(0)} µs` : "–";
}
