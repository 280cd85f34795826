// The scripts that draw, and the fonts that they draw with, fetched when the first result needs them and kept from then on. Knows the
// manifest, not what is in them.

let manifest = null;
const fetched = new Map();

/** The asset of a name, whole and as the build made it: the browser compares its hash. */
export function asset(name) {
  if (!fetched.has(name)) {
    const fetching = get(name);
    fetched.set(name, fetching);
    // What failed once, as where the network is gone for a moment, may be tried again.
    fetching.catch(() => fetched.delete(name));
  }
  return fetched.get(name);
}

async function get(name) {
  manifest ??= answer("/render/manifest.json").then((response) => response.json());
  manifest.catch(() => (manifest = null));
  const { url, integrity } = (await manifest)[name];
  const response = await answer(url, { integrity });
  return new Blob([await response.arrayBuffer()], { type: url.endsWith(".js") ? "text/javascript" : "application/octet-stream" });
}

async function answer(address, options) {
  const response = await fetch(address, options).catch(() => null);
  if (!response?.ok) throw new Error("What draws this could not be loaded from the server.");
  return response;
}
