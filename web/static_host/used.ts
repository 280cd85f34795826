// On a first visit, the page starts before there is a service worker: it is handed what the page
// has loaded without it, so that this is stored too.

/**
 * Hands over the addresses of what the page has loaded, and of what it still loads without the
 * service worker: that answers requests from some moment after its start on.
 */
export async function handOver(serviceWorker: ServiceWorkerContainer) {
  const registration = await serviceWorker.ready;
  const observer = new PerformanceObserver((entries) => {
    const addresses = (entries.getEntries() as PerformanceResourceTiming[])
      .filter(({ workerStart }) => !workerStart)
      .map(({ name }) => name);
    if (addresses.length > 0) registration.active?.postMessage({ insitu: "used", addresses });
  });
  observer.observe({ type: "resource", buffered: true });
}
