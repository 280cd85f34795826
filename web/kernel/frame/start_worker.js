// Starts a worker from its source, in the first form that the engine accepts, and replaces one that
// posts no message. Does not know what it runs.

import { addressOf } from "../worker/forms.js";

/** @typedef {import("../worker/forms.js").Form} Form */

/**
 * The time limit for a worker's first message, in milliseconds, for each attempt; a start takes
 * some 50 ms. In Firefox, `new Worker` inside a worker sometimes never returns (in one of some 200
 * starts, on two cores), which blocks that worker. The last attempt is not limited; the caller
 * decides how long to wait.
 */
export const PATIENCE = [3_000, 10_000, Infinity];

/**
 * What of a document's scope starts workers.
 *
 * @typedef {Pick<typeof globalThis, "Worker" | "setTimeout" | "clearTimeout"> & Parameters<typeof
 *   addressOf>[2]} Scope
 */

/**
 * Starts a worker and waits for its first message.
 *
 * @param {object} order
 * @param {Form[]} order.forms the forms to try, in this order, see `forms.js`
 * @param {string} order.source a classic script, which posts a message when it has started
 * @param {string} order.name
 * @param {Scope} scope the document's
 * @returns {Promise<{ worker: Worker, form: Form }>}
 * @throws the error of the first form, where every form is refused
 */
export async function startWorker({ forms, source, name }, scope) {
  let refused = null;
  for (const form of forms) {
    try {
      for (const patience of PATIENCE) {
        const worker = new scope.Worker(addressOf(form, source, scope), { name });
        if (await startsInTime(worker, patience, scope)) return { worker, form };
        worker.terminate();
      }
    } catch (error) {
      refused ??= error;
    }
  }
  throw refused;
}

/**
 * Resolves to whether the worker has posted its first message in time. Rejects where it cannot run.
 *
 * @param {Worker} worker
 * @param {number} patience
 * @param {Scope} scope
 * @returns {Promise<boolean>}
 */
function startsInTime(worker, patience, { setTimeout, clearTimeout }) {
  return new Promise((resolve, reject) => {
    const timer = /** @type {ReturnType<Scope["setTimeout"]> | undefined} */ (
      patience === Infinity ? null : setTimeout(() => resolve(false), patience)
    );
    worker.onmessage = () => {
      clearTimeout(timer);
      resolve(true);
    };
    worker.onerror = (event) => {
      clearTimeout(timer);
      reject(new Error(event.message || "the browser refused it without a reason"));
    };
  });
}
