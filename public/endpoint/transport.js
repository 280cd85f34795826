// Requests from the page to the endpoint. The key is put into a header here and nowhere else, and is masked in what comes back of failures; the page's program reads
// the answers (`frontend/src/answer.rs`). Knows neither the page's views nor where anything is stored.

import { parseBase } from "./addresses.js";
import { answered, refused, unanswered, unreadable } from "./explain.js";
import { askedWindow, listedWindow } from "./windows.js";

/** @typedef {import("../types/endpoint").Address} Address */
/** @typedef {import("../types/endpoint").ChosenModel} ChosenModel */
/** @typedef {import("../types/endpoint").Connection} Connection */
/** @typedef {import("../types/endpoint").Prepared} Prepared */
/** @typedef {import("../types/endpoint").Codecs} Codecs */
/** @typedef {import("../types/endpoint").Tested} Tested */

/** How long the test waits, in milliseconds. */
const TEST = 10_000;
/** How long an endpoint may be silent before its answer, in milliseconds: a local model is loaded first. */
const SILENCE = 180_000;
/** Maximum number of characters that are read of an error's body: its message is at the beginning. */
const MAX_ERROR = 64 * 1024;

/** The servers that refused to report usage, by base URL. */
const withoutUsage = new Set();

/**
 * Asks an endpoint for its models.
 *
 * @param {Codecs} codecs
 * @param {Connection} connection
 * @param {string} key
 * @returns {Promise<Tested>}
 */
export async function test(codecs, connection, key, limit = TEST) {
  const address = parseBase(connection.base);
  const found = await reach(address, `${address.base}/models`, { headers: headersOf(codecs, connection, key) }, AbortSignal.timeout(limit));
  if (!(found instanceof Response)) return unanswered(address, found, origin());
  if (!found.ok) return refused(address, found.status, key !== "");
  /** @type {{ data?: { id?: unknown }[] } | null} */
  const list = await found.json().catch(() => null);
  if (!Array.isArray(list?.data)) return unreadable(address);
  const models = list.data.filter((model) => typeof model?.id === "string");
  const window = async (/** @type {string} */ id) => {
    const model = models.find((model) => model.id === id);
    return model ? (listedWindow(model) ?? (await askedWindow(model, ask))) : null;
  };
  /** @type {import("./windows.js").Ask} */
  const ask = async (path) => {
    const headers = headersOf(codecs, connection, key);
    const response = await reach(address, `${address.origin}${path}`, { headers }, AbortSignal.timeout(limit));
    return response instanceof Response && response.ok ? response.json().catch(() => null) : null;
  };
  const ids = models.map(({ id }) => /** @type {string} */ (id));
  return answered(address, [...new Set(ids)].sort(), window);
}

/**
 * Prepares the provider's request from the relay's.
 *
 * @param {Codecs} codecs
 * @param {Connection} connection
 * @param {ChosenModel} model
 * @param {string} key
 * @param {object} request the body for the relay
 * @returns {Prepared}
 */
export function prepare(codecs, connection, model, key, request) {
  const address = parseBase(connection.base);
  const { kind } = connection;
  const usage = !withoutUsage.has(address.base);
  const encoded = JSON.parse(codecs.encodeRequest(JSON.stringify({ kind, host: address.host, model: model.id, images: model.images, usage, request })));
  const to = `${address.base}/${encoded.path}`;
  const headers = { ...headersOf(codecs, connection, key), "content-type": "application/json", accept: "text/event-stream, application/json" };
  return {
    to,
    body: encoded.body,
    send: async (signal) => {
      const silent = new AbortController();
      const timer = setTimeout(() => silent.abort(), SILENCE);
      const either = AbortSignal.any([signal, silent.signal]);
      const response = await reach(address, to, { method: "POST", headers, body: encoded.body }, either).finally(() => clearTimeout(timer));
      if (!(response instanceof Response)) {
        signal.throwIfAborted();
        const { sentence, steps } = unanswered(address, response, origin());
        throw new Error([sentence, ...steps.map(({ text, code }) => (code ? `${text} (${code})` : text))].join(" "));
      }
      if (response.ok) {
        const whole = /^application\/json\b/i.test(response.headers.get("content-type") ?? "");
        const bytes = response.body ?? new Blob([]).stream();
        return { bytes, kind, whole, host: address.host, model: model.id, masked: (text) => masked(text, key) };
      }
      const body = masked((await response.text().catch(() => "")).slice(0, MAX_ERROR), key);
      const retryAfter = response.headers.get("retry-after");
      const { repeat, error } = JSON.parse(
        codecs.explainFailure(JSON.stringify({ kind, host: address.host, model: model.id, status: response.status, retryAfter, body })),
      );
      if (repeat && usage) {
        withoutUsage.add(address.base);
        return undefined;
      }
      throw new Error(error);
    },
  };
}

/**
 * Fetches, and returns why there is no response otherwise.
 *
 * @param {Address} address
 * @param {string} url
 * @param {RequestInit} options
 * @param {AbortSignal} signal
 * @returns {Promise<Response | import("./explain.js").Reason>}
 */
async function reach({ origin }, url, options, signal) {
  let policy = false;
  /** @param {SecurityPolicyViolationEvent} event */
  const violated = (event) => (policy ||= event.blockedURI.startsWith(origin));
  globalThis.document?.addEventListener("securitypolicyviolation", violated);
  try {
    // A redirect could lead elsewhere with the question, and the policy would stop it anyway.
    return await fetch(url, { mode: "cors", credentials: "omit", redirect: "error", cache: "no-store", referrerPolicy: "no-referrer", ...options, signal });
  } catch {
    // The violation is reported in a task of its own.
    await new Promise((resolve) => setTimeout(resolve));
    return policy ? "policy" : signal.aborted ? "silent" : "blocked";
  } finally {
    globalThis.document?.removeEventListener("securitypolicyviolation", violated);
  }
}

/** @param {Codecs} codecs @param {Connection} connection @param {string} key @returns {Record<string, string>} */
function headersOf(codecs, { kind }, key) {
  /** @type {{ headers: Record<string, string>, key: [name: string, before: string] | null }} */
  const protocol = JSON.parse(codecs.requestProtocol(kind));
  if (!protocol.key || key === "") return protocol.headers;
  const [name, before] = protocol.key;
  return { ...protocol.headers, [name]: before + key };
}

/** Returns a text without the key: endpoints quote it in their errors. @param {string} text @param {string} key */
export function masked(text, key) {
  return key.length < 4 ? text : text.replaceAll(key, "…");
}

const origin = () => globalThis.location?.origin ?? "";
