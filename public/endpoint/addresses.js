// The addresses of endpoints: what a user types as a base URL and an origin, and the kinds of endpoints. Knows no browser and no key.

/** @typedef {import("../types/endpoint").Kind} Kind */
/** @typedef {import("../types/endpoint").Address} Address */

/**
 * The kinds in the order in which they are offered: their names, who speaks them, and an address.
 *
 * @type {Record<Kind, { name: string, who: string, example: string }>}
 */
export const KINDS = {
  "chat-completions": {
    name: "OpenAI-compatible",
    who: "Most providers, and Ollama, LM Studio, llama.cpp and vLLM on this machine.",
    example: "https://api.openai.com/v1",
  },
  anthropic: { name: "Anthropic", who: "Claude, by Anthropic Messages.", example: "https://api.anthropic.com/v1" },
  responses: { name: "OpenAI Responses", who: "OpenAI, for models that only this interface has.", example: "https://api.openai.com/v1" },
};

/** Addresses of local servers by their usual ports. */
export const LOCAL = [
  { name: "Ollama", base: "http://localhost:11434/v1" },
  { name: "LM Studio", base: "http://localhost:1234/v1" },
  { name: "llama.cpp", base: "http://localhost:8080/v1" },
  { name: "vLLM", base: "http://localhost:8000/v1" },
];

/** What the address of a request ends in: it is appended, so that a base URL must not have it. */
const PATHS = /\/+(chat\/completions|completions|messages|responses|models)$/;

/**
 * Parses what a user typed as a base URL.
 *
 * @param {string} text
 * @returns {Address}
 * @throws {Error} with a sentence that says what to change
 */
export function parseBase(text) {
  const typed = text.trim();
  if (typed === "") throw new Error("Enter the address of the endpoint, like https://api.openai.com/v1.");
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `${isLoopback(typed.split(/[:/]/, 1)[0]) ? "http" : "https"}://${typed}`;
  const url = parsed(whole);
  if (!url) throw new Error(`“${typed}” is not an address. Write it like https://api.openai.com/v1.`);
  if (url.username || url.password) throw new Error("The address must not have a name or password in it. Enter the key in the next step.");
  if (url.search || url.hash) throw new Error("The address must not have a part behind “?” or “#”. Leave that off.");
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname))) {
    throw new Error(
      "Only addresses that begin with https:// can be reached from the page, or http:// on this machine (localhost or 127.0.0.1). " +
        "For another machine of your network, have the server's operator add the endpoint to the server.",
    );
  }
  if (url.hostname.startsWith("[")) throw new Error("The page's policy cannot name an IPv6 address. Write localhost instead of [::1].");
  const path = url.pathname.replace(/\/+$/, "").replace(PATHS, "");
  return { base: url.origin + path, origin: url.origin, host: url.host };
}

/** @param {string} address */
function parsed(address) {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

/** Returns whether a host name is this machine's own. @param {string} host */
export function isLoopback(host) {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(host);
}
