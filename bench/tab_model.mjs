// How fast a model in the tab is, beside the same file in native llama.cpp on the same machine: time to the first token, tokens a second of the prompt and of the answer, and memory.
// Both answer the same requests in turn, so that what else the machine does hits both alike:
//
//     cargo xtask build && NATIVE_PYTHON=venv/bin/python node bench/tab_model.mjs [ROUNDS] [MODEL.gguf]
//
// NATIVE_PYTHON is a Python that has the package `xllamacpp`, which is llama.cpp's own server; without it only the tab is measured.

import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { createInterface } from "node:readline";
import { openPage, startBrowser } from "../end2end/support/browser.mjs";
import { startServer } from "../end2end/support/server.mjs";
import { modelFile } from "../end2end/support/tab_model.mjs";
import { id } from "../end2end/support/user.mjs";

const rounds = Number(process.argv[2] ?? 5);
const model = process.argv[3] ?? (await modelFile());
const THREADS = 2;
const TOKENS = 64;
const WINDOW = 8192;

const SERVER = `
import sys, time, xllamacpp
params = xllamacpp.CommonParams()
params.model.path, params.n_ctx, params.n_parallel, params.use_jinja = sys.argv[1], ${WINDOW}, 1, True
params.cpuparams.n_threads = ${THREADS}
server = xllamacpp.Server(params)
print("at", server.listening_address, flush=True)
time.sleep(86400)
`;

/** A measurement. @typedef {{ first: number, prompt: number, answer: number }} Measured milliseconds, and tokens a second */

/** Returns a request that no cache knows. @param {number} round */
const request = (round) => ({
  messages: [
    { role: "system", content: `You are a data analyst, number ${round}. ${"You answer questions on tables with columns of text and numbers. ".repeat(20)}` },
    { role: "user", content: "Write a long story about a table." },
  ],
  max_tokens: TOKENS,
  temperature: 0,
  stream: true,
  stream_options: { include_usage: true },
});

/** Returns the resident memory of processes, in bytes. @param {(command: string) => boolean} wanted */
function resident(wanted) {
  let sum = 0;
  for (const process of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (!wanted(readFileSync(`/proc/${process}/cmdline`, "utf8"))) continue;
      sum += 1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${process}/status`, "utf8"))?.[1] ?? 0);
    } catch {
      // It has ended.
    }
  }
  return sum;
}

async function startNative() {
  if (!process.env.NATIVE_PYTHON) return null;
  const child = spawn(process.env.NATIVE_PYTHON, ["-c", SERVER, model], { stdio: ["ignore", "pipe", "ignore"] });
  const url = await new Promise((resolve) => {
    createInterface({ input: child.stdout }).on("line", (line) => line.startsWith("at ") && resolve(line.slice(3)));
  });
  return {
    /** @param {number} round @returns {Promise<Measured>} */
    async measure(round) {
      const started = performance.now();
      const body = JSON.stringify({ ...request(round), cache_prompt: true });
      const response = await fetch(`${url}/v1/chat/completions`, { method: "POST", headers: { "content-type": "application/json" }, body });
      let [first, text] = [0, ""];
      const decoder = new TextDecoder();
      for await (const bytes of /** @type {ReadableStream<Uint8Array>} */ (response.body)) {
        text += decoder.decode(bytes, { stream: true });
        if (!first && /"content":"[^"]/.test(text)) first = performance.now();
      }
      const chunks = [...text.matchAll(/^data: (\{.*)$/gm)].map(([, chunk]) => JSON.parse(chunk));
      const usage = chunks.findLast((chunk) => chunk.usage).usage;
      return measured(started, first, performance.now(), usage.prompt_tokens, usage.completion_tokens);
    },
    memory: () => resident((command) => command.includes("xllamacpp.Server")),
    stop: () => child.kill(),
  };
}

/** @param {number} started @param {number} first @param {number} ended @param {number} input @param {number} output @returns {Measured} */
const measured = (started, first, ended, input, output) => ({
  first: first - started,
  prompt: (1000 * input) / (first - started),
  answer: (1000 * (output - 1)) / (ended - first),
});

const server = await startServer();
const browser = await startBrowser();
const page = await openPage(browser, server.url, { background: true, init: () => void delete window.showOpenFilePicker });
const renderers = () => resident((command) => command.includes("--type=renderer"));
const before = renderers();
await page.locator(id("model-menu")).click();
const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.locator(id("tab-model-choose")).click()]);
await chooser.setFiles(model);
await page.locator(id("tab-model-load")).click();
await page.locator(id("tab-model-remove")).waitFor({ timeout: 300_000 });
console.log(await page.locator(id("tab-model-status")).innerText());

/** @param {number} round @returns {Promise<Measured>} */
async function inTab(round) {
  const [started, first, ended, input, output] = await page.evaluate(async (body) => {
    const tab = await globalThis.insituLocalModel();
    const [{ id }] = JSON.parse(globalThis.insituTabModels ?? "").data;
    const abort = new AbortController();
    const started = performance.now();
    const { send } = await tab.prepare(JSON.stringify({ ...body, model: id }), abort.signal);
    const answer = /** @type {NonNullable<Awaited<ReturnType<typeof send>>>} */ (await send(abort.signal));
    let [first, input, output] = [0, 0, 0];
    for (let pieces = await answer.next(); pieces; pieces = await answer.next()) {
      for (const piece of pieces) {
        if (piece[0] === "text" && !first) first = performance.now();
        if (piece[0] === "usage") [, input, output] = piece;
      }
    }
    return [started, first, performance.now(), input, output];
  }, request(round));
  return measured(started, first, ended, input, output);
}

const native = await startNative();
/** @type {Record<string, Measured[]>} */
const results = { tab: [], ...(native ? { native: [] } : {}) };
for (let round = 0; round < rounds; round += 1) {
  results.tab.push(await inTab(round));
  if (native) results.native.push(await native.measure(round));
}
const median = (/** @type {number[]} */ values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
for (const [where, all] of Object.entries(results)) {
  const of = (/** @type {keyof Measured} */ part) => all.map((one) => one[part]);
  console.log(
    `${where}: first token after ${Math.round(median(of("first")))} ms, prompt ${median(of("prompt")).toFixed(1)}/s, answer ${median(of("answer")).toFixed(1)}/s (${of(
      "answer",
    )
      .map((rate) => rate.toFixed(1))
      .join(", ")})`,
  );
}
if (native) {
  const share = results.tab.map((one, at) => one.answer / results.native[at].answer);
  console.log(`the tab has ${(100 * median(share)).toFixed(0)} % of native's tokens a second`);
  console.log(`memory: tab ${Math.round((renderers() - before) / 1e6)} MB more, native ${Math.round(native.memory() / 1e6)} MB`);
}
native?.stop();
await browser.close();
await server.stop();
