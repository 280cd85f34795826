// Sends a request to the relay. Knows neither the conversation nor the ledger: it is given the body whose hash the ledger has.

import { answerReader, failureOf } from "./answer.js";

/** @typedef {import("./answer.js").Piece} Piece */

/** How the sentence begins that the user reads where the server wants a sign-in. */
export const SIGNED_OUT = "Your sign-in has ended.";

/** The relay's address for chat requests. */
export const CHAT = "/v1/chat/completions";

/**
 * What the relay says that it received, beside what was sent; `missing` if it says nothing.
 *
 * @typedef {"same" | "different" | "missing"} Receipt
 */

/**
 * An answer that arrives. `next` resolves with what has come since, and with undefined at the end; it rejects with a sentence for the user. `close` ends the
 * call, and so cancels the provider's.
 *
 * `model` is the id of the model that answers, where the relay says it; `followThoughts` sets what gets the model's thoughts as they come, those that have come
 * already included.
 *
 * @typedef {{ receipt: Receipt, model: string | null, next: () => Promise<Piece[] | undefined>, close: () => void,
 *   followThoughts: (follow: (text: string) => void) => void }} Answer
 */

/**
 * Sends `body` to the relay; resolves when the answer begins.
 *
 * @param {string} body
 * @param {string} sha256 of the body, in hexadecimal
 * @param {AbortSignal} signal
 * @returns {Promise<Answer>}
 * @throws {Error} with a sentence for the user
 */
export async function ask(body, sha256, signal) {
  const response = await post(body, signal);
  const found = receipt(response.headers, body, sha256);
  if (!response.ok) throw new Error(await refusal(response));
  if (!response.body) throw new Error("The relay's answer has no content. Ask again.");
  return Object.assign(answerOf(response.body), { receipt: found, model: response.headers.get("x-insitu-model") });
}

/**
 * Reads the pieces of an answer.
 *
 * @param {ReadableStream<Uint8Array>} stream
 * @returns {Omit<Answer, "receipt" | "model">}
 */
export function answerOf(stream) {
  const reader = answerReader();
  const decoder = new TextDecoder();
  const bytes = stream.getReader();
  let early = "";
  /** @type {(text: string) => void} */
  let follow = (text) => (early += text);
  const next = async () => {
    if (reader.failed()) reader.end();
    const { done, value } = await bytes.read().catch(() => {
      throw new Error("The connection to the model broke in the middle of its answer. Ask again.");
    });
    if (!done) {
      const { pieces, thoughts } = reader.feed(decoder.decode(value, { stream: true }));
      if (thoughts) follow(thoughts);
      return pieces;
    }
    reader.end();
    return undefined;
  };
  return {
    next,
    close: () => void bytes.cancel().catch(() => {}),
    followThoughts: (into) => {
      follow = into;
      if (early) into(early);
    },
  };
}

/** @param {string} body @param {AbortSignal} signal */
async function post(body, signal) {
  const headers = { "content-type": "application/json", accept: "text/event-stream" };
  try {
    return await fetch(CHAT, { method: "POST", headers, body, signal });
  } catch (error) {
    throw new Error(`The relay could not be reached (${/** @type {Error} */ (error).message}). Check the connection and ask again.`);
  }
}

/**
 * Compares what the relay says that it received with what was sent.
 *
 * @param {Headers} headers @param {string} body @param {string} sha256
 * @returns {Receipt}
 */
export function receipt(headers, body, sha256) {
  const [hash, bytes] = ["sha256", "bytes"].map((name) => headers.get(`x-insitu-body-${name}`));
  if (hash === null || bytes === null) return "missing";
  return hash === sha256 && Number(bytes) === new TextEncoder().encode(body).length ? "same" : "different";
}

/** @param {Response} response */
async function refusal(response) {
  const text = await response.text().catch(() => "");
  let message;
  try {
    const body = JSON.parse(text);
    message = failureOf(body);
    if (response.status === 401 && ["no_access", "session_ended"].includes(body.error?.code)) {
      return `${SIGNED_OUT} Sign in again, in a tab of its own, and then continue here: this session stays as it is.`;
    }
  } catch {
    message = undefined;
  }
  return message || `The relay answered ${response.status}. Ask again.`;
}
