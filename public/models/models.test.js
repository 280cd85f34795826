// The models in one form, their groups, and what is said of them.

import { test } from "node:test";
import assert from "node:assert/strict";
import { PLANNER, found, grouped, known, listed } from "./models.js";
import { surface } from "./surface.js";
import { about, marks, short, tested } from "./words.js";

/** @param {string} id @param {object} insitu */
const model = (id, insitu = {}) => known({ id, owned_by: "server", insitu });

const all = {
  label: "GPT-5 mini",
  provider: "openai",
  host: "api.openai.com:443",
  local: false,
  tools: true,
  images: true,
  reasoning: true,
  fenced: /** @type {const} */ ("auto"),
  window: 400_000,
  max_output: 16_384,
  parameters: null,
  price: { input: 0.25, cached_input: 0.025, cache_write: 0.3125, output: 2 },
};

test("a model of a server that says nothing of it is listed by its id", () => {
  assert.deepEqual(known({ id: "small" }), {
    id: "small",
    label: "small",
    place: "elsewhere",
    provider: "",
    host: "",
    chosen: false,
    tools: null,
    images: false,
    reasoning: false,
    codeBlocks: false,
    window: null,
    maxOutput: null,
    parameters: null,
    price: null,
  });
  assert.deepEqual(model("fast", all).price, { input: 0.25, cached_input: 0.025, cache_write: 0.3125, output: 2, currency: "USD" });
  assert.equal(model("x", { label: "a\u202eb" }).label, "a⟨U+202E⟩b");
});

test("models are grouped by where they run, nearest first", async () => {
  const offered = [
    { id: "fast", owned_by: "openai", insitu: all },
    { id: "llama", owned_by: "ollama", insitu: { host: "127.0.0.1:11434", local: true, provider: "ollama" } },
    { id: "own", owned_by: "lab", insitu: { host: "localhost:9000", provider: "lab" } },
    { id: "slow", owned_by: "openai", insitu: { ...all, label: "GPT-5" } },
    { id: "old" },
  ];
  const models = await listed(/** @type {any} */ (async () => ({ chosen: "llama", models: offered })));
  assert.deepEqual(
    grouped(models).map(({ title, models }) => [title, models.map(({ id }) => id)]),
    [
      ["In this browser", [PLANNER]],
      ["On the server’s machine: ollama, 127.0.0.1:11434", ["llama"]],
      ["On the server’s machine: lab, localhost:9000", ["own"]],
      ["openai, api.openai.com:443", ["fast", "slow"]],
      ["Behind this server", ["old"]],
    ],
  );
  assert.deepEqual(
    models.filter(({ chosen }) => chosen).map(({ id }) => id),
    ["llama"],
  );
  for (const [search, ids] of /** @type {[string, string[]][]} */ ([
    ["gpt MINI", ["fast"]],
    ["openai", ["fast", "slow"]],
    ["", [PLANNER, "fast", "llama", "own", "slow", "old"]],
    ["nothing", []],
  ])) {
    assert.deepEqual(
      found(models, search).map(({ id }) => id),
      ids,
      search,
    );
  }
});

test("what a model can do is said in marks and in a sentence", () => {
  const fast = model("fast", all);
  assert.deepEqual(marks(fast), ["tools", "figures", "reasoning", "400k window", "$0.25 in, $2.00 out"]);
  assert.equal(
    about(fast),
    "A language model that calls tools, sees figures and thinks before it answers. Its window has 400,000 tokens. " +
      "A million tokens cost $0.25 ($0.025 from a cache, $0.31 into a cache) read and $2.00 written.",
  );
  const local = model("qwen", { fenced: "always", parameters: 7_600_000_000, window: 32_768 });
  assert.deepEqual(marks(local), ["code blocks", "33k window", "7.6B parameters"]);
  assert.equal(about(local), "A language model that writes code blocks and does not see figures. Its window has 32,768 tokens.");
  assert.deepEqual(marks(model("beta", { fenced: "always", window: 8192 })), ["code blocks", "8.2k window"]);
  assert.deepEqual(marks(model("tiny", { parameters: 494_000_000 })), ["494M parameters"]);
  assert.deepEqual(marks(model("old")), []);
  const price = { input: 3, output: 15, currency: "EUR" };
  assert.deepEqual(marks(model("x", { tools: true, price })), ["tools", "€3.00 in, €15.00 out"]);
});

test("tokens are said shortly", () => {
  const cases = /** @type {[number, string][]} */ ([
    [512, "512"],
    [8192, "8.2k"],
    [128_000, "128k"],
    [999_999, "1M"],
    [1_048_576, "1M"],
  ]);
  for (const [tokens, words] of cases) assert.equal(short(tokens), words);
});

test("the result of a connection test is a plain sentence", () => {
  const cases = /** @type {[import("../types/page").ConnectionTest, string][]} */ ([
    [{ ms: 842, called: true, error: null }, "It answers: 0.8 s to the first word. It calls tools."],
    [{ ms: 12_700, called: null, error: null }, "It answers: 13 s to the first word. It writes code blocks; tools were not tried."],
    [{ ms: 100, called: false, error: null }, "It answers: 0.1 s to the first word. It did not call the tool that it was offered; it may write code blocks."],
    [{ ms: null, called: false, error: null }, "It answered without a word. Choose another model."],
    [{ ms: null, called: false, error: "The key is refused." }, "It does not answer. The key is refused."],
    [{ ms: 5, called: true, error: "It broke off." }, "It does not answer. It broke off."],
  ]);
  for (const [result, words] of cases) assert.equal(tested(result), words);
});

test("scripts get the models of the page and of the server, and choose and test those that there are", async () => {
  const machine = { host: "127.0.0.1:9", local: true };
  const models = [
    { id: "alpha", insitu: { ...machine, tools: true } },
    { id: "beta", insitu: { ...machine, fenced: /** @type {const} */ ("always") } },
    { id: "spare", insitu: machine },
  ];
  /** @type {unknown[]} */
  const asked = [];
  /** @type {any} */
  const choice = (/** @type {string} */ act, /** @type {string} */ id) => {
    if (act === "list") return Promise.resolve({ chosen: "alpha", models });
    asked.push([act, id]);
    return { ms: 5, called: true, error: null };
  };
  const { models: scripts } = surface(choice);
  assert.deepEqual(
    (await scripts.list()).map(({ id, place, chosen, tools, codeBlocks }) => ({ id, place, chosen, tools, codeBlocks })),
    [
      { id: PLANNER, place: "page", chosen: false, tools: true, codeBlocks: false },
      { id: "alpha", place: "machine", chosen: true, tools: true, codeBlocks: false },
      { id: "beta", place: "machine", chosen: false, tools: null, codeBlocks: true },
      { id: "spare", place: "machine", chosen: false, tools: null, codeBlocks: false },
    ],
  );
  await assert.rejects(scripts.choose("gamma"), { message: "There is no model with the id “gamma”." });
  await assert.rejects(scripts.test("gamma"), { message: "There is no model with the id “gamma”." });
  await assert.rejects(scripts.test(PLANNER), /there is no connection to test/);
  await scripts.choose("beta");
  assert.deepEqual(await scripts.test("alpha"), { ms: 5, called: true, error: null });
  assert.deepEqual(asked, [
    ["choose", "beta"],
    ["test", "alpha"],
  ]);
});
