// Reads the relay's event stream: Chat Completions, as `crates/chat` writes them. Knows no transport; what providers send is the relay's matter.

import { createParser } from "eventsource-parser";

/**
 * A piece of an answer, for `frontend/src/relay.rs`. The parts of the reasoning come whole, before the end: index, kind, text,
 * encrypted data, signature, id, format.
 *
 * @typedef {["text", string]
 *   | ["call", number, string | null, string | null, string, string | null]
 *   | ["reasoning", number, string, string, string | null, string | null, string | null, string | null]
 *   | ["usage", number, number, number, number, number]
 *   | ["finish", string]} Piece
 */

/** What a stream says that is not the model's answer. */
const CUT_OFF = "The model's answer was cut off before its end; ask again.";

/**
 * Returns a reader of one answer. `feed` takes text as it arrives and returns the pieces in it, and what the model has thought; `end` checks, when nothing more comes, that the end was
 * announced. Both throw an Error with a sentence for the user.
 */
export function answerReader() {
  /** @type {Piece[]} */
  let pieces = [];
  let thoughts = "";
  /** @type {Map<number, Record<string, any>>} */
  const reasoning = new Map();
  let ended = false;
  /** @type {Error | undefined} */
  let failed;
  const read = (/** @type {string} */ data) => {
    if (data.trim() === "[DONE]") {
      ended = true;
      return;
    }
    const chunk = parsed(data);
    const failure = failureOf(chunk);
    if (failure !== undefined) throw new Error(failure || "The model failed without saying why. Ask again.");
    const choice = chunk.choices?.find((/** @type {any} */ one) => (one.index ?? 0) === 0);
    const delta = choice?.delta ?? {};
    for (const [at, part] of (delta.reasoning_details ?? []).entries()) {
      const [index, thought] = [part.index ?? at, part.text ?? part.summary ?? ""];
      // Parts are paragraphs.
      thoughts += thought && reasoning.size > 0 && !reasoning.has(index) ? `\n\n${thought}` : thought;
      append(reasoning, index, part);
    }
    // A refusal is what the model says instead of an answer, so the user reads it as one.
    for (const text of [delta.content, delta.refusal]) if (text) pieces.push(["text", text]);
    for (const { index, id, function: called, extra_content } of delta.tool_calls ?? []) {
      const extra = extra_content ? JSON.stringify(extra_content) : null;
      pieces.push(["call", index, id ?? null, called?.name ?? null, called?.arguments ?? "", extra]);
    }
    if (choice?.finish_reason) {
      ended = true;
      for (const [index, { type = "", text, summary, data, signature, id, format }] of reasoning) {
        const kind = String(type).replace("reasoning.", "");
        pieces.push(["reasoning", index, kind, text ?? summary ?? "", data ?? null, signature ?? null, id ?? null, format ?? null]);
      }
      reasoning.clear();
      pieces.push(["finish", choice.finish_reason]);
    }
    if (chunk.usage) {
      const { prompt_tokens: input = 0, completion_tokens: output = 0, prompt_tokens_details: read, completion_tokens_details: written } = chunk.usage;
      pieces.push(["usage", input, output, read?.cached_tokens ?? 0, read?.cache_write_tokens ?? 0, written?.reasoning_tokens ?? 0]);
    }
  };
  const parser = createParser({
    onEvent: ({ data }) => {
      try {
        if (!failed) read(data);
      } catch (error) {
        failed = /** @type {Error} */ (error);
      }
    },
  });
  return {
    /** @param {string} text @returns {{ pieces: Piece[], thoughts: string }} */
    feed: (text) => {
      [pieces, thoughts] = [[], ""];
      parser.feed(text);
      // What came before the failure counts.
      if (failed && pieces.length === 0 && !thoughts) throw failed;
      return { pieces, thoughts };
    },
    end: () => {
      if (failed) throw failed;
      if (!ended) throw new Error(CUT_OFF);
    },
    /** Whether the stream has failed, so that reading on is of no use. */
    failed: () => failed !== undefined,
  };
}

/** @param {string} data @returns {any} */
function parsed(data) {
  try {
    return JSON.parse(data);
  } catch (error) {
    throw new Error(`The model's answer cannot be read: not JSON (${/** @type {Error} */ (error).message}).`);
  }
}

/**
 * Adds a later piece of a part of the reasoning.
 *
 * @param {Map<number, Record<string, any>>} parts @param {number} index @param {Record<string, any>} piece
 */
function append(parts, index, { index: _, ...piece }) {
  const part = parts.get(index) ?? {};
  for (const key of ["text", "summary", "data"]) if (part[key] !== undefined && piece[key] !== undefined) piece[key] = part[key] + piece[key];
  parts.set(index, { ...part, ...piece });
}

/**
 * Returns the message of a failure, in any of the shapes that servers use; undefined if the object is none.
 *
 * @param {any} body
 * @returns {string | undefined}
 */
export function failureOf(body) {
  const error = body?.error;
  if (typeof error === "string") return error;
  if (error) return String(error.message ?? "");
  if (body?.choices) return undefined;
  const message = body?.message ?? body?.detail;
  return message === undefined ? undefined : String(message);
}
