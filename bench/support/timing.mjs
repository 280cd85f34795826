// Code that is injected into a contender's page to measure times by the page's own clock.

/**
 * Runs code in a contender's page.
 *
 * @typedef {(code: string) => Promise<import("../pages/request-reply.js").Answer |
 *   import("../../web/generated/kernel").Outcome>} Run
 */

/**
 * The times of a start in milliseconds: until Insitu's page responds to a user (on a visit), until
 * code can run, until `code` has run, and of the page's marks.
 *
 * @typedef {{ hydrated?: number, ready: number, usable: number, marks: Record<string, number> }}
 *   Times
 */

/**
 * Runs in the page before its own scripts, and defines `window.benchmark`: the promise `started`
 * resolves when `code` has run, with the times since the navigation began; `restart()` restarts
 * Insitu's interpreter and resolves with the times since then.
 *
 * @param {string} code
 */
export function timing(code) {
  // The script also runs in the page's frames.
  if (window !== window.top) return;
  const contender = (async () => {
    while (!window.insitu && !window.contender)
      await new Promise((resolve) => setTimeout(resolve, 5));
    return window.insitu ?? window.contender;
  })();
  /** @type {(from: number, run: Run) => Promise<Times>} */
  const answered = async (from, run) => {
    const ready = performance.now();
    const { status, results, stderr, error } = await run(code);
    const usable = performance.now();
    const text = results.at(-1)?.text;
    if (status !== "ok" || text !== "42")
      throw new Error(`answered ${status}, ${text}: ${error?.value ?? stderr}`);
    /** @type {Record<string, number>} */
    const marks = {};
    for (const { name, startTime } of performance.getEntriesByType("mark")) {
      if (name.startsWith("insitu:") && startTime >= from) marks[name] ??= startTime - from;
    }
    return { ready: ready - from, usable: usable - from, marks };
  };
  window.benchmark = {
    started: contender.then(async (one) => {
      const hydrated = window.insitu && performance.now();
      await one.ready;
      return { hydrated, ...(await answered(0, (code) => one.run(code))) };
    }),
    async restart() {
      const from = performance.now();
      await window.insitu.restart();
      return answered(from, (code) => window.insitu.run(code));
    },
  };
  // Prevents an uncaught error of the page; a caller that awaits the promise still gets the
  // rejection.
  window.benchmark.started.catch(() => {});
}
