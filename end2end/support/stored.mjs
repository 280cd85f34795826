// What the browser has stored of a page, so that it starts without network. Knows neither the driver nor the engine.

/**
 * Waits until everything is stored that the page has loaded of the runtime and of its own modules, and the standard library, which is loaded last: by the page or by its service worker,
 * when the browser is idle.
 *
 * @param {{ evaluate: (act: () => Promise<string[]>) => Promise<string[]> }} page
 * @param {number} [limit] in milliseconds
 */
export async function untilStored(page, limit = 120_000) {
  for (const end = Date.now() + limit; ; await new Promise((resolve) => setTimeout(resolve, 500))) {
    const missing = await page.evaluate(notStored);
    if (missing.length === 0) return;
    if (Date.now() > end) throw new Error(`after ${limit / 1000} s this is not stored: ${missing.join(", ")}`);
  }
}

/** Runs in the page: returns the names of the files that are not stored yet. */
async function notStored() {
  // A static host has files of the runtime as gzip, and the page stores them decompressed.
  const nameOf = (/** @type {string} */ address) => /** @type {string} */ (address.split("/").at(-1)).replace(/\.gz$/, "");
  /** @type {Set<string>} */
  const stored = new Set();
  for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) stored.add(nameOf(url));
  // WebKit has none in some windows, and there the service worker stores these files.
  const root = await navigator.storage?.getDirectory?.().catch(() => null);
  const folder = await root?.getDirectoryHandle("runtime").catch(() => null);
  // One that is being written is empty.
  if (folder)
    for await (const [name, file] of folder.entries()) if (file instanceof FileSystemFileHandle && (await file.getFile()).size > 0) stored.add(nameOf(name));
  const loaded = performance
    .getEntriesByType("resource")
    .map(({ name }) => name)
    .filter((address) => /\/(runtime|pkg)\/[^/?]+\.[0-9a-f]{12}\.[\w.]+$/.test(address));
  /** @type {import("../../public/types/kernel").CoreFile[]} */
  const core = JSON.parse(document.querySelector('meta[name="insitu:core"]')?.getAttribute("content") ?? "");
  const library = core.find(({ role }) => role === "stdlib");
  const wanted = [...loaded, ...(library ? [library.asset.url] : [])].map(nameOf);
  return wanted.filter((name) => !stored.has(name));
}
