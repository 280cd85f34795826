// The renderers and the fonts that they use, fetched when the first result needs them and cached
// from then on. Knows the manifest, not what is in the files.

import { relative } from "../runtime/address.ts";

let manifest: Promise<{ [name: string]: { url: string; integrity: string } }> | null = null;
const fetched = new Map<string, Promise<Blob>>();

/** Returns an asset by its name. The browser checks that its hash is the build's. */
export function asset(name: string): Promise<Blob> {
  if (!fetched.has(name)) {
    const fetching = get(name);
    fetched.set(name, fetching);
    // After a failure, such as a short loss of the network, the next call tries again.
    fetching.catch(() => fetched.delete(name));
  }
  return fetched.get(name) as Promise<Blob>;
}

async function get(name: string) {
  manifest ??= answer(
    document.querySelector('meta[name="insitu:render-manifest"]')?.getAttribute("content") ??
      "/render/manifest.json",
  ).then((response) => response.json());
  manifest.catch(() => (manifest = null));
  const { url, integrity } = (await manifest)[name];
  const response = await answer(relative(url), { integrity });
  return new Blob([await response.arrayBuffer()], {
    type: url.endsWith(".js") ? "text/javascript" : "application/octet-stream",
  });
}

async function answer(address: string, options?: RequestInit) {
  const response = await fetch(address, options).catch(() => null);
  if (!response?.ok) throw new Error("What draws this could not be loaded from the server.");
  return response;
}
