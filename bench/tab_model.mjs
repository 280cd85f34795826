// How fast a model in the tab is, beside the same file in native llama.cpp on the same machine:
// time to the first token and to the first code, tokens a second of the prompt and of the answer,
// and memory; each once with nothing known of the prompt, and once after what every session begins
// with: in the tab by the state that the page has kept since an earlier visit, in native llama.cpp
// by a request before. All answer in turn, so that what else the machine does hits them alike; its
// load is said beside the figures:
//
//     cargo xtask build
//     NATIVE_PYTHON=venv/bin/python npx tsx bench/tab_model.mjs [ROUNDS] [MODEL.gguf]
//
// NATIVE_PYTHON is a Python that has the package `xllamacpp`, which is llama.cpp's own server;
// without it only the tab is measured.

import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { cpus, loadavg } from "node:os";
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

/**
 * A measurement: milliseconds until the first token and the first code, of the whole and tokens a
 * second. Without code, `code` is NaN.
 *
 * @typedef {{ first: number, code: number, prompt: number, answer: number, cached: number, read:
 *   number }} Measured
 */

/**
 * A prompt for a model that writes blocks of code, as the page makes it, and what of it is the same
 * in every session.
 */
const PROMPT = readFileSync(
  new URL("../crates/analyst/golden/prompt/fences.md", import.meta.url),
  "utf8",
);
const CONSTANT = PROMPT.slice(0, PROMPT.indexOf("- You cannot see figures"));
const QUESTION =
  "Which customer has the highest total revenue?\n\nWrite the Python code that computes this, in one ```python block.";
/** Code that has begun. */
const CODE = /```\w*\n\s*\S/;

/** Returns a request. @param {string} system @param {string} user @param {number} [tokens] */
const request = (system, user, tokens = TOKENS) => ({
  messages: [
    { role: "system", content: system },
    { role: "user", content: user },
  ],
  max_tokens: tokens,
  temperature: 0,
  stream: true,
  stream_options: { include_usage: true },
});
/** A question after what no cache knows. @param {string} round */
const unknown = (round) => request(`${round} ${PROMPT}`, QUESTION);
/** The same question after what every session begins with. */
const known = request(PROMPT, QUESTION);

/**
 * Returns the resident memory of processes, in bytes.
 *
 * @param {(command: string) => boolean} wanted
 */
function resident(wanted) {
  let sum = 0;
  for (const process of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (!wanted(readFileSync(`/proc/${process}/cmdline`, "utf8"))) continue;
      sum +=
        1024 *
        Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${process}/status`, "utf8"))?.[1] ?? 0);
    } catch {
      // It has ended.
    }
  }
  return sum;
}

