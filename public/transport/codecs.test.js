// Answers of the model in this tab, as the relay would write them.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { answerOf } from "../transport/ask.js";
import { normalised } from "./codecs.js";

const MODULE = new URL("../../target/test_modules/frontend/insitu", import.meta.url);

/** @type {import("../types/page").PageModule} */
const codecs = await import(`${MODULE}.js`);
await codecs.default({ module_or_path: await readFile(new URL(`${MODULE}_bg.wasm`)) });

/** Reads an answer of these events. @param {unknown[]} events */
async function read(events) {
  const encoder = new TextEncoder();
  /** @type {ReadableStream<Uint8Array>} */
  const stream = new ReadableStream({
    start(controller) {
      for (const event of events) controller.enqueue(encoder.encode(`data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`));
      controller.close();
    },
  });
  const answer = answerOf(normalised(codecs, "small", stream));
  let thoughts = "";
  answer.followThoughts((text) => (thoughts += text));
  const pieces = [];
  try {
    for (let more = await answer.next(); more; more = await answer.next()) pieces.push(...more);
  } catch (error) {
    return { pieces, thoughts, error: /** @type {Error} */ (error).message };
  }
  return { pieces, thoughts, error: "" };
}

/** @param {string} content @param {string | null} finish_reason */
const chunk = (content, finish_reason = null) => ({ choices: [{ index: 0, delta: { content }, finish_reason }] });

test("what the model thinks in its text is not its answer", async () => {
  const { pieces, thoughts, error } = await read([chunk("<thi"), chunk("nk>Hm.</think>\n\nTwo"), chunk(".", "length"), "[DONE]"]);
  assert.deepEqual([thoughts, error], ["Hm.", ""]);
  assert.equal(
    pieces
      .filter(([kind]) => kind === "text")
      .map(([, text]) => text)
      .join(""),
    "Two.",
  );
  assert.deepEqual(pieces.at(-1), ["finish", "length"]);
});

test("what the engine says of its failure is passed on as it is", async () => {
  const message = "The model in this tab failed: out of memory.";
  const { pieces, error } = await read([chunk("Two"), { error: { message } }]);
  assert.deepEqual(pieces, [["text", "Two"]]);
  assert.equal(error, message);
});
