// The page's own program, which is fetched beside the runtime. Knows nothing of either.

/**
 * How long the runtime's files wait for it, in milliseconds: on a line that is slower than that,
 * both arrive late.
 */
const LIMIT = 10_000;

/**
 * Resolves once the page's program has arrived, or has failed to. The runtime's files are much
 * larger: fetched at the same time, they would take the line from the program, with which the page
 * begins to respond, and Python would be ready no sooner.
 *
 * @param address the absolute address of the program
 */
export function programArrived(
  address: string,
  {
    PerformanceObserver,
    setTimeout,
  }: Pick<typeof globalThis, "PerformanceObserver" | "setTimeout">,
): Promise<void> {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      if (!list.getEntries().some(({ name }) => name === address)) return;
      observer.disconnect();
      resolve();
    });
    observer.observe({ type: "resource", buffered: true });
    setTimeout(resolve, LIMIT);
  });
}
