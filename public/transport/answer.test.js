// The pieces of answers, whatever the bytes are split into, and streams that break off.

import assert from "node:assert/strict";
import { test } from "node:test";
import { answerOf, receipt } from "./ask.js";
import { failureOf } from "./answer.js";

/** @typedef {import("./answer.js").Piece} Piece */

const event = (/** @type {unknown} */ data) => `data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
const chunk = (/** @type {object} */ delta, /** @type {string | null} */ finish_reason = null) => event({ choices: [{ index: 0, delta, finish_reason }] });

const STREAM = [
  ": warming up\n\n",
  chunk({ role: "assistant", content: "" }),
  chunk({ reasoning_details: [{ type: "reasoning.text", text: "H", index: 0 }], reasoning_content: "H" }),
  chunk({ reasoning_details: [{ type: "reasoning.text", text: "m.", signature: "s1", index: 0 }] }),
  chunk({ reasoning_details: [{ type: "reasoning.encrypted", data: "gA", index: 1 }] }),
  chunk({ content: "größer 🙂" }),
  chunk({ tool_calls: [{ index: 0, id: "a", type: "function", function: { name: "run_python", arguments: "" }, extra_content: { google: 1 } }] }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: '{"code":' } }] }),
  chunk({}, "tool_calls"),
  event({
    choices: [],
    usage: { prompt_tokens: 9, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 5 }, completion_tokens_details: { reasoning_tokens: 2 } },
  }),
  event("[DONE]"),
].join("");

/** @type {Piece[]} */
const PIECES = [
  ["text", "größer 🙂"],
  ["call", 0, "a", "run_python", "", '{"google":1}'],
  ["call", 0, null, null, '{"code":', null],
  ["reasoning", 0, "text", "Hm.", null, "s1", null, null],
  ["reasoning", 1, "encrypted", "", "gA", null, null, null],
  ["finish", "tool_calls"],
  ["usage", 9, 4, 5, 0, 2],
];

/**
 * Reads a stream of these parts.
 *
 * @param {Uint8Array[]} parts
 * @param {(text: string) => void} [follow] gets the thoughts
 * @param {number} [after] how many parts are read before `follow` is set
 * @returns {Promise<{ pieces: Piece[], error: string }>}
 */
async function read(parts, follow, after = 0) {
  const answer = answerOf(streamOf(parts));
  /** @type {Piece[]} */
  const pieces = [];
  try {
    for (let count = 0; ; count += 1) {
      if (count === after && follow) answer.followThoughts(follow);
      const more = await answer.next();
      if (!more) return { pieces, error: "" };
      pieces.push(...more);
    }
  } catch (error) {
    return { pieces, error: /** @type {Error} */ (error).message };
  }
}

/** @param {Uint8Array[]} parts */
function streamOf(parts) {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}

test("the pieces are the same at every split of the bytes", async () => {
  const bytes = new TextEncoder().encode(STREAM);
  for (let at = 0; at <= bytes.length; at += 1) {
    let thoughts = "";
    const found = await read([bytes.subarray(0, at), bytes.subarray(at)], (text) => (thoughts += text));
    assert.deepEqual([found, thoughts], [{ pieces: PIECES, error: "" }, "Hm."], `at ${at}`);
  }
});

test("thoughts that came before anything followed them are not lost", async () => {
  const parts = ["Let ", "me ", "see."].map((text) => new TextEncoder().encode(chunk({ reasoning_details: [{ type: "reasoning.text", index: 0, text }] })));
  for (const after of [0, 1, 2, 3]) {
    let thoughts = "";
    await read(parts, (text) => (thoughts += text), after);
    assert.equal(thoughts, "Let me see.", `followed after ${after}`);
  }
});

test("a stream that breaks off keeps what came, and says so", async () => {
  const cut = "The model's answer was cut off before its end; ask again.";
  const text = new TextEncoder().encode(chunk({ content: "One " }));
  assert.deepEqual(await read([]), { pieces: [], error: cut });
  assert.deepEqual(await read([text]), { pieces: [["text", "One "]], error: cut });
  assert.deepEqual(await read([text, text.subarray(0, 20)]), { pieces: [["text", "One "]], error: cut });
});

test("a failure in the stream is its sentence, after what came before it", async () => {
  const failure = event({ error: { message: "Slow down.", type: "rate_limit_error" } });
  const text = chunk({ content: "One " });
  assert.deepEqual(await read([new TextEncoder().encode(text + failure + text)]), { pieces: [["text", "One "]], error: "Slow down." });
  const { error } = await read([new TextEncoder().encode(event("{"))]);
  assert.match(error, /^The model's answer cannot be read: not JSON \(/);
});

test("failures are read in every shape that servers use", () => {
  for (const [body, wanted] of /** @type {[unknown, string | undefined][]} */ ([
    [{ error: "No." }, "No."],
    [{ error: { message: "No." } }, "No."],
    [{ error: {} }, ""],
    [{ detail: "No." }, "No."],
    [{ message: "No.", choices: [] }, undefined],
    [{ error: null, choices: [] }, undefined],
    [null, undefined],
  ])) {
    assert.equal(failureOf(body), wanted, JSON.stringify(body));
  }
});

test("a receipt is compared with what was sent", () => {
  const headers = (/** @type {Record<string, string>} */ given) => new Headers(given);
  const both = (/** @type {string} */ hash, /** @type {string} */ bytes) => headers({ "x-insitu-body-sha256": hash, "x-insitu-body-bytes": bytes });
  assert.equal(receipt(both("ab", "2"), "ü", "ab"), "same");
  assert.equal(receipt(both("ab", "1"), "ü", "ab"), "different");
  assert.equal(receipt(both("ac", "2"), "ü", "ab"), "different");
  assert.equal(receipt(headers({ "x-insitu-body-bytes": "2" }), "ü", "ab"), "missing");
});
