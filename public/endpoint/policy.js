// Has the server admit the endpoint's origin into the page's policy, or none. The server learns the origin and nothing else. Where a
// static host serves the page, the page admits it itself when it loads (`public/static_host`).

/** The server's address for it. */
const ADDRESS = "/endpoint";

/** @param {string} origin @throws {Error} with a sentence */
export const admit = async (origin) => (globalThis.insituPage.static ? globalThis.insituPage.static.admit(origin) : ask("POST", { origin }));

/** @throws {Error} with a sentence */
export const dismiss = async () => (globalThis.insituPage.static ? globalThis.insituPage.static.admit("") : ask("DELETE", {}));

/** @param {string} method @param {object} body */
async function ask(method, body) {
  const request = { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(ADDRESS, request).catch(() => null);
  if (response?.ok) return;
  /** @type {{ error?: { message?: string } } | null | undefined} */
  const refusal = await response?.json().catch(() => null);
  throw new Error(refusal?.error?.message ?? "This server could not be asked to admit the endpoint. Check the connection to it, and try again.");
}
