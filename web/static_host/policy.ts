// The part of the page's policy that a static host cannot know: its own address, and the endpoint
// that the user of this tab chose.

/** Where the choice is kept until the tab is closed. */
const KEY = "insitu:endpoint";
/**
 * The names under which a page reaches its own machine, where plain HTTP is as private as HTTPS. A
 * policy cannot name a numeric IPv6 address.
 */
const LOOPBACK = /^(localhost|127\.0\.0\.1)$/;

/** Stands for a storage in which the browser lets the page keep nothing. */
const NOTHING = {
  getItem: () => null,
  removeItem: () => {},
  setItem: () => {
    throw new Error(
      "This browser lets the page keep nothing, so that no endpoint can be chosen. Allow this site to store data, and load the page again.",
    );
  },
};

/** Returns the storage of the tab. */
export function storageOf(
  window: Pick<Window, "sessionStorage">,
): Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  try {
    return window.sessionStorage ?? NOTHING;
  } catch {
    return NOTHING;
  }
}

/**
 * Returns the origin that the user of this tab chose, empty if none. An invalid value is
 * ignored.
 */
export function chosenEndpoint(storage: Pick<Storage, "getItem">) {
  const value = storage.getItem(KEY) ?? "";
  return isOrigin(value) ? value : "";
}

/**
 * Keeps the choice for the next load of the page; an empty one removes it.
 *
 * @throws {Error} with a sentence
 */
export function remember(storage: Pick<Storage, "setItem" | "removeItem">, origin: string) {
  if (!origin) return storage.removeItem(KEY);
  if (!isOrigin(origin))
    throw new Error(
      "The page connects to https addresses, and to http on this machine. Change the address.",
    );
  storage.setItem(KEY, origin);
}

/**
 * Returns whether a text is an origin, as browsers write one, to which a page may connect. Letters
 * that mean something in a policy are in none.
 */
function isOrigin(text: string) {
  if (!URL.canParse(text) || !/^[a-z0-9.:/[\]-]+$/.test(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  return (
    origin === text && (protocol === "https:" || (protocol === "http:" && LOOPBACK.test(hostname)))
  );
}

/**
 * Returns the policy. It holds beside the document's own, which has everything that does not depend
 * on the address, so that each can only narrow the other.
 *
 * @param base the address of the folder that has the page
 * @param names.scripts the hashes of the document's scripts, as sources of a policy
 * @param names.frames the documents of the frames, relative to `base`
 * @param names.worker the service worker, relative to `base`
 * @param names.endpoint the origin of the user's endpoint; empty if there is none
 */
export function policyOf(
  base: URL,
  {
    scripts,
    frames,
    worker,
    endpoint,
  }: { scripts: string; frames: string[]; worker: string; endpoint: string },
) {
  const at = (path: string) => new URL(path, base).href;
  return [
    `script-src ${at("pkg/")} ${scripts} 'wasm-unsafe-eval'`,
    `connect-src ${at("./")} ${endpoint}`.trim(),
    // Firefox checks the document that the service worker answers with a second time, by the
    // worker's address.
    `frame-src ${[...frames, worker].map(at).join(" ")}`,
    `worker-src ${at(worker)}`,
    `style-src ${at("pkg/")}`,
  ].join("; ");
}
