// Starts a worker from its source, in whichever form the engine accepts, and replaces one that stays silent. Knows nothing of what it runs.

import { addressOf } from "../worker/forms.js";

/**
 * How long a worker may take until its first message, in milliseconds, at each attempt; a start takes some fifty. In Firefox, `new Worker` inside a worker
 * never returns now and then (once in some two hundred starts, on two cores), and the worker with it. The last attempt is left to whoever waits.
 */
export const PATIENCE = [3_000, 10_000, Infinity];

/**
 * Starts a worker and waits for its first message.
 *
 * @param {object} order
 * @param {string[]} order.forms the forms to try, in this order, see `forms.js`
 * @param {string} order.source a classic script, which posts a message when it is there
 * @param {string} order.name
 * @param {{ Worker: typeof Worker, Blob: typeof Blob, URL: typeof URL, setTimeout: Function, clearTimeout: Function }} scope the document's
 * @returns {Promise<{ worker: Worker, form: string }>}
 * @throws what the first form was refused with, where every form is
 */
export async function startWorker({ forms, source, name }, scope) {
  let refused = null;
  for (const form of forms) {
    try {
      for (const patience of PATIENCE) {
        const worker = new scope.Worker(addressOf(form, source, scope), { name });
        if (await speaks(worker, patience, scope)) return { worker, form };
        worker.terminate();
      }
    } catch (error) {
      refused ??= error;
    }
  }
  throw refused;
}

/** Resolves to whether the worker has posted its first message in time. Rejects where it cannot run. */
function speaks(worker, patience, { setTimeout, clearTimeout }) {
  return new Promise((resolve, reject) => {
    const timer = patience === Infinity ? null : setTimeout(() => resolve(false), patience);
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
