// The headers that make a page cross-origin isolated, added to a response.

/** The headers that `server/src/headers.rs` sets too. */
const HEADERS = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};

/**
 * Returns the same response with these headers besides its own.
 *
 * @param resources which pages that are isolated themselves may show it in a frame
 */
export function withIsolation(response: Response, resources: "same-origin" | "cross-origin") {
  // A response that cannot be read, such as a redirection, is passed on as it is.
  if (response.type === "opaque" || response.type === "opaqueredirect" || response.type === "error")
    return response;
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries({
    ...HEADERS,
    "cross-origin-resource-policy": resources,
  }))
    headers.set(name, value);
  const empty = [101, 204, 205, 304].includes(status);
  return new Response(empty ? null : response.body, { status, statusText, headers });
}
