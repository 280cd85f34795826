// Starts a worker from its source, in the first form that the engine accepts, and replaces one that
// posts no message. Does not know what it runs.

import { addressOf } from "../worker/forms.ts";
import type { Form } from "../worker/forms.ts";

/**
 * The time limit for a worker's first message, in milliseconds, for each attempt; a start takes
 * some 50 ms. In Firefox, `new Worker` inside a worker sometimes never returns (in one of some 200
 * starts, on two cores), which blocks that worker. The last attempt is not limited; the caller
 * decides how long to wait.
 */
export const PATIENCE = [3_000, 10_000, Infinity];

/** What of a document's scope starts workers. */
export type Scope = Pick<typeof globalThis, "Worker" | "setTimeout" | "clearTimeout"> &
  Parameters<typeof addressOf>[2];

/**
 * Starts a worker and waits for its first message.
 *
 * @param order.forms the forms to try, in this order, see `forms.ts`
 * @param order.source a classic script, which posts a message when it has started
 * @param scope the document's
 * @throws the error of the first form, if every form is refused
 */
export async function startWorker(
  { forms, source, name }: { forms: Form[]; source: string; name: string },
  scope: Scope,
): Promise<{ worker: Worker; form: Form }> {
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
 * Resolves to whether the worker has posted its first message in time. Rejects if it cannot run.
 */
function startsInTime(
  worker: Worker,
  patience: number,
  { setTimeout, clearTimeout }: Scope,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const timer = (patience === Infinity ? null : setTimeout(() => resolve(false), patience)) as
      | ReturnType<Scope["setTimeout"]>
      | undefined;
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
