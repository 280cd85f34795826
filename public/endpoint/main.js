// Endpoints that the page asks by itself, loaded when one is connected or is about to be: the models for the menu, the requests, and the dialog. The key is in
// `connection.js`; nothing that this module exports returns it.

import { isLoopback, parseBase } from "./addresses.js";
import { codecs } from "./codecs.js";
import { current, currentKey } from "./connection.js";
import { isArriving, isOpen, showDialog, withdraw } from "./dialog.js";
import { prepare as prepareRequest } from "./transport.js";

/** @typedef {import("../types/endpoint").Connection} Connection */
/** @typedef {import("../types/endpoint").Prepared} Prepared */

export { useCodecs } from "./codecs.js";

/** Returns the models of the endpoint that is connected, in the form of `/v1/models`; with `show` if the page was just loaded for it, so that its key is needed. */
export async function models() {
  return listed(current(), isArriving() ? { show: true } : {});
}

/** Shows the dialog, and returns the models once it is closed, with the id of the one that was chosen. */
export async function show() {
  const chosen = await showDialog(codecs, "");
  const connection = current();
  return listed(connection, connection && chosen ? { chosen: idOf(connection, chosen) } : {});
}

/**
 * Prepares the request of a model of the endpoint from the relay's. Where the key is missing, the user is asked for it.
 *
 * @param {string} body
 * @param {AbortSignal} signal
 * @returns {Promise<Prepared>}
 */
export async function prepare(body, signal) {
  const request = JSON.parse(body);
  const connection = current();
  const model = connection?.models.find(({ id }) => idOf(connection, id) === request.model);
  if (!connection || !model) throw new Error(`The endpoint of ${request.model} is not connected any more. Choose another model, or connect it again.`);
  const { host } = parseBase(connection.base);
  if (!connection.keyless && currentKey() === "") {
    signal.addEventListener("abort", withdraw, { once: true });
    if (!isOpen()) await showDialog(codecs, `The key of ${host} is needed to ask ${model.id}.`);
    signal.removeEventListener("abort", withdraw);
    if (currentKey() === "") throw new Error(`Without its key, ${host} cannot be asked. Ask again and enter it, or choose another model.`);
  }
  return prepareRequest(codecs, connection, model, currentKey(), request);
}

/** @param {Connection | null} connection @param {{ show?: boolean, chosen?: string }} more */
function listed(connection, more) {
  if (!connection) return JSON.stringify({ data: [], ...more });
  const { host, origin } = parseBase(connection.base);
  // Where the policy does not admit it, a request could only fail.
  const offered = origin === globalThis.insituPage.endpointOrigin ? connection.models : [];
  const data = offered.map(({ id, images, fenced, window = null }) => ({
    id: idOf(connection, id),
    object: "model",
    created: 0,
    owned_by: host,
    insitu: {
      label: id,
      provider: host,
      host,
      default: false,
      local: isLoopback(new URL(origin).hostname),
      direct: true,
      tools: fenced ? false : null,
      images,
      reasoning: false,
      structured: null,
      fenced: fenced ? "always" : "auto",
      window,
      max_output: null,
      parameters: null,
      price: null,
    },
  }));
  return JSON.stringify({ object: "list", data, ...more });
}

/** Returns the id of a model among all models: unlike any of the server's, since it begins with the host. @param {Connection} connection @param {string} id */
const idOf = (connection, id) => `${parseBase(connection.base).host}/${id}`;
