// What is injected into a contender's page to take times there, by the page's own clock.

/**
 * Runs in the page before its own scripts, and defines `window.benchmark`: `start()` resolves when `code` was answered, with the
 * times since the navigation began; `restart()` starts Insitu's interpreter again and gives the times since then.
 */
export function timing(code) {
  // Frames inside the page are given the same script.
  if (window !== window.top) return;
  const contender = (async () => {
    while (!window.insitu && !window.contender) await new Promise((resolve) => setTimeout(resolve, 5));
    return window.insitu ?? window.contender;
  })();
  const answered = async (from, run) => {
    const ready = performance.now();
    const { status, results, stderr, error } = await run(code);
    const usable = performance.now();
    const text = results.at(-1)?.text;
    if (status !== "ok" || text !== "42") throw new Error(`answered ${status}, ${text}: ${error?.value ?? stderr}`);
    const marks = {};
    for (const { name, startTime } of performance.getEntriesByType("mark")) {
      if (name.startsWith("insitu:") && startTime >= from) marks[name] ??= startTime - from;
    }
    return { ready: ready - from, usable: usable - from, marks };
  };
  window.benchmark = {
    started: contender.then(async (one) => {
      await one.ready;
      return answered(0, (code) => one.run(code));
    }),
    async restart() {
      const from = performance.now();
      await window.insitu.restart();
      return answered(from, (code) => window.insitu.run(code));
    },
  };
  // Whoever waits for it is told; until then it is not an uncaught error of the page.
  window.benchmark.started.catch(() => {});
}