async function startNative() {
  if (!process.env.NATIVE_PYTHON) return null;
  const child = spawn(process.env.NATIVE_PYTHON, ["-c", SERVER, model], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const url = await new Promise((resolve) => {
    createInterface({ input: child.stdout }).on(
      "line",
      (line) => line.startsWith("at ") && resolve(line.slice(3)),
    );
  });
  return {
    /** @param {ReturnType<typeof request>} asked @returns {Promise<Measured>} */
    async measure(asked) {
      const started = performance.now();
      const body = JSON.stringify({ ...asked, cache_prompt: true });
      const response = await fetch(`${url}/v1/chat/completions`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      const decoder = new TextDecoder();
      let [first, code, lines, text, usage] = [
        0,
        Number.NaN,
        "",
        "",
        { prompt_tokens: 0, completion_tokens: 0, prompt_tokens_details: { cached_tokens: 0 } },
      ];
      for await (const bytes of /** @type {ReadableStream<Uint8Array>} */ (response.body)) {
        lines += decoder.decode(bytes, { stream: true });
        for (let end = lines.indexOf("\n"); end >= 0; end = lines.indexOf("\n")) {
          const line = lines.slice(0, end);
          lines = lines.slice(end + 1);
          if (!line.startsWith("data: {")) continue;
          const chunk = JSON.parse(line.slice(6));
          text += chunk.choices?.[0]?.delta?.content ?? "";
          if (text && !first) first = performance.now();
          if (Number.isNaN(code) && CODE.test(text)) code = performance.now();
          usage = chunk.usage ?? usage;
        }
      }
      return measured(
        [started, first, code, performance.now()],
        usage.prompt_tokens,
        usage.completion_tokens,
        usage.prompt_tokens_details?.cached_tokens ?? 0,
      );
    },
    memory: () => resident((command) => command.includes("xllamacpp.Server")),
    stop: () => child.kill(),
  };
}

/**
 * @param {number[]} times of the request, the first token, the first code and the end
 * @param {number} input
 * @param {number} output
 * @param {number} cached
 * @returns {Measured}
 */
const measured = ([started, first, code, ended], input, output, cached) => ({
  first: first - started,
  code: code - started,
  prompt: (1000 * (input - cached)) / (first - started),
  answer: (1000 * (output - 1)) / (ended - first),
  cached,
  read: input,
});

const server = await startServer();
const browser = await startBrowser();
const page = await openPage(browser, server.url, {
  background: true,
  init: () => void delete window.showOpenFilePicker,
});
const renderers = () => resident((command) => command.includes("--type=renderer"));
const before = renderers();

/**
 * Loads the model, and waits until it has read what every session begins with. Returns by what, and
 * in milliseconds.
 */
async function load() {
  if (!(await page.locator("#model-menu").isVisible()))
    await page.locator(id("model-menu")).click();
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.locator(id("tab-model-choose")).click(),
  ]);
  await chooser.setFiles(model);
  const started = performance.now();
  await page.locator(id("tab-model-load")).click();
  await page.locator(id("tab-model-remove")).waitFor({ timeout: 300_000 });
  const loaded = performance.now();
  const begun = await page.evaluate(async () => {
    const tab = await globalThis.insituPage.localModel();
    for (;;) {
      const begun = await tab.begun();
      if (begun) return begun;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  return { ...begun, load: loaded - started, begin: performance.now() - loaded };
}

async function remove() {
  if (!(await page.locator("#model-menu").isVisible()))
    await page.locator(id("model-menu")).click();
  await page.locator(id("tab-model-remove")).click();
  await page.locator(id("tab-model-choose")).waitFor();
}

/** @param {ReturnType<typeof request>} asked @returns {Promise<Measured>} */
async function inTab(asked) {
  const [times, input, output, cached] = await page.evaluate(
    async ([body, code]) => {
      const tab = await globalThis.insituPage.localModel();
      const [{ id }] = JSON.parse(globalThis.insituPage.tabModels ?? "").data;
      const abort = new AbortController();
      const started = performance.now();
      const { send } = await tab.prepare(JSON.stringify({ ...body, model: id }), abort.signal);
      const answer = /** @type {NonNullable<Awaited<ReturnType<typeof send>>>} */ (
        await send(abort.signal)
      );
      let [first, shown, text, input, output, cached] = [0, Number.NaN, "", 0, 0, 0];
      const [events, decoder] = [answer.bytes.getReader(), new TextDecoder()];
      // The engine's stream has one event in each piece.
      for (let piece = await events.read(); !piece.done; piece = await events.read()) {
        const event = decoder
          .decode(piece.value)
          .replace(/^data: /, "")
          .trim();
        const { choices, usage } = event === "[DONE]" ? {} : JSON.parse(event);
        const more = choices?.[0]?.delta?.content ?? "";
        if (more) first ||= performance.now();
        text += more;
        if (Number.isNaN(shown) && new RegExp(code).test(text)) shown = performance.now();
        if (usage)
          [input, output, cached] = [
            usage.prompt_tokens,
            usage.completion_tokens,
            usage.prompt_tokens_details?.cached_tokens ?? 0,
          ];
      }
      return /** @type {const} */ ([
        [started, first, shown, performance.now()],
        input,
        output,
        cached,
      ]);
    },
    /** @type {const} */ ([asked, CODE.source]),
  );
  return measured([...times], input, output, cached);
}

const native = await startNative();
/** @type {Record<string, Measured[]>} */
const results = { "tab, unknown": [], "tab, known": [] };
/** @type {Awaited<ReturnType<typeof load>>[]} */
const begun = [];
let memory = 0;
/**
 * Says what was measured at once: a round takes minutes on a busy machine.
 *
 * @param {string} where
 * @param {Measured} one
 */
const add = (where, one) => {
  (results[where] ??= []).push(one);
  console.log(`${where}: ${JSON.stringify(one)}, load ${loadavg()[0].toFixed(1)}`);
};
for (let round = 0; round < rounds; round += 1) {
  const read = await load();
  begun.push(read);
  console.log(`round ${round + 1}: ${JSON.stringify(read)}`);
  memory = renderers() - before;
  add("tab, known", await inTab(known));
  if (native) {
    add("native, unknown", await native.measure(unknown(`${Date.now()}`)));
    await native.measure(request(CONSTANT, "?", 1));
    add("native, known", await native.measure(known));
  }
  add("tab, unknown", await inTab(unknown(`${Date.now()}`)));
  await remove();
}
const median = (/** @type {number[]} */ values) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const seconds = (/** @type {number} */ ms) => `${(ms / 1000).toFixed(1)} s`;
console.log(`load of ${cpus().length} cores: ${loadavg()[0].toFixed(1)}`);
for (const { by, tokens, load, begin } of begun)
  console.log(
    `loaded in ${seconds(load)}, then ${tokens} tokens that every session begins with, by the ${by}, in ${seconds(begin)}`,
  );
for (const [where, all] of Object.entries(results)) {
  const of = (/** @type {keyof Measured} */ part) => median(all.map((one) => one[part]));
  console.log(
    `${where}: first token after ${seconds(of("first"))}, first code after ${seconds(of("code"))}, ${of("read") - of("cached")} of ${of("read")} tokens evaluated at ${of("prompt").toFixed(1)}/s, answer ${of("answer").toFixed(1)}/s (${all
      .map((one) => `${seconds(one.first)} ${one.answer.toFixed(1)}/s`)
      .join(", ")})`,
  );
}
if (native) {
  const share = results["tab, unknown"].map(
    (one, at) => one.answer / results["native, unknown"][at].answer,
  );
  console.log(`the tab has ${(100 * median(share)).toFixed(0)} % of native's tokens a second`);
  console.log(
    `memory: tab ${Math.round(memory / 1e6)} MB more, native ${Math.round(native.memory() / 1e6)} MB`,
  );
}
native?.stop();
await browser.close();
await server.stop();
