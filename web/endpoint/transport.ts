// Requests from the page to the endpoint. The key is put into a header here and nowhere else, and
// is masked in what comes back of failures; the page's program reads the answers
// (`frontend/src/answer.rs`). Knows neither the page's views nor where anything is stored.

import { currentKey } from "./key.ts";
import type { Reason, Reply, Sending } from "../types/endpoint.ts";

/**
 * Maximum number of characters that are read of an error's body: its message is at the beginning.
 */
const MAX_ERROR_BYTES = 64 * 1024;

/** From this length on, in characters, a key is not a word that an answer may have. */
const MIN_UNLIKELY_KEY = 8;

/** Sends a request, with the key if there is one. */
export async function send(
  { url, method, headers, key: header, body, limit }: Sending,
  stop?: AbortSignal,
): Promise<Reply> {
  const key = currentKey();
  const silent = new AbortController();
  const timer = setTimeout(() => silent.abort(), limit);
  const signal = stop ? AbortSignal.any([stop, silent.signal]) : silent.signal;
  const all = header && key !== "" ? { ...headers, [header[0]]: header[1] + key } : headers;
  const response = await reach(url, { method, headers: all, body, signal });
  // An answer that has begun takes its time; a list of models has none to take.
  if (body !== undefined || !(response instanceof Response)) clearTimeout(timer);
  stop?.throwIfAborted();
  if (!(response instanceof Response)) return { problem: response };
  const hide = (text: string) => masked(text, key);
  return {
    ok: response.ok,
    status: response.status,
    whole: /^application\/json\b/i.test(response.headers.get("content-type") ?? ""),
    retryAfter: response.headers.get("retry-after"),
    bytes: () => response.body ?? new Blob([]).stream(),
    async text() {
      const text = await response.text().catch(() => "");
      clearTimeout(timer);
      // A short key may be a word of an answer, such as a part of a model's name.
      if (response.ok) return key.length < MIN_UNLIKELY_KEY ? text : hide(text);
      // After it is masked: the cut could leave a part of the key.
      return hide(text).slice(0, MAX_ERROR_BYTES);
    },
    masked: hide,
  };
}

/** Fetches, and returns why there is no response otherwise. */
async function reach(
  url: string,
  options: RequestInit & { signal: AbortSignal },
): Promise<Response | Reason> {
  const { origin } = new URL(url);
  let policy = false;
  const violated = (event: SecurityPolicyViolationEvent) =>
    (policy ||= event.blockedURI.startsWith(origin));
  globalThis.document?.addEventListener("securitypolicyviolation", violated);
  try {
    // A redirect could lead elsewhere with the question, and the policy would stop it anyway.
    return await fetch(url, {
      mode: "cors",
      credentials: "omit",
      redirect: "error",
      cache: "no-store",
      referrerPolicy: "no-referrer",
      ...options,
    });
  } catch {
    // The violation is reported in a task of its own.
    await new Promise((resolve) => setTimeout(resolve));
    return policy ? "policy" : options.signal.aborted ? "silent" : "blocked";
  } finally {
    globalThis.document?.removeEventListener("securitypolicyviolation", violated);
  }
}

/** Returns a text without the key: endpoints quote it in their errors. */
export function masked(text: string, key: string) {
  return key.length < 4 ? text : text.replaceAll(key, "…");
}
