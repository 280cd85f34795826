// Posts messages with an id and resolves with the reply of the same id, in the shape of Insitu's
// outcomes.

/**
 * A reply in the shape of an outcome, with the members that the benchmarks read.
 *
 * @typedef {{ status: "ok" | "error", results: { text: string }[], stderr?: string, error?: {
 *   value: string } | null }} Answer
 */

/**
 * Returns a function that posts a message to the worker and resolves with its reply.
 *
 * @param {Worker} worker
 * @returns {(message: object) => Promise<Answer>}
 */
export function requester(worker) {
  /** @type {Map<string, (answer: Answer) => void>} */
  const waiting = new Map();
  let last = 0;
  worker.addEventListener("message", ({ data: { id, result, stderr } }) => {
    const resolve = waiting.get(id);
    waiting.delete(id);
    resolve?.({
      status: result == null && failed(stderr) ? "error" : "ok",
      results: [{ text: String(result) }],
      stderr,
    });
  });
  worker.addEventListener("error", ({ message }) => {
    for (const resolve of waiting.values())
      resolve({ status: "error", results: [], stderr: message });
    waiting.clear();
  });
  return (message) =>
    new Promise((resolve) => {
      const id = String((last += 1));
      waiting.set(id, resolve);
      worker.postMessage({ id, ...message });
    });
}

/**
 * Returns whether stderr has more than warnings: Emscripten warns when Open WebUI writes its files
 * during an earlier write.
 *
 * @param {string | undefined} stderr
 */
function failed(stderr) {
  return (stderr ?? "").split("\n").some((line) => line && !line.startsWith("warning: "));
}
