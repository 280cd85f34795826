// Says in plain words why an endpoint did not answer, and what to do. Knows no key.

import { LOCAL, isLoopback } from "./addresses.js";

/** @typedef {import("../types/endpoint").Address} Address */
/** @typedef {import("../types/endpoint").Tested} Tested */
/** @typedef {"blocked" | "policy" | "silent"} Reason `blocked`: the browser does not say why; `policy`: the page's own; `silent`: no answer in time */

/**
 * Explains a request that got no answer. Browsers report a server that is not there and one that does not allow the page in the same way.
 *
 * @param {Address} address
 * @param {Reason} reason
 * @param {string} page the page's origin
 * @returns {Tested}
 */
export function unanswered({ base, host, origin }, reason, page) {
  if (reason === "policy") {
    return failed(`This page may not connect to ${host} yet.`, [
      { text: "Choose “Change address” and continue: the page then loads with a policy that admits it." },
    ]);
  }
  if (reason === "silent") return failed(`${host} did not answer in time.`, [{ text: "See whether it is overloaded, or still loads a model, and try again." }]);
  const local = isLoopback(new URL(base).hostname);
  const steps = local ? localSteps(origin, page) : remoteSteps(host, page);
  if (local && page.startsWith("https:")) {
    steps.push({
      text: "Some browsers let no encrypted page reach an address with http://, Safari for instance. Chrome asks whether this page may reach the local network: allow it.",
    });
  }
  return failed(`${host} gave this page no answer that it may read. Either nothing answers there, or it does not allow this page (CORS).`, steps);
}

/** @param {string} origin @param {string} page */
function localSteps(origin, page) {
  const known = LOCAL.findIndex(({ base }) => new URL(base).port === new URL(origin).port);
  /** @type {Tested["steps"][]} */
  const allow = [
    [{ text: "Ollama: set this variable for its server, and start it again.", code: `OLLAMA_ORIGINS=${page}` }],
    [{ text: "LM Studio: turn on “Enable CORS” in the settings of its server, or start it like this.", code: "lms server start --cors" }],
    [{ text: "llama.cpp: its server allows every page unless a proxy is in between. See whether it runs at this port.", code: "llama-server --port 8080" }],
    [{ text: "vLLM: start it with the page's origin.", code: `vllm serve MODEL --allowed-origins '["${page}"]'` }],
  ];
  return [{ text: "See whether the server runs, and whether the port is right." }, ...(known < 0 ? allow.flat() : allow[known])];
}

/** @param {string} host @param {string} page @returns {Tested["steps"]} */
function remoteSteps(host, page) {
  return [
    { text: "See whether the address is right, without the path of a request behind it." },
    { text: `The endpoint has to allow pages of this origin. Where ${host} is yours, set it there; many providers allow none.`, code: page },
    { text: "Without that, have the operator of this server add the endpoint: the server may ask it." },
  ];
}

/**
 * Explains an error response to a request for the list of models.
 *
 * @param {Address} address
 * @param {number} status
 * @param {boolean} hasKey
 * @returns {Tested}
 */
export function refused({ base, host }, status, hasKey) {
  if (status === 401 || status === 403) {
    return hasKey
      ? failed(`${host} refused the key (HTTP ${status}).`, [{ text: "Copy the key again, and see whether it is meant for this address." }])
      : failed(`${host} wants a key (HTTP ${status}).`, [{ text: "Enter the key, and test again." }]);
  }
  if (status === 404 || status === 405) {
    const steps = [{ text: "Type the model's name as its provider writes it." }];
    if (!/\/v\d/.test(base)) steps.unshift({ text: `Try the address with /v1 at its end: ${base}/v1` });
    return failed(`${host} answers, but has no list of models at ${base}/models (HTTP ${status}).`, steps);
  }
  if (status === 429) return failed(`${host} is asked too often (HTTP 429).`, [{ text: "Try again in a minute." }]);
  if (status >= 500) return failed(`${host} has a fault of its own (HTTP ${status}).`, [{ text: "Try again in a moment." }]);
  return failed(`${host} refused to list its models (HTTP ${status}).`, [{ text: "See whether kind and address belong together." }]);
}

/** Explains an answer that is no list of models. @param {Address} address @returns {Tested} */
export function unreadable({ base, host }) {
  const steps = [{ text: "See whether kind and address belong together." }];
  if (!/\/v\d/.test(base)) steps.unshift({ text: `Try the address with /v1 at its end: ${base}/v1` });
  return failed(`${host} answers, but not with a list of models.`, steps);
}

/**
 * Says that an endpoint answers.
 *
 * @param {Address} address
 * @param {string[]} models
 * @param {Tested["window"]} window
 * @returns {Tested}
 */
export function answered({ host }, models, window) {
  const count = models.length === 1 ? "one model" : `${models.length} models`;
  const sentence = models.length === 0 ? `${host} answers, but lists no model. Load one there, or type its name.` : `${host} answers, and lists ${count}.`;
  return { ok: true, sentence, steps: [], models, window };
}

/** @param {string} sentence @param {Tested["steps"]} steps @returns {Tested} */
function failed(sentence, steps) {
  return { ok: false, sentence, steps, models: [] };
}
