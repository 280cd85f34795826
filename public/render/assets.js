// The scripts that draw, fetched when the first result needs them and kept from then on. Knows the manifest, not the scripts.

let manifest = null;
const fetched = new Map();

/** The script of a name, whole and as the build made it: the browser compares its hash. */
export function script(name) {
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
  const asset = (await manifest)[name];
  const response = await answer(asset.url, { integrity: asset.integrity });
  return new Blob([await response.arrayBuffer()], { type: "text/javascript" });
}

async function answer(address, options) {
  const response = await fetch(address, options).catch(() => null);
  if (!response?.ok) throw new Error("What draws this could not be loaded from the server.");
  return response;
}
