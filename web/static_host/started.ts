// When the page has started: its program, and Python.

/** How long to wait before looking again whether the page's program has begun, in milliseconds. */
const PAUSE = 100;

/**
 * Resolves once the page's program has begun: before that, nothing may be added to its document.
 */
export async function begun() {
  while (!("insitu" in globalThis)) await new Promise((resolve) => setTimeout(resolve, PAUSE));
}

/** Calls a function once Python runs. Nothing is fetched beside the start. */
export function whenStarted(act: () => void) {
  const observer = new PerformanceObserver((entries) => {
    if (entries.getEntriesByName("insitu:ready").length === 0) return;
    observer.disconnect();
    act();
  });
  observer.observe({ type: "mark", buffered: true });
}
